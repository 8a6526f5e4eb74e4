import GalleryDomain

/// Closures to call on a change, each for as long as its registration is kept.
struct ClosureList {
  private var entries: [Entry] = []

  private final class Registration: Cancellable {
    var closure: (() -> Void)?

    init(_ closure: @escaping () -> Void) {
      self.closure = closure
    }

    func cancel() {
      closure = nil
    }
  }

  private struct Entry {
    weak var registration: Registration?
  }

  mutating func add(_ closure: @escaping () -> Void) -> any Cancellable {
    entries.removeAll { $0.registration?.closure == nil }
    let registration = Registration(closure)
    entries.append(Entry(registration: registration))
    return registration
  }

  func callAsFunction() {
    for entry in entries { entry.registration?.closure?() }
  }
}
