import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

struct PhotoLinesTests {
  /// - Parameter directory: nil for lines that must not refer to files.
  private func printed(_ text: String, directory: String? = "/home/anna") -> PrintedPhotos {
    var printed = PrintedPhotos(
      mapping: PrintedPhotoMapping(directory: directory.map { Array($0.utf8) }, zone: utc))
    printed.append(text.utf8)
    printed.end()
    return printed
  }

  private func photos(_ text: String, directory: String? = "/home/anna") -> [Photo] {
    let printed = printed(text, directory: directory)
    return (0..<printed.count).compactMap(printed.photo(at:))
  }

  @Test(
    arguments: [
      ("2017-05-03T12:00:00Z", 1_493_812_800), ("2017-05-03", 1_493_856_000), ("soon", nil),
    ] as [(String, Double?)])
  func `a price may have a date until which it holds, of which a day is part`(
    text: String, date: Double?
  ) throws {
    expectEqual(
      photos(#"{"id":1,"price":"9","price_until":"\#(text)"}"#).first?.priceUntil,
      date.map(Date.init(timeIntervalSince1970:)))
  }

  @Test(arguments: [
    "{\"id\":1,\"title\":\n\"x\"}\n{\"id\":2}", "{\"id\":1}{\"id\":2}",
    "\u{FEFF} {\"id\":1}\r\n{\"id\":2}",
  ])
  func `objects need no line of their own`(_ text: String) throws {
    expectEqual(photos(text).map(\.id), ["1", "2"])
  }

  @Test func `an object longer than a photo can be costs itself, on one line or on many`() throws {
    let limit = PrintedPhotos.photoByteLimit
    let tags = String(repeating: "\"x\",\n", count: limit / 5)
    let title = String(repeating: "z", count: limit)
    let text = """
      {"id":1}
      {"id":2,"tags":[\(tags)"y"]}
      {"id":3,"title":"\(title)"}{"id":4}
      """

    var printed = printed(text)

    expectEqual(photos(text).map(\.id), ["1", "4"])
    expectEqual(
      printed.takeSkipped().items.map(\.reason),
      Array(repeating: "longer than a photo can be", count: 2))
  }

  @Test func `texts are cleaned, and values of other types or beyond the limits are dropped`()
    throws
  {
    let photo = try #require(
      photos(
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
    let photos = photos(
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
      photos(
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
    #expect(photos(line, directory: nil).isEmpty)
  }

  @Test(arguments: ["exec:rm", "javascript:alert(1)", "data:image/png,x"])
  func `URLs of other kinds are dropped`(_ address: String) throws {
    let photo = try #require(
      photos(#"{"id":1,"image_url":"\#(address)","page_url":"\#(address)"}"#).first)

    expectEqual(photo.imageURL, nil)
    expectEqual(photo.pageURL, nil)
  }
}
