import GalleryDomain

/// What the tutorial's service may fail with; the raw values are shown to people.
public enum APIError: String, Error {
  case noNetwork = "No Network"
  case serverOverload = "Server is overloaded"
  case permissionDenied = "You don't have permission"
}

extension APIError {
  /// The tutorial's word for a source's error; nil where it has none.
  public init?(_ error: PhotoSourceError) {
    switch error {
    case .noNetwork: self = .noNetwork
    case .serverOverloaded, .rateLimited: self = .serverOverload
    case .permissionDenied, .keyMissing, .keyRefused: self = .permissionDenied
    default: return nil
    }
  }
}

extension PhotoSourceError {
  /// What a service reported that failed and told no reason.
  ///
  /// Without a name and an error number: the words for it say no more than that it failed.
  static let unexplained = PhotoSourceError.unreadable(name: "", code: 0)

  init(_ error: APIError) {
    switch error {
    case .noNetwork: self = .noNetwork
    case .serverOverload: self = .serverOverloaded
    case .permissionDenied: self = .permissionDenied(name: "")
    }
  }
}
