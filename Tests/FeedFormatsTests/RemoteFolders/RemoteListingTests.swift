import ExpectationSupport
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import FolderFormats

/// How much is kept of the files that a server lists.
struct RemoteListingTests {
  private func entry(_ path: String, isFolder: Bool = false) -> RemoteEntry {
    RemoteEntry(path: Array(path.utf8), isFolder: isFolder)
  }

  @Test func `a path occurs once as a file and once as a folder, and a second one is named`() {
    let listing = RemoteListing(entries: [entry("a"), entry("a", isFolder: true), entry("a")])

    expectEqual(listing.entries, [entry("a"), entry("a", isFolder: true)])
    expectEqual(listing.skipped.items, [SkippedItem(name: "a", reason: "listed twice")])
    #expect(!listing.isCut)
  }

  @Test func `a path that no file system allows is left out`() {
    let listing = RemoteListing(entries: [entry(String(repeating: "x", count: 70_000) + ".jpg")])

    #expect(listing.entries.isEmpty && listing.isCut)
  }

  @Test func `the paths of a listing have a limit in all`() {
    let folder = String(repeating: "x", count: 4_000)
    let count = RemoteListing.pathsByteLimit / 4_000 + 1
    let listing = RemoteListing(entries: (0..<count).map { entry("\(folder)/\($0).jpg") })

    #expect(listing.isCut && !listing.entries.isEmpty)
    #expect(listing.entries.map(\.path.count).reduce(0, +) <= RemoteListing.pathsByteLimit)
  }

  @Test func `three hundred thousand files fit`() { #expect(RemoteListing.entryLimit >= 300_000) }

  // MARK: Formats

  private static let url = "https://photos.example/"

  private static let webDAV =
    "<multistatus xmlns='DAV:'><response><href>/</href></response>"
    + (0..<10).map {
      "<response><href>/\($0).jpg</href><propstat><prop/></propstat></response>"
    }.joined() + "</multistatus>"

  private static let page =
    "<html><head><title>Index of /</title></head><body>"
    + (0..<10).map { "<a href=\"\($0).jpg\">\($0).jpg</a>\n" }.joined() + "</body></html>"

  private static let items =
    "["
    + (0..<10).map { "{\"name\":\"\($0).jpg\",\"type\":\"file\",\"mtime\":\"\",\"size\":1}" }
    .joined(separator: ",") + "]"

  @Test(arguments: [(webDAV, 207), (page, 200), (items, 200)])
  func `entries that don't fit are counted and named`(body: String, status: Int) throws {
    let url = RecordedServers.url(Self.url)
    var (folder, index) = (try WebDAVFormat(url: url), try DirectoryIndexFormat(url: url))
    (folder.entryLimit, index.entryLimit) = (3, 3)
    let format: any RemoteFolderFormat = status == 207 ? folder : index

    let listing = try format.decode(
      HTTPResponse(status: status, body: Array(body.utf8), url: url), of: [])

    expectEqual(listing.fileNames, ["0.jpg", "1.jpg", "2.jpg"])
    expectEqual(listing.skipped.unreadableCount, 7)
    expectEqual(
      listing.skipped.items.first, SkippedItem(name: "3.jpg", reason: "more than can be kept"))
    #expect(listing.isCut)
  }
}
