import Foundation
import GalleryDomain

/// A date as feeds, servers and pictures write it: a year, and as much more of the date as is stated.
///
/// With the year first: RFC 3339 and ISO 8601 in their extended and basic forms, EXIF's `2017:10:01 12:34:56`, SQL's, and what
/// programs print without leading zeros (`2020/1/10 9:05 PM EST`). In words: mail's, HTTP's and news's (`Sun, 01 Oct 2017
/// 12:00:00 +0200`, RFC 5322, 3.3 and 4.3; RFC 9110, 5.6.7; RFC 850, 2.1.4), and those with the month first, as printed by
/// `asctime`, JavaScript and SQL Server (`Sun Oct  1 12:00:00 2017`, `Oct 1 2017 2:05PM`), with weekdays and months in any language
/// of `MonthName`. The weekday is ignored, because feeds get it wrong.
///
/// Ambiguous forms such as `01/02/2003` and `03-12-31` are not read, nor are days of a year (`2003-335`) and of a week
/// (`2003-W52-3`), which hardly any feed writes.
package struct WrittenDate: Hashable {
  /// Between the years 1000 and 9999.
  private let period: DatePeriod
  /// Of the day, from 0 to below 86,400; nil if no time is stated.
  private let second: Double?
  /// East of UTC, in seconds; nil if no zone is stated.
  private let offset: Int?
  private let clockOffset: Int?

  /// - Returns: nil if something in the text does not belong to a date.
  package init?(_ text: String) {
    var scanner = DateScanner(text)
    guard scanner.scan() else { return nil }
    self.init(scanner)
  }

  private init?(_ scanner: DateScanner) {
    guard let year = scanner.year, year >= 1_000,
      let period = DatePeriod(year: year, month: scanner.month, day: scanner.day),
      (0...23).contains(scanner.hour), (0...59).contains(scanner.minute),
      (0...60).contains(scanner.second)
    else { return nil }
    self.period = period
    // A leap second counts as the previous second.
    let seconds = scanner.hour * 3_600 + scanner.minute * 60 + min(scanner.second, 59)
    second = scanner.hasTime ? Double(seconds) + scanner.fraction : nil
    (offset, clockOffset) = (scanner.offset, scanner.clockOffset)
  }

  /// - Parameter zone: For a text without a zone.
  /// - Returns: nil if it isn't a date, and for what programs write for *unknown*.
  package static func date(_ raw: String?, zone: TimeZone) -> Date? {
    raw.flatMap { WrittenDate($0)?.date(in: zone) }
  }

  /// - Parameter zone: For a date without a zone.
  /// - Returns: nil for a year or a month alone, whose first day would be made up, and for the first second of 1970, which programs
  ///   write for *unknown*.
  package func date(in zone: TimeZone) -> Date? {
    guard period.day != nil, !(0..<1).contains(local) else { return nil }
    return moment(local, zone)
  }

  /// A year or a month that is stated alone, such as `1966` or `1966-07`.
  package var yearOrMonth: String? { period.day == nil ? period.description : nil }

  /// The end of a day without a time, which belongs to what it ends.
  func end(in zone: TimeZone) -> Date? {
    period.day != nil && second == nil ? moment(local + 86_400, zone) : date(in: zone)
  }

  /// How many seconds the clock was ahead of UTC; nil if that isn't stated, or no day is. The name of a zone and `-00:00` say
  /// nothing about a clock (RFC 3339, 4.3).
  package var utcOffset: Int? { period.day == nil ? nil : clockOffset }

  /// The first moment that it could be, in seconds since 1970 as if it were UTC.
  private var local: Double { Double(ClockDay(period).number) * 86_400 + (second ?? 0) }

  private func moment(_ local: Double, _ zone: TimeZone) -> Date? {
    func east(_ seconds: Double) -> Double {
      Double(offset ?? zone.secondsFromGMT(for: Date(timeIntervalSince1970: seconds)))
    }
    // Two steps find the offset on both sides of a clock change.
    let seconds = local - east(local - east(local))
    return seconds == 0 ? nil : Date(timeIntervalSince1970: seconds)
  }

  /// Whether programs write it for an unknown date: zeros and blanks, the years 0 and 1, and the first second of 1970.
  static func isUnknown(_ text: String) -> Bool {
    let isBlank = text.utf8.allSatisfy {
      $0 < 0x80 && ($0 == 0x30 || !DateScanner.isDigit($0)) && !DateScanner.isLetter($0)
    }
    var scanner = DateScanner(text)
    guard !isBlank, scanner.scan(), let year = scanner.year else { return isBlank }
    let date = WrittenDate(scanner)
    return year <= 1 || date?.period.day != nil && date?.date(in: .gmt) == nil
  }

  // MARK: When a photo was taken, as far as its file says

  /// The first date that can be read; a later one that says more about the same day, month or year counts instead.
  ///
  /// - Parameter dates: The most meaningful first.
  package static func best(of dates: [PhotoMetadata.StatedDate]) -> WrittenDate? {
    var readable = dates.lazy.compactMap { WrittenDate($0) }
      .filter { $0.period.day == nil || $0.date(in: .gmt) != nil }.makeIterator()
    guard var best = readable.next() else { return nil }
    while best.second == nil, let other = readable.next() {
      if other.specifies(best) { best = other }
    }
    return best
  }

  /// What cameras and programs write is often incomplete, and a time that no clock shows leaves the day.
  private init?(_ stated: PhotoMetadata.StatedDate) {
    var scanner = DateScanner(stated.text)
    if !scanner.scan() || WrittenDate(scanner) == nil {
      scanner = DateScanner(stated.text)
      guard scanner.scanParts() else { return nil }
    }
    if scanner.offset == nil, let offset = stated.offset {
      var other = DateScanner(offset)
      other.readOffset()
      (scanner.offset, scanner.clockOffset) = (other.offset, other.clockOffset)
    }
    self.init(scanner)
  }

  /// Whether it is a part of another one. A part that begins with the whole says no more: programs that have no incomplete dates
  /// write 1 January for a year.
  private func specifies(_ whole: WrittenDate) -> Bool {
    let (year, month, day) = (whole.period.year, whole.period.month, whole.period.day)
    return whole.second == nil && year == period.year && (month == nil || month == period.month)
      && (day == nil || day == period.day) && local != whole.local
  }
}

/// Reads a date from its beginning to its end. What it finds isn't checked: a month may be the thirteenth.
private struct DateScanner {
  private(set) var year: Int?
  private(set) var month: Int?
  private(set) var day: Int?
  private(set) var hasTime = false
  private(set) var hour = 0
  private(set) var minute = 0
  private(set) var second = 0
  private(set) var fraction = 0.0
  /// East of UTC, in seconds.
  var offset: Int?
  /// The same, except for what says nothing about a clock.
  var clockOffset: Int?

  private var rest: ArraySlice<UInt8>

  /// - Parameter text: The longest date takes fewer than 100 bytes, the rest could only be a comment.
  init(_ text: String) {
    rest = Array(text.utf8.prefix(100))[...]
    skipSpaces()
  }

  /// - Returns: False if something does not belong to a date.
  mutating func scan() -> Bool {
    guard digitCount >= 4 else { return scanWords() }
    guard scanDay(), day == nil || scanTimeOfDay() else { return false }
    skipSpaces()
    // EXIF texts end with a zero byte.
    return rest.allSatisfy { $0 == 0 }
  }

  // MARK: With the year first

  private mutating func scanDay() -> Bool {
    let count = digitCount
    guard [4, 8, 14].contains(count) else { return false }
    year = number(digits: 4)
    guard count == 4 else {
      (month, day) = (number(digits: 2), number(digits: 2))
      return true
    }
    let start = rest
    guard let separator = read("-:/.") else { return true }
    month = shortNumber()
    guard month != nil else { return false }
    guard read("-:/.") != nil else {
      // `1966.5` is a number as well as a month.
      if separator == UInt8(ascii: ".") { rest = start }
      return true
    }
    day = shortNumber()
    // Hungarian dates also end with a point.
    if separator == UInt8(ascii: ".") { _ = read(".") }
    return day != nil
  }

  private mutating func scanTimeOfDay() -> Bool {
    let start = rest
    if digitCount != 6, read("Tt ") == nil {
      // Days in XML Schema may have a zone: `2017-10-01Z`, `2017-10-01+02:00`.
      if rest.first == UInt8(ascii: "Z") || rest.dropFirst(3).first == UInt8(ascii: ":") {
        readOffset()
      }
      return true
    }
    skipSpaces()
    guard digitCount > 0 else {
      // Spaces after a day are not a time.
      rest = start
      return true
    }
    guard readTime() else { return false }
    skipSpaces()
    readOffset()
    skipSpaces()
    // Only known zones, also behind an offset (`+0000 UTC`): another word means that the text isn't a date.
    if let known = Self.offset(ofZone: rest) {
      offset = offset ?? known
      rest = []
    }
    return true
  }

  /// Numbers in the order of a date, whatever is between them, from the year on: zeros and blanks mean that a part isn't
  /// known (Exif 2.32, 4.6.5.C), and what follows is skipped.
  mutating func scanParts() -> Bool {
    // A number of seconds isn't a date.
    guard [4, 8, 12, 14].contains(digitCount) else { return false }
    year = number(digits: 4)
    var hasOtherText = false
    /// Two digits or one; nil for blanks, for zeros and at the end.
    func part(_ rest: inout ArraySlice<UInt8>) -> Int? {
      if let separator = rest.first, !Self.isDigit(separator) { rest = rest.dropFirst() }
      let digits = rest.prefix(2).prefix(while: Self.isDigit)
      let blanks = digits.isEmpty ? rest.prefix(2).prefix { $0 == 0x20 } : []
      if digits.isEmpty, blanks.isEmpty, !rest.isEmpty { hasOtherText = true }
      rest = rest.dropFirst(digits.count + blanks.count)
      return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    month = part(&rest).flatMap { $0 > 0 ? $0 : nil }
    day = part(&rest).flatMap { $0 > 0 && month != nil ? $0 : nil }
    guard !hasOtherText else { return false }
    guard day != nil else { return true }
    let time = rest.drop { $0 == 0x20 }
    if time.first.map(Self.isDigit) == true { rest = time }
    guard let hour = part(&rest), let minute = part(&rest) else { return true }
    let second = part(&rest) ?? 0
    // A clock shows no other time.
    guard (0...23).contains(hour), (0...59).contains(minute), (0...60).contains(second) else {
      return true
    }
    (self.hour, self.minute, self.second, hasTime) = (hour, minute, second, true)
    if read(".,") != nil { rest = rest.drop(while: Self.isDigit) }
    skipSpaces()
    readOffset()
    return true
  }

  // MARK: In words

  private mutating func scanWords() -> Bool {
    // A comment, as in `+0200 (CEST)`, repeats the zone.
    let all = rest.prefix { $0 != UInt8(ascii: "(") }
      .split { $0 == 0x20 || $0 == 0x09 || $0 == UInt8(ascii: ",") }
    // `01-Oct-17` is three words joined by hyphens.
    var words = all.flatMap { word in
      let parts = word.split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
      return parts.count == 3 && Self.month(parts[1]) != nil ? parts : [word]
    }.filter { !Self.particles.contains(Self.text($0).lowercased()) }[...]
    guard scanDay(&words) else { return false }
    for word in words {
      rest = word
      guard scanWord() else { return false }
    }
    return year != nil
  }

  /// `5 de enero de 2021`, `um 10:00 Uhr`.
  private static let particles: Set<String> = [
    "de", "del", "den", "om", "um", "alle", "ore", "uhr", "uur", "kl",
  ]

  /// Reads the weekday, the day and the month, in either order.
  private mutating func scanDay(_ words: inout ArraySlice<ArraySlice<UInt8>>) -> Bool {
    func isMonthFirst(_ words: ArraySlice<ArraySlice<UInt8>>) -> Bool {
      // In some languages, Tuesdays start like March: `mar, 05 Jan 2021`.
      words.first.flatMap(Self.month) != nil && words.dropFirst().first.flatMap(Self.day) != nil
        && words.dropFirst(2).first.flatMap(Self.month) == nil
    }
    // Any word: `Sun`, `zo.`, `mié.`, `segunda-feira`.
    if !isMonthFirst(words), let first = words.first,
      Self.text(first).allSatisfy({ $0.isLetter || $0 == "." || $0 == "-" })
    {
      words.removeFirst()
    }
    let isMonthFirst = isMonthFirst(words)
    guard let first = words.popFirst(), let second = words.popFirst() else { return false }
    month = Self.month(isMonthFirst ? first : second)
    day = Self.day(isMonthFirst ? second : first)
    return month != nil && day != nil
  }

  /// What follows the day and the month: the year, the time and its zone, in any order.
  ///
  /// - Returns: False for a word that does not belong to a date, and for a repeated part.
  private mutating func scanWord() -> Bool {
    let word = rest
    if digitCount > 0, word.contains(UInt8(ascii: ":")) {
      guard !hasTime, readTime() else { return false }
      return rest.isEmpty || readZone()
    }
    if year == nil, let number = Self.year(word) {
      year = number
      return true
    }
    // `January 10, 2020 at 2:33 PM`.
    if !hasTime { return Self.text(word).lowercased() == "at" }
    guard readHalfOfDay() else { return false }
    return rest.isEmpty || readZone()
  }

  /// `+0200`, `GMT`, `GMT+01:00`, `EST`. Unknown letters count as UTC (RFC 5322, 4.3).
  private mutating func readZone() -> Bool {
    guard offset == nil else { return false }
    let isName = rest.allSatisfy { Self.isLetter($0) || $0 == UInt8(ascii: ".") }
    offset = Self.offset(ofZone: rest) ?? (isName ? 0 : nil)
    return offset != nil
  }

  private static func month(_ word: ArraySlice<UInt8>) -> Int? { MonthName.number(text(word)) }

  /// `1`, `01`, `1st`, `10.`, `1er`, `1º`
  private static func day(_ word: ArraySlice<UInt8>) -> Int? {
    let digits = word.prefix(while: isDigit)
    let ending = text(word.dropFirst(digits.count)).lowercased()
    guard ["", ".", "st", "nd", "rd", "th", "er", "e", "º"].contains(ending), digits.count <= 2
    else { return nil }
    return Int(text(digits))
  }

  /// Two digits below 50 are in this century; other years with fewer than four digits are in the last one (RFC 5322,
  /// 4.3).
  private static func year(_ word: ArraySlice<UInt8>) -> Int? {
    guard (2...4).contains(word.count), word.allSatisfy(isDigit), let number = Int(text(word))
    else { return nil }
    return word.count == 4 ? number : number + (word.count == 2 && number < 50 ? 2_000 : 1_900)
  }

  // MARK: The time and its zone

  /// `12:00`, `12:00:30`, `9:05`, `120030`, `12:00:30.5`, `2:05 PM`, SQL Server's `12:00:30:500`.
  private mutating func readTime() -> Bool {
    let isBasic = [4, 6].contains(digitCount)
    guard let hour = isBasic ? number(digits: 2) : shortNumber(), isBasic || read(":") != nil,
      let minute = number(digits: 2)
    else { return false }
    (self.hour, self.minute, hasTime) = (hour, minute, true)
    if isBasic ? digitCount > 0 : read(":") != nil {
      guard let second = number(digits: 2) else { return false }
      self.second = second
      let isColon =
        rest.first == UInt8(ascii: ":") && rest.dropFirst().prefix(while: Self.isDigit).count == 3
      if read(isColon ? ":" : ".,") != nil { fraction = readFraction() }
    }
    return readHalfOfDay()
  }

  private mutating func readFraction() -> Double {
    let digits = rest.prefix(while: Self.isDigit)
    rest = rest.dropFirst(digits.count)
    return min(Double("0.\(Self.text(digits))0") ?? 0, 0.999_999)
  }

  /// `AM` and `PM`, also `a.m.`: false after an hour that cannot have one. `14:30 PM` does occur, and is unambiguous.
  private mutating func readHalfOfDay() -> Bool {
    let start = rest
    skipSpaces()
    let half = read("AaPp")
    _ = read(".")
    let hasHalf = half != nil && read("Mm") != nil
    _ = read(".")
    guard hasHalf, let half, !(rest.first.map(Self.isLetter) ?? false) else {
      rest = start
      return true
    }
    let isAfternoon = half | 0x20 == UInt8(ascii: "p")
    if isAfternoon, (13...23).contains(hour) { return true }
    guard (1...12).contains(hour) else { return false }
    hour = hour % 12 + (isAfternoon ? 12 : 0)
    return true
  }

  /// Reads `Z`, `+02:00`, `+0200` or `+02`, up to 14 hours; anything else leaves the offset unknown.
  mutating func readOffset() {
    let start = rest
    if read("Zz") != nil, !(rest.first.map(Self.isLetter) ?? false) {
      (offset, clockOffset) = (0, 0)
      return
    }
    rest = start
    let isWest = rest.first == UInt8(ascii: "-")
    if read("+-") != nil, let hours = number(digits: 2), hours <= 14 {
      _ = read(":")
      let minutes = number(digits: 2) ?? 0
      let seconds = (isWest ? -1 : 1) * (hours * 3_600 + minutes * 60)
      if minutes <= 59 {
        (offset, clockOffset) = (seconds, isWest && seconds == 0 ? nil : seconds)
        return
      }
    }
    rest = start
  }

  /// Of zones with a single meaning.
  private static func offset(ofZone word: ArraySlice<UInt8>) -> Int? {
    var name = text(word).uppercased()
    // `Etc/GMT`, from the tz database.
    if name.hasPrefix("ETC/") { name = String(name.dropFirst(4)) }
    for prefix in ["GMT", "UTC"] where name.hasPrefix(prefix) && name.utf8.count > 3 {
      name = String(name.dropFirst(3))
    }
    if name.hasPrefix("+") || name.hasPrefix("-") {
      var scanner = DateScanner(name)
      scanner.readOffset()
      return scanner.offset
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

  // MARK: Bytes

  private var digitCount: Int { rest.prefix(while: Self.isDigit).count }

  private mutating func number(digits: Int) -> Int? {
    let bytes = rest.prefix(digits)
    guard bytes.count == digits, bytes.allSatisfy(Self.isDigit) else { return nil }
    rest = rest.dropFirst(digits)
    return bytes.reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// One digit or two.
  private mutating func shortNumber() -> Int? {
    (1...2).contains(digitCount) ? number(digits: digitCount) : nil
  }

  private mutating func read(_ choices: StaticString) -> UInt8? {
    guard let byte = rest.first, choices.withUTF8Buffer({ $0.contains(byte) }) else { return nil }
    rest = rest.dropFirst()
    return byte
  }

  private mutating func skipSpaces() { rest = rest.drop { $0 == 0x20 } }

  private static func text(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
