import Glibc
import PhotoFacts

/// A message of one direction: `WorkerRequest` or `WorkerAnswer`.
///
/// On the wire: the length of the body (`UInt32`), the version of the protocol (`UInt8`), the number of descriptors that
/// come with it (`UInt8`), two zero bytes, then the body; all little-endian.
public protocol PictureMessage: Codable, Sendable {
  /// The most bytes of a body in this direction.
  static var byteLimit: Int { get }
  /// How many descriptors travel with this message.
  var descriptorCount: Int { get }
  /// Whether its values are within their limits; others are refused when they are received.
  var isValid: Bool { get }
}

extension PictureMessage {
  /// The bytes for the socket. The descriptors are sent with the first of them.
  public func frame() -> [UInt8] {
    let size = MessageHeader.byteCount
    var bytes = WireCoder.bytes(of: self, after: [UInt8](repeating: 0, count: size))
    let length = UInt32(clamping: bytes.count - size)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index)) }
    bytes[4] = PictureProtocolVersion.current
    bytes[5] = UInt8(clamping: descriptorCount)
    return bytes
  }
}

/// The fixed start of every message.
private struct MessageHeader {
  static let byteCount = 8

  let bodyLength: UInt32
  let descriptorCount: Int

  /// - Parameter bytes: `byteCount` of them.
  init(_ bytes: ArraySlice<UInt8>) throws(PictureProtocolError) {
    let bytes = Array(bytes)
    bodyLength = bytes[..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    descriptorCount = Int(bytes[5])
    // Another version has other fields, and nothing else of it is used.
    guard bytes[4] == PictureProtocolVersion.current else { throw .otherVersion }
    guard bytes[6] == 0, bytes[7] == 0 else { throw .damaged }
  }
}

/// What can be wrong with the bytes from the other side.
///
/// All are fatal: after an error the boundaries of messages are lost. Close the stream.
public enum PictureProtocolError: Error, Hashable, Sendable {
  /// A message announces more bytes than its direction allows.
  case messageTooLong(bytes: UInt32, limit: Int)
  /// Which one can't be said: what says it may be elsewhere there.
  case otherVersion
  /// A message of a kind that this side does not expect, that is shorter or longer than its fields, or whose values are out of range.
  case damaged
  /// A message announces a number of descriptors that differs from that of its kind, or from those that arrived.
  case wrongDescriptors(announced: Int, available: Int)
  /// More descriptors arrived than any message may have, or the kernel had to drop some.
  case tooManyDescriptors
  /// The stream ended within a message.
  case endedWithinMessage
  /// The socket failed.
  case socket(errno: Int32)
}

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

    let message: Message
    do throws(DamagedBytes) {
      message = try WireCoder.value(Message.self, in: buffer[bodyStart..<bodyStart + length])
    } catch {
      throw .damaged
    }
    guard message.isValid else { throw .damaged }
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

/// Whole messages over a blocking socket.
///
/// Two threads may receive and send, but only one each; the two halves share nothing.
public struct MessageReceiver<Message: PictureMessage> {
  private let socket: PictureSocket
  private var decoder = MessageDecoder<Message>()
  public private(set) var isEnded = false
  /// Whether the other side had read all that was sent when it closed its end.
  public private(set) var hasReadAll = true

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
      case .ended(let hasReadAll):
        self.hasReadAll = hasReadAll
        isEnded = true
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
      sent += try send(frame[sent...], descriptors: sent == 0 ? descriptors : [])
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

/// What both sides have to agree on before anything else.
public enum PictureProtocolVersion {
  /// The version of this build. Main process and worker are installed together, so any difference means that a wrong
  /// worker was found; there is no negotiation.
  public static let current: UInt8 = 24
}

/// The limits that keep one side's mistakes from becoming the other side's.
public enum PictureProtocolLimits {
  /// The most bytes in the body of an answer: 8192×8192 pixels in RGBA.
  public static let answerBytes = 256 << 20
  /// The most bytes in the body of a request: its only text is a URI.
  public static let requestBytes = 128 << 10
  /// The most bytes of a thumbnail: twice 1024×1024 pixels in RGBA, so that no other program's thumbnail is too large.
  public static let thumbnailBytes = 8 << 20
  /// The most bytes of a JPEG for other files; 4096×4096 pixels of noise have 15 million.
  public static let jpegBytes = 32 << 20
  /// The most descriptors with one message.
  public static let descriptors = 4
  /// The most bytes of UTF-8 in one text; encoders cut longer ones, decoders refuse them.
  public static let textBytes = ByteWriter.textBytes
  /// The most cells per side of a picture.
  public static let cellsPerSide = 4096
  /// The most pixels per side that one pixel of a picture becomes.
  public static let enlargement: UInt32 = 16
  /// The most pixels per side of a picture that is requested.
  public static let targetPixelsPerSide = 16_384
}
