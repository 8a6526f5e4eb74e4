import Foundation
import NcursesTerminal
import TerminalKit

// A small program for the tests in a pseudo-terminal: draws a few rows, prints each event, and exits, crashes or stops
// at a key. With `--ask` it queries the terminal without an interface, and prints the result.

if CommandLine.arguments.contains("--ask") {
  print("found \(GraphicsInquiry.ask(patience: .seconds(20)))")
  exit(0)
}
if CommandLine.arguments.contains("--ask-briefly") {
  print("found \(GraphicsInquiry.ask(patience: .milliseconds(1)))")
  exit(0)
}

do {
  let probe = try Probe()
  probe.start()
  // The terminal and its closures live as long as the process.
  withExtendedLifetime(probe) { while true { RunLoop.main.run() } }
} catch {
  write(STDERR_FILENO, "terminal-probe: \(error)\n", "terminal-probe: \(error)\n".utf8.count)
  exit(1)
}
