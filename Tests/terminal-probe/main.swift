import Dispatch
import Glibc
import NcursesTerminal
import TerminalKit

// A small program for the tests in a pseudo-terminal: draws a few rows, writes down each event,
// and ends, crashes or stops at a key.

do {
  let probe = try Probe()
  probe.start()
  // The terminal and its closures live as long as the process.
  withExtendedLifetime(probe) { dispatchMain() }
} catch {
  write(STDERR_FILENO, "terminal-probe: \(error)\n", "terminal-probe: \(error)\n".utf8.count)
  exit(1)
}
