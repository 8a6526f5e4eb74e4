/// Takes a date apart: `2017-10-01T12:34:56.789+02:00`, `2017:10:01 12:34:56`, `2017-10`.
struct DateScanner {
  private let bytes: [UInt8]
  private var index = 0
  /// East of UTC, where the text told; known after `fields()`.
  private(set) var offsetSeconds: Int?

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// - Returns: nil where something does not belong to a date.
  mutating func fields() -> DateFields? {
    skipSpaces()
    guard let year = number(digits: 4) else { return nil }
    var fields = DateFields(year: year, hasDay: false)
    if readSeparator("-:/") {
      guard let month = number(digits: 2) else { return nil }
      fields.month = month
      if readSeparator("-:/") {
        guard let day = number(digits: 2) else { return nil }
        fields.day = day
        fields.hasDay = true
        guard readTime(into: &fields) else { return nil }
      }
    }
    skipSpaces()
    // EXIF ends its texts with a zero byte.
    while index < bytes.count, bytes[index] == 0 { index += 1 }
    return index == bytes.count ? fields : nil
  }

  /// `Z`, `+02:00`, `+0200`, `+02`; nil for anything else and beyond 14 hours.
  static func offset(_ text: String) -> Int? {
    var scanner = DateScanner(text.utf8.prefix(16))
    scanner.skipSpaces()
    return scanner.readOffset()
  }

  private mutating func readTime(into fields: inout DateFields) -> Bool {
    let start = index
    guard readSeparator("Tt ") else { return true }
    skipSpaces()
    guard let hour = number(digits: 2) else {
      // Spaces behind a day are no time.
      index = start
      return true
    }
    guard readSeparator(":"), let minute = number(digits: 2) else { return false }
    fields.hour = hour
    fields.minute = minute
    if readSeparator(":") {
      guard let second = number(digits: 2) else { return false }
      fields.second = second
      if readSeparator(".,") { fields.fraction = fraction() }
    }
    skipSpaces()
    offsetSeconds = readOffset()
    return true
  }

  private mutating func readOffset() -> Int? {
    if readSeparator("Zz") { return 0 }
    let isWest = index < bytes.count && bytes[index] == UInt8(ascii: "-")
    guard readSeparator("+-"), let hours = number(digits: 2) else { return nil }
    _ = readSeparator(":")
    let minutes = number(digits: 2) ?? 0
    guard hours <= 14, minutes <= 59 else { return nil }
    return (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
  }

  private mutating func fraction() -> Double {
    var value = 0.0
    var scale = 0.1
    while index < bytes.count, (0x30...0x39).contains(bytes[index]) {
      value += Double(bytes[index] - 0x30) * scale
      scale /= 10
      index += 1
    }
    return min(value, 0.999_999)
  }

  private mutating func number(digits: Int) -> Int? {
    guard index + digits <= bytes.count else { return nil }
    var value = 0
    for byte in bytes[index..<index + digits] {
      guard (0x30...0x39).contains(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += digits
    return value
  }

  private mutating func readSeparator(_ separators: String) -> Bool {
    guard index < bytes.count, separators.utf8.contains(bytes[index]) else { return false }
    index += 1
    return true
  }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
  }
}
