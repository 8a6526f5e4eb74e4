import ExpectationSupport
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

struct PageLinesTests {
  /// No property has the value it has where nothing is said.
  static let fullPhoto = {
    var photo = plainPhoto
    (photo.isUploadDate, photo.isFileDate, photo.isFileName) = (true, true, true)
    photo.headline = "A lake in Zürich"
    photo.copyright = "© 2026 Ana Sol"
    photo.altText = "A lake between hills"
    return photo
  }()
  private static let plainPhoto = Photo(
    id: "a/ü \u{1F305}", name: Photo.untitled, isUntitled: true, description: "two\nlines",
    camera: "NIKON D500",
    lens: "50 mm",
    exposure: Exposure(focalLength: "50", aperture: "1.8", shutterSpeed: "1/200", iso: "100"),
    author: "A. Lens", createdAt: Date(timeIntervalSinceReferenceDate: 123_456_789.123_456_7),
    utcOffset: -28_800, dateText: "about 1890",
    thumbnailURL: URL(string: "https://a.example/t.jpg?x=1&y=%20#f"),
    imageURL: URL(string: "HTTP://a.example/i.jpg"),
    pageURL: URL(string: "https://a.example:8443/p"),
    fileSize: 1_234, rating: 4, label: PhotoLabel(.red),
    saleStatus: .forSale, price: Price(amount: "120.00", currency: "EUR", isLowest: true),
    priceUntil: Date(timeIntervalSinceReferenceDate: 5.5),
    purchase: PurchaseReference(
      itemID: "7", variantID: "8", url: URL(string: "https://a.example/buy")),
    licence: Licence(
      name: "CC BY 4.0", url: URL(string: "https://creativecommons.org/licenses/by/4.0/")),
    width: 6000, height: 4000, tags: ["one", "", "zwei"],
    places: ["", "Kreis 1", "Zürich"], needsDetails: true)

  /// The properties that have the value they have where nothing is said.
  static func unsetProperties(of photo: Photo) -> [String?] {
    let plain = Dictionary(
      uniqueKeysWithValues: Mirror(reflecting: Photo(id: "", name: "")).children.map {
        ($0.label, String(describing: $0.value))
      })
    return Mirror(reflecting: photo).children
      .filter { plain[$0.label] == String(describing: $0.value) }.map(\.label)
  }

  @Test func `every property of a photo is stored, and a new one would fail this test`() throws {
    let page = FeedPage(photos: [Self.fullPhoto])
    expectEqual(
      Self.unsetProperties(of: Self.fullPhoto),
      ["file", "remotePath", "companions", "remoteCompanions"])

    let read = try PageLines.page(PageLines.bytes(of: page))

    expectEqual(read, page)
  }

  private static let photos = [
    Photo(id: "", name: ""),
    Photo(id: "1", name: "n", price: Price(amount: "5", currency: nil)),
    Photo(id: "1", name: "n", price: Price(amount: "0.125", currency: "KWD")),
    Photo(id: "1", name: "n", purchase: PurchaseReference()),
    Photo(id: "1", name: "n", licence: Licence(name: "CC0")),
    Photo(id: "1", name: "n", width: .min, height: .max),
    Photo(id: "1", name: "n", createdAt: .distantPast),
    Photo(id: "1", name: "n", createdAt: .distantPast, utcOffset: 0),
    Photo(id: "1", name: "n", utcOffset: 50_400),
    .stub(saleStatus: .forSale), .stub(saleStatus: .notForSale), .stub(saleStatus: .unstated),
  ]

  private static func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  @Test func `pages are read as they were written, how photos are bought and what comes next too`()
    throws
  {
    let shop = try Self.url("https://shop.example/x?y=1")
    var pages = Self.photos.map { FeedPage(photos: [$0]) }
    for next in [
      FeedPage.Next.end, .number, .continuation(.token("")), .continuation(.token("abc\u{0}d")),
      .continuation(.url(shop)),
    ] {
      pages.append(
        FeedPage(
          title: "Popular", photos: [], skipped: SkippedItems(count: 2), totalCount: 55_697,
          itemCount: 20, next: next))
    }
    for channel in [OrderRoute.Channel.file, .server(shop), .shopify(shop), .wooCommerce(shop)] {
      for email in [nil, "shop@example.org"] {
        pages.append(
          FeedPage(
            photos: Photo.stubs(2),
            orderRoute: OrderRoute(channel: channel, email: email, deliveries: [.print, .download]))
        )
      }
    }

    for page in pages { try expectEqual(PageLines.page(PageLines.bytes(of: page)), page) }
  }

  @Test func `a file's address of a shop or of the next page is damage`() throws {
    let file = try Self.url("file:///etc/passwd")
    for page in [
      FeedPage(photos: [], orderRoute: OrderRoute(channel: .server(file))),
      FeedPage(photos: [], next: .continuation(.url(file))),
    ] {
      #expect(throws: DamagedBytes.self) { try PageLines.page(PageLines.bytes(of: page)) }
    }
  }

  @Test func `a photo's texts are cleaned when they are read, whoever wrote them`() throws {
    let photo = Photo(id: "1", name: "a\u{1b}[31mb", author: "\u{202e}evil", tags: ["\u{7}x"])

    let read = try #require(
      PageLines.page(PageLines.bytes(of: FeedPage(photos: [photo]))).photos.first)

    expectEqual(read.name, "ab")
    expectEqual(read.author, "evil")
    expectEqual(read.tags, ["x"])
  }

  @Test func `no permission to read a picture is stored`() throws {
    var photo = Self.fullPhoto
    photo.imageURL = URL(string: "https://s3.example/b/a.jpg?X-Amz-Date=1&X-Amz-Signature=secret")

    let bytes = try PageLines.bytes(of: FeedPage(photos: [photo]))
    expectEqual(bytes.firstRange(of: "secret".utf8), nil)
    try expectEqual(
      PageLines.page(bytes).photos.first?.imageURL?.absoluteString, "https://s3.example/b/a.jpg")
  }

  @Test func `a stored page has no local file, whoever wrote it`() throws {
    var photo = Self.fullPhoto
    photo.file = FileReference(path: "/etc/passwd")
    photo.thumbnailURL = URL(string: "file:///etc/passwd")
    photo.imageURL = URL(string: "file:///etc/shadow")
    photo.pageURL = URL(string: "file://localhost/etc/passwd")
    photo.licence = Licence(name: "own", url: URL(string: "FILE:///etc/passwd"))
    photo.purchase = PurchaseReference(itemID: "1", url: URL(string: "file:/etc/passwd"))

    let read = try #require(
      PageLines.page(PageLines.bytes(of: FeedPage(photos: [photo]))).photos.first)

    expectEqual(read.file, nil)
    expectEqual(read.thumbnailURL, nil)
    expectEqual(read.imageURL, nil)
    expectEqual(read.pageURL, nil)
    expectEqual(read.licence, Licence(name: "own"))
    expectEqual(read.purchase, PurchaseReference(itemID: "1"))
  }

  @Test func `of a damaged page nothing is found`() throws {
    var bytes = try PageLines.bytes(of: FeedPage(photos: Photo.stubs(10)))
    let filter = LocalFilter(PhotoQuery(search: "photo"))
    try expectEqual(PageLines.photos(bytes, passing: filter).count, 10)

    bytes[bytes.count - 3] ^= 1

    #expect(throws: DamagedBytes.self) { try PageLines.photos(bytes, passing: filter) }
    #expect(throws: DamagedBytes.self) { try PageLines.photos(Data(), passing: filter) }
  }

  @Test func `a page that ends early is damaged, wherever it ends`() throws {
    let bytes = try PageLines.bytes(of: FeedPage(photos: [Self.fullPhoto]))

    for count in 0..<bytes.count {
      #expect(throws: DamagedBytes.self) { try PageLines.page(bytes.prefix(count)) }
    }
  }

  @Test func `a single changed bit is noticed, wherever it is`() throws {
    let bytes = try PageLines.bytes(of: FeedPage(photos: [Self.fullPhoto]))

    for place in bytes.indices {
      var changed = bytes
      changed[place] ^= 0x10
      #expect(throws: DamagedBytes.self, "\(place)") { try PageLines.page(changed) }
    }
  }
}
