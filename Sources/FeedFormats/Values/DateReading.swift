import Foundation

/// Dates in feeds, parsed without a formatter; those of pictures are read by `PictureDate`.
///
/// It reads what `DateScanner` does: RFC 3339, with or without a zone and with parts of the time missing, as XMP
/// allows, the other forms of ISO 8601, and EXIF's `yyyy:MM:dd HH:mm:ss`. A year or a month alone is not a date: its
/// first day would be made up.
package enum DateReading {
  /// - Parameter zone: For a text without a zone.
  /// - Returns: nil if it isn't a date, for the zeros that programs write for *unknown* (year 1, 1970-01-01T00:00:00),
  ///   and for years outside 1000–9999.
  package static func date(_ raw: String?, zone: TimeZone) -> Date? {
    guard let raw else { return nil }
    // The longest form takes 35 bytes; the rest could only be spaces.
    var scanner = DateScanner(raw.utf8.prefix(64))
    guard let fields = scanner.fields(), fields.hasDay, fields.isValid, !fields.isZero else {
      return nil
    }
    return Self.date(fields, offset: scanner.offsetSeconds, zone: zone)
  }

  /// A year or a month that is stated alone, such as `1966` or `1966-07`; nil for anything else.
  package static func period(_ raw: String?) -> String? {
    guard let raw else { return nil }
    var scanner = DateScanner(raw.utf8.prefix(64))
    guard let fields = scanner.fields(), !fields.hasDay, fields.isValid else { return nil }
    let digits = raw.utf8.filter { (0x30...0x39).contains($0) }
    return fields.period(hasMonth: digits.count > 4)
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
