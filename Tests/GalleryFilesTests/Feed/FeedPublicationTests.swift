import ExpectationSupport
import FeedFormats
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Synchronization
import Testing

@testable import GalleryFiles

@Suite(.timeLimit(.minutes(10))) struct FeedPublicationTests {
  private let photos: TemporaryFolder
  private let site: TemporaryFolder
  private let made = Made()

  init() throws {
    photos = try TemporaryFolder()
    site = try TemporaryFolder()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { try photos.write("picture \(name)", to: name) }
  }

  /// Which pictures were requested.
  private final class Made: Sendable {
    private let names = Mutex<[String]>([])

    func add(_ file: FileReference, _ side: Int) {
      let name = String(decoding: file.path.suffix(5), as: UTF8.self)
      names.withLock { $0.append("\(name) \(side)") }
    }

    func take() -> [String] {
      names.withLock { names in
        defer { names = [] }
        return names.sorted()
      }
    }
  }

  @discardableResult
  private func publish(
    _ repository: any PhotoRepository, folders: [FileReference] = [], publishesPaths: Bool = true,
    key: String = "mine", to destination: FileReference? = nil,
    _ settings: FeedPublicationSettings = FeedPublicationSettings(zone: .gmt),
    makePicture: @escaping FeedPublication.PictureMaking = { file, side in
      .jpeg(Array("\(FilePath.lastComponent(file.path)) \(side)".utf8))
    }
  ) async throws -> FeedPublication.Summary {
    try await FeedPublication(
      of: repository, folders: folders, publishesPaths: publishesPaths, key: Array(key.utf8),
      to: destination ?? site.file("feed"), settings: settings, makePicture: makePicture
    ).run { _ in }
  }

  /// A feed of what a collection names.
  private func publish(
    _ collection: CollectionFile, publishesPaths: Bool = true, key: String = "mine"
  ) async throws -> FeedPublication.Summary {
    try await publish(
      FolderRepository(folder: collection.base, reader: nil, collection: collection),
      publishesPaths: publishesPaths, key: key)
  }

  /// A feed of the folder of photos.
  @discardableResult
  private func publish(
    _ settings: FeedPublicationSettings = FeedPublicationSettings(zone: .gmt),
    to name: String = "feed", failing: String? = nil,
    isUnavailable: Bool = false
  ) async throws -> FeedPublication.Summary {
    let made = made
    return try await publish(
      FolderRepository(
        folder: photos.file("."), reader: nil, marks: SidecarMarkReader(), zone: .gmt),
      folders: [photos.file(".")], to: site.file(name), settings
    ) { file, side in
      made.add(file, side)
      if let failing, file.path.suffix(5).elementsEqual(failing.utf8) {
        return isUnavailable ? .unavailable : .none
      }
      return .jpeg(Array("jpeg of \(side)".utf8))
    }
  }

  /// What a reader of the feed gets.
  private func published(_ name: String = "feed/feed.json") async throws -> [Photo] {
    try await feed(site.file(name)).page(for: PageRequest()).photos
  }

  private func feed(_ file: FileReference) -> FeedFileRepository {
    let presets = URL(filePath: #filePath).appending(
      path: "../../../../Sources/vitrine/Resources/presets"
    ).standardizedFileURL.path(percentEncoded: false)
    return FeedFileRepository(
      file: file,
      catalog: FormatCatalog(
        environment: { _ in nil },
        library: { PresetLibrary(shipped: FileReference(path: presets), own: nil) }),
      zone: .gmt)
  }

  private func mark(_ name: String, _ mark: SaleMark) throws {
    let text = try marked(photos.text("\(name).xmp"), mark)
    try photos.write(try #require(text), to: "\(name).xmp")
  }

  private func names(_ folder: String) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: site.path(folder))) ?? []).sorted()
  }

  @Test func `a folder becomes a feed with pictures and thumbnails`() async throws {
    try mark("b.jpg", .forSale("120.00"))
    try mark("c.jpg", .notForSale)

    let summary = try await publish()

    #expect(summary.photoCount == 3 && summary.doneCount == 3)
    expectEqual(summary.forSaleCount, 1)
    expectEqual(summary.madeCount, 6)
    let read = try await published()
    expectEqual(read.map(\.name), ["a", "b", "c"])
    expectEqual(read.map(\.id), ["a.jpg", "b.jpg", "c.jpg"])
    expectEqual(read.map(\.saleStatus), [.unstated, .forSale, .notForSale])
    expectEqual(read[1].price, Price(amount: "120.00", currency: "EUR"))
    expectEqual(
      names("feed"), [".vitrine-feed", "feed.json", "index.html", "pictures", "thumbnails"])
    // The pictures that it names are there.
    for photo in read {
      try expectEqual(Data(contentsOf: #require(photo.imageURL)), Data("jpeg of 2048".utf8))
      try expectEqual(Data(contentsOf: #require(photo.thumbnailURL)), Data("jpeg of 320".utf8))
    }
    expectEqual(made.take(), ["a.jpg", "b.jpg", "c.jpg"].flatMap { ["\($0) 2048", "\($0) 320"] })
  }

  @Test func `a second run makes only what changed, and removes deleted photos`() async throws {
    try await publish()
    _ = made.take()
    try await expectEqual(publish().madeCount, 0)
    #expect(made.take().isEmpty)

    try photos.write("another picture", to: "a.jpg")
    try FileManager.default.removeItem(atPath: photos.path("c.jpg"))
    let summary = try await publish()

    expectEqual(made.take(), ["a.jpg 2048", "a.jpg 320"])
    expectEqual(summary.removedCount, 4)
    expectEqual(names("feed/pictures").count, 2)
    expectEqual(names("feed/thumbnails").count, 2)
    try await expectEqual(published().map(\.name), ["a", "b"])
  }

  @Test func `half a picture that a killed program left goes with the next run`() async throws {
    try await publish()
    let process = try #require(ProcessIdentity.ended)
    for folder in ["feed", "feed/pictures", "feed/thumbnails"] {
      try site.write("half", to: "\(folder)/.vitrine-\(process.text)-0123456789abcdef.tmp")
    }

    try await publish()

    for folder in ["feed", "feed/pictures", "feed/thumbnails"] {
      #expect(!names(folder).contains { $0.hasSuffix(".tmp") })
    }
  }

  @Test func `files of others in the feed's folder are kept`() async throws {
    try await publish()
    for name in ["feed/CNAME", "feed/pictures/mine.jpg", "feed/thumbnails/0-320.jpg"] {
      try site.write("mine", to: name)
    }
    for name in ["a.jpg", "b.jpg"] { unlink(photos.path(name)) }

    let summary = try await publish()

    expectEqual(summary.removedCount, 4)
    expectEqual(names("feed/pictures").count, 2)
    #expect(names("feed/pictures").contains("mine.jpg"))
    expectEqual(names("feed/thumbnails").count, 2)
    #expect(names("feed/thumbnails").contains("0-320.jpg"))
    expectEqual(site.text("feed/CNAME"), "mine")
    try await expectEqual(published().map(\.id), ["c.jpg"])
  }

  @Test func `a feed is not emptied because its source has no photo at the moment`() async throws {
    try await publish()
    for name in ["a.jpg", "b.jpg", "c.jpg"] { unlink(photos.path(name)) }

    await #expect(
      throws: FeedPublicationError.unwritten(
        "no photos; the feed in \(site.path("feed")) is unchanged; remove that folder to withdraw it"
      )
    ) {
      try await publish()
    }

    try await expectEqual(published().count, 3)
    expectEqual(names("feed/pictures").count, 3)
  }

  @Test func `photos of one name in several folders stay apart, whichever folders are published`()
    async throws
  {
    for folder in ["one", "two", "two/in"] {
      try FileManager.default.createDirectory(
        atPath: photos.path(folder), withIntermediateDirectories: false)
      try photos.write(folder, to: "\(folder)/same.jpg")
    }
    let two = CollectionFile(folders: [photos.file("one"), photos.file("two")])

    let summary = try await publish(two, publishesPaths: false)

    expectEqual(summary.photoCount, 3)
    expectEqual(names("feed/pictures").count, 3)
    let read = try await published()
    expectEqual(Set(read.map(\.id)).count, 3)
    expectEqual(read.map { $0.id.prefix { $0 != "-" } }, ["one", "two", "in"])
    #expect(read.allSatisfy { $0.id.hasSuffix("/same.jpg") })

    // What they have in common is another folder now.
    let other = try TemporaryFolder()
    try other.write("x", to: "x.jpg")
    let three = CollectionFile(folders: [photos.file("one"), photos.file("two"), other.file(".")])
    let next = try await publish(three, publishesPaths: false)
    expectEqual(next.madeCount, 2)
    expectEqual(next.removedCount, 0)
    try await expectEqual(published().prefix(3).map(\.id), read.map(\.id))

    // With the key of another user the same folders have other numbers: the paths don't follow from these.
    _ = try await publish(two, publishesPaths: false, key: "another")
    #expect(try await Set(published().map(\.id)).isDisjoint(with: read.map(\.id)))
  }

  @Test func `files whose names are canonically equal are both published`() async throws {
    try photos.write("one", to: "caf\u{E9}.jpg")
    try photos.write("two", to: "cafe\u{301}.jpg")

    try await expectEqual(publish().photoCount, 5)
  }

  @Test func `what isn't for sale any more is taken back, though another photo is missing`()
    async throws
  {
    try photos.write("a", to: "a.jpg")
    try photos.write("a.jpg\ngone.jpg\n", to: "best.photos")
    let collection = CollectionFile(photos.file("best.photos"))
    _ = try await publish(collection)
    try await expectEqual(published().count, 1)

    let summary = try await publish(
      FolderRepository(folder: collection.base, reader: nil, collection: collection),
      FeedPublicationSettings(isOnlyForSale: true, zone: .gmt))

    expectEqual(summary.leftOutCount, 1)
    #expect(try await published().isEmpty)
  }

  @Test func `the feed of a collection can't be in a folder that it names`() throws {
    try photos.write("\(site.path)\nb.jpg\nhttps://photos.example/x.jpg\n", to: "best.photos")
    let own = CollectionFile(
      photos.file("best.photos"), namesAnything: true)

    expectEqual(try own.wholeFolders().map(\.path), [Array(site.path.utf8)])
    let sent = CollectionFile(photos.file("best.photos"))
    #expect(try sent.wholeFolders().isEmpty)
    #expect(
      throws: FeedPublicationError.unwritten(
        "\(site.path("feed")) is inside the photo folder; choose a folder outside it")
    ) {
      _ = try FeedFolder(
        path: Array(site.path("feed").utf8),
        outside: [photos.path, site.path].map { Array($0.utf8) })
    }
  }

  private struct FixedPhotos: PhotoRepository {
    let photos: [Photo]
    var unreadableCount = 0
    var unreadableFolderCount = 0
    let title = "Fixed"

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      var page = PhotoPage(
        number: 1, photos: photos, totalCount: photos.count, hasMorePages: false)
      (page.skipped.count, page.skipped.unreadableCount) = (unreadableCount, unreadableCount)
      page.skipped.unreadableFolderCount = unreadableFolderCount
      return page
    }
  }

  @Test(arguments: [0, 1])
  func `the pictures of a folder that can't be read stay, those of a file that is gone don't`(
    folderCount: Int
  ) async throws {
    try await publish()
    let listed = [Photo(id: "a.jpg", name: "a", file: photos.file("a.jpg"))]

    let summary = try await publish(
      FixedPhotos(photos: listed, unreadableCount: 1, unreadableFolderCount: folderCount)
    ) { _, _ in .none }

    expectEqual(summary.photoCount, 1)
    expectEqual(summary.removedCount, folderCount == 0 ? 4 : 0)
    expectEqual(names("feed/pictures").count, folderCount == 0 ? 1 : 3)
    try await expectEqual(published().map(\.id), ["a.jpg"])
  }

  /// A feed in a state in which it is refused.
  struct Refusal: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// With the folder of the feed, and that of the photos.
    let prepare: @Sendable (String, String) -> Void
    let error: @Sendable (String) -> FeedPublicationError
  }

  @Test(
    arguments: [
      Refusal(testDescription: "a folder that holds something else") { feed, _ in
        for name in [".vitrine-feed", "feed.json"] { unlink("\(feed)/\(name)") }
      } error: {
        .unwritten("\($0) is not empty and not a vitrine feed; nothing was written")
      },
      Refusal(testDescription: "a link in place of our folder") { feed, photos in
        rename("\(feed)/pictures", "\(feed)/others")
        symlink(photos, "\(feed)/pictures")
      } error: {
        .unwritten("\($0)/pictures is not a folder")
      },
      Refusal(testDescription: "a broken link in place of a feed, which isn't another program") {
        feed, _ in
        unlink("\(feed)/feed.json")
        symlink("/proc/nonexistent", "\(feed)/feed.json")
      } error: {
        .unwritable("\($0)/feed.json", code: EEXIST)
      },
      Refusal(testDescription: "a feed that may not be written") { feed, _ in
        chmod("\(feed)/feed.json", 0)
      } error: {
        .unwritable("\($0)/feed.json", code: EACCES)
      },
    ].filter { geteuid() != 0 || !$0.testDescription.hasSuffix("may not be written") })
  func `what can't be ours is refused`(_ refusal: Refusal) async throws {
    try await publish()
    let feed = site.path("feed")
    refusal.prepare(feed, photos.path)
    let before = names("feed")

    await #expect(throws: refusal.error(feed)) { try await publish() }
    expectEqual(names("feed"), before)
    expectEqual(photos.names, ["a.jpg", "b.jpg", "c.jpg"])
  }

  @Test func `a folder inside the photos' own is refused`() async throws {
    await #expect(
      throws: FeedPublicationError.unwritten(
        "\(photos.path("feed")) is inside the photo folder; choose a folder outside it")
    ) {
      try await publish(
        FolderRepository(folder: photos.file("."), reader: nil), folders: [photos.file(".")],
        to: photos.file("feed"))
    }
    #expect(access(photos.path("feed"), F_OK) != 0, "left behind")
  }

  @Test func `two programs do not write one feed at a time`() async throws {
    let folder = try FeedFolder(
      path: Array(site.path("feed").utf8), outside: [Array(photos.path.utf8)])

    await #expect(
      throws: FeedPublicationError.unwritten(
        "\(site.path("feed")) is being written by another program")
    ) {
      try await publish()
    }
    withExtendedLifetime(folder) {}
  }

  @Test func `a feed that can't be read is replaced, as no other program writes it`() async throws {
    try await publish()
    // More than is read.
    expectEqual(truncate(site.path("feed/feed.json"), 2 << 30), 0)

    try await publish()

    try await expectEqual(published().map(\.name), ["a", "b", "c"])
  }

  @Test func `only photos for sale are published if requested`() async throws {
    try mark("b.jpg", .forSale("120", nil))

    let summary = try await publish(
      FeedPublicationSettings(currency: "CHF", isOnlyForSale: true, zone: .gmt))

    expectEqual(summary.photoCount, 1)
    try await expectEqual(published().map(\.price), [Price(amount: "120", currency: "CHF")])
    expectEqual(made.take(), ["b.jpg 2048", "b.jpg 320"])
  }

  @Test func `a price keeps the date until which it holds`() async throws {
    try photos.write(
      #"{"photos":[{"id":1,"name":"b","image_url":"b.jpg","for_sale":true,"price":"9","price_until":"2117-05-03T12:00:00Z"}]}"#,
      to: "feed.json")

    try await publish(feed(photos.file("feed.json")), folders: [photos.file(".")])

    try await expectEqual(
      published().map(\.priceUntil), [Date(timeIntervalSince1970: 4_649_486_400)])
  }

  @Test func `a photo without a picture is counted and skipped`() async throws {
    let summary = try await publish(failing: "b.jpg")

    expectEqual(summary.failureCount, 1)
    try await expectEqual(published().map(\.name), ["a", "c"])
  }

  @Test(arguments: [true, false])
  func `a run that is cancelled, or can make no pictures, keeps the previous feed`(
    isCancelled: Bool
  ) async throws {
    try await publish()
    let text = site.text("feed/feed.json")
    try photos.write("new", to: "d.jpg")

    if isCancelled {
      let work = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        return try await publish()
      }
      #expect(try await work.value.wasCancelled)
    } else {
      await #expect(
        throws: FeedPublicationError.unwritten("can't make pictures; nothing was written")
      ) {
        try await publish(failing: "d.jpg", isUnavailable: true)
      }
    }
    expectEqual(site.text("feed/feed.json"), text)
    expectEqual(names("feed/pictures").count, 3)
  }

  @Test func `the feed's own properties precede the photos`() async throws {
    try await publish(
      FeedPublicationSettings(
        title: "Ann \"A\" <b>", orderURL: "/order", orderEmail: "ann@photos.example",
        deliveries: [.download, .print], zone: .gmt))

    let text = try #require(site.text("feed/feed.json"))
    #expect(
      text.hasPrefix(
        """
        {
         "name": "Ann \\"A\\" <b>",
         "current_page": 1,
         "total_pages": 1,
         "total_items": 3,
         "order_url": "/order",
         "order_email": "ann@photos.example",
         "order_delivery": ["download","print"],
         "photos": [
          {"id":"a.jpg","name":"a","
        """))
    let page = try #require(site.text("feed/index.html"))
    #expect(page.contains("<title>Ann &quot;A&quot; &lt;b&gt;</title>"))
    let url = try #require(URL(string: "https://photos.example/x/"))
    expectEqual(
      FeedDiscovery.feeds(in: Array(page.utf8), of: url).map(\.absoluteString),
      ["https://photos.example/x/feed.json"])
  }

  /// A feed of one photo, and its page.
  private func texts(of photo: Photo) -> (feed: String, page: String) {
    let name = FeedPictureName(folder: "pictures", id: "a", stamp: FileStamp(stat()), side: 320)
    let published = [PublishedPhoto(id: "a", photo: photo, thumbnail: name, picture: name)]
    let writer = FeedWriter(settings: FeedPublicationSettings(zone: .gmt), title: "F")
    return (
      String(decoding: writer.text(published), as: UTF8.self),
      String(decoding: FeedIndexPage.text(title: "F", published), as: UTF8.self)
    )
  }

  @Test func `words and rights are in the feed and on its page, whose pictures have alt texts`() {
    var photo = Photo(
      id: "a.jpg", name: "Tide", description: "One <b>", author: "Ana",
      licence: Licence(name: "CC BY 4.0", url: URL(string: "https://l.example/by")))
    (photo.headline, photo.copyright, photo.altText) = ("Low", "© Ana", "A \"boat\"")
    let (feed, page) = texts(of: photo)
    for part in [
      #""description":"One &lt;b&gt;""#, #""user":{"fullname":"Ana"}"#, #""headline":"Low""#,
      #""copyright":"© Ana""#, #""alt":"A \"boat\"""#, #""license_type":"CC BY 4.0""#,
      #""license_url":"https://l.example/by""#,
    ] { #expect(feed.contains(part), "\(part)") }

    #expect(page.contains("alt=\"A &quot;boat&quot;\""))
    #expect(
      page.contains(
        "<figcaption>Tide<br>Low<br>One &lt;b&gt;<br>Ana<br>© Ana<br>CC BY 4.0</figcaption>"))
    #expect(page.contains("<p>1 photo, "))
  }

  @Test(arguments: [
    (nil, false, #""a","taken_at":"2026-01-13T05:38:00Z","camera""#),
    (-28_800, false, #""taken_at":"2026-01-13T05:38:00Z","utc_offset":-28800,"camera""#),
    // A file's date isn't the photo's.
    (nil, true, #""name":"a","camera""#),
  ])
  func `a photo has the camera's UTC offset next to its date`(
    offset: Int?, isFileDate: Bool, part: String
  ) {
    var photo = Photo(
      id: "a", name: "a", camera: "X", createdAt: Date(timeIntervalSince1970: 1_768_282_680),
      utcOffset: offset)
    photo.isFileDate = isFileDate

    #expect(texts(of: photo).feed.contains(part))
  }

  @Test(arguments: [
    ("0123456789abcdef0123456789abcdef-2048.jpg", true),
    ("0123456789abcdef0123456789abcdef-2048.JPG", false),
    ("0123456789ABCDEF0123456789abcdef-2048.jpg", false), ("0123456789abcdef-2048.jpg", false),
    ("0123456789abcdef0123456789abcdef-.jpg", false),
    ("0123456789abcdef0123456789abcdef.jpg", false),
    ("", false), ("../0123456789abcdef0123456789abcd-1.jpg", false),
  ])
  func `only our own names are recognised as ours`(name: String, isOwn: Bool) {
    expectEqual(FeedPictureName.isOwn(name), isOwn)
  }

  @Test func `descriptions are HTML, as in 500px feeds`() {
    expectEqual(FeedWriter.html("a < b & c\nd"), "a &lt; b &amp; c<br>d")
  }
}
