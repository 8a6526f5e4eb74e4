import Foundation

/// Dates as feeds and pictures write them, read without a formatter.
///
/// RFC 3339, with or without a zone and with parts of the time missing, as XMP allows; and EXIF's
/// `yyyy:MM:dd HH:mm:ss`. A year or a month alone is no date: its first day would be made up.
package enum DateReading {
  /// - Parameters:
  ///   - offset: The zone, where it is told apart, as EXIF's `+02:00`.
  ///   - zone: For a text that tells none.
  /// - Returns: nil for what is no date and for the zeros that programs write for *unknown*
  ///   (year 1, 1970-01-01T00:00:00), and for years that are not 1000–9999.
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

  /// A year or a month that is stated alone, as `1966` or `1966-07`; nil for anything else.
  package static func period(_ raw: String?) -> String? {
    guard let raw else { return nil }
    var scanner = DateScanner(raw.utf8.prefix(64))
    guard let fields = scanner.fields(), !fields.hasDay, fields.isValid else { return nil }
    // The scanner read four digits, and two more where there is a month.
    let digits = raw.utf8.filter { (0x30...0x39).contains($0) }.map {
      Character(Unicode.Scalar($0))
    }
    return ([digits.prefix(4), digits.dropFirst(4)].filter { !$0.isEmpty }.map { String($0) })
      .joined(separator: "-")
  }

  /// - Parameters:
  ///   - offset: Seconds east of UTC; the zone's where it is nil.
  /// - Returns: nil for the first second of 1970.
  static func date(_ fields: DateFields, offset: Int?, zone: TimeZone) -> Date? {
    let local = fields.secondsSince1970
    let seconds = local - Double(offset ?? zoneOffset(atLocal: local, zone: zone))
    return seconds == 0 ? nil : Date(timeIntervalSince1970: seconds)
  }

  /// Two looks find the offset on both sides of a change of the clock.
  private static func zoneOffset(atLocal local: Double, zone: TimeZone) -> Int {
    let first = zone.secondsFromGMT(for: Date(timeIntervalSince1970: local))
    return zone.secondsFromGMT(for: Date(timeIntervalSince1970: local - Double(first)))
  }
}
