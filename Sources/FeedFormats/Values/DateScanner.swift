/// Parses dates that start with the year: RFC 3339 and ISO 8601 in their extended and basic forms, EXIF's
/// `2017:10:01 12:34:56`, SQL's, and what programs print without leading zeros (`2020/1/10 9:05 PM EST`). There may be
/// only a year or a month.
///
/// Two-digit years are not read: `03-12-31` could be a day in 2003 or 2031. Days of a year (`2003-335`) and of a week
/// (`2003-W52-3`) are not read either: hardly any feed writes them.
struct DateScanner {
  private let bytes: [UInt8]
  private var index = 0
  /// East of UTC, if stated; known after `fields()`.
  private(set) var offsetSeconds: Int?
  /// The same, except for `-00:00`, which says nothing about a clock (RFC 3339, 4.3), and for names of zones.
  private(set) var clockOffsetSeconds: Int?
  /// Whether a time was stated; known after `fields()`.
  private(set) var hasTime = false

  init(_ bytes: some Sequence<UInt8>) {
    self.bytes = Array(bytes)
  }

  /// - Returns: nil if something does not belong to a date.
  mutating func fields() -> DateFields? {
    skipSpaces()
    guard digitCount() >= 4, let year = number(digits: 4) else { return nil }
    var fields = DateFields(year: year, hasDay: false)
    guard readDay(into: &fields) else { return nil }
    if fields.hasDay, !readTime(into: &fields) { return nil }
    skipSpaces()
    // EXIF texts end with a zero byte.
    while index < bytes.count, bytes[index] == 0 { index += 1 }
    return index == bytes.count ? fields : nil
  }

  /// Reads `Z`, `+02:00`, `+0200` or `+02`, up to 14 hours; anything else leaves the offset unknown.
  mutating func readZone() {
    skipSpaces()
    offsetSeconds = readOffset()
  }

  // MARK: The day

  private mutating func readDay(into fields: inout DateFields) -> Bool {
    switch digitCount() {
    case 0: break
    case 4:
      guard let month = number(digits: 2), let day = number(digits: 2) else { return false }
      (fields.month, fields.day, fields.hasDay) = (month, day, true)
      return true
    default: return false
    }
    let start = index
    guard let separator = readSeparator("-:/.") else { return true }
    guard let month = shortNumber() else { return false }
    fields.month = month
    guard readSeparator("-:/.") != nil else {
      // `1966.5` is a number as well as a month.
      if separator == UInt8(ascii: ".") { index = start }
      return true
    }
    guard let day = shortNumber() else { return false }
    (fields.day, fields.hasDay) = (day, true)
    // Hungarian dates also end with a point.
    if separator == UInt8(ascii: ".") { _ = readByte(".") }
    return true
  }

  // MARK: The time

  private mutating func readTime(into fields: inout DateFields) -> Bool {
    let start = index
    guard readByte("Tt ") else { return readZoneOfDay() }
    skipSpaces()
    let count = digitCount()
    guard count > 0 else {
      // Spaces after a day are not a time.
      index = start
      return true
    }
    if count == 4 || count == 6 {
      guard readBasicTime(into: &fields) else { return false }
    } else {
      guard let hour = shortNumber(), readByte(":"), let minute = number(digits: 2) else {
        return false
      }
      (fields.hour, fields.minute) = (hour, minute)
      if readByte(":") {
        guard let second = number(digits: 2) else { return false }
        fields.second = second
        // SQL Server puts a colon before the milliseconds.
        if readByte(".,") || digitCount(from: index + 1) == 3 && readByte(":") {
          fields.fraction = fraction()
        }
      }
    }
    hasTime = true
    skipSpaces()
    guard readHalfOfDay(into: &fields) else { return false }
    skipSpaces()
    offsetSeconds = readOffset() ?? readZoneName()
    return true
  }

  /// Days in XML Schema may have a zone: `2017-10-01Z`, `2017-10-01+02:00`.
  private mutating func readZoneOfDay() -> Bool {
    guard byte(at: index + 3) == UInt8(ascii: ":") || byte(at: index) == UInt8(ascii: "Z") else {
      return true
    }
    offsetSeconds = readOffset()
    return true
  }

  private mutating func readBasicTime(into fields: inout DateFields) -> Bool {
    let hasSecond = digitCount() == 6
    guard let hour = number(digits: 2), let minute = number(digits: 2) else { return false }
    (fields.hour, fields.minute) = (hour, minute)
    if hasSecond {
      fields.second = number(digits: 2) ?? 0
      if readByte(".,") { fields.fraction = fraction() }
    }
    return true
  }

  /// `AM` and `PM`, also `a.m.`: false after an hour that cannot have one.
  private mutating func readHalfOfDay(into fields: inout DateFields) -> Bool {
    guard let half = DayHalf(letters()) else { return true }
    while index < bytes.count, isLetter(bytes[index]) || bytes[index] == UInt8(ascii: ".") {
      index += 1
    }
    return half.apply(to: &fields)
  }

  private mutating func readOffset() -> Int? {
    let start = index
    if readByte("Zz") {
      if index == bytes.count || !isLetter(bytes[index]) {
        clockOffsetSeconds = 0
        return 0
      }
      index = start
    }
    let isWest = byte(at: index) == UInt8(ascii: "-")
    guard readByte("+-"), let hours = number(digits: 2) else {
      index = start
      return nil
    }
    _ = readByte(":")
    let minutes = number(digits: 2) ?? 0
    guard hours <= 14, minutes <= 59 else {
      index = start
      return nil
    }
    let seconds = (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
    clockOffsetSeconds = isWest && seconds == 0 ? nil : seconds
    return seconds
  }

  /// Only known zones: another word means that the text isn't a date.
  private mutating func readZoneName() -> Int? {
    let rest = String(decoding: bytes[index...].prefix(12), as: UTF8.self)
    guard index + rest.utf8.count == bytes.count, let offset = MailZone.known(rest) else {
      return nil
    }
    index = bytes.count
    return offset
  }

  // MARK: Bytes

  private mutating func fraction() -> Double {
    var value = 0.0
    var scale = 0.1
    while index < bytes.count, isDigit(bytes[index]) {
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
      guard isDigit(byte) else { return nil }
      value = value * 10 + Int(byte - 0x30)
    }
    index += digits
    return value
  }

  /// One digit or two.
  private mutating func shortNumber() -> Int? {
    let count = digitCount()
    return count == 1 || count == 2 ? number(digits: count) : nil
  }

  private func digitCount(from start: Int? = nil) -> Int {
    let start = min(start ?? index, bytes.count)
    return bytes[start...].prefix { isDigit($0) }.count
  }

  private func letters() -> String {
    String(decoding: bytes[index...].prefix(5), as: UTF8.self)
  }

  private func byte(at position: Int) -> UInt8? { position < bytes.count ? bytes[position] : nil }

  private mutating func readByte(_ choices: String) -> Bool { readSeparator(choices) != nil }

  private mutating func readSeparator(_ separators: String) -> UInt8? {
    guard let byte = byte(at: index), separators.utf8.contains(byte) else { return nil }
    index += 1
    return byte
  }

  private mutating func skipSpaces() {
    while index < bytes.count, bytes[index] == 0x20 { index += 1 }
  }

  private func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

/// The half of the day for an hour from 1 to 12.
enum DayHalf {
  case morning, afternoon

  /// - Parameter text: The text after the time: `PM`, `p.m.`, `am EST`. The result is nil for any other word.
  init?(_ text: String) {
    let letters = text.lowercased().filter { $0 != "." }
    guard let first = letters.first, letters.dropFirst().first == "m",
      letters.dropFirst(2).first.map({ !$0.isLetter }) ?? true
    else { return nil }
    switch first {
    case "a": self = .morning
    case "p": self = .afternoon
    default: return nil
    }
  }

  /// - Returns: False for an hour that it cannot belong to. `14:30 PM` does occur, and is unambiguous.
  func apply(to fields: inout DateFields) -> Bool {
    if self == .afternoon, (13...23).contains(fields.hour) { return true }
    guard (1...12).contains(fields.hour) else { return false }
    fields.hour = fields.hour % 12 + (self == .afternoon ? 12 : 0)
    return true
  }
}
