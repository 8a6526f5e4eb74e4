import Foundation
import GalleryDomain

extension Photo {
  /// A zone with the clock of the camera; nil if that is unknown.
  package var clockZone: TimeZone? { utcOffset.flatMap(TimeZone.init(secondsFromGMT:)) }
}

/// Dates as RFC 3339 writes them, to the second, made without a formatter.
package enum RFC3339 {
  /// - Returns: nil outside the years 0001–9999, which the format can't express.
  package static func text(_ date: Date, zone: TimeZone) -> String? {
    guard let fields = fields(date, zone: zone) else { return nil }
    return "\(day(fields.year, fields.month, fields.day))T"
      + "\(two(fields.hour)):\(two(fields.minute)):\(two(fields.second))\(offset(fields.offset))"
  }

  /// `yyyy-MM-dd`.
  package static func day(_ date: Date, zone: TimeZone) -> String? {
    fields(date, zone: zone).map { day($0.year, $0.month, $0.day) }
  }

  private struct Fields {
    var year: Int
    var month: Int
    var day: Int
    var hour: Int
    var minute: Int
    var second: Int
    /// Minutes east of UTC.
    var offset: Int
  }

  private static func fields(_ date: Date, zone: TimeZone) -> Fields? {
    let seconds = date.timeIntervalSince1970
    guard (-62_135_500_000.0...253_402_200_000.0).contains(seconds) else { return nil }
    // RFC 3339 has whole minutes; zones of the nineteenth century didn't.
    let offset = zone.secondsFromGMT(for: date) / 60
    let local = Int(seconds.rounded(.down)) + offset * 60
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let time = local - day * 86_400
    // Within the years of ClockDay, as checked above.
    let civil = ClockDay(number: Int32(day)).date
    return Fields(
      year: civil.year, month: civil.month, day: civil.day, hour: time / 3_600,
      minute: time / 60 % 60, second: time % 60, offset: offset)
  }

  private static func day(_ year: Int, _ month: Int, _ day: Int) -> String {
    let digits = "\(year)"
    let zeros = String(repeating: "0", count: max(4 - digits.utf8.count, 0))
    return "\(zeros)\(digits)-\(two(month))-\(two(day))"
  }

  private static func offset(_ minutes: Int) -> String {
    guard minutes != 0 else { return "Z" }
    let east = abs(minutes)
    return "\(minutes < 0 ? "-" : "+")\(two(east / 60)):\(two(east % 60))"
  }

  private static func two(_ number: Int) -> String {
    number < 10 ? "0\(number)" : "\(number)"
  }
}
