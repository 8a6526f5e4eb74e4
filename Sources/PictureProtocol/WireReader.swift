/// Reads the fields of one message from its body. Any bytes are handled safely; faults are thrown.
public struct WireReader {
  private let bytes: ArraySlice<UInt8>
  private var position: Int
  let kind: UInt8

  init(kind: UInt8, body: ArraySlice<UInt8>) {
    bytes = body
    position = body.startIndex
    self.kind = kind
  }

  var remaining: Int { bytes.endIndex - position }

  mutating func take(_ count: Int) throws(PictureProtocolError) -> ArraySlice<UInt8> {
    guard count >= 0, count <= remaining else { throw .truncated(kind: kind) }
    defer { position += count }
    return bytes[position..<position + count]
  }

  mutating func uint8() throws(PictureProtocolError) -> UInt8 {
    guard remaining >= 1 else { throw .truncated(kind: kind) }
    defer { position += 1 }
    return bytes[position]
  }

  mutating func bool(_ field: String) throws(PictureProtocolError) -> Bool {
    switch try uint8() {
    case 0: return false
    case 1: return true
    default: throw bad(field)
    }
  }

  mutating func uint16() throws(PictureProtocolError) -> UInt16 {
    UInt16(truncatingIfNeeded: try integer(bytes: 2))
  }

  mutating func uint32() throws(PictureProtocolError) -> UInt32 {
    UInt32(truncatingIfNeeded: try integer(bytes: 4))
  }

  mutating func uint64() throws(PictureProtocolError) -> UInt64 { try integer(bytes: 8) }

  mutating func int32() throws(PictureProtocolError) -> Int32 {
    Int32(bitPattern: try uint32())
  }

  /// A finite number.
  mutating func double(_ field: String) throws(PictureProtocolError) -> Double {
    let value = Double(bitPattern: try uint64())
    guard value.isFinite else { throw bad(field) }
    return value
  }

  /// A number within a range, which also bounds it for the arithmetic that follows.
  mutating func uint32(
    in range: ClosedRange<UInt32>, _ field: String
  ) throws(PictureProtocolError) -> UInt32 {
    let value = try uint32()
    guard range.contains(value) else { throw bad(field) }
    return value
  }

  /// A text; bytes that are not UTF-8 become U+FFFD.
  mutating func text(_ field: String) throws(PictureProtocolError) -> String {
    let count = Int(try uint32())
    guard count <= PictureProtocolLimits.textBytes else { throw bad(field) }
    return String(decoding: try take(count), as: UTF8.self)
  }

  mutating func data() throws(PictureProtocolError) -> [UInt8] {
    [UInt8](try take(Int(try uint32())))
  }

  mutating func optionalText(_ field: String) throws(PictureProtocolError) -> String? {
    try bool(field) ? try text(field) : nil
  }

  mutating func choice<Value: RawRepresentable<UInt8>>(
    _ field: String, as type: Value.Type = Value.self
  ) throws(PictureProtocolError) -> Value {
    guard let value = Value(rawValue: try uint8()) else { throw bad(field) }
    return value
  }

  func bad(_ field: String) -> PictureProtocolError { .badValue(kind: kind, field: field) }

  /// The end of the message; remaining bytes are an error.
  func finish() throws(PictureProtocolError) {
    guard remaining == 0 else { throw .trailingBytes(kind: kind, count: remaining) }
  }

  private mutating func integer(bytes count: Int) throws(PictureProtocolError) -> UInt64 {
    guard remaining >= count else { throw .truncated(kind: kind) }
    var value: UInt64 = 0
    for index in 0..<count { value |= UInt64(bytes[position + index]) << UInt64(8 * index) }
    position += count
    return value
  }
}
