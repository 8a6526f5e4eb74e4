/// Writes the fields of a value as bytes, or reads them: one list of fields serves both directions, in messages between programs and in
/// what is stored.
///
/// Numbers of a fixed size are little-endian; texts and lists come after their counts. Any bytes are handled safely: after the first fault
/// nothing more is read, and what isn't read stays as it is.
public struct FieldCoder {
  /// The most bytes of UTF-8 in one text; longer ones are cut when they are written, and refused when they are read.
  public static let textBytes = 64 << 10

  public let isReading: Bool
  /// Which message it is: from its header, or for it.
  public private(set) var kind: UInt8 = 0
  /// Whether what was read is wrong; nothing of it is used then.
  public private(set) var isDamaged = false
  private var writer: ByteWriter
  private var reader: ByteReader
  /// Of the facts that are being written or read: a bit for each that there is, and that of the next one.
  private var (stated, next) = (0, 1)

  /// Writes, after this many bytes for a header.
  private init(headerBytes: Int) {
    isReading = false
    writer = ByteWriter([UInt8](repeating: 0, count: headerBytes))
    reader = ByteReader(UnsafeRawBufferPointer(start: nil, count: 0))
  }

  private init(_ bytes: UnsafeRawBufferPointer, kind: UInt8) {
    isReading = true
    self.kind = kind
    writer = ByteWriter()
    reader = ByteReader(bytes)
  }

  // MARK: Values

  /// - Parameter header: Fills the bytes before the value.
  package static func bytes<Value: CodedValue>(
    of value: Value, headerBytes: Int = 0,
    header: (inout [UInt8], _ kind: UInt8) -> Void = { _, _ in }
  ) -> [UInt8] {
    var coder = FieldCoder(headerBytes: headerBytes)
    coder.write(value)
    let kind = coder.kind
    header(&coder.writer.bytes, kind)
    return coder.writer.bytes
  }

  /// - Throws: `DamagedBytes` for anything but all the bytes of a value.
  package static func read<Value: CodedValue>(
    _ type: Value.Type, from bytes: ArraySlice<UInt8>, kind: UInt8 = 0
  ) throws(DamagedBytes) -> Value {
    let value = bytes.withUnsafeBytes { bytes -> Value? in
      var coder = FieldCoder(bytes, kind: kind)
      let value = coder.read(type)
      return coder.isDamaged || coder.reader.remainingCount > 0 ? nil : value
    }
    guard let value else { throw DamagedBytes() }
    return value
  }

  // MARK: Fields

  public mutating func field<Value: CodedValue>(_ value: inout Value) { value.fields(&self) }

  /// A number that is within a range when it is read, which also bounds it for the arithmetic that follows.
  public mutating func field<Value: CodedValue & Comparable>(
    _ value: inout Value, in range: ClosedRange<Value>
  ) {
    guard isReading else { return field(&value) }
    let found = read(Value.self)
    check(range.contains(found))
    if !isDamaged { value = found }
  }

  /// A list, cut when it is written if it is longer than it may be.
  public mutating func list<Value: CodedValue>(_ values: inout [Value], atMost limit: Int) {
    guard isReading else {
      writer.append(count: min(values.count, limit))
      for value in values.prefix(limit) { write(value) }
      return
    }
    let count = read { reader throws(DamagedBytes) in try reader.readCount() } ?? 0
    check(count <= limit)
    var found: [Value] = []
    for _ in 0..<count where !isDamaged { found.append(read(Value.self)) }
    if !isDamaged { values = found }
  }

  /// Numbers, of which both sides know how many there are: many at once.
  public mutating func words(_ words: inout [UInt32], count: Int) {
    guard isReading else {
      for word in words.prefix(count) { writer.append(fixed: word) }
      for _ in min(words.count, count)..<count { writer.append(fixed: 0 as UInt32) }
      return
    }
    // There is no room made for what is only announced.
    guard let found = read({ reader throws(DamagedBytes) in try reader.readWords(count) }) else {
      return
    }
    words = found
  }

  /// A value of an enumeration: the place of its case in a list of all, and what comes with it.
  public mutating func oneOf<Whole>(_ whole: inout Whole, _ cases: [CodedCase<Whole>]) {
    var number: UInt8 = 0
    let place = writer.bytes.count
    field(&number)
    if isReading {
      read(number, of: cases, as: &whole)
    } else {
      writer.bytes[place] = write(whole, of: cases)
    }
  }

  /// A message, whose case is in its header.
  ///
  /// - Parameter first: The number of the first case.
  public mutating func message<Whole>(
    _ whole: inout Whole, _ cases: [CodedCase<Whole>], first: UInt8
  ) {
    if isReading {
      read(kind &- first, of: cases, as: &whole)
    } else {
      kind = first + write(whole, of: cases)
    }
  }

  /// Whether what was read is right.
  public mutating func check(_ isRight: Bool) {
    if isReading, !isRight { isDamaged = true }
  }

  /// Leaves out the rest.
  public mutating func skipRest() { reader.skip(reader.remainingCount) }

  // MARK: Facts

  /// A list of facts that may be there or not, to which others are added at its end with time. Which of them there are comes first, a bit
  /// for each in the order of the list; then those values.
  public mutating func facts(_ list: (inout FieldCoder) -> Void) {
    let outer = (stated, next)
    (stated, next) = (0, 1)
    if isReading {
      stated = read(Int.self)
      list(&self)
    } else {
      var whole = ByteWriter()
      swap(&whole, &writer)
      list(&self)
      swap(&whole, &writer)
      writer.append(stated)
      writer.append(contentsOf: whole.bytes)
    }
    (stated, next) = outer
  }

  public mutating func fact<Value: CodedValue>(_ value: inout Value?) {
    if states(value != nil) {
      var found = value ?? Value()
      field(&found)
      value = found
    } else {
      value = nil
    }
  }

  /// A finite number; any other isn't written, and refused when it is read.
  public mutating func decimal(_ number: inout Double?) {
    number = number.flatMap { $0.isFinite ? $0 : nil }
    fact(&number)
  }

  /// A list that isn't empty.
  public mutating func facts<Value: CodedValue>(_ values: inout [Value], atMost limit: Int) {
    if states(!values.isEmpty) {
      list(&values, atMost: limit)
    } else {
      values = []
    }
  }

  /// Whether the next fact is there.
  private mutating func states(_ isThere: Bool) -> Bool {
    defer { next <<= 1 }
    if !isReading, isThere { stated |= next }
    return stated & next != 0
  }

  // MARK: Reading and writing

  fileprivate mutating func write<Value: CodedValue>(_ value: Value) {
    var value = value
    value.fields(&self)
  }

  fileprivate mutating func read<Value: CodedValue>(_ type: Value.Type) -> Value {
    var value = Value()
    value.fields(&self)
    return value
  }

  private mutating func write<Whole>(_ whole: Whole, of cases: [CodedCase<Whole>]) -> UInt8 {
    guard let number = cases.firstIndex(where: { $0.write(whole, &self) }) else {
      preconditionFailure("a case that is not listed")
    }
    return UInt8(number)
  }

  private mutating func read<Whole>(
    _ number: UInt8, of cases: [CodedCase<Whole>], as whole: inout Whole
  ) {
    check(number < cases.count)
    if !isDamaged { whole = cases[Int(number)].read(&self) }
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

  fileprivate mutating func fixed<Value: FixedWidthInteger>(_ value: inout Value) {
    guard isReading else { return writer.append(fixed: value) }
    value = read { reader throws(DamagedBytes) in try reader.readFixed(Value.self) } ?? value
  }

  fileprivate mutating func number(_ number: inout Int) {
    guard isReading else { return writer.append(number) }
    number = read { reader throws(DamagedBytes) in try reader.readInt() } ?? number
  }

  fileprivate mutating func data(_ bytes: inout [UInt8]) {
    guard isReading else { return writer.append(bytes: bytes) }
    bytes = read { reader throws(DamagedBytes) in try reader.readBytes() } ?? bytes
  }

  fileprivate mutating func text(_ text: inout String) {
    guard isReading else { return writer.append(Self.cut(text)) }
    text = read { reader throws(DamagedBytes) in try reader.readText() } ?? text
    check(text.utf8.count <= Self.textBytes)
  }

  /// The beginning of a text, up to the limit, ending between two scalars.
  private static func cut(_ text: String) -> String {
    guard text.utf8.count > textBytes else { return text }
    var end = text.utf8.index(text.startIndex, offsetBy: textBytes)
    while end > text.startIndex, text.utf8[end] & 0xC0 == 0x80 {
      end = text.utf8.index(before: end)
    }
    return String(text[..<end])
  }
}

/// A value that is written and read by a list of its fields.
public protocol CodedValue: Sendable {
  /// What is read into.
  init()
  /// Writes all of it, or reads it.
  mutating func fields(_ coder: inout FieldCoder)
}

/// A case of an enumeration, with how its values are taken out and put together again.
public struct CodedCase<Whole: Sendable>: Sendable {
  /// Returns false, and writes nothing, for another case.
  fileprivate let write: @Sendable (Whole, inout FieldCoder) -> Bool
  fileprivate let read: @Sendable (inout FieldCoder) -> Whole

  /// A case without values.
  public init(_ whole: Whole) where Whole: Equatable {
    write = { other, _ in other == whole }
    read = { _ in whole }
  }

  public init<each Part: CodedValue>(
    _ make: @escaping @Sendable (repeat each Part) -> Whole,
    _ parts: @escaping @Sendable (Whole) -> (repeat each Part)?
  ) {
    write = { whole, coder in
      guard let values = parts(whole) else { return false }
      repeat coder.write(each values)
      return true
    }
    read = { coder in make(repeat coder.read((each Part).self)) }
  }
}

extension CodedValue where Self: FixedWidthInteger {
  public mutating func fields(_ coder: inout FieldCoder) { coder.fixed(&self) }
}

/// Cases without values, by their place.
extension CodedValue where Self: CaseIterable & Equatable {
  public init() { self = Self.allCases[Self.allCases.startIndex] }

  public mutating func fields(_ coder: inout FieldCoder) {
    let all = Array(Self.allCases)
    var number = UInt8(clamping: all.firstIndex(of: self) ?? 0)
    coder.field(&number)
    coder.check(all.indices.contains(Int(number)))
    if !coder.isDamaged { self = all[Int(number)] }
  }
}

extension UInt8: CodedValue {}
extension UInt16: CodedValue {}
extension UInt32: CodedValue {}
extension UInt64: CodedValue {}
extension Int32: CodedValue {}
extension Int64: CodedValue {}

/// As short as possible, unlike those of a fixed size.
extension Int: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) { coder.number(&self) }
}

extension Bool: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) {
    var number: UInt8 = self ? 1 : 0
    coder.field(&number, in: 0...1)
    self = number == 1
  }
}

/// A finite number.
extension Double: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) {
    var bits = bitPattern
    coder.field(&bits)
    self = Double(bitPattern: bits)
    coder.check(isFinite)
  }
}

extension String: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) { coder.text(&self) }
}

extension [UInt8]: CodedValue {
  public mutating func fields(_ coder: inout FieldCoder) { coder.data(&self) }
}

extension Optional: CodedValue where Wrapped: CodedValue {
  public init() { self = nil }

  public mutating func fields(_ coder: inout FieldCoder) {
    var isThere = self != nil
    coder.field(&isThere)
    guard isThere else {
      self = nil
      return
    }
    var value = self ?? Wrapped()
    coder.field(&value)
    self = value
  }
}
