import PhotoFacts

/// Writes the fields of a message as bytes, or reads them: one list of fields serves both directions.
///
/// Integers are little-endian, texts and lists come after their counts. Any bytes are handled safely: after the first
/// fault nothing more is read, and what isn't read stays as it is.
public struct WireCoder {
  let isReading: Bool
  /// Which message it is: from its header, or for it.
  private(set) var kind: UInt8 = 0
  /// The first fault in what is read.
  private(set) var failure: PictureProtocolError?
  /// What was written.
  var written: [UInt8] = []
  private let input: ArraySlice<UInt8>
  private var position: Int

  /// Writes, after this many bytes for a header.
  init(headerBytes: Int) {
    isReading = false
    (input, position) = ([], 0)
    written.reserveCapacity(128)
    written.append(contentsOf: repeatElement(0, count: headerBytes))
  }

  /// Reads the body of a message.
  init(kind: UInt8, body: ArraySlice<UInt8>) {
    isReading = true
    self.kind = kind
    (input, position) = (body, body.startIndex)
  }

  // MARK: Fields

  mutating func field<Value: WireValue>(_ value: inout Value) { value.fields(&self) }

  /// A number that is within a range when it is read, which also bounds it for the arithmetic that follows.
  mutating func field<Value: WireValue & Comparable>(
    _ value: inout Value, in range: ClosedRange<Value>
  ) {
    guard isReading else { return field(&value) }
    let found = read(Value.self)
    check(range.contains(found))
    if failure == nil { value = found }
  }

  /// A list, cut when it is written if it is longer than it may be.
  mutating func list<Value: WireValue>(_ values: inout [Value], atMost limit: Int) {
    var count = UInt16(clamping: min(values.count, limit))
    field(&count)
    check(count <= limit)
    list(&values, count: Int(count))
  }

  /// A list whose length both sides know.
  mutating func list<Value: WireValue>(_ values: inout [Value], count: Int) {
    guard isReading else {
      for value in values.prefix(count) { write(value) }
      for _ in min(values.count, count)..<count { write(Value()) }
      return
    }
    // It grows with the bytes that are there, not with what is announced.
    var found: [Value] = []
    for _ in 0..<count where failure == nil { found.append(read(Value.self)) }
    if failure == nil { values = found }
  }

  /// A value of an enumeration: the place of its case in a list of all, and what comes with it.
  mutating func oneOf<Whole>(_ whole: inout Whole, _ cases: [WireCase<Whole>]) {
    var number: UInt8 = 0
    let place = written.count
    field(&number)
    if isReading {
      read(number, of: cases, as: &whole, unless: .badValue)
    } else {
      written[place] = write(whole, of: cases)
    }
  }

  /// A message, whose case is in its header.
  ///
  /// - Parameter first: The number of the first case.
  mutating func message<Whole>(_ whole: inout Whole, _ cases: [WireCase<Whole>], first: UInt8) {
    if isReading {
      read(kind &- first, of: cases, as: &whole, unless: .unknownKind(kind))
    } else {
      kind = first + write(whole, of: cases)
    }
  }

  /// Whether what was read is right; nothing else of it is used if it isn't.
  mutating func check(_ isRight: Bool) {
    if isReading, !isRight { fail(.badValue) }
  }

  /// Leaves out the rest of the message.
  mutating func skipRest() { position = input.endIndex }

  // MARK: Reading and writing

  /// The end of the message; remaining bytes are an error.
  func finish() throws(PictureProtocolError) {
    if let failure { throw failure }
    let rest = input.endIndex - position
    guard rest == 0 else { throw .trailingBytes(count: rest) }
  }

  fileprivate mutating func write<Value: WireValue>(_ value: Value) {
    var value = value
    value.fields(&self)
  }

  fileprivate mutating func read<Value: WireValue>(_ type: Value.Type) -> Value {
    var value = Value()
    value.fields(&self)
    return value
  }

  private mutating func write<Whole>(_ whole: Whole, of cases: [WireCase<Whole>]) -> UInt8 {
    guard let number = cases.firstIndex(where: { $0.write(whole, &self) }) else {
      preconditionFailure("a case that is not listed")
    }
    return UInt8(number)
  }

  private mutating func read<Whole>(
    _ number: UInt8, of cases: [WireCase<Whole>], as whole: inout Whole,
    unless error: PictureProtocolError
  ) {
    guard number < cases.count else { return fail(error) }
    if failure == nil { whole = cases[Int(number)].read(&self) }
  }

  private mutating func fail(_ error: PictureProtocolError) {
    if failure == nil { failure = error }
  }

  private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
    if count > input.endIndex - position { fail(.truncated) }
    guard failure == nil else { return nil }
    defer { position += count }
    return input[position..<position + count]
  }

  fileprivate mutating func integer<Value: FixedWidthInteger>(_ value: inout Value) {
    guard isReading else {
      return withUnsafeBytes(of: value.littleEndian) { written.append(contentsOf: $0) }
    }
    guard let bytes = take(MemoryLayout<Value>.size) else { return }
    value = bytes.withUnsafeBytes { Value(littleEndian: $0.loadUnaligned(as: Value.self)) }
  }

  fileprivate mutating func data(_ bytes: inout [UInt8]) {
    var count = UInt32(clamping: bytes.count)
    field(&count)
    if !isReading {
      written.append(contentsOf: bytes)
    } else if let found = take(Int(count)) {
      bytes = Array(found)
    }
  }

  /// A text; bytes that are not UTF-8 become U+FFFD. One that is too long is cut between two scalars when it is written.
  fileprivate mutating func text(_ text: inout String) {
    let limit = PictureProtocolLimits.textBytes
    let kept = FactCoder.cut(text).utf8
    var count = UInt32(clamping: kept.count)
    field(&count)
    if !isReading {
      written.append(contentsOf: kept)
    } else if let found = count > limit ? nil : take(Int(count)) {
      text = String(decoding: found, as: UTF8.self)
    }
    check(count <= limit && text.utf8.count <= limit)
  }
}

/// A value that is a field of a message.
protocol WireValue: Sendable {
  /// What is read into.
  init()
  /// Writes all of it, or reads it.
  mutating func fields(_ coder: inout WireCoder)
}

/// A case of an enumeration, with how its values are taken out and put together again.
struct WireCase<Whole: Sendable>: Sendable {
  /// Returns false, and writes nothing, for another case.
  fileprivate let write: @Sendable (Whole, inout WireCoder) -> Bool
  fileprivate let read: @Sendable (inout WireCoder) -> Whole

  /// A case without values.
  init(_ whole: Whole) where Whole: Equatable {
    write = { other, _ in other == whole }
    read = { _ in whole }
  }

  init<each Part: WireValue>(
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

extension WireValue where Self: FixedWidthInteger {
  mutating func fields(_ coder: inout WireCoder) { coder.integer(&self) }
}

/// Cases without values, by their place.
extension WireValue where Self: CaseIterable & Equatable {
  init() { self = Self.allCases[Self.allCases.startIndex] }

  mutating func fields(_ coder: inout WireCoder) {
    let all = Array(Self.allCases)
    var number = UInt8(clamping: all.firstIndex(of: self) ?? 0)
    coder.field(&number)
    coder.check(all.indices.contains(Int(number)))
    if coder.failure == nil { self = all[Int(number)] }
  }
}

extension UInt8: WireValue {}
extension UInt16: WireValue {}
extension UInt32: WireValue {}
extension UInt64: WireValue {}
extension Int32: WireValue {}
extension Int64: WireValue {}

extension Bool: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    var number: UInt8 = self ? 1 : 0
    coder.field(&number, in: 0...1)
    self = number == 1
  }
}

/// A finite number.
extension Double: WireValue {
  mutating func fields(_ coder: inout WireCoder) {
    var bits = bitPattern
    coder.field(&bits)
    self = Double(bitPattern: bits)
    coder.check(isFinite)
  }
}

extension String: WireValue {
  mutating func fields(_ coder: inout WireCoder) { coder.text(&self) }
}

extension [UInt8]: WireValue {
  mutating func fields(_ coder: inout WireCoder) { coder.data(&self) }
}

extension Optional: WireValue where Wrapped: WireValue {
  init() { self = nil }

  mutating func fields(_ coder: inout WireCoder) {
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
