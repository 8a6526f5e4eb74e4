/// Why there are no pictures at all.
nonisolated public enum WorkerProblem: Error, Hashable, Sendable {
  /// `vitrine-pictures` is in none of the places where it is looked for.
  case notFound
  /// `$VITRINE_PICTURES` names something that cannot be run.
  case settingNotExecutable(path: String)
  /// The system refused to start it.
  case notStarted(errno: Int32)
  /// It ends, or says nothing, before it is ready.
  case doesNotAnswer
  /// Another version of it was found.
  case wrongVersion(found: UInt32, expected: UInt32)
  /// It ended so many times in a row without making one picture.
  case keepsEnding(times: Int)
  /// The program is leaving.
  case shutDown

  /// The same for the status line, without a full stop.
  public var words: String {
    switch self {
    case .notFound: "no pictures: vitrine-pictures is not installed"
    case .settingNotExecutable(let path):
      "no pictures: VITRINE_PICTURES is not a program: \(path)"
    case .notStarted(let code): "no pictures: can't start vitrine-pictures (error \(code))"
    case .doesNotAnswer: "no pictures: vitrine-pictures does not respond"
    case .wrongVersion(let found, let expected):
      "no pictures: vitrine-pictures has protocol version \(found), not \(expected)"
    case .keepsEnding(let times): "no pictures: vitrine-pictures crashed \(times) times in a row"
    case .shutDown: "no pictures"
    }
  }
}
