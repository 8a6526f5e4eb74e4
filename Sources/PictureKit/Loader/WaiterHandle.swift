/// What a cancelled Swift task cancels, whichever of the two comes first: its wait or its cancelling.
final class WaiterHandle {
  private var isCancelled = false
  private var stop: (() -> Void)?

  init() {}

  func begin(stop: @escaping () -> Void) {
    if isCancelled { stop() } else { self.stop = stop }
  }

  func cancel() {
    isCancelled = true
    stop?()
    stop = nil
  }
}
