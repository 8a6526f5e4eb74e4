import Glibc
import TerminalKit

nonisolated extension ColorDepth {
  /// How many colours the environment says that text written to standard output will meet, whether
  /// that is a terminal now or a pipe to one.
  ///
  /// Without `TERM`, and for `dumb`, there are none: escape sequences would be shown as they are.
  ///
  /// - Parameter environment: Answers a variable's value.
  public static func ofStandardOutput(
    environment: (String) -> String? = { getenv($0).map { String(cString: $0) } }
  ) -> ColorDepth {
    let type = environment("TERM") ?? ""
    guard !type.isEmpty, type != "dumb" else { return .monochrome }
    let description = TerminalDescription.lookUp(type, fd: STDOUT_FILENO)
    return detected(type: type, description: description, environment: environment)
  }
}
