import Foundation

/// Dates in feeds and pictures, parsed without a formatter.
///
/// It reads what `DateScanner` does: RFC 3339, with or without a zone and with parts of the time missing, as XMP
/// allows, the other forms of ISO 8601, and EXIF's `yyyy:MM:dd HH:mm:ss`. A year or a month alone is not a date: its
/// first day would be made up.
package enum DateReading {
  /// - Parameters:
  ///   - offset: The zone if it is stated separately, such as EXIF's `+02:00`.
  ///   - zone: For a text without a zone.
  /// - Returns: nil if it isn't a date, for the zeros that programs write for *unknown* (year 1, 1970-01-01T00:00:00),
  ///   and for years outside 1000–9999.
  package static func date(_ raw: String?, offset: String? = nil, zone: TimeZone) -> Date? {
    guard let raw else { return nil }
    // The longest form takes 35 bytes; the rest could only be spaces.
    var scanner = DateScanner(raw.utf8.prefix(64))
    guard let fields = scanner.fields(), fields.hasDay, fields.isValid, !fields.isZero else {
      return nil
    }
    return Self.date(
      fields, offset: scanner.offsetSeconds ?? offset.flatMap(DateScanner.offset), zone: zone)
  }

  /// How many seconds the clock that a date was read from was ahead of UTC.
  ///
  /// - Parameters:
  ///   - offset: As in `date`.
  /// - Returns: nil if not stated, and for `Z` and `-00:00`: they mean UTC, and say nothing about a clock (RFC 3339,
  ///   4.3).
  package static func clockOffset(_ raw: String?, offset: String?) -> Int? {
    guard let raw else { return nil }
    var scanner = DateScanner(raw.utf8.prefix(64))
    guard let fields = scanner.fields(), fields.hasDay else { return nil }
    if scanner.offsetSeconds != nil { return scanner.clockOffsetSeconds }
    guard let offset else { return nil }
    var offsetScanner = DateScanner(offset.utf8.prefix(16))
    return offsetScanner.clockOffset()
  }

  /// A year or a month that is stated alone, such as `1966` or `1966-07`; nil for anything else.
  package static func period(_ raw: String?) -> String? {
    guard let raw else { return nil }
    var scanner = DateScanner(raw.utf8.prefix(64))
    guard let fields = scanner.fields(), !fields.hasDay, fields.isValid else { return nil }
    let digits = raw.utf8.filter { (0x30...0x39).contains($0) }
    guard digits.count > 4 else { return String(fields.year) }
    return fields.month < 10 ? "\(fields.year)-0\(fields.month)" : "\(fields.year)-\(fields.month)"
  }

  /// - Parameters:
  ///   - offset: Seconds east of UTC; nil for the offset of the zone.
  /// - Returns: nil for the first second of 1970.
  static func date(_ fields: DateFields, offset: Int?, zone: TimeZone) -> Date? {
    let local = fields.secondsSince1970
    let seconds = local - Double(offset ?? zoneOffset(atLocal: local, zone: zone))
    return seconds == 0 ? nil : Date(timeIntervalSince1970: seconds)
  }

  /// Two steps find the offset on both sides of a clock change.
  private static func zoneOffset(atLocal local: Double, zone: TimeZone) -> Int {
    let first = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(first)))
  }
}
