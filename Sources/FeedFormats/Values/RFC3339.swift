import Foundation
import GalleryDomain

extension Photo {
  /// A zone with the clock of the camera; nil if that is unknown.
  package var clockZone: TimeZone? { self.utcOffset.flatMap(TimeZone.init(secondsFromGMT:)) }
}

/// Dates as RFC 3339 writes them, to the second, made without a formatter.
package enum RFC3339 {
  /// - Returns: nil outside the years 0001–9999, which the format can't express.
  package static func text(_ date: Date, zone: TimeZone) -> String? {
    text(date, offset: offset(of: date, in: zone))
  }

  /// - Returns: In seconds; 0 for dates that aren't written.
  package static func offset(of date: Date, in zone: TimeZone) -> Int {
    moments.contains(date.timeIntervalSince1970) ? zone.secondsFromGMT(for: date) : 0
  }

  private static let moments = -62_135_500_000.0...253_402_200_000.0

  /// - Parameter offset: Of the time zone at that date, in seconds.
  package static func text(_ date: Date, offset: Int) -> String? {
    let seconds = date.timeIntervalSince1970
    guard moments.contains(seconds) else { return nil }
    // RFC 3339 has whole minutes; zones of the nineteenth century didn't.
    let minutes = offset / 60
    let local = Int(seconds.rounded(.down)) + minutes * 60
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let time = local - day * 86_400
    // Within the years of ClockDay, as checked above.
    let civil = ClockDay(number: Int32(day)).date
    var text: [UInt8] = []
    text.reserveCapacity("yyyy-MM-ddTHH:mm:ss+HH:mm".utf8.count)
    /// Appends two digits.
    func append(_ number: Int, after sign: Unicode.Scalar? = nil) {
      if let sign { text.append(UInt8(ascii: sign)) }
      text += [0x30 + UInt8(number / 10), 0x30 + UInt8(number % 10)]
    }
    append(civil.year / 100)
    append(civil.year % 100)
    append(civil.month, after: "-")
    append(civil.day, after: "-")
    append(time / 3_600, after: "T")
    append(time / 60 % 60, after: ":")
    append(time % 60, after: ":")
    if minutes == 0 {
      text.append(UInt8(ascii: "Z"))
    } else {
      append(abs(minutes) / 60, after: minutes < 0 ? "-" : "+")
      append(abs(minutes) % 60, after: ":")
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// `yyyy-MM-dd`.
  package static func day(_ date: Date, zone: TimeZone) -> String? {
    day(date, offset: offset(of: date, in: zone))
  }

  /// - Parameter offset: Of the time zone at that date, in seconds.
  package static func day(_ date: Date, offset: Int) -> String? {
    text(date, offset: offset).map { String($0.prefix("yyyy-MM-dd".count)) }
  }
}
