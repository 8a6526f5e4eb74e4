import GalleryDomain

extension PhotoSourceError {
  /// Why a picture could not be fetched: a few words, without a full stop.
  nonisolated var pictureWords: String {
    switch self {
    case .noNetwork: "offline"
    case .hostNotFound(let host): "there is no host \(host)"
    case .connectionFailed(let host): "\(host) did not answer"
    case .certificateInvalid(let host, _): "the certificate of \(host) is not valid"
    case .timedOut: "took too long to come"
    case .truncated: "ended in the middle"
    case .privateAddressRefused(let host): "\(host) is in the local network"
    case .serverOverloaded, .rateLimited: "the server is overloaded"
    case .permissionDenied, .keyMissing, .keyRefused: "the server does not give it out"
    case .notFound: "it is not on the server"
    case .tooLarge: "too large to be fetched"
    case .notAPicture: "what came is not a picture"
    default: "could not be fetched"
    }
  }

  /// One or two words of the same for places that are small.
  nonisolated var shortPictureWords: String {
    switch self {
    case .noNetwork, .hostNotFound, .connectionFailed: "offline"
    case .certificateInvalid, .privateAddressRefused, .permissionDenied, .keyMissing, .keyRefused:
      "refused"
    case .timedOut: "too slow"
    case .truncated: "cut short"
    case .serverOverloaded, .rateLimited: "overloaded"
    case .notFound: "missing"
    case .tooLarge: "too large"
    case .notAPicture: "no picture"
    default: "not fetched"
    }
  }
}
