import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct PrintedPhotosTests {
  private static let folder = Array("/home/ann/Pictures".utf8)

  private func photos(
    _ limits: PrintedPhotos.Limits = PrintedPhotos.Limits(), nameable: [[UInt8]]? = [folder]
  ) -> PrintedPhotos {
    PrintedPhotos(
      mapping: PrintedPhotoMapping(directory: Self.folder, nameable: nameable, zone: .gmt),
      limits: limits)
  }

  private func ids(_ photos: PrintedPhotos) -> [String] {
    (0..<photos.count).compactMap { photos.photo(at: $0)?.id }
  }

  private func append(_ text: String, by size: Int, to photos: inout PrintedPhotos) {
    for start in stride(from: 0, to: text.utf8.count, by: size) {
      photos.append(text.utf8.dropFirst(start).prefix(size))
    }
  }

  private static let text = """
    {"id":1,"title":"Lake"}

    {"id":"2",
     "tags":["sea", "{"]}
    no photo
    {"id":1}
    [3]
    {"title":"without an id"}
    {"id":"last"}
    {"next":"50"}
    """

  @Test(arguments: [1, 2, 3, 7, 64, 1_000])
  func `it does not matter how the bytes come`(_ size: Int) {
    var sut = photos()
    append(Self.text, by: size, to: &sut)
    // The last line lacks its newline.
    sut.end()

    expectEqual(ids(sut), ["1", "2", "last"])
    expectEqual(sut.photo(at: 0)?.name, "Lake")
    expectEqual(sut.photo(at: 1)?.tags, ["sea", "{"])
    expectEqual(sut.row(of: "last"), 2)
    expectEqual(sut.row(of: "none"), nil)
    expectEqual(sut.excess, .next)
    expectEqual(sut.firstFault, "no photo")
    let skipped = sut.removeSkipped()
    expectEqual(skipped.count, 3)
    expectEqual(
      skipped.items,
      [
        SkippedItem(name: "line 5", reason: "expected an object"),
        SkippedItem(name: "line 7", reason: "expected an object"),
        SkippedItem(name: "line 8", reason: "a photo without an id"),
      ])
    expectEqual(sut.removeSkipped().count, 0)
  }

  @Test(arguments: [1, 2, 3, 7, 1_000])
  func `what is no photo in an array costs the rest of its line, however that comes`(_ size: Int) {
    var sut = photos()
    append("[{\"id\":1},\nno {\"id\":2},\n{\"id\":3}]", by: size, to: &sut)
    sut.end()

    expectEqual(ids(sut), ["1", "3"])
  }

  @Test func `a byte order mark and other ends of lines mean nothing`() {
    var sut = photos()
    sut.append("\u{FEFF} {\"id\":1}\r\n{\"id\":2}".utf8)
    sut.end()
    expectEqual(ids(sut), ["1", "2"])
  }

  @Test func `an object is shown as soon as its line is there`() {
    var sut = photos()
    sut.append("{\"id\":1}\n{\"id\":2".utf8)
    expectEqual(sut.count, 1)
    sut.append("}\n".utf8)
    expectEqual(sut.count, 2)
  }

  @Test func `a line that names a next page is the last, unless it names none`() {
    var sut = photos()
    sut.append("{\"next\":null}\n{\"next\":\"\"}\n{\"id\":1,\"next\":2}\n{\"id\":1}\n".utf8)
    expectEqual(sut.excess, nil)
    sut.append("{\"next\":7}\n{\"id\":2}\n".utf8)
    sut.end()
    expectEqual(sut.excess, .next)
    expectEqual(ids(sut), ["1"])
    expectEqual(sut.removeSkipped().count, 0)
  }

  @Test(arguments: [
    ("a.jpg", true), ("/home/ann/Pictures/x/a.jpg", true), ("./a.jpg", true),
    ("../a.jpg", false), ("/home/ann/Pictures/../a.jpg", false), ("/etc/passwd", false),
    ("/home/ann/Pictures2/a.jpg", false),
  ])
  func `files are those of the folders that the user named`(_ path: String, _ isNamed: Bool) {
    for key in ["path", "image_url", "thumbnail_url"] {
      var sut = photos()
      let picture = key == "thumbnail_url" ? "\"image_url\":\"https://a.example/a.jpg\"," : ""
      sut.append("{\"id\":1,\(picture)\"\(key)\":\"\(path)\"}\n".utf8)
      expectEqual(sut.count, (isNamed ? 1 : 0), "\(key)")
    }
    var address = photos()
    address.append(
      Array("{\"id\":1,\"image_url\":\"file:///home/ann/Pictures/%2e%2e/a.jpg\"}\n".utf8))
    expectEqual(address.count, 0)
  }

  @Test
  func `a web address and its path at a server name no file, and files beside others are left out`()
  {
    var sut = photos()
    sut.append(
      Array(
        "{\"id\":1,\"image_url\":\"https://a.example/a.jpg\",\"path\":\"/etc/passwd\"}\n".utf8))
    sut.append("{\"id\":2,\"path\":\"a.jpg\",\"companions\":[\"/etc/x\",\"a.raf\"]}\n".utf8)
    expectEqual(sut.photo(at: 0)?.file, nil)
    expectEqual(sut.photo(at: 1)?.companions.map(\.path), [Self.folder + Array("/a.raf".utf8)])
  }

  @Test(arguments: ["exec:rm", "javascript:alert(1)", "data:image/png,x"])
  func `URLs of other kinds are dropped`(_ address: String) throws {
    var sut = photos(nameable: nil)
    sut.append("{\"id\":1,\"image_url\":\"\(address)\",\"page_url\":\"\(address)\"}\n".utf8)

    let photo = try #require(sut.photo(at: 0))
    expectEqual(photo.imageURL, nil)
    expectEqual(photo.pageURL, nil)
  }

  // MARK: Limits

  @Test(arguments: [(2, 1_000), (1_000, 20)])
  func `photos and bytes beyond the limit are left out`(photoCount: Int, byteCount: Int) {
    var limits = PrintedPhotos.Limits()
    (limits.photoCount, limits.byteCount) = (photoCount, byteCount)
    var sut = photos(limits)
    sut.append(Array((1...4).map { "{\"id\":\($0)}\n" }.joined().utf8))
    expectEqual(sut.count, 2)
    expectEqual(sut.excess, .photos)
    sut.append("{\"id\":9}\n".utf8)
    expectEqual(sut.count, 2)
  }

  @Test(arguments: ["y\n", "{\"id\":1}\n", "\0", "\n", "x"])
  func `what is no new photo ends the run when it is too much`(text: String) {
    var limits = PrintedPhotos.Limits()
    (limits.otherByteCount, limits.photoByteCount) = (100, 10)
    var sut = photos(limits)
    for _ in 0..<9 { sut.append(text.utf8) }
    expectEqual(sut.excess, nil)
    for _ in 0..<200 where sut.excess == nil { sut.append(text.utf8) }
    expectEqual(sut.excess, .others)
  }

  @Test func `what begins with no photo for long is no list of photos`() {
    var limits = PrintedPhotos.Limits()
    limits.beginningByteCount = 10
    for (beginning, excess) in [("", PrintedPhotos.Excess?.some(.others)), ("{\"id\":1}\n", nil)] {
      var sut = photos(limits)
      sut.append(Array((beginning + String(repeating: "y\n", count: 20)).utf8))
      expectEqual(sut.excess, excess)
    }
  }

  @Test func `a line longer than a photo costs that line`() {
    var limits = PrintedPhotos.Limits()
    limits.photoByteCount = 30
    for size in [1, 10, 1_000] {
      var sut = photos(limits)
      append(
        "{\"id\":1}\n{\"id\":\"\(String(repeating: "a", count: 50))\"}\n{\"id\":3}\n", by: size,
        to: &sut)
      sut.end()
      expectEqual(ids(sut), ["1", "3"])
    }
  }

  @Test func `an object longer than a photo can be costs itself, on one line or on many`() {
    let limit = PrintedPhotos.photoByteLimit
    let tags = String(repeating: "\"x\",\n", count: limit / 5)
    let title = String(repeating: "z", count: limit)
    var sut = photos()
    sut.append(
      """
      {"id":1}
      {"id":2,"tags":[\(tags)"y"]}
      {"id":3,"title":"\(title)"}{"id":4}
      """.utf8)
    sut.end()

    expectEqual(ids(sut), ["1", "4"])
    expectEqual(
      sut.removeSkipped().items.map(\.reason),
      Array(repeating: "longer than a photo can be", count: 2))
  }

  @Test(arguments: [1, 9, 10, 1_000])
  func `an object longer than a photo can be costs no other of its line, in pieces too`(size: Int) {
    var limits = PrintedPhotos.Limits()
    limits.photoByteCount = 30
    let long = #"{"id":2,"title":"}\"\#(String(repeating: "}{", count: 30))","exif":{"iso":1}}"#
    var sut = photos(limits)

    append(#"[{"id":1},\#(long),{"id":3}]"#, by: size, to: &sut)
    sut.end()

    expectEqual(ids(sut), ["1", "3"])
    expectEqual(sut.removeSkipped().count, 1)
  }

  @Test func `a source stays below 250 MB`() {
    let limits = PrintedPhotos.Limits()
    // Lines grow by doubling, and so does the table of ids, which is never fuller than three quarters. A line has a head of 32
    // bytes, and is rounded up to 16.
    let tables = limits.photoCount * (8 * 2 + 8 * 4 + 32 + 8)
    #expect(limits.byteCount + tables + 2 * limits.photoByteCount < 250_000_000)
  }
}
