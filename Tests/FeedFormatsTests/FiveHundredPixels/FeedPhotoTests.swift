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

  @Test(arguments: [
    (#""taken_at":"2026-01-12T21:38:00-08:00""#, nil),
    (#""taken_at":"2026-01-12T21:38:00-08:00","utc_offset":-28800"#, -28_800),
    (#""taken_at":"2026-01-13T05:38:00Z","utc_offset":"3600""#, 3_600),
    (#""taken_at":"2026-01-13T05:38:00Z","utc_offset":999999"#, nil),
    (#""taken_at":"1966","utc_offset":3600"#, nil),
  ])
  func `the camera's clock has its own field, because the offset of a date is the server's`(
    members: String, offset: Int?
  ) throws {
    try expectEqual(photo(members).utcOffset, offset)
  }

  @Test func `a photo without a name is untitled`() throws {
    for name in ["null", "\"\"", "\" \\n\"", "\"\\u200b\"", "{}"] {
      try expectEqual(photo("\"name\":\(name)").name, Photo.untitled)
    }
  }

  @Test(arguments: [
    (
      #"[{"size":1,"url":"http://x/1"},{"size":4,"url":"http://x/4"},{"size":5,"url":"http://x/5"}]"#,
      "http://x/5", "http://x/4"
    ),
    (
      #"[{"size":2048,"url":"http://x/b"},{"size":20,"url":"http://x/s"},{"size":600,"url":"http://x/q"}]"#,
      "http://x/b", "http://x/s"
    ),
    (
      #"[{"size":600,"url":"http://x/q"},{"size":30,"url":"http://x/s"}]"#, "http://x/s",
      "http://x/q"
    ),
    (#"[{"url":"http://x/a"},{"url":"http://x/b"}]"#, "http://x/b", "http://x/b"),
    (
      #"[{"size":9e99,"url":"http://x/a"},{"size":"4","url":"http://x/b"}]"#, "http://x/b",
      "http://x/b"
    ),
    (#"[null,1,{},{"size":4}]"#, "http://x/y", "http://x/y"),
  ])
  func `the image is the largest and the thumbnail the smallest that is large enough`(
    images: String, image: String?, thumbnail: String?
  ) throws {
    let photo = try photo("\"images\":\(images)")

    expectEqual(photo.imageURL?.absoluteString, image)
    expectEqual(photo.thumbnailURL?.absoluteString, thumbnail)
  }

  @Test func `image_url replaces images, also as a list`() throws {
    try expectEqual(
      photo(#""images":[],"image_url":"http://x/y""#).imageURL?.absoluteString, "http://x/y")
    let list = try photo(#""image_url":["http://x/1","http://x/2"]"#)
    expectEqual(list.thumbnailURL?.absoluteString, "http://x/1")
    expectEqual(list.imageURL?.absoluteString, "http://x/2")
  }

  @Test(arguments: [
    ("pictures/a.jpg", "/feeds/pictures/a.jpg"),
    ("/abs/b.jpg", "/abs/b.jpg"),
    ("../c d.jpg", "/feeds/../c d.jpg"),
    ("file:///x/%C3%A9.jpg", "/x/é.jpg"),
    ("file://localhost/x.jpg", "/x.jpg"),
    ("FILE:/x.jpg", "/x.jpg"),
    ("a%20b.jpg", "/feeds/a b.jpg"),
    ("100%.jpg", "/feeds/100%.jpg"),
  ])
  func `a feed that is a file may refer to files`(address: String, path: String) throws {
    let photo = try photo("\"image_url\":\"\(address)\"")

    expectEqual(photo.file, FileReference(path: path))
    expectEqual(photo.imageURL, photo.file?.url)
  }

  @Test(arguments: [
    "javascript:alert(1)", "data:image/png;base64,AAAA", "ftp://x/y", "file://other/x.jpg",
    "file:relative", "file:///a%00b", "http://", "https:///x", "http:", "C:x.jpg", "a\\u001bb.jpg",
    "//",
  ])
  func `other URLs are dropped`(address: String) throws {
    try #expect(photos(#"[{"id":1,"image_url":"\#(address)"}]"#).isEmpty)
  }

  @Test func `a feed from the network may not refer to files`() {
    for address in ["file:///etc/passwd", "a.jpg", "/etc/passwd", "../x"] {
      expectEqual(FeedAddress.picture(address, directory: nil), nil)
    }
    expectEqual(
      FeedAddress.picture("//x/y.jpg", directory: nil)?.url.absoluteString, "https://x/y.jpg")
  }

  @Test(arguments: [
    ("/photo/1", "https://500px.com/photo/1"),
    ("https://x.y/z?q=1#f", "https://x.y/z?q=1#f"),
    ("/a b/é/%41/%/\\\"", "https://500px.com/a%20b/%C3%A9/%41/%25/%22"),
    ("javascript:alert(1)", nil),
    ("file:///x", nil),
  ])
  func `a page's URL is relative to the site`(address: String, url: String?) throws {
    try expectEqual(photo("\"url\":\"\(address)\"").pageURL?.absoluteString, url)
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
