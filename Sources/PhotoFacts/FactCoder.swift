/// Writes facts as bytes, or reads them: one list serves both directions.
///
/// Which of them there are comes first, a bit for each in the order of the list; then those values. Any bytes are handled safely: after
/// the first fault nothing more is read.
package struct FactCoder {
  /// The most bytes of UTF-8 in one text; longer ones are cut when they are written, and refused when they are read.
  package static let textBytes = 64 << 10

  private let isReading: Bool
  private var reader: ByteReader
  private var writer = ByteWriter()
  private var stated = 0
  private var next = 1
  package private(set) var isDamaged = false

  /// Writes.
  package init() {
    isReading = false
    reader = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  /// Reads.
  package init(_ bytes: UnsafeRawBufferPointer) {
    isReading = true
    reader = ByteReader(bytes)
    stated = read { reader throws(DamagedBytes) in try reader.readInt() } ?? 0
  }

  /// What was written.
  package var bytes: [UInt8] {
    var whole = ByteWriter()
    whole.append(stated)
    whole.append(contentsOf: writer.bytes)
    return whole.bytes
  }

  /// Call at the end of reading: there must be nothing more.
  package mutating func finish() throws(DamagedBytes) {
    if isDamaged || reader.remainingCount > 0 { throw DamagedBytes() }
  }

  package mutating func text(_ text: inout String?) {
    fact(&text) {
      $1.append(Self.cut($0))
    } read: { reader throws(DamagedBytes) in
      try Self.text(&reader)
    }
  }

  package mutating func texts(_ texts: inout [String], atMost limit: Int) {
    list(&texts, atMost: limit) {
      $1.append(Self.cut($0))
    } read: { reader throws(DamagedBytes) in
      try Self.text(&reader)
    }
  }

  package mutating func number(_ number: inout Int?) {
    fact(&number) {
      $1.append($0)
    } read: { reader throws(DamagedBytes) in
      try reader.readInt()
    }
  }

  /// A finite number; any other isn't written, and refused when it is read.
  package mutating func decimal(_ number: inout Double?) {
    number = number.flatMap { $0.isFinite ? $0 : nil }
    fact(&number) {
      $1.append(fixed: $0.bitPattern)
    } read: { reader throws(DamagedBytes) in
      let number = Double(bitPattern: try reader.readFixed64())
      guard number.isFinite else { throw DamagedBytes() }
      return number
    }
  }

  /// A list; the rest of one that is too long isn't written.
  package mutating func list<Value>(
    _ values: inout [Value], atMost limit: Int, _ write: (Value, inout ByteWriter) -> Void,
    read: (inout ByteReader) throws(DamagedBytes) -> Value
  ) {
    var list = values.isEmpty ? nil : values
    fact(&list) { values, writer in
      writer.append(count: min(values.count, limit))
      for value in values.prefix(limit) { write(value, &writer) }
    } read: { reader throws(DamagedBytes) in
      let count = try reader.readCount()
      guard count <= limit else { throw DamagedBytes() }
      var values: [Value] = []
      for _ in 0..<count { values.append(try read(&reader)) }
      return values
    }
    values = list ?? []
  }

  package mutating func fact<Value>(
    _ value: inout Value?, _ write: (Value, inout ByteWriter) -> Void,
    read: (inout ByteReader) throws(DamagedBytes) -> Value
  ) {
    defer { next <<= 1 }
    if isReading {
      value = stated & next == 0 ? nil : self.read(read)
    } else if let value {
      stated |= next
      write(value, &writer)
    }
  }

  private mutating func read<Value>(
    _ body: (inout ByteReader) throws(DamagedBytes) -> Value
  ) -> Value? {
    guard !isDamaged else { return nil }
    do throws(DamagedBytes) {
      return try body(&reader)
    } catch {
      isDamaged = true
      return nil
    }
  }

  package static func text(_ reader: inout ByteReader) throws(DamagedBytes) -> String {
    let text = try reader.readText()
    guard text.utf8.count <= textBytes else { throw DamagedBytes() }
    return text
  }

  /// The beginning of a text, up to the limit, ending between two scalars.
  package static func cut(_ text: String) -> String {
    guard text.utf8.count > textBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: textBytes)
    while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}
