import GalleryDomain
import Synchronization

/// Reports the progress of a download, at most ten times a second.
final class PacedProgress: Sendable {
  private static let interval = Duration.milliseconds(100)

  private let now: @Sendable () -> Duration
  private let receiver: @Sendable (ImageProgress) -> Void
  private let last = Mutex<Duration?>(nil)

  init(now: @escaping @Sendable () -> Duration, report: @escaping @Sendable (ImageProgress) -> Void)
  {
    self.now = now
    receiver = report
  }

  func report(_ progress: ImageProgress) {
    let now = now()
    let isDue = last.withLock { last in
      if let last, now - last < Self.interval { return false }
      last = now
      return true
    }
    if isDue { receiver(progress) }
  }
}
