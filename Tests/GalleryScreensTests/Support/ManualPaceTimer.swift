import PictureKit

/// A clock that stands until the test moves it.
final class ManualPaceTimer: DeadlineTimer {
  private(set) var now = Duration.zero
  private var deadline: Duration?
  private var ring: (() -> Void)?

  var isSet: Bool { ring != nil }

  func set(_ deadline: Duration?, ring: @escaping () -> Void) {
    self.deadline = deadline
    self.ring = deadline == nil ? nil : ring
  }

  func advance(by duration: Duration) {
    now += duration
    guard let deadline, deadline <= now, let ring else { return }
    self.deadline = nil
    self.ring = nil
    ring()
  }
}
