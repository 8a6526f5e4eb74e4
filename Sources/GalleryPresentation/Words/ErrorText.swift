import GalleryDomain

/// Why a source gave no photos, in words. Names in the errors are clean already.
public enum ErrorText {
  /// One message for an alert. Where there is no `r` to press (a line on standard error), take the
  /// title of `state(for:)`.
  public static func message(for error: PhotoSourceError) -> String {
    let text = state(for: error)
    switch error {
    case .noNetwork, .serverOverloaded, .permissionDenied(name: ""): return text.title
    default: return joined([text.title, text.advice], by: ". ")
    }
  }

  /// What happened and what to do, apart.
  public static func state(for error: PhotoSourceError) -> StateText {
    StateText(title: title(for: error), advice: advice(for: error))
  }

  private static func title(for error: PhotoSourceError) -> String {
    switch error {
    case .noNetwork: APIError.noNetwork.rawValue
    case .serverOverloaded: APIError.serverOverload.rawValue
    case .permissionDenied(name: ""): APIError.permissionDenied.rawValue
    case .permissionDenied(let name): "\(APIError.permissionDenied.rawValue) to read \(name)"
    case .notFound(let name): "\(name) does not exist"
    case .notAFileOrFolder(let name): "\(name) is neither a folder nor a file"
    case .unreadable(name: "", code: _): "The photos could not be loaded"
    case .unreadable(let name, code: 0): "\(name) could not be read"
    case .unreadable(let name, let code): "\(name) could not be read (error \(code))"
    case .tooLarge(let name, let byteCount, let byteLimit):
      "\(name) is too large: \(size(byteCount)), and \(size(byteLimit)) is the most"
    case .notAFeed(let name, beginning: ""): "\(name) is empty"
    case .notAFeed(let name, let beginning):
      "\(name) is not a feed that is known; it begins with \(beginning)"
    case .malformed(let name, let line, let column, let reason):
      "\(name) is broken at line \(line), column \(column): \(reason)"
    case .cancelled: "Loading was cancelled"
    }
  }

  private static func advice(for error: PhotoSourceError) -> String {
    switch error {
    case .noNetwork: "Check the connection, then press r"
    case .serverOverloaded: "Wait a little, then press r"
    case .permissionDenied: "Ask for access to it, or choose another source"
    case .notFound: "Check the name, or choose another source"
    case .notAFileOrFolder, .notAFeed: "Choose a folder of pictures or a feed file"
    case .unreadable: "Press r to try again"
    case .tooLarge: "Choose a smaller feed"
    case .malformed: "Correct the file, then press r"
    case .cancelled: "Press r to load it"
    }
  }

  private static func size(_ byteCount: Int) -> String {
    byteCount < 1_000_000
      ? "\(CountText.grouped(byteCount)) bytes" : "\(CountText.grouped(byteCount / 1_000_000)) MB"
  }
}
