import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

@Suite struct DateReadingTests {
  private let vienna = TimeZone(identifier: "Europe/Vienna") ?? utc

  @Test(arguments: [
    ("2017-10-01T12:00:00Z", 1_506_859_200.0),
    ("2017-10-01t12:00:00z", 1_506_859_200.0),
    ("2017-10-01T08:00:00-04:00", 1_506_859_200.0),
    ("2017-10-01T12:00:00.5+00:00", 1_506_859_200.5),
    ("2017-10-01 17:30:00 +0530", 1_506_859_200.0),
    ("2017-10-01T12:00:00", 1_506_852_000.0),
    ("2017:10:01 12:00:00", 1_506_852_000.0),
    ("2017:10:01 12:00:00\u{0}", 1_506_852_000.0),
    ("2017-10-01T12:00", 1_506_852_000.0),
    ("2017-10-01", 1_506_808_800.0),
    ("1999-12-31T23:59:60Z", 946_684_799.0),
    ("2000-02-29", 951_778_800.0),
    ("1871-05-01T00:00:00Z", -3_113_769_600.0),
  ])
  func `dates in feeds and pictures are read`(text: String, seconds: Double) {
    expectEqual(DateReading.date(text, zone: vienna)?.timeIntervalSince1970, seconds)
  }

  @Test(arguments: [
    "", " ", "0001-01-01T00:00:00Z", "0000:00:00 00:00:00", "    :  :     :  :  ",
    "1970-01-01T00:00:00Z", "1970-01-01T00:00:00", "1970-01-01T01:00:00+01:00", "2017-13-01",
    "2017-02-29", "2017-00-10", "2017-10-32", "2017-10-01T24:00:00Z", "2017-10-01T12:60:00Z",
    "yesterday", "20171301", "2017-10-01T12:00:00Zx", "99999-01-01", "-2017-10-01",
    "2017", "2017-10", "1966", "2017-10-01T", "2017-10-01T12", "2017-10-01Tx", "٢٠١٧-١٠-٠١",
  ])
  func `invalid and unknown dates are nil`(text: String) {
    expectEqual(DateReading.date(text, zone: vienna), nil)
  }

  @Test func `a separate zone is used`() {
    let date = DateReading.date("2017:10:01 12:00:00", offset: "+02:00", zone: utc)
    expectEqual(date?.timeIntervalSince1970, 1_506_852_000)
    expectEqual(
      DateReading.date("2017:10:01 12:00:00", offset: "nonsense", zone: utc)?.timeIntervalSince1970,
      1_506_859_200)
  }

  @Test(
    arguments: [
      ("2026:01:12 21:38:00", "-08:00", -28_800), ("2026:01:12 21:38:00", "+05:30", 19_800),
      ("2026:01:12 21:38:00", "+00:00", 0), ("2026-01-12T21:38:00-08:00", nil, -28_800),
      // The text's own offset counts.
      ("2026-01-12T21:38:00+01:00", "-08:00", 3_600), ("2026-01-12T21:38:00Z", "-08:00", nil),
      // UTC says nothing about a clock.
      ("2026-01-12T21:38:00Z", nil, nil), ("2026-01-12T21:38:00-00:00", nil, nil),
      ("2026:01:12 21:38:00", "Z", nil), ("2026:01:12 21:38:00", nil, nil),
      ("2026:01:12 21:38:00", "nonsense", nil), ("2026:01:12 21:38:00", "+15:00", nil),
      ("2026-01", "-08:00", nil), ("about 1890", "-08:00", nil),
    ] as [(String, String?, Int?)])
  func `a clock's offset is one that was stated for it`(
    text: String, offset: String?, seconds: Int?
  ) {
    expectEqual(DateReading.clockOffset(text, offset: offset), seconds)
  }
}
