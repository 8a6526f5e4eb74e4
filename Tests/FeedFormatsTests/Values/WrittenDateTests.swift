import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

struct WrittenDateTests {
  private let vienna = TimeZone(identifier: "Europe/Vienna") ?? utc

  /// What is shown of it: in UTC for a date without an offset.
  private func shown(_ dates: [PhotoMetadata.StatedDate]) -> String? {
    guard let found = WrittenDate.best(of: dates) else { return nil }
    if let period = found.yearOrMonth { return period }
    guard let date = found.date(in: .gmt) else { return nil }
    let clock = date.addingTimeInterval(Double(found.utcOffset ?? 0))
    return clock.description.prefix(19) + (found.utcOffset.map { " \($0)" } ?? "")
  }

  private func shown(_ text: String, offset: String? = nil) -> String? {
    shown([.init(text, offset: offset)])
  }

  @Test(arguments: [
    ("2017:10:01 12:34:56", "2017-10-01 12:34:56"), ("2017-10-01 12:34:56", "2017-10-01 12:34:56"),
    ("2017/10/01 12:34:56", "2017-10-01 12:34:56"), ("2017:10:01T12:34:56", "2017-10-01 12:34:56"),
    ("2017:10:01-12:34:56", "2017-10-01 12:34:56"), ("2017.10.01 12.34.56", "2017-10-01 12:34:56"),
    ("2017:10:01 12-34-56", "2017-10-01 12:34:56"), ("20171001T123456", "2017-10-01 12:34:56"),
    ("20171001123456", "2017-10-01 12:34:56"), ("2017:10:1  9:5:6", "2017-10-01 09:05:06"),
    ("2017:10:01 12:34", "2017-10-01 12:34:00"), ("2017:10:01 12:34:  ", "2017-10-01 12:34:00"),
    ("2017-10-01T12:34:56.789", "2017-10-01 12:34:56"),
    ("2017:10:01 12:34:56\u{0}", "2017-10-01 12:34:56"),
    ("2012:03:04 05:06:07Z", "2012-03-04 05:06:07 0"),
    ("2012:03:04 05:06:07+02:00", "2012-03-04 05:06:07 7200"),
    ("2012:03:04 05-06-07+02:00", "2012-03-04 05:06:07 7200"),
    ("2012:03:04 05:06:07-00:00", "2012-03-04 05:06:07"),
  ])
  func `dates of cameras and programs are read`(text: String, date: String) {
    expectEqual(shown(text), date)
  }

  @Test(arguments: [
    // A clock shows no such time.
    ("2015:08:22 24:08:19", "2015-08-22 00:00:00"), ("2015:08:22 24:00:00", "2015-08-22 00:00:00"),
    ("2015:08:22 12:60:00", "2015-08-22 00:00:00"), ("2012:02:03   :  :  ", "2012-02-03 00:00:00"),
    ("2012:02:03", "2012-02-03 00:00:00"), ("2012-02-03", "2012-02-03 00:00:00"),
    ("2012:02:03 ", "2012-02-03 00:00:00"),
    ("1958:00:00 00:00:00", "1958"), ("1958:  :     :  :  ", "1958"), ("1958:00:00", "1958"),
    ("19580000", "1958"), ("1958", "1958"), ("1970:00:00 00:00:00", "1970"),
    ("1958:07:00 00:00:00", "1958-07"), ("1958:07:     :  :  ", "1958-07"), ("1958-07", "1958-07"),
    ("1958-00-00T10:11:12+02:00", "1958"),
  ])
  func `what is known of a date is kept`(text: String, date: String) {
    expectEqual(shown(text), date)
  }

  @Test(arguments: [
    "", "    :  :     :  :  ", ":  :     :  :", "0000:00:00 00:00:00", "0000:00:00",
    "0001:01:01 00:00:00", "1970:01:01 00:00:00", "1970:01:01 01:00:00+01:00",
    "2017:13:01 12:00:00", "2017:02:29 12:00:00", "2017:10:32 12:00:00", "yesterday", "12345",
    "1210111234", "2003-Wednesday", "99999:01:01 00:00:00", "\u{FF}\u{0}",
  ])
  func `what isn't a date gives way to the next`(text: String) {
    expectEqual(shown(text), nil)
    expectEqual(shown([.init(text), .init("2011:05:06 07:08:09")]), "2011-05-06 07:08:09")
  }

  @Test(
    arguments: [
      ("2026:01:12 21:38:00", "-08:00", " -28800"), ("2026:01:12 21:38:00", "+0530", " 19800"),
      ("2026:01:12 21:38:00", "Z", " 0"), ("2026:01:12 21:38:00", "+00:00", " 0"),
      // The text's own offset counts.
      ("2026-01-12T21:38:00+01:00", "-08:00", " 3600"), ("2026-01-12T21:38:00Z", "-08:00", " 0"),
      ("2026:01:12 21:38:00", "   :  ", ""), ("2026:01:12 21:38:00", "nonsense", ""),
      ("2026:01:12 21:38:00", "+15:00", ""), ("2026:01:12 21:38:00", nil, ""),
    ] as [(String, String?, String)])
  func `an offset that is stated apart is that of the clock`(
    text: String, offset: String?, expected: String
  ) {
    expectEqual(shown(text, offset: offset), "2026-01-12 21:38:00" + expected)
  }

  @Test(arguments: [
    (["2012-02-03", "2011:05:06 07:08:09", "2012:02:03 10:11:12"], "2012-02-03 10:11:12"),
    (["2015:08:22 24:08:19", "2015-08-22T23:08:19"], "2015-08-22 23:08:19"),
    (["1958:00:00 00:00:00", "1958-07-14"], "1958-07-14 00:00:00"),
    (["1958", "1958-07", "1958:07:14 09:00:00"], "1958-07-14 09:00:00"),
    // Of another day, and the first moment of the whole, which programs make up.
    (["2012-02-03", "2012:02:04 10:11:12"], "2012-02-03 00:00:00"),
    (["1958", "1958:01:01 00:00:00"], "1958"), (["1958-07", "2012:07:01 10:00:00"], "1958-07"),
    (["2012:02:03 10:11:12", "2012-02-03T11:12:13"], "2012-02-03 10:11:12"),
  ])
  func `a later date counts if it says more about the same`(texts: [String], expected: String) {
    expectEqual(shown(texts.map { .init($0) }), expected)
  }

  @Test func `a date without an offset is of the user's time zone`() throws {
    let date = try #require(WrittenDate.best(of: [.init("2017:10:01 12:00:00")]))

    expectEqual(date.date(in: vienna)?.timeIntervalSince1970, 1_506_852_000)
    expectEqual(date.utcOffset, nil)
  }

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
    // Of servers.
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 09:49:37 1994", 784_111_777), ("Sat, 29 Feb 2020 23:59:59 GMT", 1_583_020_799),
    ("22-Nov-2026 04:21", 1_795_317_660), ("2026-11-23 06:31:31.001 +0000 UTC", 1_795_415_491.001),
  ])
  func `dates in feeds, pictures and headers are read`(text: String, seconds: Double) {
    expectEqual(WrittenDate.date(text, zone: vienna)?.timeIntervalSince1970, seconds)
  }

  @Test(arguments: [
    "", " ", "0001-01-01T00:00:00Z", "0000:00:00 00:00:00", "    :  :     :  :  ",
    "1970-01-01T00:00:00Z", "1970-01-01T00:00:00", "1970-01-01T01:00:00+01:00", "2017-13-01",
    "2017-02-29", "2017-00-10", "2017-10-32", "2017-10-01T24:00:00Z", "2017-10-01T12:60:00Z",
    "yesterday", "20171301", "2017-10-01T12:00:00Zx", "99999-01-01", "-2017-10-01",
    "2017", "2017-10", "1966", "2017-10-01T", "2017-10-01T12", "2017-10-01Tx", "٢٠١٧-١٠-٠١",
    "0", "-1", "tomorrow", "Sun", "Sun, 06 Nov 1994 8", "Sun, 06 Nov 1994 8 GMT",
    "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT", "a b c d e f g",
    "Sun, 06 Nov 99999999999999999999 08:49:37 GMT", "Sun, 06 Nov 1994 25:49:37 GMT",
    "Sun, 06 Nov 1994 08:49:37 GMT GMT", "Sun, 06 Nov 1994 08:49 09:49 GMT",
    "Thu, 01 Jan 1970 00:00:00 GMT", "06 Nov", "Nov 06", "06", "Nov",
  ])
  func `invalid and unknown dates are nil`(text: String) {
    expectEqual(WrittenDate.date(text, zone: vienna), nil)
  }

  @Test(
    arguments: [
      ("2017-10-01", 1_506_895_200.0), ("1 Oct 2017", 1_506_895_200),
      ("2017-10-01+04:00", 1_506_888_000), ("2017-10-01 12:00", 1_506_852_000), ("2017-10", nil),
      // A day with 25 hours.
      ("2017-10-29", 1_509_318_000),
    ] as [(String, Double?)])
  func `a day without a time ends with the day`(text: String, seconds: Double?) throws {
    expectEqual(WrittenDate(text)?.end(in: vienna)?.timeIntervalSince1970, seconds)
  }
}
