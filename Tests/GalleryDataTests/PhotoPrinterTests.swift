import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Synchronization
import Testing

@testable import FeedFormats
@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct PhotoPrinterTests {
  private let vienna = TimeZone(identifier: "Europe/Vienna") ?? utc

  private func lines(
    _ repository: some PhotoRepository, _ format: PhotoPrinter.Format, zone: TimeZone = utc
  ) async throws -> (lines: [String], notes: SourceNotes) {
    let output = Mutex<[UInt8]>([])
    let notes = try await PhotoPrinter(repository: repository, format: format, zone: zone)
      .print { text in
        output.withLock { $0 += text }
        return true
      }
    let text = String(decoding: output.withLock { $0 }, as: UTF8.self)
    return (text.split(separator: "\n").map(String.init), try #require(notes))
  }

  /// A photo as columns.
  private func columns(_ photo: Photo) async throws -> String? {
    try await lines(OnePhoto(photo: photo), .plain, zone: vienna).lines.first
  }

  private struct OnePhoto: PhotoRepository {
    let photo: Photo
    var title: String { get async { "" } }

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      PhotoPage(number: 1, photos: [photo], hasMorePages: false)
    }
  }

  @Test func `a photo without anything has all the keys`() {
    expectEqual(
      PhotoRecord.line(Photo(id: "1", name: Photo.untitled, isUntitled: true), zone: utc),
      """
      {"id":"1","title":null,"description":null,"author":null,"date":null,"camera":null,\
      "lens":null,"thumbnail_url":null,"image_url":null,"page_url":null,"for_sale":null,\
      "price":null,"currency":null,"licence":null,"width":null,"height":null,"tags":[],\
      "date_text":null,"price_from":null,"licence_url":null,"path":null,"size":null,"rating":null,"label":null,"companions":[],"utc_offset":null,"date_is_upload":null,"places":[],"date_is_file":null,"price_until":null,"headline":null,"copyright":null,"alt":null}
      """)
  }

  @Test func `a title may be the text that means none`() {
    let photo = Photo(id: "1", name: Photo.untitled, isUntitled: false)

    #expect(PhotoRecord.line(photo, zone: utc).contains(#""title":"Untitled""#))
  }

  @Test func `a photo with every property prints them all`() async throws {
    let photo = Photo(
      id: "a/\"b\"\\.jpg", name: "日本 😀", description: "one\ntwo\u{2028}", camera: "C", lens: "L",
      author: "A", createdAt: Date(timeIntervalSince1970: 1_506_859_200.9),
      thumbnailURL: URL(string: "https://x/t"), imageURL: URL(string: "file:///a/%FF.jpg"),
      pageURL: URL(string: "https://x/p"), saleStatus: .notForSale,
      price: Price(amount: "120.00", currency: "EUR"), licence: Licence(name: "CC0"), width: 6715,
      height: 3789, tags: ["a", "b\"c"], places: ["Am Hof", "Wien"])

    expectEqual(
      PhotoRecord.line(photo, zone: vienna),
      #"""
      {"id":"a/\"b\"\\.jpg","title":"日本 😀","description":"one\ntwo\u2028","author":"A",\#
      "date":"2017-10-01T14:00:00+02:00","camera":"C","lens":"L","thumbnail_url":"https://x/t",\#
      "image_url":"file:///a/%FF.jpg","page_url":"https://x/p","for_sale":false,\#
      "price":"120.00","currency":"EUR","licence":"CC0","width":6715,"height":3789,\#
      "tags":["a","b\"c"],"date_text":null,"price_from":false,"licence_url":null,"path":null,"size":null,"rating":null,"label":null,"companions":[],"utc_offset":null,"date_is_upload":false,"places":["Am Hof","Wien"],"date_is_file":false,"price_until":null,"headline":null,"copyright":null,"alt":null}
      """#)
    try await expectEqual(
      columns(photo),
      "a/\"b\"\\.jpg\tnot for sale\t120.00 EUR\t2017-10-01\t日本 😀\tC\t-")
  }

  @Test func `a text instead of a date, a price with more expensive ones, and terms are printed`()
    async throws
  {
    let photo = Photo(
      id: "1", name: "lake", dateText: "about 1890",
      price: Price(amount: "80.00", currency: "EUR", isLowest: true),
      licence: Licence(name: "CC0", url: URL(string: "https://x/l")))
    let dated = Photo(id: "1", name: "lake", createdAt: Date(), dateText: "about 1890")

    let json = PhotoRecord.line(photo, zone: vienna)
    #expect(json.contains(#""date":null"#))
    #expect(
      json.contains(#""date_text":"about 1890","price_from":true,"licence_url":"https://x/l""#))
    try await expectEqual(
      columns(photo), "1\t-\tfrom 80.00 EUR\tabout 1890\tlake\t-\t-")
    #expect(PhotoRecord.line(dated, zone: vienna).contains(#""date_text":null"#))
  }

  @Test func `the last column is the rating`() async throws {
    for (rating, text) in [(nil, "-"), (0, "0"), (4, "4"), (PhotoRating.rejected, "-1")] {
      try await expectEqual(
        columns(Photo(id: "1", name: "lake", rating: rating)), "1\t-\t-\t-\tlake\t-\t\(text)")
    }
  }

  @Test func `the line has the camera's day, and JSON the instant with the camera's offset`()
    async throws
  {
    let photo = Photo(
      id: "1", name: "lake", createdAt: Date(timeIntervalSince1970: 1_768_282_680),
      utcOffset: -28_800)

    try await expectEqual(columns(photo), "1\t-\t-\t2026-01-12\tlake\t-\t-")
    let json = PhotoRecord.line(photo, zone: vienna)
    #expect(json.contains(#""date":"2026-01-13T06:38:00+01:00""#))
    #expect(json.contains(#""utc_offset":-28800,"date_is_upload":false"#))
  }

  @Test func `JSON says that a date is that of the upload, and until when a price holds, in UTC`() {
    let date = Date(timeIntervalSince1970: 1_768_282_680)
    var photo = Photo(
      id: "1", name: "lake", createdAt: date, price: Price(amount: "9", currency: "EUR"))
    (photo.isUploadDate, photo.priceUntil) = (true, date)

    let json = PhotoRecord.line(photo, zone: vienna)
    #expect(json.contains(#""date_is_upload":true"#))
    #expect(json.contains(#""price_until":"2026-01-13T05:38:00Z""#))
  }

  @Test func `every control character is escaped`() throws {
    let text = String(String.UnicodeScalarView((0..<0xA0).compactMap { Unicode.Scalar($0) }))

    let json = JSONOutput.text(text)

    #expect(json.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F })
    let decoded = try JSONSerialization.jsonObject(
      with: Data(json.utf8), options: .fragmentsAllowed)
    #expect(decoded as? String == text)
  }

  @Test(arguments: [
    0x7F, 0x80, 0x9F, 0x61C, 0x200E, 0x200F, 0x2028, 0x2029, 0x202A, 0x202E, 0x2066, 0x2069, 0xFEFF,
  ])
  func `what makes a line look like another one is escaped`(_ value: UInt32) throws {
    let character = String(Character(try #require(Unicode.Scalar(value))))

    let digits = String(value, radix: 16)
    let code = "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
    expectEqual(JSONOutput.text("a\(character)é"), "\"a\(code)é\"")
  }

  @Test(arguments: [
    "", "lake", "a b", "\u{A0}", "é", "\u{61B}", "\u{61D}", "\u{200D}", "€", "\u{2065}", "\u{206A}",
    "\u{FEFE}",
    "\u{FFFD}", "日本", "📷",
  ])
  func `everything else is written as it is`(_ text: String) {
    expectEqual(JSONOutput.text(text), "\"\(text)\"")
  }

  @Test(arguments: [
    (0.0, "1970-01-01T00:00:00Z"), (-1.0, "1969-12-31T23:59:59Z"),
    (-0.5, "1969-12-31T23:59:59Z"), (951_782_399.0, "2000-02-28T23:59:59Z"),
    (951_782_400.0, "2000-02-29T00:00:00Z"), (4_107_542_400.0, "2100-03-01T00:00:00Z"),
    (-62_100_000_000.0, "0002-02-17T00:00:00Z"), (1e300, nil), (-1e300, nil), (.nan, nil),
    (.infinity, nil),
  ])
  func `dates are written as RFC 3339`(seconds: Double, text: String?) {
    expectEqual(RFC3339.text(Date(timeIntervalSince1970: seconds), zone: utc), text)
  }

  @Test func `a written date is read back as the same`() {
    for day in stride(from: -300_000.0, to: 1_000_000, by: 997) {
      let date = Date(timeIntervalSince1970: day * 86_400 + 12_345)
      expectEqual(WrittenDate.date(RFC3339.text(date, zone: vienna), zone: utc), date)
    }
  }

  @Test(arguments: [0, 1, 99, 100, 101, 250])
  func `every photo is printed once and in order`(count: Int) async throws {
    let (lines, notes) = try await lines(GeneratedRepository(photoCount: count), .plain)

    expectEqual(lines.map { $0.split(separator: "\t")[0] }, (0..<count).map { "\($0)" })
    expectEqual(notes.photoCount, count)
    #expect(!notes.lacksPhotos && !notes.lacksBeginning && !notes.lacksRest)
  }

  @Test func `printing stops when the reader has gone`() async throws {
    let listing = PhotoPrinter(repository: GeneratedRepository(), format: .json, zone: utc)
    let calls = Mutex(0)

    let notes = try await listing.print { _ in
      calls.withLock {
        $0 += 1
        return $0 < 3
      }
    }

    expectEqual(calls.withLock { $0 }, 3)
    #expect(notes == nil)
  }

  @Test func `a folder's photos are printed with their files' metadata`() async throws {
    let folder = try TemporaryFolder()
    for number in 1...30 { try folder.write("\(number).jpg") }
    let reader = StubMetadataReader(
      PhotoMetadata {
        $0.title = "T"
        $0.keywords = ["sold"]
      })
    let repository = FolderRepository(folder: folder.reference, reader: reader, zone: utc)

    let (lines, notes) = try await lines(repository, .json)

    expectEqual(notes.photoCount, 30)
    for (row, line) in lines.enumerated() {
      #expect(line.hasPrefix("{\"id\":\"\(row + 1).jpg\",\"title\":\"T\","))
      #expect(line.contains("\"for_sale\":false"))
      #expect(line.contains("\"image_url\":\"file://\(folder.path)/\(row + 1).jpg\""))
    }
  }

  @Test func `a file system that writes nothing and gives no reason isn't asked for ever`() {
    let output = LineOutput(descriptor: -1) { _, _, count in count > 1 ? 1 : 0 }

    #expect(!output.write("two"))
    expectEqual(errno, EIO)
  }

  @Test func `lines go through a pipe, and a closed one is noticed`() throws {
    var ends: [Int32] = [0, 0]
    try #require(pipe(&ends) == 0)
    let output = LineOutput(descriptor: ends[1])

    #expect(output.write("é\n"))
    var bytes = [UInt8](repeating: 0, count: 8)
    expectEqual(read(ends[0], &bytes, 8), 3)
    close(ends[0])
    let old = signal(SIGPIPE, SIG_IGN)
    #expect(!output.write("x"))
    signal(SIGPIPE, old)
    close(ends[1])
  }
}
