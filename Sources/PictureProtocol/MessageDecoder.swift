/// A message with the open files that came with it.
public struct ReceivedMessage<Message: PictureMessage>: Sendable {
  public let message: Message
  /// As many as `message.descriptorCount`; closed when the last copy is gone.
  public let descriptors: [OwnedDescriptor]
}

/// Makes messages from bytes as they arrive, in pieces of any size.
///
/// Any bytes are handled safely, and a header's lengths are not trusted for allocations. After an error the decoder is
/// unusable: it throws the same error again.
///
/// ```swift
/// var decoder = MessageDecoder<WorkerAnswer>()
/// decoder.feed(received)
/// while let next = try decoder.next() { handle(next.message) }
/// ```
public struct MessageDecoder<Message: PictureMessage>: Sendable {
  private var buffer: [UInt8] = []
  private var start = 0
  private var descriptors: [OwnedDescriptor] = []
  private var failure: PictureProtocolError?

  /// How many descriptors may wait for the last bytes of their messages.
  private static var waitingDescriptorLimit: Int { 1024 }

  public init() {}

  /// Adds what was received from the socket.
  public mutating func feed(_ received: ReceivedBytes) {
    feed(received.bytes[...], descriptors: received.descriptors)
  }

  /// Adds bytes and the descriptors that came with the first of them.
  public mutating func feed(_ bytes: ArraySlice<UInt8>, descriptors: [OwnedDescriptor] = []) {
    guard failure == nil else { return }
    if start > 0, start == buffer.count || start > 1 << 16 {
      buffer.removeFirst(start)
      start = 0
    }
    buffer.append(contentsOf: bytes)
    self.descriptors.append(contentsOf: descriptors)
    if self.descriptors.count > Self.waitingDescriptorLimit { fail(.tooManyDescriptors) }
  }

  /// The next complete message, or nil until more bytes are fed.
  public mutating func next() throws(PictureProtocolError) -> ReceivedMessage<Message>? {
    if let failure { throw failure }
    do throws(PictureProtocolError) {
      return try decodeNext()
    } catch {
      fail(error)
      throw error
    }
  }

  /// Call when the stream has ended.
  /// - Throws: `endedWithinMessage` if a message is incomplete.
  public func finish() throws(PictureProtocolError) {
    if let failure { throw failure }
    guard start == buffer.count else { throw .endedWithinMessage }
  }

  private mutating func fail(_ error: PictureProtocolError) {
    failure = error
    buffer = []
    start = 0
    descriptors = []
  }

  private mutating func decodeNext() throws(PictureProtocolError) -> ReceivedMessage<Message>? {
    guard buffer.count - start >= MessageHeader.byteCount else { return nil }
    let bodyStart = start + MessageHeader.byteCount
    let header = try MessageHeader(buffer[start..<bodyStart])
    guard header.bodyLength <= Message.byteLimit else {
      throw .messageTooLong(bytes: header.bodyLength, limit: Message.byteLimit)
    }
    guard header.descriptorCount <= PictureProtocolLimits.descriptors else {
      throw .tooManyDescriptors
    }
    let length = Int(header.bodyLength)
    guard buffer.count - bodyStart >= length else { return nil }

    let message = try Message(kind: header.kind, body: buffer[bodyStart..<bodyStart + length])
    guard header.descriptorCount == message.descriptorCount,
      descriptors.count >= header.descriptorCount
    else {
      throw .wrongDescriptors(
        announced: header.descriptorCount, available: descriptors.count)
    }
    let own = Array(descriptors.prefix(header.descriptorCount))
    descriptors.removeFirst(own.count)
    start = bodyStart + length
    return ReceivedMessage(message: message, descriptors: own)
  }
}
