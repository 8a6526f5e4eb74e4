import ExpectationSupport
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import FeedFormats
@testable import FolderFormats
@testable import GalleryData

/// How much of a source's listing is kept, and that the user learns of the rest.
@Suite(.timeLimit(.minutes(10)))
struct ListingLimitsTests {
  private let folder = TemporaryFolder.made()

  private func names(_ texts: [String]) -> NameList {
    var names = NameList()
    for text in texts { names.append(text.utf8) }
    return names
  }

  // MARK: Servers

  /// A folder of 10 photos, of which a format has room for 4.
  private func cutRepository() throws -> FolderRepository {
    var format = try WebDAVFormat(url: TestServer.address)
    format.entryLimit = 4
    return FolderRepository(at: .webDAV((0..<10).map { "\($0).jpg" }), format)
  }

  @Test
  func `a server with too many photos shows the first, and says that there are more`()
    async throws
  {
    let repository = try cutRepository()
    let first = try await repository.page(for: PageRequest(pageSize: 3))
    var request = PageRequest(pageSize: 3)
    request.page = 2
    let second = try await repository.page(for: request)

    expectEqual(first.ids, ["0.jpg", "1.jpg", "2.jpg"])
    expectEqual(first.ending, nil)
    expectEqual(second.ids, ["3.jpg"])
    expectEqual(second.ending, .tooManyPhotos)
    #expect(!second.hasMorePages)
  }

  @Test func `what is printed of it says so, too`() async throws {
    let output = Mutex<[UInt8]>([])
    let notes = try await PhotoPrinter(
      repository: LocalQueryRepository(cutRepository()), format: .plain
    ).print { text in
      output.withLock { $0 += text }
      return true
    }

    expectEqual(output.withLock { $0 }.split(separator: UInt8(ascii: "\n")).count, 4)
    expectEqual(notes?.ending, .tooManyPhotos)
    expectEqual(notes?.skipped.unreadableCount, 6)
    expectEqual(
      notes?.skipped.items.first, SkippedItem(name: "4.jpg", reason: "more than can be kept"))
  }

  @Test func `a store of any size is asked for no more than is kept of it`() async throws {
    let transport = ScriptedTransport { request in
      let token = TestServer.token(request) ?? 0
      let keys = (0..<100).map { "\(token)-\($0 + 100).jpg" }
      return .text(TestServer.listing(keys, next: "\(token + 1)"), for: request)
    }
    var limits = RemoteFolderWalk.Limits()
    limits.photoCount = 250
    let listing = RemoteFolderWalk.listing(at: transport, limits: limits)
    try await listing.wait(for: .everything)

    expectEqual(listing.read { $0.index.photoCount }, 250)
    #expect(listing.read(\.isCut))
    expectEqual(transport.requestCount, 3)
    expectEqual(listing.read(\.facts.count), 250)
    // The fifty photos that were listed, and what follows them.
    let skipped = listing.read(\.skipped)
    expectEqual(skipped.unreadableCount, 51)
    expectEqual(skipped.items.first?.name, "2-150.jpg")
  }

  @Test func `folders and sidecars for which there is no room are counted and named`() async throws
  {
    let paths = ["a", "b", "c"].flatMap { ["\($0)/1.jpg", "\($0)/1.xmp"] }
    var limits = RemoteFolderWalk.Limits()
    (limits.folderCount, limits.sidecarCount) = (3, 1)
    let listing = try RemoteFolderWalk.listing(
      at: .webDAV(paths), WebDAVFormat(url: TestServer.address), limits: limits)
    try await listing.wait(for: .everything)

    expectEqual(listing.read { $0.index.photoCount }, 2)
    expectEqual(listing.read { $0.skipped.items.map(\.name) }, ["c", "b/1.xmp"])
    expectEqual(listing.read(\.skipped.unreadableCount), 1)
    #expect(listing.read(\.isCut))
  }

  @Test func `a photo at the top of the file system has a row`() {
    var index = FolderIndex()
    _ = index.append(names(["a.jpg"]), directory: Array("/".utf8))
    _ = index.append(names(["a.jpg"]), directory: [])

    expectEqual(index.row(of: Array("/a.jpg".utf8)), 0)
    expectEqual(index.row(of: Array("a.jpg".utf8)), 1)
  }

  @Test func `names that would take too much space are dropped, and all after them`() {
    var index = FolderIndex(byteLimit: 1_000)
    let long = String(repeating: "x", count: 200)
    expectEqual(index.append(names(["a.jpg", "b.jpg"]), directory: []), 0)
    expectEqual(index.append(names([long, long, long, long, "c.jpg"]), directory: []), 3)
    expectEqual(index.append(names(["d.jpg"]), directory: []), 1)

    // A row is known by its number: one that followed would be taken for one that was left out.
    expectEqual(index.photoCount, 4)
    #expect(index.byteCount <= 1_000)
    #expect(index.isFull)
  }

  @Test func `three hundred thousand photos of a server fit`() {
    let limits = RemoteFolderWalk.Limits()
    #expect(limits.photoCount >= 300_000)
    #expect(limits.indexByteCount >= 300_000 * 64)
    // Names and facts.
    let most =
      limits.indexByteCount + limits.photoCount * 32 + limits.folderByteCount
      + limits.sidecarCount * 32
    #expect(most < 90 << 20)
  }

  // MARK: Standard input

  private func input(
    _ text: String, limits: PathInput.Limits = PathInput.Limits()
  ) throws -> PathInput {
    try folder.write("input", Array(text.utf8))
    return PathInput(descriptor: open(folder.path + "/input", O_RDONLY), limits: limits)
  }

  private func paths(_ input: PathInput) -> [String] {
    var all: [String] = []
    while let paths = input.paths(from: all.count, isCancelled: { false }) {
      all += paths.map { String(decoding: $0, as: UTF8.self) }
    }
    return all
  }

  @Test func `a path that is named repeatedly is listed once`() throws {
    let input = try input(String(repeating: "a.jpg\n./a.jpg\nb.jpg\n", count: 30_000))

    expectEqual(paths(input), ["a.jpg", "b.jpg"])
    #expect(!input.isCut)
    #expect(input.storedByteCount < 100)
  }

  @Test(arguments: [
    ("a.jpg\na.jpg\na.jpg\nb.jpg\nc.jpg\n", PathInput.Limits(repeatCount: 2), ["a.jpg"]),
    ("a.jpg\nb.jpg\nc.jpg\nd.jpg", PathInput.Limits(pathCount: 2), ["a.jpg", "b.jpg"]),
    ("a.jpg\nb.jpg\nc.jpg\n", PathInput.Limits(byteCount: 12), ["a.jpg", "b.jpg"]),
  ])
  func `a program that names paths endlessly is not read to its end`(
    text: String, limits: PathInput.Limits, expected: [String]
  ) throws {
    let input = try input(text, limits: limits)

    expectEqual(paths(input), expected)
    #expect(input.isCut)
  }

  @Test(arguments: ["\n", "\0"])
  func `a line without an end takes no memory, and the next path counts`(end: String) throws {
    let text = String(repeating: "x", count: 300_000)
    let endless = try input(text)
    #expect(paths(endless).isEmpty)
    #expect(endless.storedByteCount < 5_000)

    expectEqual(paths(try input("\(text)\(end)a.jpg\(end)\(text)\(end)b.jpg")), ["a.jpg", "b.jpg"])
  }

  @Test func `a truncated list of named paths says that there are more`() async throws {
    try folder.write("a.jpg")
    let listing = try FolderWalk.listing(
      of: folder.reference.path,
      .paths(input("a.jpg\na.jpg\na.jpg\n", limits: .init(repeatCount: 1))), name: "x")
    try await listing.wait(for: .everything)

    expectEqual(listing.read { $0.index.photoCount }, 1)
    #expect(listing.read(\.isCut))
  }
}
