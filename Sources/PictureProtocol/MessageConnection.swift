import Glibc

/// Whole messages over a blocking socket.
///
/// Two threads may receive and send, but only one each; the two halves share nothing.
public struct MessageReceiver<Message: PictureMessage> {
  private let socket: PictureSocket
  private var decoder = MessageDecoder<Message>()

  public init(_ socket: PictureSocket) {
    self.socket = socket
  }

  /// Waits for the next message.
  ///
  /// - Parameter milliseconds: At most so long for each part of it; for ever if negative.
  /// - Returns: nil at the end of the stream, or of the time.
  public mutating func receive(
    milliseconds: Int32 = -1
  ) throws(PictureProtocolError) -> ReceivedMessage<Message>? {
    while true {
      if let next = try decoder.next() { return next }
      guard socket.wait(for: POLLIN, milliseconds: milliseconds) else { return nil }
      switch try socket.receive() {
      case .received(let received): decoder.feed(received)
      case .wouldBlock: continue
      case .ended:
        try decoder.finish()
        return nil
      }
    }
  }
}

extension PictureSocket {
  /// Sends a whole message and waits until it is written.
  public func send<Message: PictureMessage>(
    _ message: Message, descriptors: [Int32] = []
  ) throws(PictureProtocolError) {
    guard descriptors.count == message.descriptorCount else {
      throw .wrongDescriptors(
        announced: message.descriptorCount, available: descriptors.count)
    }
    let frame = message.frame()
    var sent = 0
    while sent < frame.count {
      let count = try send(frame[sent...], descriptors: sent == 0 ? descriptors : [])
      if count == 0 { wait(for: POLLOUT) }
      sent += count
    }
  }

  /// Waits until something can be read, or sent.
  ///
  /// - Parameter milliseconds: At most so long, from the last signal on; for ever if negative.
  /// - Returns: Whether it can.
  @discardableResult
  public func wait(for events: Int32, milliseconds: Int32 = -1) -> Bool {
    var entry = pollfd(fd: descriptor, events: Int16(truncatingIfNeeded: events), revents: 0)
    while true {
      let count = poll(&entry, 1, milliseconds)
      if count >= 0 || errno != EINTR { return count > 0 }
    }
  }
}
