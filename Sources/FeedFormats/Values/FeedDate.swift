import Foundation
import GalleryDomain

/// A date in a feed: a date if it can be read, otherwise its text.
///
/// It reads what `WrittenDate` does, and seconds or milliseconds since 1970. A year or a month alone stays text. HTML around a
/// date is removed.
struct FeedDate: Hashable, Sendable {
  let date: Date?
  /// The text instead of a date, such as `about 1890`: one cleaned line, not empty. nil if `date` is known, and for
  /// the zeros that programs write for *unknown*.
  let text: String?

  static let unknown = FeedDate(nil, zone: .gmt)

  /// Whether it states at least a year.
  var isStated: Bool { date != nil || text.flatMap { DatePeriod($0) } != nil }

  /// - Parameter zone: For a text without a zone.
  init(_ raw: String?, zone: TimeZone) {
    guard let line = raw.flatMap(Self.line) else {
      (date, text) = (nil, nil)
      return
    }
    let written = WrittenDate(line)
    date = written?.date(in: zone) ?? Self.moment(line)
    text = date != nil || WrittenDate.isUnknown(line) ? nil : written?.yearOrMonth ?? line
  }

  private static func line(_ raw: String) -> String? {
    guard let angle = raw.firstIndex(of: "<") else { return CleanText.line(raw) }
    // Commons writes `2012-05-05<div style="display: none;">date QS:…</div>`, and
    // `<time datetime="2012-05-05">5 May 2012</time>`.
    return CleanText.line(String(raw[..<angle])) ?? CleanText.htmlLine(raw)
  }

  /// Seconds or milliseconds since 1970, as in APIs: `1506859200`, `1506859200123`, `1506859200.5`.
  ///
  /// - Returns: nil for fewer than 9 digits, which mean something else (a year, the day `20171001`), and for more than
  ///   14. From 12 digits on they are milliseconds: as seconds they would be after the year 5138.
  private static func moment(_ text: String) -> Date? {
    let number = text.utf8.drop { $0 == UInt8(ascii: "-") }
    let count = number.prefix { $0 != UInt8(ascii: ".") }.count
    guard (9...14).contains(count), number.last != UInt8(ascii: "."),
      number.allSatisfy({ (0x30...0x39).contains($0) || $0 == UInt8(ascii: ".") }),
      let value = Double(text), value != 0
    else { return nil }
    return Date(timeIntervalSince1970: count >= 12 ? value / 1_000 : value)
  }
}
