/// Values as bytes: what `Codable` lists, one after the other in the order of the declarations and without names: both sides are of one
/// build, and what is stored has a version.
///
/// Before an optional value comes whether there is one, before a list its length, and before the values of an enumeration's case its name.
/// Any bytes are handled safely: no memory is reserved for what is only announced.
package enum WireCoder {
  /// The most elements of a list, but for bytes; of a longer one the first are written.
  package static let listCount = 1_000

  package static func bytes(of value: some Encodable, after header: [UInt8] = []) -> [UInt8] {
    let encoder = WireEncoder(writer: ByteWriter(header))
    do {
      try encoder.encode(value)
    } catch {
      preconditionFailure("a value that can't be written: \(error)")
    }
    return encoder.writer.bytes
  }

  /// - Throws: `DamagedBytes` for anything but all the bytes of a value.
  package static func value<Value: Decodable>(
    _ type: Value.Type, in bytes: ArraySlice<UInt8>
  ) throws(DamagedBytes) -> Value {
    let value = bytes.withUnsafeBytes { bytes in
      let decoder = WireDecoder(reader: ByteReader(bytes))
      let value = try? decoder.decode(type)
      return decoder.reader.remainingCount == 0 ? value : nil
    }
    guard let value else { throw DamagedBytes() }
    return value
  }
}

/// What has bytes of its own. All else is what `Codable` lists of it.
private protocol WireValue {
  func write(by encoder: WireEncoder) throws
  init(by decoder: WireDecoder) throws
}

extension WireValue where Self: FixedWidthInteger {
  fileprivate func write(by encoder: WireEncoder) { encoder.writer.append(fixed: self) }
  fileprivate init(by decoder: WireDecoder) throws {
    self = try decoder.reader.readFixed(Self.self)
  }
}

extension UInt8: WireValue {}
extension UInt16: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}
extension Int32: WireValue {}
extension Int64: WireValue {}

/// Written as short as possible, unlike integers of a fixed size.
extension Int: WireValue {
  fileprivate func write(by encoder: WireEncoder) { encoder.writer.append(self) }
  fileprivate init(by decoder: WireDecoder) throws { self = try decoder.reader.readInt() }
}

extension Bool: WireValue {
  fileprivate func write(by encoder: WireEncoder) { encoder.writer.append(byte: self ? 1 : 0) }
  fileprivate init(by decoder: WireDecoder) throws {
    let byte = try decoder.reader.readByte()
    guard byte <= 1 else { throw DamagedBytes() }
    self = byte == 1
  }
}

/// A finite number.
extension Double: WireValue {
  fileprivate func write(by encoder: WireEncoder) { encoder.writer.append(fixed: bitPattern) }
  fileprivate init(by decoder: WireDecoder) throws {
    self.init(bitPattern: try decoder.reader.readFixed(UInt64.self))
    guard isFinite else { throw DamagedBytes() }
  }
}

/// Cut when it is written if it is too long, and refused when it is read.
extension String: WireValue {
  fileprivate func write(by encoder: WireEncoder) {
    guard utf8.count > ByteWriter.textBytes else { return encoder.writer.append(self) }
    // Between two scalars.
    var end = utf8.index(startIndex, offsetBy: ByteWriter.textBytes)
    while end > startIndex, utf8[end] & 0xC0 == 0x80 { end = utf8.index(before: end) }
    encoder.writer.append(String(self[..<end]))
  }

  fileprivate init(by decoder: WireDecoder) throws {
    self = try decoder.reader.readText()
    guard utf8.count <= ByteWriter.textBytes else { throw DamagedBytes() }
  }
}

/// Bytes as they are.
extension Array: WireValue where Element: Codable {
  fileprivate func write(by encoder: WireEncoder) throws {
    if Element.self == UInt8.self, let bytes = self as? [UInt8] {
      return encoder.writer.append(bytes: bytes)
    }
    let elements = prefix(WireCoder.listCount)
    encoder.writer.append(count: elements.count)
    for element in elements { try encoder.encode(element) }
  }

  fileprivate init(by decoder: WireDecoder) throws {
    self = []
    if Element.self == UInt8.self {
      self = try decoder.reader.readBytes() as? [Element] ?? []
      return
    }
    let count = try decoder.reader.readCount()
    guard count <= WireCoder.listCount else { throw DamagedBytes() }
    for _ in 0..<count { append(try decoder.decode(Element.self)) }
  }
}

/// For the ways to write a value that no message uses.
private func unused() -> Never { preconditionFailure("not in messages") }

private final class WireEncoder: Encoder, SingleValueEncodingContainer {
  var writer: ByteWriter
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(writer: ByteWriter) { self.writer = writer }

  func encode(_ value: some Encodable) throws {
    // One cast for each type: the first time, the runtime searches the whole program for the conformance.
    guard let value = value as? any WireValue else { return try value.encode(to: self) }
    try value.write(by: self)
  }

  func encodeNil() { unused() }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    KeyedEncodingContainer(Fields(encoder: self))
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { self }
  func unkeyedContainer() -> any UnkeyedEncodingContainer { unused() }

  private struct Fields<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let encoder: WireEncoder
    var codingPath: [any CodingKey] { [] }

    func encode<Value: Encodable>(_ value: Value, forKey key: Key) throws {
      try encoder.encode(value)
    }

    // What the protocol offers writes nothing for nil. It has one for each of the simple types, of which these are used.
    func encodeIfPresent(_ value: UInt32?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: Int?, forKey key: Key) throws { try encodeOptional(value) }
    func encodeIfPresent(_ value: String?, forKey key: Key) throws { try encodeOptional(value) }
    /// No other number than a finite one can be read.
    func encodeIfPresent(_ value: Double?, forKey key: Key) throws {
      try encodeOptional(value.flatMap { $0.isFinite ? $0 : nil })
    }
    func encodeIfPresent<Value: Encodable>(_ value: Value?, forKey key: Key) throws {
      try encodeOptional(value)
    }

    private func encodeOptional(_ value: (some Encodable)?) throws {
      try encoder.encode(value != nil)
      if let value { try encoder.encode(value) }
    }

    /// The values of an enumeration's case.
    func nestedContainer<Other: CodingKey>(
      keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedEncodingContainer<Other> {
      encoder.writer.append(key.stringValue)
      return encoder.container(keyedBy: type)
    }

    func encodeNil(forKey key: Key) { unused() }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer { unused() }
    func superEncoder() -> any Encoder { unused() }
    func superEncoder(forKey key: Key) -> any Encoder { unused() }
  }
}

private final class WireDecoder: Decoder, SingleValueDecodingContainer {
  var reader: ByteReader
  let codingPath: [any CodingKey] = []
  let userInfo: [CodingUserInfoKey: Any] = [:]

  init(reader: ByteReader) { self.reader = reader }

  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    guard let type = type as? any WireValue.Type else { return try Value(from: self) }
    guard let value = try type.init(by: self) as? Value else { throw DamagedBytes() }
    return value
  }

  func decodeNil() -> Bool { unused() }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedDecodingContainer<Key> {
    KeyedDecodingContainer(Fields(decoder: self))
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { self }
  func unkeyedContainer() -> any UnkeyedDecodingContainer { unused() }

  private struct Fields<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let decoder: WireDecoder
    var codingPath: [any CodingKey] { [] }

    /// The case of an enumeration, which asks once; nothing else does.
    var allKeys: [Key] {
      let name = try? decoder.decode(String.self)
      return name.flatMap(Key.init(stringValue:)).map { [$0] } ?? []
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { try !decoder.decode(Bool.self) }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      try decoder.decode(type)
    }

    func nestedContainer<Other: CodingKey>(
      keyedBy type: Other.Type, forKey key: Key
    ) -> KeyedDecodingContainer<Other> { decoder.container(keyedBy: type) }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedDecodingContainer { unused() }
    func superDecoder() -> any Decoder { unused() }
    func superDecoder(forKey key: Key) -> any Decoder { unused() }
  }
}
