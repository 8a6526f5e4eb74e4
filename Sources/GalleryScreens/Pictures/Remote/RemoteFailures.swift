import Foundation
import GalleryDomain

/// What could not be fetched, so that a broken picture costs one request and not one a frame.
///
/// What may pass is forgotten after a while, so that it is tried again; the rest stands until everything is
/// tried again.
nonisolated struct RemoteFailures {
  private struct Failure {
    var error: PhotoSourceError
    /// Nil for ever.
    var end: Duration?
  }

  /// How long an error that may pass is believed.
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

  /// When the first of these is worth another try; nil where none failed that may pass.
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

  /// When it makes sense to ask for a picture again without being told to; nil for never.
  nonisolated fileprivate var passesAfter: Duration? {
    switch self {
    case .rateLimited(_, let seconds):
      max(RemoteFailures.patience, .seconds(min(seconds, 86_400)))
    case .serverOverloaded, .truncated, .cancelled: RemoteFailures.patience
    default: isUnreachable ? RemoteFailures.patience : nil
    }
  }

  /// Whether it is about the host and not about one picture, so that asking for the others now is vain.
  nonisolated var concernsHost: Bool {
    switch self {
    case .noNetwork, .hostNotFound, .connectionFailed, .certificateInvalid, .rateLimited,
      .privateAddressRefused:
      true
    default: false
    }
  }
}
