import Synchronization

/// Passes messages from other threads to the main actor: all that arrived since the last wake-up at once.
nonisolated final class Mailbox<Message: Sendable>: Sendable {
  private let waiting = Mutex<[Message]>([])
  private let receive: @MainActor @Sendable ([Message]) -> Void

  /// - Parameter receive: Called with at least one message, in the order in which they were posted.
  init(receive: @escaping @MainActor @Sendable ([Message]) -> Void) {
    self.receive = receive
  }

  func post(_ message: Message) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    guard isFirst else { return }
    Task { @MainActor in
      let messages = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      receive(messages)
    }
  }
}
