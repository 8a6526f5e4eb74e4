/// Writes facts that may be there or not as bytes, or reads them: one list, to which others are added at its end with time, serves both
/// directions. Which of them there are comes first, a bit for each in the order of the list; then those values.
///
/// Any bytes are handled safely: after the first fault nothing more is read.
struct FactCoder {
  private let isReading: Bool
  /// Whether what was read is wrong; nothing of it is used then.
  private var isDamaged = false
  private var writer = ByteWriter()
  private var reader: ByteReader
  /// A bit for each fact that there is, and that of the next one.
  private var (stated, next) = (0, 1)

  private init(reading bytes: UnsafeRawBufferPointer?) {
    isReading = bytes != nil
    reader = ByteReader(bytes ?? UnsafeRawBufferPointer(start: nil, count: 0))
  }

  static func bytes(of list: (inout FactCoder) -> Void) -> [UInt8] {
    var coder = FactCoder(reading: nil)
    list(&coder)
    var whole = ByteWriter()
    whole.append(coder.stated)
    whole.append(contentsOf: coder.writer.bytes)
    return whole.bytes
  }

  /// - Throws: `DamagedBytes` for anything but all the bytes of a list.
  static func read(_ bytes: [UInt8], _ list: (inout FactCoder) -> Void) throws(DamagedBytes) {
    let isWhole = bytes.withUnsafeBytes { bytes in
      var coder = FactCoder(reading: bytes)
      coder.stated = coder.read() ?? 0
      list(&coder)
      return !coder.isDamaged && coder.reader.remainingCount == 0
    }
    if !isWhole { throw DamagedBytes() }
  }

  mutating func fact<Value: ByteCoded>(_ value: inout Value?) {
    defer { next <<= 1 }
    if isReading {
      value = stated & next != 0 ? read() : nil
    } else if let value {
      stated |= next
      value.append(to: &writer)
    }
  }

  /// A finite number; any other isn't written, and refused when it is read.
  mutating func decimal(_ number: inout Double?) {
    number = number.flatMap { $0.isFinite ? $0 : nil }
    fact(&number)
  }

  /// A list that isn't empty, cut when it is written if it is longer than it may be, and refused when it is read.
  mutating func facts<Value: ByteCoded>(_ values: inout [Value], atMost limit: Int) {
    defer { next <<= 1 }
    if isReading {
      values = []
      guard stated & next != 0 else { return }
      let count = read { reader throws(DamagedBytes) in try reader.readCount() } ?? 0
      check(count <= limit)
      for _ in 0..<count where !isDamaged { values += read().map { [$0] } ?? [] }
    } else if !values.isEmpty {
      stated |= next
      writer.append(count: min(values.count, limit))
      for value in values.prefix(limit) { value.append(to: &writer) }
    }
  }

  /// Whether what was read is right.
  mutating func check(_ isRight: Bool) {
    if isReading, !isRight { isDamaged = true }
  }

  private mutating func read<Value: ByteCoded>() -> Value? {
    read { reader throws(DamagedBytes) in try Value(from: &reader) }
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
}
