import Foundation
import GalleryDomain

/// When a photo was taken, as far as its file says.
///
/// What cameras and programs write is often incomplete, and a file has up to a dozen dates: zeros and blanks mean that a part isn't
/// known (Exif 2.32, 4.6.5.C), and a time that no clock shows leaves the day.
package struct PictureDate: Equatable {
  private enum Precision: Int, Comparable {
    case year, month, day, second

    static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
  }

  /// What is unknown is that of the first moment that it could be.
  private var fields: DateFields
  private var precision: Precision
  /// Seconds east of UTC, if stated; `clockOffset` is nil for one that says nothing about a clock.
  private var offset: Int?
  private var clockOffset: Int?

  /// The first date that can be read; a later one that says more about the same day, month or year counts instead.
  ///
  /// - Parameter dates: The most meaningful first.
  package static func best(of dates: [PhotoMetadata.StatedDate]) -> PictureDate? {
    var readable = dates.lazy.compactMap { PictureDate($0.text, offset: $0.offset) }.makeIterator()
    guard var best = readable.next() else { return nil }
    while best.precision < .second, let other = readable.next() {
      if other.specifies(best) { best = other }
    }
    return best
  }

  /// Whether it is a part of another one. A part that begins with the whole says no more: programs that have no incomplete dates
  /// write 1 January for a year.
  private func specifies(_ whole: PictureDate) -> Bool {
    guard precision > whole.precision, fields != whole.fields else { return false }
    var start = fields
    (start.hour, start.minute, start.second, start.fraction) = (0, 0, 0, 0)
    if whole.precision < .day { start.day = 1 }
    if whole.precision < .month { start.month = 1 }
    return start == whole.fields
  }

  /// - Parameter offset: The zone if it is stated separately, such as EXIF's `+02:00`.
  /// - Returns: nil if not even the year can be read, for what programs write for *unknown* (year 1, 1970-01-01T00:00:00), and for
  ///   years outside 1000–9999.
  init?(_ text: String, offset separate: String? = nil) {
    // The longest form takes 35 bytes; the rest could only be spaces.
    let bytes = text.utf8.prefix(64)
    var scanner = DateScanner(bytes)
    if let found = scanner.fields(), found.isValid {
      let digitCount = bytes.count { (0x30...0x39).contains($0) }
      fields = found
      precision =
        found.hasDay ? (scanner.hasTime ? .second : .day) : (digitCount > 4 ? .month : .year)
    } else {
      guard let (found, precision, rest) = Self.parts(of: Array(bytes)) else { return nil }
      (fields, self.precision) = (found, precision)
      scanner = DateScanner(rest)
      scanner.readZone()
    }
    if scanner.offsetSeconds == nil, let separate {
      scanner = DateScanner(separate.utf8.prefix(16))
      scanner.readZone()
    }
    (offset, clockOffset) = (scanner.offsetSeconds, scanner.clockOffsetSeconds)
    fields.hasDay = true
    guard precision < .day || !fields.isZero && fields.secondsSince1970 != Double(offset ?? 0)
    else { return nil }
  }

  /// Numbers in the order of a date, whatever is between them, from the year on.
  ///
  /// - Returns: Also what follows the time.
  private static func parts(
    of bytes: [UInt8]
  ) -> (fields: DateFields, precision: Precision, rest: ArraySlice<UInt8>)? {
    func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
    var rest = bytes.drop { $0 == 0x20 }
    let year = rest.prefix(4)
    guard year.count == 4, year.allSatisfy(isDigit) else { return nil }
    rest = rest.dropFirst(4)
    // A number of seconds isn't a date.
    guard [0, 4, 8, 10].contains(rest.prefix(while: isDigit).count) else { return nil }
    var hasOtherText = false
    /// Two digits or one; nil for blanks and at the end.
    func next() -> Int? {
      if let separator = rest.first, !isDigit(separator) { rest = rest.dropFirst() }
      let digits = rest.prefix(2).prefix(while: isDigit)
      let blanks = digits.isEmpty ? rest.prefix(2).prefix { $0 == 0x20 } : []
      if digits.isEmpty, blanks.isEmpty, !rest.isEmpty { hasOtherText = true }
      rest = rest.dropFirst(digits.count + blanks.count)
      return digits.isEmpty ? nil : digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
    }
    var fields = DateFields(year: year.reduce(0) { $0 * 10 + Int($1 - 0x30) })
    let (month, day) = (next() ?? 0, next() ?? 0)
    if month > 0 { fields.month = month }
    if month > 0, day > 0 { fields.day = day }
    guard !hasOtherText, fields.isValid else { return nil }
    let dayAlone = fields
    guard month > 0, day > 0 else { return (fields, month > 0 ? .month : .year, []) }
    let time = rest.drop { $0 == 0x20 }
    if time.first.map(isDigit) == true { rest = time }
    guard let hour = next(), let minute = next() else { return (dayAlone, .day, []) }
    (fields.hour, fields.minute, fields.second) = (hour, minute, next() ?? 0)
    guard fields.isValid else { return (dayAlone, .day, []) }
    if rest.first == UInt8(ascii: ".") || rest.first == UInt8(ascii: ",") {
      rest = rest.dropFirst().drop(while: isDigit)
    }
    return (fields, .second, rest)
  }

  /// - Parameter zone: For a date without a zone.
  /// - Returns: nil if only the year or the month is known.
  package func date(in zone: TimeZone) -> Date? {
    precision < .day ? nil : DateReading.date(fields, offset: offset, zone: zone)
  }

  /// How many seconds the clock was ahead of UTC; nil if that isn't stated, or no day is.
  package var utcOffset: Int? { precision < .day ? nil : clockOffset }

  /// A year or a month that is known alone, such as `1966` or `1966-07`.
  package var period: String? {
    precision < .day ? fields.period(hasMonth: precision == .month) : nil
  }
}
