/// A message of one direction: `WorkerRequest` or `WorkerAnswer`.
///
/// On the wire: the length of the body (`UInt32`), the kind (`UInt8`), the number of descriptors that come
/// with it (`UInt8`), two zero bytes, then the body; all little-endian.
public protocol PictureMessage: Sendable {
  /// The most bytes of a body in this direction.
  static var byteLimit: Int { get }
  /// The kind's number on the wire.
  var kind: UInt8 { get }
  /// How many descriptors travel with this message.
  var descriptorCount: Int { get }
  /// Writes the body.
  func encode(to writer: inout WireWriter)
  /// Decodes a body of this kind.
  static func decode(from reader: inout WireReader, kind: UInt8) throws(PictureProtocolError)
    -> Self
}

extension PictureMessage {
  /// The bytes for the socket. The descriptors are sent with the first of them.
  public func frame() -> [UInt8] {
    var writer = WireWriter()
    writer.put(UInt32(0))
    writer.put(kind)
    writer.put(UInt8(truncatingIfNeeded: descriptorCount))
    writer.put(UInt16(0))
    encode(to: &writer)
    var bytes = writer.bytes
    let length = UInt32(truncatingIfNeeded: bytes.count - MessageHeader.byteCount)
    for index in 0..<4 { bytes[index] = UInt8(truncatingIfNeeded: length >> UInt32(8 * index)) }
    return bytes
  }
}

/// The fixed start of every message.
struct MessageHeader {
  static let byteCount = 8

  let bodyLength: UInt32
  let kind: UInt8
  let descriptorCount: Int

  init(_ bytes: ArraySlice<UInt8>) throws(PictureProtocolError) {
    var reader = WireReader(kind: 0, body: bytes)
    bodyLength = try reader.uint32()
    kind = try reader.uint8()
    descriptorCount = Int(try reader.uint8())
    guard try reader.uint16() == 0 else { throw .badValue(kind: kind, field: "header") }
  }
}
