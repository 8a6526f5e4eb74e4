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
    guard let fields = fields(date, offset) else { return nil }
    return String(unsafeUninitializedCapacity: longest) { buffer in
      var text = Digits(buffer)
      text.append(fields.year, fields.month, fields.day)
      text.append("T", fields.hour)
      text.append(":", fields.minute)
      text.append(":", fields.second)
      guard fields.offset != 0 else {
        text.append("Z")
        return text.count
      }
      let east = abs(fields.offset)
      text.append(fields.offset < 0 ? "-" : "+", east / 60)
      text.append(":", east % 60)
      return text.count
    }
  }

  /// `yyyy-MM-dd`.
  package static func day(_ date: Date, zone: TimeZone) -> String? {
    day(date, offset: offset(of: date, in: zone))
  }

  /// - Parameter offset: Of the time zone at that date, in seconds.
  package static func day(_ date: Date, offset: Int) -> String? {
    guard let fields = fields(date, offset) else { return nil }
    return String(unsafeUninitializedCapacity: longest) { buffer in
      var text = Digits(buffer)
      text.append(fields.year, fields.month, fields.day)
      return text.count
    }
  }

  /// `yyyy-MM-ddTHH:mm:ss+HH:mm`.
  private static let longest = 25

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

  private static func fields(_ date: Date, _ offset: Int) -> Fields? {
    let seconds = date.timeIntervalSince1970
    guard moments.contains(seconds) else { return nil }
    // RFC 3339 has whole minutes; zones of the nineteenth century didn't.
    let offset = offset / 60
    let local = Int(seconds.rounded(.down)) + offset * 60
    let day = local >= 0 ? local / 86_400 : (local - 86_399) / 86_400
    let time = local - day * 86_400
    // Within the years of ClockDay, as checked above.
    let civil = ClockDay(number: Int32(day)).date
    return Fields(
      year: civil.year, month: civil.month, day: civil.day, hour: time / 3_600,
      minute: time / 60 % 60, second: time % 60, offset: offset)
  }

  /// Writes numbers with leading zeros.
  private struct Digits {
    private let buffer: UnsafeMutableBufferPointer<UInt8>
    private(set) var count = 0

    /// - Parameter buffer: With room for everything that is appended.
    init(_ buffer: UnsafeMutableBufferPointer<UInt8>) {
      self.buffer = buffer
    }

    mutating func append(_ character: Unicode.Scalar) {
      buffer[count] = UInt8(ascii: character)
      count += 1
    }

    /// A character and two digits.
    mutating func append(_ character: Unicode.Scalar, _ number: Int) {
      append(character)
      append(number)
    }

    mutating func append(_ year: Int, _ month: Int, _ day: Int) {
      append(year / 100)
      append(year % 100)
      append("-", month)
      append("-", day)
    }

    private mutating func append(_ number: Int) {
      buffer[count] = 0x30 + UInt8(number / 10 % 10)
      buffer[count + 1] = 0x30 + UInt8(number % 10)
      count += 2
    }
  }
}
