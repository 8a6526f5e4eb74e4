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
  fileprivate static var headerByteCount: Int { 8 }

  /// The bytes for the socket. The descriptors are sent with the first of them.
  public func frame() -> [UInt8] {
    let size = Self.headerByteCount
    var bytes = WireCoder.bytes(of: self, after: [UInt8](repeating: 0, count: size))
    let length = UInt32(clamping: bytes.count - size)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index)) }
    bytes[4] = PictureProtocolVersion.current
    bytes[5] = UInt8(clamping: descriptorCount)
    return bytes
  }
}

/// What can be wrong with the bytes from the other side.
///
/// All are fatal: after an error the boundaries of messages are lost. Close the stream.
public enum PictureProtocolError: Error, Hashable, Sendable {
  /// Which one can't be said: what says it may be elsewhere there.
  case otherVersion
  /// A message that is longer than its direction allows, of a kind that this side does not expect, shorter or longer than its fields, with
  /// values out of range, with another number of descriptors than its kind has; or the stream ends within it.
  case damaged
  /// The socket failed.
  case socket(errno: Int32)
}

/// A message with the open files that came with it.
public struct ReceivedMessage<Message: PictureMessage>: Sendable {
  public let message: Message
  /// As many as `message.descriptorCount`; closed when the last copy is gone.
  public let descriptors: [OwnedDescriptor]
}

/// Whole messages over a blocking socket.
///
/// Two threads may receive and send, but only one each; the two halves share nothing. Do not receive after an error.
public struct MessageReceiver<Message: PictureMessage> {
  private let socket: PictureSocket
  /// What has come of messages that were not returned.
  private var received = ReceivedBytes()
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
      if let next = try received.take(Message.self) { return next }
      guard socket.wait(for: POLLIN, milliseconds: milliseconds) else { return nil }
      switch try socket.receive() {
      case .received(let more):
        received.bytes += more.bytes
        received.descriptors += more.descriptors
      case .ended(let hasReadAll):
        (self.hasReadAll, isEnded) = (hasReadAll, true)
        guard received.bytes.isEmpty else { throw .damaged }
        return nil
      }
    }
  }
}

extension ReceivedBytes {
  /// Removes the first message.
  ///
  /// Any bytes are handled safely, and a header's lengths are not trusted for allocations.
  ///
  /// - Returns: nil until all of it has come.
  package mutating func take<Message: PictureMessage>(
    _ type: Message.Type
  ) throws(PictureProtocolError) -> ReceivedMessage<Message>? {
    let start = Message.headerByteCount
    guard bytes.count >= start else { return nil }
    // Another version has other fields, and nothing else of it is used.
    guard bytes[4] == PictureProtocolVersion.current else { throw .otherVersion }
    let stated: UInt32 = bytes[..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    let (length, descriptorCount) = (Int(stated), Int(bytes[5]))
    guard length <= Message.byteLimit, bytes[6] == 0, bytes[7] == 0,
      descriptors.count <= PictureProtocolLimits.descriptors * Self.waitingLimit
    else { throw .damaged }
    guard bytes.count - start >= length else { return nil }
    let message = try? WireCoder.value(Message.self, in: bytes[start..<start + length])
    guard let message, message.isValid, message.descriptorCount == descriptorCount,
      descriptors.count >= descriptorCount
    else { throw .damaged }
    let own = Array(descriptors.prefix(descriptorCount))
    descriptors.removeFirst(descriptorCount)
    bytes.removeFirst(start + length)
    return ReceivedMessage(message: message, descriptors: own)
  }

  /// How many messages' descriptors may wait for the last bytes of a message.
  private static var waitingLimit: Int { 256 }
}

extension PictureSocket {
  /// Sends a whole message and waits until it is written.
  public func send<Message: PictureMessage>(
    _ message: Message, descriptors: [Int32] = []
  ) throws(PictureProtocolError) {
    guard descriptors.count == message.descriptorCount else { throw .damaged }
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
  public static let current: UInt8 = 25
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
