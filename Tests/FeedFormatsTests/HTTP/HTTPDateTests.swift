import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

/// Dates and times in headers.
struct HTTPDateTests {
  @Test(arguments: [
    ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777), ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
    ("Sun Nov  6 08:49:37 1994", 784_111_777), ("Thu, 01 Jan 1970 00:00:00 GMT", 0),
    ("Sat, 29 Feb 2020 23:59:59 GMT", 1_583_020_799),
    ("Sat, 21 Nov 2026 12:00:00 GMT", 1_795_262_400),
  ])
  func `a date is read in its three forms`(text: String, seconds: Double) {
    expectEqual(HTTPDate.date(text), Date(timeIntervalSince1970: seconds))
  }

  @Test(arguments: [
    "", "0", "-1", "tomorrow", "Sun", "Sun, 06 Nov 1994", "Sun, 06 Nov 1994 8",
    "Sun, 06 Nov 1994 8 GMT", "Sun, 32 Nov 1994 08:49:37 GMT", "Sun, 99 Nov 1994 08:49:37 GMT",
    "Sun, 06 Foo 1994 08:49:37 GMT", "Sun, 06 Nov 99999999999999999999 08:49:37 GMT",
    "Sun, 06 Nov 1994 25:49:37 GMT", "a b c d e f g",
  ])
  func `anything that is not a date is nil`(text: String) {
    expectEqual(HTTPDate.date(text), nil)
  }

  @Test(arguments: [
    ("120", 120), (" 3 ", 3), ("0", 0), ("99999999999999999999999", 366 * 86_400),
    ("Thu, 01 Jan 1970 00:01:00 GMT", 60), ("Thu, 01 Jan 1970 00:00:01 GMT", 1),
    ("Sat, 29 Feb 2020 23:59:59 GMT", 366 * 86_400),
  ])
  func `a time to wait is a number of seconds or a date`(text: String, seconds: Int) {
    let now = Date(timeIntervalSince1970: 0)
    expectEqual(RetryAfter.duration(text, now: now), .seconds(seconds))
  }

  @Test(arguments: ["", "soon", "-1", "1.5", "٣", "Thu, 01 Jan 1970 00:00:00 GMT"])
  func `anything that is not a time to wait is nil`(text: String) {
    expectEqual(RetryAfter.duration(text, now: .now), nil)
  }
}
