import Foundation

/// Dates in words: those of mail, news and HTTP, which RSS uses (`Sun, 01 Oct 2017 12:00:00 +0200`, RFC 822, 5; RFC
/// 5322, 4.3; RFC 850, 2.1.4), and those with the month first, as printed by `asctime`, JavaScript and SQL Server (`Sun
/// Oct  1 12:00:00 2017`, `Oct 1 2017 2:05PM`).
///
/// The weekday is ignored, because feeds get it wrong. Zones are in English, as the RFCs require; weekdays and months in
/// any language of `MonthName`.
enum MailDate {
  /// - Parameter zone: For a date without a zone.
  /// - Returns: nil for anything else and for the first second of 1970.
  static func date(_ text: String, zone: TimeZone) -> Date? {
    guard let (fields, offset) = fields(text), fields.isValid, !fields.isZero else { return nil }
    return DateReading.date(fields, offset: offset, zone: zone)
  }

  /// The fields are not validated. `offset` is in seconds east of UTC, if stated.
  static func fields(_ text: String) -> (fields: DateFields, offset: Int?)? {
    var words = words(text)
    guard let day = readDay(&words) else { return nil }
    var rest = Rest()
    for word in words {
      guard rest.read(word) else { return nil }
    }
    guard let year = rest.year else { return nil }
    var fields = rest.time
    (fields.year, fields.month, fields.day) = (year, day.month, day.day)
    if let half = rest.half, !rest.hasTime || !half.apply(to: &fields) { return nil }
    return (fields, rest.offset)
  }

  private static func words(_ text: String) -> ArraySlice<String> {
    // A comment, as in `+0200 (CEST)`, repeats the zone.
    let words = text.utf8.prefix(100).prefix { $0 != UInt8(ascii: "(") }
      .split(whereSeparator: { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") })
      .map { String(decoding: $0, as: UTF8.self) }
    // `01-Oct-17` is three words joined by hyphens.
    return words.flatMap { isDashedDay($0) ? $0.split(separator: "-").map(String.init) : [$0] }
      .filter { !particles.contains($0.lowercased()) }[...]
  }

  /// `5 de enero de 2021`, `um 10:00 Uhr`.
  private static let particles: Set<String> = [
    "de", "del", "den", "om", "um", "alle", "ore", "uhr", "uur", "kl",
  ]

  /// Reads the weekday, the day and the month, in either order.
  private static func readDay(_ words: inout ArraySlice<String>) -> (day: Int, month: Int)? {
    func isMonthFirst(_ words: ArraySlice<String>) -> Bool {
      guard let first = words.first, MonthName.number(first) != nil,
        let second = words.dropFirst().first
      else { return false }
      // In some languages, Tuesdays start like March: `mar, 05 Jan 2021`.
      return dayNumber(second) != nil && words.dropFirst(2).first.flatMap(MonthName.number) == nil
    }
    if !isMonthFirst(words), let first = words.first, isWeekday(first) { words.removeFirst() }
    if isMonthFirst(words), let month = words.popFirst().flatMap(MonthName.number),
      let day = words.popFirst().flatMap(dayNumber)
    {
      return (day, month)
    }
    guard let day = words.popFirst().flatMap(dayNumber),
      let month = words.popFirst().flatMap(MonthName.number)
    else { return nil }
    return (day, month)
  }

  /// Any word: `Sun`, `zo.`, `mié.`, `segunda-feira`.
  private static func isWeekday(_ word: String) -> Bool {
    word.allSatisfy { $0.isLetter || $0 == "." || $0 == "-" }
  }

  /// What follows the day and the month: the year, the time and its zone, in any order.
  private struct Rest {
    var year: Int?
    var time = DateFields(year: 0)
    var hasTime = false
    var half: DayHalf?
    var offset: Int?

    /// - Returns: False for a word that does not belong to a date, and for a repeated part.
    mutating func read(_ word: String) -> Bool {
      if word.contains(":"), word.utf8.first.map(MailDate.isDigit) ?? false {
        return readTime(word)
      }
      if year == nil, let number = MailDate.year(word) {
        year = number
        return true
      }
      // `January 10, 2020 at 2:33 PM`.
      if word.lowercased() == "at", !hasTime { return true }
      guard hasTime else { return false }
      if half == nil, let half = DayHalf(word) {
        self.half = half
        return true
      }
      guard offset == nil, let offset = MailZone.offset(word) else { return false }
      self.offset = offset
      return true
    }

    /// `12:00`, `12:00:30`, `9:05`, `12:00:30.5`, `2:05PM`, SQL Server's `12:00:30:500`.
    private mutating func readTime(_ word: String) -> Bool {
      guard !hasTime else { return false }
      let digits = String(word.prefix { $0.isNumber || $0 == ":" || $0 == "." })
      let parts = digits.split(separator: ":", omittingEmptySubsequences: false).map(String.init)
      guard (2...3).contains(parts.count) || parts.count == 4 && parts[3].utf8.count == 3,
        let hour = MailDate.number(parts[0], digits: 1...2),
        let minute = MailDate.number(parts[1], digits: 2...2)
      else { return false }
      (time.hour, time.minute, hasTime) = (hour, minute, true)
      if parts.count > 2 {
        guard let second = MailDate.number(String(parts[2].prefix { $0 != "." }), digits: 2...2)
        else { return false }
        time.second = second
      }
      guard digits.utf8.count < word.utf8.count else { return true }
      half = DayHalf(String(word.dropFirst(digits.count)))
      return half != nil
    }
  }

  private static func isDashedDay(_ word: String) -> Bool {
    let parts = word.split(separator: "-", omittingEmptySubsequences: false)
    return parts.count == 3 && MonthName.number(String(parts[1])) != nil
  }

  /// `1`, `01`, `1st`, `10.`, `1er`, `1º`
  private static func dayNumber(_ word: String) -> Int? {
    let digits = word.prefix { $0.isASCII && $0.isNumber }
    guard
      ["", ".", "st", "nd", "rd", "th", "er", "e", "º"].contains(
        word.dropFirst(digits.count).lowercased())
    else { return nil }
    return number(String(digits), digits: 1...2)
  }

  /// Two digits below 50 are in this century; other years with fewer than four digits are in the last one (RFC 5322,
  /// 4.3).
  fileprivate static func year(_ word: String) -> Int? {
    guard let number = number(word, digits: 2...4) else { return nil }
    if word.utf8.count == 2, number < 50 { return 2000 + number }
    return word.utf8.count < 4 ? 1900 + number : number
  }

  fileprivate static func number(_ word: String, digits: ClosedRange<Int>) -> Int? {
    guard digits.contains(word.utf8.count), word.utf8.allSatisfy(isDigit) else { return nil }
    return Int(word)
  }

  fileprivate static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  fileprivate static func isLetterOrPoint(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || byte == UInt8(ascii: ".")
  }
}

/// Time zones in dates in words, in seconds east of UTC.
enum MailZone {
  /// `+0200`, `GMT`, `GMT+01:00`, `EST`. Unknown letters count as UTC (RFC 5322, 4.3).
  static func offset(_ word: String) -> Int? {
    if let offset = known(word) { return offset }
    let isName = word.utf8.allSatisfy(MailDate.isLetterOrPoint) && !word.isEmpty
    return isName ? 0 : nil
  }

  /// Only zones with a single meaning.
  static func known(_ word: String) -> Int? {
    var name = word.uppercased()
    // `Etc/GMT`, from the tz database.
    if name.hasPrefix("ETC/") { name = String(name.dropFirst(4)) }
    for prefix in ["GMT", "UTC"] where name.hasPrefix(prefix) && name.utf8.count > 3 {
      name = String(name.dropFirst(3))
    }
    if name.hasPrefix("+") || name.hasPrefix("-") {
      var scanner = DateScanner(name.utf8.prefix(16))
      scanner.readZone()
      return scanner.offsetSeconds
    }
    return hours[name].map { $0 * 3_600 }
  }

  /// The zones of RFC 822, those of Europe and Japan with a single offset, and the short forms of North America's
  /// zones, which are used in winter and summer and count as winter time.
  private static let hours = [
    "UT": 0, "GMT": 0, "UTC": 0, "Z": 0,
    "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7,
    "AST": -4, "ADT": -3, "AT": -4, "ET": -5, "CT": -6, "MT": -7, "PT": -8,
    "BST": 1, "WET": 0, "WEST": 1, "CET": 1, "CEST": 2, "MET": 1, "MEST": 2, "EET": 2, "EEST": 3,
    "MEZ": 1, "MESZ": 2, "MSK": 3, "JST": 9, "KST": 9,
  ]
}
