import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport

/// The result of a command line that a shell has run without a terminal.
struct CommandResult {
  var status: Int32
  var output: [UInt8]
  var errors: [UInt8]

  var outputText: String { String(decoding: output, as: UTF8.self) }
  var errorText: String { String(decoding: errors, as: UTF8.self) }
  var outputLines: [String] { Self.lines(outputText) }
  var errorLines: [String] { Self.lines(errorText) }
  /// What comes before the first tab of each line: the ids that `vitrine list` prints.
  var ids: [String] { outputLines.map { String($0.prefix { $0 != "\t" }) } }

  /// Runs a line of `bash`, in which `vitrine` is the program and `sample` the pictures of the built-in gallery. It
  /// runs in a new session, so there is no controlling terminal either.
  init(_ script: String, environment extra: [String: String] = [:], without: [String] = []) throws {
    var environment = BuiltProgram.environment
    environment["TZ"] = "UTC"
    environment["vitrine"] = try BuiltProgram.path("vitrine")
    environment["sample"] = "\(try SampleGallery.folder())/pictures"
    environment.merge(extra) { $1 }
    for name in without { environment[name] = nil }
    let folder = ScratchFolder()
    environment["script"] = """
      vitrine() { "$vitrine" "$@"; }
      \(script)
      """
    // A shell would acquire a terminal that it finds for its session; the second session has none.
    let detached = """
      exec setsid --wait /bin/bash --norc -c "$script" \
      </dev/null >'\(folder.path("out"))' 2>'\(folder.path("err"))'
      """
    // Kept open to the end: closing the terminal could end the shell.
    let terminal = try PseudoTerminal()
    let program = try TerminalProgram(
      ["/bin/bash", "--norc", "-c", detached], in: terminal, environment: environment,
      isControlling: false)
    let end = try program.wait(reading: terminal)
    guard case .exited(let status) = end else {
      throw ProcessTable.NotHappened(awaited: "exit of “\(script)”, but \(end)")
    }
    self.status = status
    output = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("out"))))
    errors = Array(try Data(contentsOf: URL(fileURLWithPath: folder.path("err"))))
  }

  /// What is nil isn't compared.
  func expect(
    status: Int32 = 0, ids: [String]? = nil, lines: [String]? = nil, text: String? = nil,
    errors: [String]? = nil, fileID: String = #fileID, filePath: String = #filePath,
    line: Int = #line, column: Int = #column
  ) {
    func equal<Value: Equatable>(_ found: Value, _ expected: Value?) {
      guard let expected else { return }
      expectEqual(
        found, expected, fileID: fileID, filePath: filePath, line: line, column: column)
    }
    equal(self.status, status)
    equal(self.ids, ids)
    equal(outputLines, lines)
    equal(outputText, text)
    equal(errorLines, errors)
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
  }
}
