import GalleryDomain

/// Closures to call on a change, each for as long as its registration is kept.
struct ClosureList {
  /// They hold the registrations weakly.
  private var entries: [() -> Registration?] = []

  private final class Registration: Cancellable {
    var closure: (() -> Void)?

    init(_ closure: @escaping () -> Void) { self.closure = closure }

    func cancel() { closure = nil }
  }

  mutating func add(_ closure: @escaping () -> Void) -> any Cancellable {
    entries.removeAll { $0()?.closure == nil }
    let registration = Registration(closure)
    entries.append { [weak registration] in registration }
    return registration
  }

  func callAsFunction() {
    for entry in entries { entry()?.closure?() }
  }
}
