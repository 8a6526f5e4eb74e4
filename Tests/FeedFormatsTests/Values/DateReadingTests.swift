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
}
