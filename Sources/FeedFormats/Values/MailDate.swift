import Foundation

/// Dates of mail, news and HTTP, as RSS writes them: `Sun, 01 Oct 2017 12:00:00 +0200`,
/// `1 Oct 17 12:00 EST`, `Sunday, 01-Oct-17 12:00:00 GMT` (RFC 822, 5; RFC 5322, 4.3; RFC 850, 2.1.4).
///
/// The weekday is not looked at: feeds get it wrong. Months and zones are English, as the RFCs want them.
enum MailDate {
  /// - Parameter zone: For a date that tells none.
  /// - Returns: nil for what is no date and for the first second of 1970.
  static func date(_ text: String, zone: TimeZone) -> Date? {
    guard let (fields, offset) = fields(text), fields.isValid, !fields.isZero else { return nil }
    return DateReading.date(fields, offset: offset, zone: zone)
  }

  /// Not checked to be valid. `offset` is in seconds east of UTC, where the text told.
  static func fields(_ text: String) -> (fields: DateFields, offset: Int?)? {
    var words = text.utf8.prefix(100)
      .split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") })
      .map { String(decoding: $0, as: UTF8.self) }[...]
    // `01-Oct-17` is three words in one.
    words =
      words.flatMap { isDashedDay($0) ? $0.split(separator: "-").map(String.init) : [$0] }[...]
    if let first = words.first, first.utf8.allSatisfy(isLetterOrPoint) { words.removeFirst() }
    guard let day = words.popFirst().flatMap({ number($0, digits: 1...2) }),
      let month = words.popFirst().flatMap(month),
      let year = words.popFirst().flatMap(year)
    else { return nil }
    var fields = DateFields(year: year, month: month, day: day)
    guard let time = words.popFirst() else { return (fields, nil) }
    guard read(time, into: &fields) else { return nil }
    guard let zone = words.popFirst() else { return (fields, nil) }
    // A comment, as in `+0200 (CEST)`, says it once more.
    guard let offset = offset(zone), words.allSatisfy({ $0.hasPrefix("(") || $0.hasSuffix(")") })
    else { return nil }
    return (fields, offset)
  }

  private static func isDashedDay(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 && month(String(parts[1])) != nil
  }

  private static let months = [
    "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
  ]

  /// `Oct`, `October`, `Sept.`
  private static func month(_ word: String) -> Int? {
    guard word.utf8.count >= 3, word.utf8.allSatisfy(isLetterOrPoint) else { return nil }
    return months.firstIndex(of: word.prefix(3).lowercased()).map { $0 + 1 }
  }

  /// Two digits below 50 are of this century, other years of fewer than four of the last (RFC 5322, 4.3).
  private static func year(_ word: String) -> Int? {
    guard let number = number(word, digits: 2...4) else { return nil }
    if word.utf8.count == 2, number < 50 { return 2000 + number }
    return word.utf8.count < 4 ? 1900 + number : number
  }

  /// `12:00`, `12:00:30`, `9:05`, `12:00:30.5`.
  private static func read(_ word: String, into fields: inout DateFields) -> Bool {
    let parts = word.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
    guard (2...3).contains(parts.count), let hour = number(parts[0], digits: 1...2),
      let minute = number(parts[1], digits: 2...2)
    else { return false }
    fields.hour = hour
    fields.minute = minute
    guard parts.count == 3 else { return true }
    guard let second = number(String(parts[2].prefix { $0 != "." }), digits: 2...2) else {
      return false
    }
    fields.second = second
    return true
  }

  /// Seconds east of UTC. Names that are not known count as UTC (RFC 5322, 4.3).
  private static func offset(_ word: String) -> Int? {
    var name = word.uppercased()
    for prefix in ["GMT", "UTC"] where name.hasPrefix(prefix) && name.utf8.count > 3 {
      name = String(name.dropFirst(3))
    }
    if name.hasPrefix("+") || name.hasPrefix("-") { return DateScanner.offset(name) }
    guard name.utf8.allSatisfy(isLetterOrPoint) else { return nil }
    return (hours[name] ?? 0) * 3_600
  }

  /// Those of RFC 822, and those of Europe and Japan that stand for one offset only.
  private static let hours = [
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "BST": 1, "WEST": 1, "CET": 1, "CEST": 2, "EET": 2, "EEST": 3, "MSK": 3, "JST": 9,
  ]

  private static func number(_ word: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(word.utf8.count), word.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return nil }
    return Int(word)
  }

  private static func isLetterOrPoint(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: ".")
  }
}
