import Foundation
import Testing

@testable import FeedFormats

@Suite struct FeedDateTests {
  private let vienna = TimeZone(identifier: "Europe/Vienna") ?? utc
  /// 2017-10-01T12:00:00Z.
  private let noon = 1_506_859_200.0

  @Test(arguments: [
    "2017-10-01T12:00:00Z", "2017-10-01 14:00:00", "2017:10:01 14:00:00",
    "Sun, 01 Oct 2017 12:00:00 GMT", "Sun, 01 Oct 2017 12:00:00 +0000",
    "Sun, 1 Oct 2017 14:00:00 +0200", "1 Oct 2017 14:00:00", "01 Oct 17 12:00 UT",
    "Sunday, 01-Oct-17 12:00:00 GMT", "Sun,01 Oct 2017 08:00:00 EDT", "1 October 2017 05:00 PDT",
    "Mon, 01 Oct 2017 12:00:00 Z", "Sun, 01 Oct 2017 12:00:00 GMT+0000", "Sun 1 Oct 2017 12:00 XYZ",
    "Sun, 01 Oct 2017 14:00:00 +0200 (CEST)", "  Sun, 01 Oct 2017\n 12:00:00 GMT ",
    "1506859200", "1506859200000", "1506859200.0",
  ])
  func `all forms of feeds are read`(text: String) {
    let date = FeedDate(text, zone: vienna)

    #expect(date.date?.timeIntervalSince1970 == noon)
    #expect(date.text == nil)
  }

  @Test(arguments: [
    ("2017-10-01", 1_506_808_800.0), ("1 Oct 2017", 1_506_808_800.0),
    ("01 Jan 49", 2_493_068_400.0), ("01 Jan 50", -631_155_600.0), ("1 Jan 107", 1_167_606_000.0),
    ("-864000000", -864_000_000), ("1506859200.25", 1_506_859_200.25),
    ("1506859200123", 1_506_859_200.123), ("253402300750", 253_402_300.75),
  ])
  func `a day begins at midnight, and years may be short`(text: String, seconds: Double) {
    #expect(FeedDate(text, zone: vienna).date?.timeIntervalSince1970 == seconds)
  }

  @Test(
    arguments: [
      nil, "", " \n", "0", "0000-00-00 00:00:00", "0000:00:00 00:00:00", "0001-01-01T00:00:00Z",
      "0001-01-01", "1970-01-01T00:00:00Z", "1970-01-01 00:00:00", "1970-01-01T01:00:00+01:00",
      "Thu, 01 Jan 1970 00:00:00 GMT", "000000000", "    :  :     :  :  ", "-", "<br>",
    ] as [String?])
  func `what programs write for unknown is nothing`(text: String?) {
    #expect(FeedDate(text, zone: vienna) == .unknown)
  }

  @Test(arguments: [
    ("about 1890", "about 1890"), ("c. 1600–1610", "c. 1600–1610"), ("ca. 1 Oct", "ca. 1 Oct"),
    ("between 1900 and 1910", "between 1900 and 1910"), ("2017-13-01", "2017-13-01"),
    ("20171001", "20171001"), ("2017-00-00", "2017-00-00"), ("123", "123"),
    ("32 Oct 2017 12:00:00 GMT", "32 Oct 2017 12:00:00 GMT"), ("大正時代", "大正時代"),
    ("Sun, 01 Oct 2017 25:00:00 GMT", "Sun, 01 Oct 2017 25:00:00 GMT"),
    ("99999999999999999999", "99999999999999999999"), ("\u{1B}[31m1890s", "1890s"),
    ("<i>circa</i> 1650", "circa 1650"), ("1890s<div>date QS:P571,+1890</div>", "1890s"),
    ("1506859200.x", "1506859200.x"), ("1966", "1966"), ("1966-07", "1966-07"),
    ("1966:07", "1966-07"),
    ("1970", "1970"), ("1966<div>date QS:P571,+1966</div>", "1966"),
  ])
  func `what cannot be read is shown as it is`(text: String, shown: String) {
    #expect(FeedDate(text, zone: vienna).date == nil)
    #expect(FeedDate(text, zone: vienna).text == shown)
  }

  @Test func `html around a date is taken off`() {
    let plain = FeedDate("2017-10-01", zone: vienna)

    #expect(plain.date != nil)
    #expect(FeedDate("2017-10-01<br>date QS:P571,+2017", zone: vienna) == plain)
    #expect(FeedDate("<time datetime=\"x\">2017-10-01</time>", zone: vienna) == plain)
    #expect(FeedDate("<p>1 Oct 2017</p>", zone: vienna) == plain)
  }
}
