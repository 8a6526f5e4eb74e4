/// A message of one direction: `WorkerRequest` or `WorkerAnswer`.
///
/// On the wire: the length of the body (`UInt32`), the kind (`UInt8`), the number of descriptors that come
/// with it (`UInt8`), two zero bytes, then the body; all little-endian.
public protocol PictureMessage: Sendable {
  /// The most bytes of a body in this direction.
  static var byteLimit: Int { get }
  /// How many descriptors travel with this message.
  var descriptorCount: Int { get }
  /// What is read into.
  init()
  /// Writes all of it, or reads it.
  mutating func fields(_ coder: inout WireCoder)
}

extension PictureMessage {
  /// The bytes for the socket. The descriptors are sent with the first of them.
  public func frame() -> [UInt8] {
    var coder = WireCoder(headerBytes: MessageHeader.byteCount)
    var message = self
    message.fields(&coder)
    let length = UInt32(clamping: coder.written.count - MessageHeader.byteCount)
    for index in 0..<4 {
      coder.written[index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index))
    }
    coder.written[4] = coder.kind
    coder.written[5] = UInt8(clamping: descriptorCount)
    return coder.written
  }

  /// Reads a body.
  init(kind: UInt8, body: ArraySlice<UInt8>) throws(PictureProtocolError) {
    self.init()
    var coder = WireCoder(kind: kind, body: body)
    fields(&coder)
    try coder.finish()
  }
}

/// The fixed start of every message.
struct MessageHeader {
  static let byteCount = 8

  let bodyLength: UInt32
  let kind: UInt8
  let descriptorCount: Int

  /// - Parameter bytes: `byteCount` of them.
  init(_ bytes: ArraySlice<UInt8>) throws(PictureProtocolError) {
    let bytes = Array(bytes)
    bodyLength = bytes[..<4].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    kind = bytes[4]
    descriptorCount = Int(bytes[5])
    guard bytes[6] == 0, bytes[7] == 0 else { throw .badValue }
  }
}
