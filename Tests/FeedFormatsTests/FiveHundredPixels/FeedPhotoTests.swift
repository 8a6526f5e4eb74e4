import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct FeedPhotoTests {
  @Test(arguments: [
    "null", "\"\"", "\" \"", "[]", "{}", "[[]]", "{\"a\":{}}", "false", "-1", "1e999",
  ])
  func `a photo is read whatever its other fields contain`(value: String) throws {
    let names = [
      "name", "description", "created_at", "taken_at", "images", "url", "camera",
      "lens", "focal_length", "iso", "shutter_speed", "aperture", "user", "width", "height",
      "license_type", "price", "price_until", "currency", "tags", "utc_offset",
    ]

    let photo = try photo(names.map { "\"\($0)\":\(value)" }.joined(separator: ","))

    expectEqual(photo.createdAt, nil)
    expectEqual(photo.width, nil)
    expectEqual(photo.price, nil)
    expectEqual(photo.saleStatus, .unstated)
  }

  @Test func `a feed from the network may not refer to files`() {
    for address in ["file:///etc/passwd", "a.jpg", "/etc/passwd", "../x"] {
      expectEqual(FeedBase().picture(address), nil)
    }
    expectEqual(FeedBase().picture("//x/y.jpg")?.url.absoluteString, "https://x/y.jpg")
  }

  @Test(arguments: ["javascript:alert(1)", "file:///x"])
  func `a page is one of the web`(_ address: String) throws {
    try expectEqual(photo("\"url\":\"\(address)\"").pageURL, nil)
  }

  @Test func `a title of ten megabytes costs a truncated title`() throws {
    let photo = try photo("\"name\":\"\(String(repeating: "x", count: 10_000_000))\"")

    expectEqual(photo.name.count, TextLimit.title.characters)
    #expect(photo.name.hasSuffix("x…"))
  }

  @Test func `endless lists are limited`() throws {
    let tags = (0..<10_000).map { "\"t\($0)\"" }.joined(separator: ",")

    let photo = try photo("\"tags\":[\(tags)],\"camera\":\"C\"")

    expectEqual(photo.tags.count, 100)
  }
}
