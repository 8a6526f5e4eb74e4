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

  @Test func `texts in a feed are cleaned`() throws {
    let evil = #"\u001b[31mred\u202e \u200bx\u0007"#

    let photo = try photo(
      ["name", "description", "camera", "lens", "user", "price", "currency", "license_type", "iso"]
        .map { "\"\($0)\":\"\(evil)\"" }.joined(separator: ",") + ",\"tags\":[\"\(evil)\"]")

    expectEqual(photo.name, "red x")
    expectEqual(photo.description, "red x")
    expectEqual(photo.camera, "red x")
    expectEqual(photo.lens, "red x")
    expectEqual(photo.author, "red x")
    expectEqual(photo.licence?.name, "red x")
    expectEqual(photo.tags, ["red x"])
    expectEqual(photo.price, nil)
    expectEqual(photo.exposure, .unknown)
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

  @Test func `half a surrogate pair becomes a replacement character`() throws {
    try expectEqual(
      photo(#""name":"a\ud83d\ude00b\ud83dc\ude00\ud83d\u0041""#).name,
      "a😀b\u{FFFD}c\u{FFFD}\u{FFFD}A")
  }
}
