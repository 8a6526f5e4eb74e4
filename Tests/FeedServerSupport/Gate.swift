import Dispatch
import Synchronization

/// Where an answer waits until the test lets it go on, so that no test depends on time.
///
/// Stopping the server opens the gates of its answers; no thread stays behind.
public final class Gate: Sendable {
  private let isOpen = Mutex(false)
  private let permits = DispatchSemaphore(value: 0)

  public init() {}

  /// Lets everything through from now on.
  public func open() {
    isOpen.withLock { $0 = true }
    permits.signal()
  }

  /// Lets some waits through, once each: the steps of a drip.
  public func allow(_ steps: Int) {
    for _ in 0..<max(0, steps) { permits.signal() }
  }

  /// Blocks the calling thread.
  func wait() {
    if isOpen.withLock({ $0 }) { return }
    permits.wait()
    // An opened gate has one permit that everybody passes on.
    if isOpen.withLock({ $0 }) { permits.signal() }
  }
}
