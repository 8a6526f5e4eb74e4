import GalleryDomain
import Synchronization

/// Tells everybody who waits for a picture how far it is.
final class ProgressShare: Sendable {
  private let listeners = Mutex<[Int: @Sendable (ImageProgress) -> Void]>([:])

  func add(_ number: Int, _ listener: @escaping @Sendable (ImageProgress) -> Void) {
    listeners.withLock { $0[number] = listener }
  }

  func remove(_ number: Int) {
    listeners.withLock { $0[number] = nil }
  }

  /// On any thread.
  func tell(_ progress: ImageProgress) {
    for listener in listeners.withLock({ Array($0.values) }) { listener(progress) }
  }
}
