import Foundation
import GalleryDomain

/// A request that is under way.
struct RemoteFetch {
  /// Tells it from an earlier one for the same address.
  let number: Int
  let host: String
  let isRefresh: Bool
  let start: Duration
  let task: Task<Void, Never>
  var progress: ImageProgress?

  /// Whether it takes long enough to be shown.
  func isWatched(at now: Duration) -> Bool {
    guard let progress else { return false }
    return max(progress.receivedByteCount, progress.expectedByteCount ?? 0)
      >= PictureTransfer.watchedByteCount || now - start >= PictureTransfer.watchedAfter
  }

  /// Whether it may finish although nobody wants it any more: three quarters are there, and throwing them
  /// away would cost more than the rest.
  var isNearlyDone: Bool {
    guard let progress, let total = progress.expectedByteCount, total > 0 else { return false }
    return progress.receivedByteCount >= total - total / 4
  }
}
