/// A value that has its own bytes, in messages between programs and in what is stored.
package protocol ByteCoded {
  func append(to writer: inout ByteWriter)
  /// - Throws: `DamagedBytes` for other bytes than those of a value.
  init(from reader: inout ByteReader) throws(DamagedBytes)
}

extension ByteCoded where Self: FixedWidthInteger {
  package func append(to writer: inout ByteWriter) { writer.append(fixed: self) }
  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    self = try reader.readFixed(Self.self)
  }
}

extension UInt8: ByteCoded {}
extension UInt32: ByteCoded {}
extension UInt64: ByteCoded {}
extension UInt16: ByteCoded {}
extension Int32: ByteCoded {}
extension Int64: ByteCoded {}

/// As short as possible, unlike those of a fixed size.
extension Int: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(self) }
  package init(from reader: inout ByteReader) throws(DamagedBytes) { self = try reader.readInt() }
}

extension Bool: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(byte: self ? 1 : 0) }
  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    let byte = try reader.readByte()
    guard byte <= 1 else { throw DamagedBytes() }
    self = byte == 1
  }
}

/// A finite number.
extension Double: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(fixed: bitPattern) }
  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    self.init(bitPattern: try reader.readFixed64())
    guard isFinite else { throw DamagedBytes() }
  }
}

/// Cut when it is written if it is too long, and refused when it is read.
extension String: ByteCoded {
  package func append(to writer: inout ByteWriter) {
    guard utf8.count > ByteWriter.textBytes else { return writer.append(self) }
    // Between two scalars.
    var end = utf8.index(startIndex, offsetBy: ByteWriter.textBytes)
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    writer.append(String(self[..<end]))
  }

  package init(from reader: inout ByteReader) throws(DamagedBytes) {
    self = try reader.readText()
    guard utf8.count <= ByteWriter.textBytes else { throw DamagedBytes() }
  }
}

extension [UInt8]: ByteCoded {
  package func append(to writer: inout ByteWriter) { writer.append(bytes: self) }
  package init(from reader: inout ByteReader) throws(DamagedBytes) { self = try reader.readBytes() }
}
