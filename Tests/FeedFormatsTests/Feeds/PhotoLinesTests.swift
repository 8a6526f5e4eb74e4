import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

struct PhotoLinesTests {
  private func document(_ text: String) throws -> FeedDocument {
    try FeedDocument(Array(text.utf8), isLines: true)
  }

  /// - Parameter directory: nil for lines that must not refer to files.
  private func photos(_ text: String, directory: String? = "/home/anna") throws -> [Photo] {
    let document = try document(text)
    let mapping = FeedPhotoMapping(directory: directory.map { Array($0.utf8) }, zone: utc)
    return (0..<document.photoCount).compactMap { document.photo(at: $0, mapping: mapping) }
  }

  @Test func `bad lines are skipped and counted, with their positions`() throws {
    let document = try document(
      """
      {"id":"a"}
      nonsense
      {"id":"b",
      {"id":"c"}
      {"title":"no id"}
      {"id":"a"}
      [1]

      {"next":"2"}
      {"id":"d"
      """)

    expectEqual(document.photoCount, 2)
    expectEqual(document.skippedCount(in: 0..<2), 6)
    expectEqual(
      document.skipped.map(\.name),
      [
        "line 2, column 1", "line 4, column 1", "line 5, column 1", "line 6, column 1",
        "line 7, column 1", "line 10, column 10",
      ])
    expectEqual(document.skipped[3].reason, "a photo with the id of an earlier one")
  }

  @Test(
    arguments: [
      ("2017-05-03T12:00:00Z", 1_493_812_800), ("2017-05-03", 1_493_856_000), ("soon", nil),
    ] as [(String, Double?)])
  func `a price may have a date until which it holds, of which a day is part`(
    text: String, date: Double?
  ) throws {
    try expectEqual(
      photos(#"{"id":1,"price":"9","price_until":"\#(text)"}"#).first?.priceUntil,
      date.map(Date.init(timeIntervalSince1970:)))
  }

  @Test(arguments: [
    "{\"id\":1,\"title\":\n\"x\"}\n{\"id\":2}", "{\"id\":1}{\"id\":2}",
    "\u{FEFF} {\"id\":1}\r\n{\"id\":2}",
  ])
  func `objects need no line of their own`(_ text: String) throws {
    try expectEqual(photos(text).map(\.id), ["1", "2"])
  }

  @Test func `an object longer than a photo can be costs itself, on one line or on many`() throws {
    let limit = PhotoLines.photoByteLimit
    let tags = String(repeating: "\"x\",\n", count: limit / 5)
    let title = String(repeating: "z", count: limit)
    let text = """
      {"id":1}
      {"id":2,"tags":[\(tags)"y"]}
      {"id":3,"title":"\(title)"}{"id":4}
      """

    let skipped = try document(text).skipped

    try expectEqual(photos(text).map(\.id), ["1", "4"])
    expectEqual(skipped.map(\.reason), Array(repeating: "longer than a photo can be", count: 2))
  }

  @Test func `lines without any usable photo report the first fault`() {
    #expect(throws: FeedFault.malformed(offset: 3, reason: "expected a name in quotes")) {
      try document("\n{ 1}\n{ 2}")
    }
  }

  @Test func `texts are cleaned, and values of other types or beyond the limits are dropped`()
    throws
  {
    let photo = try #require(
      try photos(
        #"{"id":"a\u001b[2J","title":"\u202ex\n y","rating":9,"width":-1,"height":"20","size":-3,"#
          + #""date":"2020-02-30","utc_offset":1,"price":"1,5","tags":["b","b",1],"label":{}}"#
      ).first)

    #expect(!photo.id.unicodeScalars.contains("\u{1B}"))
    expectEqual(photo.title, "x y")
    expectEqual(photo.rating, nil)
    expectEqual(photo.width, nil)
    expectEqual(photo.height, 20)
    expectEqual(photo.fileSize, nil)
    expectEqual(photo.createdAt, nil)
    expectEqual(photo.utcOffset, nil)
    expectEqual(photo.price, nil)
    expectEqual(photo.tags, ["b", "1"])
    expectEqual(photo.label, nil)
  }

  @Test func `a path is enough, and is relative to the folder`() throws {
    let photos = try photos(
      """
      {"path":"a/b.jpg"}
      {"id":2,"path":"/c.jpg","companions":["/c.raf"]}
      {"id":3,"path":"/wrong.jpg","image_url":"file:///right%FF.jpg"}
      """)

    let paths = photos.map { $0.file?.path ?? [] }
    expectEqual(paths[0], Array("/home/anna/a/b.jpg".utf8))
    expectEqual(paths[1], Array("/c.jpg".utf8))
    expectEqual(paths[2], Array("/right".utf8) + [0xFF] + Array(".jpg".utf8))
    expectEqual(photos[1].companions.map(\.path), [Array("/c.raf".utf8)])
    expectEqual(photos[0].thumbnailURL, photos[0].imageURL)
  }

  @Test func `the path of a photo on a server is not a local file`() throws {
    let photo = try #require(
      try photos(
        #"{"id":"x","path":"2024/x.jpg","image_url":"https://nas.example/2024/x.jpg","companions":["a"]}"#
      ).first)

    expectEqual(photo.file, nil)
    #expect(photo.companions.isEmpty)
    expectEqual(photo.imageURL?.absoluteString, "https://nas.example/2024/x.jpg")
  }

  @Test(arguments: [
    #"{"id":1,"path":"/etc/passwd"}"#, #"{"id":1,"image_url":"file:///etc/passwd"}"#,
    #"{"id":1,"image_url":"../x.jpg"}"#, #"{"id":1,"image_url":"exec:rm"}"#,
    #"{"id":1,"image_url":"https://a.example/","thumbnail_url":"file:///x"}"#,
  ])
  func `without a folder no file is opened, and no program is run`(_ line: String) throws {
    #expect(try photos(line, directory: nil).isEmpty)
  }

  @Test(arguments: ["exec:rm", "javascript:alert(1)", "data:image/png,x"])
  func `URLs of other kinds are dropped`(_ address: String) throws {
    let photo = try #require(
      try photos(#"{"id":1,"image_url":"\#(address)","page_url":"\#(address)"}"#).first)

    expectEqual(photo.imageURL, nil)
    expectEqual(photo.pageURL, nil)
  }
}
