/// Writes the fields of a message as bytes: little-endian integers, texts and lists after their counts.
public struct WireWriter: Sendable {
  /// What was written.
  public private(set) var bytes: [UInt8]

  public init() {
    bytes = []
    bytes.reserveCapacity(128)
  }

  mutating func put(_ value: UInt8) { bytes.append(value) }
  mutating func put(_ value: Bool) { bytes.append(value ? 1 : 0) }

  mutating func put(_ value: UInt16) {
    bytes.append(UInt8(truncatingIfNeeded: value))
    bytes.append(UInt8(truncatingIfNeeded: value >> 8))
  }

  mutating func put(_ value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func put(_ value: Int32) { put(UInt32(bitPattern: value)) }
  mutating func put(_ value: Double) { put(value.bitPattern) }

  /// A text, cut at a character's boundary if it is too long.
  mutating func put(_ text: String) {
    let kept = text.prefix(utf8: PictureProtocolLimits.textBytes)
    put(UInt32(truncatingIfNeeded: kept.count))
    bytes.append(contentsOf: kept)
  }

  mutating func put(bytes more: [UInt8]) {
    put(UInt32(truncatingIfNeeded: more.count))
    bytes.append(contentsOf: more)
  }

  mutating func put<Value>(
    optional value: Value?, _ write: (inout WireWriter, Value) -> Void
  ) {
    put(value != nil)
    if let value { write(&self, value) }
  }
}

extension String {
  /// The first bytes of the text, at most `limit`, ending between two scalars.
  func prefix(utf8 limit: Int) -> Substring.UTF8View {
    guard utf8.count > limit else { return self[...].utf8 }
    var end = utf8.index(utf8.startIndex, offsetBy: limit)
    while end > utf8.startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    return self[..<end].utf8
  }
}
