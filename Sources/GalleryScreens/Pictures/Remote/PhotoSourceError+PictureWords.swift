import GalleryDomain

extension PhotoSourceError {
  /// Why a picture could not be fetched: a few words, without a full stop.
  public nonisolated var pictureWords: String {
    switch self {
    case .noNetwork: "offline"
    case .hostNotFound(let host): "can't resolve \(host)"
    case .connectionFailed(let host, let cause) where cause.hasReached: "no answer from \(host)"
    case .connectionFailed(let host, _): "can't reach \(host)"
    case .certificateInvalid(let host, _): "invalid certificate from \(host)"
    case .timedOut: "timed out"
    case .truncated(_, cause: .ended): "incomplete"
    case .truncated: "damaged download"
    case .privateAddressRefused(let host): "\(host) is on the local network"
    case .serverOverloaded, .rateLimited: "the server is overloaded"
    case .permissionDenied, .keyMissing, .keyRefused, .passwordMissing, .passwordRefused,
      .passwordUnavailable:
      "the server denies access"
    case .notFound: "not found on the server"
    case .tooLarge: "too large to download"
    case .notAPicture: "the answer is not a picture"
    default: "download failed"
    }
  }

  /// One or two words of the same for small places.
  nonisolated var shortPictureWords: String {
    switch self {
    case .connectionFailed(_, let cause) where cause.hasReached: "no answer"
    case .noNetwork, .hostNotFound, .connectionFailed: "offline"
    case .certificateInvalid, .privateAddressRefused, .permissionDenied, .keyMissing, .keyRefused,
      .passwordMissing, .passwordRefused, .passwordUnavailable:
      "refused"
    case .timedOut: "timed out"
    case .truncated(_, cause: .ended): "incomplete"
    case .truncated: "damaged"
    case .serverOverloaded, .rateLimited: "overloaded"
    case .notFound: "not found"
    case .tooLarge: "too large"
    case .notAPicture: "no picture"
    default: "failed"
    }
  }
}
