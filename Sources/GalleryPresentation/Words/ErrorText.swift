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
    case .hostNotFound(let host): "There is no host \(host)"
    case .connectionFailed(let host): "\(host) did not answer"
    case .certificateInvalid(let host, reason: ""): "The certificate of \(host) is not valid"
    case .certificateInvalid(let host, let reason):
      "The certificate of \(host) is not valid: \(reason)"
    case .timedOut(let host): "\(host) took too long to answer"
    case .truncated(let host): "\(host) ended its answer in the middle"
    case .redirectRefused(let host, let reason): "A redirect of \(host) was not followed: \(reason)"
    case .privateAddressRefused(let host):
      "\(host) lies in the local network, and the feed comes from outside"
    case .serverOverloaded: APIError.serverOverload.rawValue
    case .rateLimited: APIError.serverOverload.rawValue
    case .serverFailed(let host, let status): "\(host) answered with error \(status)"
    case .keyMissing(let source, _): "\(source) answers nobody without a key"
    case .keyRefused(let source, _): "\(source) does not accept the key"
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
    case .notAPicture(let name, beginning: ""): "\(name) is no picture"
    case .notAPicture(let name, let beginning): "\(name) is no picture; it begins with \(beginning)"
    case .malformed(let name, let line, let column, let reason):
      "\(name) is broken at line \(line), column \(column): \(reason)"
    case .cancelled: "Loading was cancelled"
    }
  }

  private static func advice(for error: PhotoSourceError) -> String {
    switch error {
    case .noNetwork: "Check the connection, then press r"
    case .hostNotFound: "Check the address and the connection, then press r"
    case .connectionFailed, .timedOut: "Check the connection, then press r"
    case .certificateInvalid: "Check the address and the clock of this computer"
    case .truncated: "Press r to try again"
    case .redirectRefused: "Name the address where it leads, if you trust it"
    case .privateAddressRefused: "--allow-private-hosts allows it"
    case .serverOverloaded: "Wait a little, then press r"
    case .rateLimited(_, let seconds): "It asks to wait for \(seconds) seconds; then press r"
    case .serverFailed: "Press r to try again"
    case .keyMissing(_, let variable): "Put one into the variable \(variable)"
    case .keyRefused(_, let variable): "Check the variable \(variable)"
    case .permissionDenied: "Ask for access to it, or choose another source"
    case .notFound: "Check the name, or choose another source"
    case .notAFileOrFolder, .notAFeed: "Choose a folder of pictures or a feed file"
    case .unreadable, .notAPicture: "Press r to try again"
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
