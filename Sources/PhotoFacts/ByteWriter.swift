/// Appends values to bytes: numbers as short as possible (LEB128), texts with their length.
package struct ByteWriter {
  /// The most bytes of UTF-8 of a text in a message, or among the facts of a photo.
  package static let textBytes = 64 << 10

  package var bytes: [UInt8] = []

  package init() {}

  /// Appends to bytes that were written before.
  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  package mutating func append(fixed value: some FixedWidthInteger) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  package mutating func append(count: Int) {
    append(unsigned: UInt64(count))
  }

  /// Any integer; small ones of either sign are short (zigzag).
  package mutating func append(_ value: Int) {
    append(unsigned: UInt64(bitPattern: Int64((value << 1) ^ (value >> 63))))
  }

  package mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(count: utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  /// Bytes with their number.
  package mutating func append(bytes other: some Collection<UInt8>) {
    append(count: other.count)
    bytes.append(contentsOf: other)
  }

  package mutating func append(contentsOf other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  package mutating func append(unsigned value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
