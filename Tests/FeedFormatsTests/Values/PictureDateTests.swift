import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

struct PictureDateTests {
  private let vienna = TimeZone(identifier: "Europe/Vienna") ?? utc

  /// What is shown of it: in UTC for a date without an offset.
  private func shown(_ dates: [PhotoMetadata.StatedDate]) -> String? {
    guard let found = PictureDate.best(of: dates) else { return nil }
    if let period = found.period { return period }
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
    let date = try #require(PictureDate.best(of: [.init("2017:10:01 12:00:00")]))

    expectEqual(date.date(in: vienna)?.timeIntervalSince1970, 1_506_852_000)
    expectEqual(date.utcOffset, nil)
  }
}
