import Foundation

/// Appends values to bytes: numbers as short as possible (LEB128), texts with their length.
struct ByteWriter {
  private(set) var bytes: [UInt8] = []

  mutating func append(byte: UInt8) {
    bytes.append(byte)
  }

  mutating func append(fixed value: UInt32) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(fixed value: UInt64) {
    withUnsafeBytes(of: value.littleEndian) { bytes.append(contentsOf: $0) }
  }

  mutating func append(count: Int) {
    append(unsigned: UInt64(count))
  }

  /// Any integer; small ones of either sign are short (zigzag).
  mutating func append(_ value: Int) {
    append(unsigned: UInt64(bitPattern: Int64((value << 1) ^ (value >> 63))))
  }

  /// Exact to the last bit.
  mutating func append(_ date: Date) {
    append(fixed: date.timeIntervalSinceReferenceDate.bitPattern)
  }

  mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { utf8 in
      append(count: utf8.count)
      bytes.append(contentsOf: utf8)
    }
  }

  mutating func append(contentsOf other: [UInt8]) {
    bytes.append(contentsOf: other)
  }

  private mutating func append(unsigned value: UInt64) {
    var rest = value
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    bytes.append(UInt8(rest))
  }
}
