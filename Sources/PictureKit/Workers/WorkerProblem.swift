/// Why no pictures can be loaded at all.
nonisolated public enum WorkerProblem: Error, Hashable, Sendable {
  /// `vitrine-pictures` was not found in any of the expected places.
  case notFound
  /// `$VITRINE_PICTURES` is not an executable file.
  case settingNotExecutable(path: String)
  /// The system refused to start it.
  case notStarted(errno: Int32)
  /// It exits, or doesn't respond, before it is ready.
  case doesNotAnswer
  /// A different version of it was found.
  case wrongVersion(found: UInt32, expected: UInt32)
  /// It ended this many times in a row without making a picture.
  case keepsEnding(times: Int)
  /// The program is exiting.
  case shutDown

  /// The text for the status line, without a full stop.
  public var words: String { reason.isEmpty ? "no pictures" : "no pictures: \(reason)" }

  /// The reason alone; empty if the program is exiting.
  public var reason: String {
    switch self {
    case .notFound: "vitrine-pictures is not installed"
    case .settingNotExecutable(let path): "VITRINE_PICTURES is not a program: \(path)"
    case .notStarted(let code): "can't start vitrine-pictures (error \(code))"
    case .doesNotAnswer: "vitrine-pictures does not respond"
    case .wrongVersion(let found, let expected):
      "vitrine-pictures has protocol version \(found), not \(expected)"
    case .keepsEnding(let times): "vitrine-pictures crashed \(times) times in a row"
    case .shutDown: ""
    }
  }
}
