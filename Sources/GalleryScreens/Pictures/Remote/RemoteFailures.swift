import Foundation
import GalleryDomain

/// How long a failure that may pass is remembered; the others are until everything is tried again.
private nonisolated let patience = Duration.seconds(30)

extension PhotoSourceError {
  /// When it makes sense to request a picture again without the user asking; nil for never.
  nonisolated var passesAfter: Duration? {
    switch self {
    case .rateLimited(_, let seconds):
      max(patience, .seconds(min(seconds, 86_400)))
    case .serverOverloaded, .truncated, .cancelled: patience
    default: isUnreachable ? patience : nil
    }
  }

  /// Whether it concerns the host and not one picture, so that requesting the others now would be useless.
  nonisolated var concernsHost: Bool {
    switch self {
    case .noNetwork, .hostNotFound, .connectionFailed, .certificateInvalid, .rateLimited,
      .privateAddressRefused:
      true
    default: false
    }
  }
}

extension PhotoSourceError {
  /// Why a picture could not be fetched: a few words, without a full stop.
  public nonisolated var pictureWords: String { pictureTexts[0] }

  /// The same, and in one or two words for small places.
  nonisolated var pictureTexts: [String] {
    switch self {
    case .noNetwork: ["offline"]
    case .hostNotFound(let host): ["can't resolve \(host)", "offline"]
    case .connectionFailed(let host, let cause) where cause.hasReached:
      ["no answer from \(host)", "no answer"]
    case .connectionFailed(let host, _): ["can't reach \(host)", "offline"]
    case .certificateInvalid(let host, _): ["invalid certificate from \(host)", "refused"]
    case .timedOut: ["timed out"]
    case .truncated(_, cause: .ended): ["incomplete"]
    case .truncated: ["damaged download", "damaged"]
    case .privateAddressRefused(let host): ["\(host) is on the local network", "refused"]
    case .serverOverloaded, .rateLimited: ["the server is overloaded", "overloaded"]
    case .permissionDenied, .keyMissing, .keyRefused, .passwordMissing, .passwordRefused,
      .passwordUnavailable:
      ["the server denies access", "refused"]
    case .notFound: ["not found on the server", "not found"]
    case .tooLarge: ["too large to download", "too large"]
    case .notAPicture: ["the answer is not a picture", "no picture"]
    default: ["download failed", "failed"]
    }
  }
}
