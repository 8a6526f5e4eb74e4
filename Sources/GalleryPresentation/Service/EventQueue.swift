/// Events for a value with effects, handled one at a time: an event that is sent while another is handled follows it.
final class EventQueue<Event> {
  /// Not handled yet; nil while none is handled.
  private var waiting: [Event]?

  /// - Parameter handle: Called with the event, and with those that are sent meanwhile.
  func send(_ event: Event, to handle: (Event) -> Void) {
    guard waiting == nil else {
      waiting?.append(event)
      return
    }
    waiting = [event]
    while let event = waiting?.first {
      waiting?.removeFirst()
      handle(event)
    }
    waiting = nil
  }
}
