import ExpectationSupport
import Foundation
import Testing

@testable import FeedFormats

struct RetryAfterTests {
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
