import Foundation
import GalleryDomain

/// What could not be fetched, so that a broken picture costs one request and not one per frame.
///
/// Failures that may pass are forgotten after a while, so that the pictures are tried again; the others are kept until
/// everything is tried again.
nonisolated struct RemoteFailures {
  private struct Failure {
    var error: PhotoSourceError
    /// nil for ever.
    var end: Duration?
  }

  /// How long a failure that may pass is remembered.
  static let patience = Duration.seconds(30)

  private var failures: [URL: Failure] = [:]
  private let limit: Int

  /// - Parameter limit: How many failures are remembered before the memory starts from empty.
  init(limit: Int = 10_000) {
    self.limit = limit
  }

  func error(for url: URL, at now: Duration) -> PhotoSourceError? {
    guard let failure = failures[url] else { return nil }
    if let end = failure.end, end <= now { return nil }
    return failure.error
  }

  /// When the first of these is worth another try; nil if none of them has a failure that may pass.
  func nextEnd(among urls: [URL], after now: Duration) -> Duration? {
    guard !failures.isEmpty else { return nil }
    return urls.compactMap { failures[$0]?.end }.filter { $0 > now }.min()
  }

  mutating func remember(_ error: PhotoSourceError, for url: URL, at now: Duration) {
    if failures.count >= limit { failures.removeAll() }
    failures[url] = Failure(error: error, end: error.passesAfter.map { now + $0 })
  }

  mutating func forget(_ url: URL) { failures[url] = nil }

  mutating func forgetAll() { failures.removeAll() }
}

extension PhotoSourceError {
  /// Whether the same request may succeed later.
  nonisolated var mayPass: Bool { passesAfter != nil }

  /// When it makes sense to request a picture again without the user asking; nil for never.
  nonisolated fileprivate var passesAfter: Duration? {
    switch self {
    case .rateLimited(_, let seconds):
      max(RemoteFailures.patience, .seconds(min(seconds, 86_400)))
    case .serverOverloaded, .truncated, .cancelled: RemoteFailures.patience
    default: isUnreachable ? RemoteFailures.patience : nil
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
