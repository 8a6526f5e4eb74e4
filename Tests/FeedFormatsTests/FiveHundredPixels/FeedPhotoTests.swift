import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct FeedPhotoTests {
  @Test func `all fields of a photo are read`() throws {
    let photo = try photo(
      #"""
      "name":"Moose Bog","description":"Two <b>moose</b><br>at dawn","created_at":
      "2017-10-01T08:00:00-04:00","taken_at":null,"url":"/photo/1/moose","for_sale":true,
      "camera":" NIKON D500 ","lens":"50mm f/1.8","focal_length":"50","iso":100,
      "shutter_speed":"1/200","aperture":1.8,"user":{"fullname":"A. Lens","username":"alens"},
      "width":6715,"height":"3789","license_type":4,"price":"120.00","currency":"eur",
      "price_until":"2017-10-03T08:00:00Z",
      "tags":["bog"," moose ","bog",""],"images":[{"size":3,"https_url":"https://x/3.jpg"},
      {"size":2048,"url":"http://x/2048.jpg"}]
      """#)

    expectEqual(
      photo,
      Photo(
        id: "1", name: "Moose Bog", description: "Two moose\nat dawn", camera: "NIKON D500",
        lens: "50mm f/1.8",
        exposure: Exposure(
          focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100"),
        author: "A. Lens", createdAt: Date(timeIntervalSince1970: 1_506_859_200),
        thumbnailURL: URL(string: "http://x/2048.jpg"),
        imageURL: URL(string: "http://x/2048.jpg"),
        pageURL: URL(string: "https://500px.com/photo/1/moose"), saleStatus: .forSale,
        price: Price(amount: "120.00", currency: "EUR"),
        priceUntil: Date(timeIntervalSince1970: 1_507_017_600),
        licence: LicenceText.licence("CC BY"),
        width: 6715, height: 3789, tags: ["bog", "moose"]))
  }

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
    ("true", SaleStatus.forSale), ("false", .notForSale), ("null", .unstated), ("1", .forSale),
    ("0", .notForSale), ("\"true\"", .forSale), ("\"False\"", .notForSale),
    ("\"maybe\"", .unstated),
    ("2", .unstated), ("\"\"", .unstated), ("{}", .unstated),
  ])
  func `the sale status is read and never guessed`(value: String, status: SaleStatus) throws {
    try expectEqual(photo("\"for_sale\":\(value)").saleStatus, status)
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

  @Test func `a year alone stays text`() throws {
    let photo = try photo(#""taken_at":"1966""#)

    expectEqual(photo.createdAt, nil)
    expectEqual(photo.dateText, "1966")
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

  @Test(arguments: [
    ("0", "Standard 500px License"), ("\"8\"", "CC0"), ("9", nil), ("null", nil),
    ("\"CC BY 4.0\"", "CC BY 4.0"),
  ])
  func `a licence is recognised by its number or its name`(type: String, name: String?) throws {
    try expectEqual(photo("\"license_type\":\(type)").licence?.name, name)
  }
}
