import PictureKit
import PictureProtocol

/// The outcome of a request.
enum CorpusOutcome {
  case done
  case failed(PictureFailure)
  /// Nothing came within twice the program's own limit.
  case unanswered

  /// The name of its class; those of a class are counted together.
  var name: String {
    switch self {
    case .done: "answered"
    case .unanswered: "NO ANSWER"
    case .failed(let failure): Self.name(of: failure)
    }
  }

  /// Whether its files are named one by one.
  var isNamed: Bool {
    switch self {
    case .unanswered, .failed(.timedOut), .failed(.workerDied), .failed(.outOfMemory): true
    default: false
    }
  }

  private static func name(of failure: PictureFailure) -> String {
    switch failure {
    case .emptyFile: "empty file"
    case .notARegularFile: "not a regular file"
    case .notAPicture: "not a picture"
    case .unsupportedFormat: "format not read here"
    case .noPreview: "raw without a preview"
    case .formatNotAllowed: "format not allowed"
    case .tooLarge: "too large"
    case .large: "large twice"
    case .truncated: "cut short"
    case .broken: "damaged"
    case .unreadable: "unreadable"
    case .noRough: "no rough picture"
    case .unsupportedOutput: "output not made"
    case .badRequest: "bad request"
    case .outOfMemory: "out of memory"
    case .cancelled: "cancelled"
    case .timedOut: "TIMED OUT (worker ended)"
    case .workerDied: "WORKER ENDED"
    case .unchanged: "unchanged"
    }
  }
}
