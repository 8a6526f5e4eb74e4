import Dispatch
import Synchronization

/// Holds a response back until the test lets it continue, so that no test depends on time.
///
/// Stopping the server opens the gates of its responses; no thread stays behind.
public final class Gate: Sendable {
  private let isOpen = Mutex(false)
  private let permits = DispatchSemaphore(value: 0)

  public init() {}

  /// Lets everything through from now on.
  public func open() {
    isOpen.withLock { $0 = true }
    permits.signal()
  }

  /// Lets a number of waits through, once each: the steps of a slow response.
  public func allow(_ steps: Int) {
    for _ in 0..<max(0, steps) { permits.signal() }
  }

  /// Blocks the calling thread.
  func wait() {
    if isOpen.withLock({ $0 }) { return }
    permits.wait()
    // An opened gate has one permit that each waiter passes on.
    if isOpen.withLock({ $0 }) { permits.signal() }
  }
}
