import ExpectationSupport
import FeedFormats
import Foundation
import Testing

@testable import GalleryData

@Suite struct HTTPFreshnessTests {
  private let now = Date(timeIntervalSince1970: 784_111_777)

  private func seconds(_ headers: HTTPHeaders) -> Double? {
    HTTPFreshness(headers, now: now).freshUntil?.timeIntervalSince(now)
  }

  @Test func `max-age counts from now, less the age that the answer has`() {
    expectEqual(seconds(["Cache-Control": "public, MAX-AGE=\"60\""]), 60)
    expectEqual(seconds(["Cache-Control": "max-age=60", "Age": "20"]), 40)
    expectEqual(seconds(["Cache-Control": "max-age=60", "Age": "60"]), nil)
    expectEqual(seconds(["Cache-Control": "max-age=0"]), nil)
    expectEqual(seconds(["Expires": "Sun, 06 Nov 2094 08:49:37 GMT"]), nil)
    expectEqual(seconds(["Cache-Control": "max-age=99999999999999999999"]), 2_147_483_648)
    expectEqual(seconds(["Cache-Control": "max-age=-1"]), nil)
    expectEqual(seconds(["Cache-Control": "s-maxage=60"]), nil)
    expectEqual(seconds([:]), nil)
  }

  @Test func `no-cache may be kept and no-store may not`() {
    #expect(HTTPFreshness(["Cache-Control": "no-cache, max-age=60"], now: now).isStorable)
    expectEqual(seconds(["Cache-Control": "no-cache, max-age=60"]), nil)
    let twice = HTTPHeaders([
      .init(name: "cache-control", value: "max-age=60"),
      .init(name: "Cache-Control", value: "no-store"),
    ])
    #expect(!HTTPFreshness(twice, now: now).isStorable)
  }
}
