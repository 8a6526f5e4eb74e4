import Synchronization

/// Texts that a closure on another thread noted.
final class Recorded: Sendable {
  private let texts = Mutex<[String]>([])

  var all: [String] { texts.withLock { $0 } }

  func note(_ new: [String]) {
    texts.withLock { $0 += new }
  }
}
