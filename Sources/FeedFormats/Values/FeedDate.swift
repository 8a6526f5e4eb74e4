import Foundation
import GalleryDomain

/// A date in a feed: a date if it can be parsed, otherwise its text.
///
/// It reads ISO 8601 and similar forms (`DateScanner`), dates in words (`MailDate`), and seconds or milliseconds since
/// 1970. A year or a month alone stays text, and so do ambiguous forms such as `01/02/2003` and `03-12-31`. HTML around a
/// date is removed.
struct FeedDate: Hashable, Sendable {
  let date: Date?
  /// The text in place of a date, such as `about 1890`: one cleaned line, not empty. nil if `date` is known, and for
  /// the zeros that programs write for *unknown*.
  let text: String?

  static let unknown = FeedDate(date: nil, text: nil)

  /// Whether it states at least a year.
  var isStated: Bool { date != nil || text.flatMap { DatePeriod($0) } != nil }

  /// - Parameter zone: For a text without a zone.
  init(_ raw: String?, zone: TimeZone) {
    guard let raw else {
      self = .unknown
      return
    }
    guard let angle = raw.utf8.firstIndex(of: UInt8(ascii: "<")) else {
      self.init(line: CleanText.line(raw), zone: zone)
      return
    }
    // Commons writes `2012-05-05<div style="display: none;">date QS:…</div>`, and
    // `<time datetime="2012-05-05">5 May 2012</time>`.
    let line = CleanText.line(String(raw[..<angle])) ?? CleanText.htmlLine(raw)
    self.init(line: line, zone: zone)
  }

  private init(date: Date?, text: String?) {
    self.date = date
    self.text = text
  }

  private init(line: String?, zone: TimeZone) {
    guard let line else {
      self = .unknown
      return
    }
    if let date = Self.date(of: line, zone: zone) {
      self.init(date: date, text: nil)
    } else {
      self.init(date: nil, text: Self.isUnknown(line) ? nil : DateReading.period(line) ?? line)
    }
  }

  private static func date(of line: String, zone: TimeZone) -> Date? {
    DateReading.date(line, zone: zone) ?? EpochText.date(line) ?? MailDate.date(line, zone: zone)
  }

  /// Zeros, blanks and the years 0 and 1 in any form, and 1970-01-01T00:00:00 in any zone.
  private static func isUnknown(_ line: String) -> Bool {
    if line.utf8.allSatisfy({ !(0x31...0x39).contains($0) && !isLetter($0) && $0 < 0x80 }) {
      return true
    }
    var scanner = DateScanner(line.utf8.prefix(64))
    guard let fields = scanner.fields() else {
      return MailDate.fields(line)?.fields.isZero ?? false
    }
    return fields.year <= 1 || fields.hasDay && fields.isUnixZero(offset: scanner.offsetSeconds)
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
  }
}

extension DateFields {
  /// Whether it is the first second of 1970, in its own zone or in UTC.
  fileprivate func isUnixZero(offset: Int?) -> Bool {
    isZero || (isValid && secondsSince1970 == Double(offset ?? 0))
  }
}
