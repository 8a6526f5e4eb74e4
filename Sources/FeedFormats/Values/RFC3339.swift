import Foundation
import GalleryDomain

/// Dates as RFC 3339 writes them, to the second, made without a formatter.
package enum RFC3339 {
  /// - Returns: nil outside the years 0001–9999, which the format can't express.
  package static func text(_ date: Date, zone: TimeZone) -> String? {
    text(date, offset: ClockDay.offset(of: zone, at: date))
  }

  /// - Parameter offset: Of the time zone at that date, in seconds.
  package static func text(_ date: Date, offset: Int) -> String? {
    // RFC 3339 has whole minutes; zones of the nineteenth century didn't.
    let minutes = offset / 60
    let clock = date.timeIntervalSince1970.rounded(.down) + Double(minutes * 60)
    guard let day = ClockDay(clock: clock) else { return nil }
    let time = Int(clock) - Int(day.number) * 86_400
    let civil = day.date
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
    day(date, offset: ClockDay.offset(of: zone, at: date))
  }

  /// - Parameter offset: Of the time zone at that date, in seconds.
  package static func day(_ date: Date, offset: Int) -> String? {
    text(date, offset: offset).map { String($0.prefix("yyyy-MM-dd".count)) }
  }
}
