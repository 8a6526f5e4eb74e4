import Foundation
import Glibc
import PseudoTerminalSupport

/// What a command line left: run by a shell, with no terminal at all.
struct CommandResult {
  var status: Int32
  var output: [UInt8]
  var errors: [UInt8]

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
  var outputLines: [String] { Self.lines(outputText) }
  var errorLines: [String] { Self.lines(errorText) }

  /// Runs a line of `bash`, in which `vitrine` is the program, `sample` the pictures of the
  /// built-in gallery; the session is a new one, so there is no controlling terminal either.
  init(_ script: String, environment extra: [String: String] = [:], without: [String] = []) throws {
    var environment = BuiltProgram.environment
    environment["TZ"] = "UTC"
    environment["vitrine"] = try BuiltProgram.path("vitrine")
    environment["sample"] = "\(try SampleGallery.folder())/pictures"
    environment.merge(extra) { $1 }
    for name in without { environment[name] = nil }
    let folder = try ScratchFolder()
    // The terminal of `TerminalProgram` is opened by no one after these redirections.
    let redirected = """
      vitrine() { "$vitrine" "$@"; }
      exec </dev/null >'\(folder.path("out"))' 2>'\(folder.path("err"))'
      \(script)
      """
    let program = try TerminalProgram(
      ["/bin/bash", "--norc", "-c", redirected], in: PseudoTerminal(), environment: environment,
      isControlling: false)
    guard case .exited(let status) = try program.wait() else {
      throw ProcessTable.NotHappened(awaited: "exit of: \(script)")
    }
    self.status = status
    output = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("out"))))
    errors = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("err"))))
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}
