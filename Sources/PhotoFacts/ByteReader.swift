/// The bytes weren't written by a `ByteWriter`.
package struct DamagedBytes: Error {
  package init() {}
}

/// Reads what `ByteWriter` wrote; throws at anything else, and never reads past the end.
package struct ByteReader {
  private let bytes: UnsafeRawBufferPointer
  package private(set) var position: Int

  /// - Parameter position: 0…`bytes.count`.
  package init(_ bytes: UnsafeRawBufferPointer, at position: Int = 0) {
    self.bytes = bytes
    self.position = position
  }

  package var remainingCount: Int { bytes.count - position }

  package mutating func readByte() throws(DamagedBytes) -> UInt8 {
    guard remainingCount >= 1 else { throw DamagedBytes() }
    defer { position += 1 }
    return bytes[position]
  }

  package mutating func readFixed<Value: FixedWidthInteger>(
    _ type: Value.Type
  ) throws(DamagedBytes) -> Value {
    let size = MemoryLayout<Value>.size
    guard remainingCount >= size else { throw DamagedBytes() }
    defer { position += size }
    return Value(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: Value.self))
  }

  /// How many elements follow, each of which takes at least a byte.
  package mutating func readCount() throws(DamagedBytes) -> Int {
    let count = try readUnsigned()
    guard count <= UInt64(remainingCount) else { throw DamagedBytes() }
    return Int(count)
  }

  package mutating func readInt() throws(DamagedBytes) -> Int {
    let value = try readUnsigned()
    return Int(truncatingIfNeeded: value >> 1) ^ -Int(truncatingIfNeeded: value & 1)
  }

  package mutating func readBytes() throws(DamagedBytes) -> [UInt8] {
    let count = try readCount()
    defer { position += count }
    return Array(bytes[position..<(position + count)])
  }

  package mutating func readText() throws(DamagedBytes) -> String {
    let count = try readCount()
    let utf8 = UnsafeRawBufferPointer(rebasing: bytes[position..<(position + count)])
    guard let text = String(validating: utf8, as: UTF8.self) else { throw DamagedBytes() }
    position += count
    return text
  }

  package mutating func readUnsigned() throws(DamagedBytes) -> UInt64 {
    var value: UInt64 = 0
    for shift in stride(from: UInt64(0), through: 63, by: 7) {
      let byte = try readByte()
      guard shift < 63 || byte <= 1 else { throw DamagedBytes() }
      value |= UInt64(byte & 0x7F) << shift
      if byte & 0x80 == 0 { return value }
    }
    throw DamagedBytes()
  }
}
