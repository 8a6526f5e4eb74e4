import GalleryDomain

/// The errors of the tutorial's service; the raw values are shown to the user.
public enum APIError: String, Error {
  case noNetwork = "No Network"
  case serverOverload = "Server is overloaded"
  case permissionDenied = "You don't have permission"
}

extension APIError {
  /// The tutorial's error for a source's error; nil if there is none.
  public init?(_ error: PhotoSourceError) {
    switch error {
    case .noNetwork: self = .noNetwork
    case .serverOverloaded, .rateLimited: self = .serverOverload
    case .permissionDenied, .keyMissing, .keyRefused, .passwordMissing, .passwordRefused,
      .passwordUnavailable:
      self = .permissionDenied
    default: return nil
    }
  }
}

extension PhotoSourceError {
  /// A failure that a service reported without a reason.
  ///
  /// Without a name and an error number: its text says only that the photos cannot be loaded.
  static let unexplained = PhotoSourceError.unreadable(name: "", code: 0)

  init(_ error: APIError) {
    switch error {
    case .noNetwork: self = .noNetwork
    case .serverOverload: self = .serverOverloaded
    case .permissionDenied: self = .permissionDenied(name: "")
    }
  }
}
