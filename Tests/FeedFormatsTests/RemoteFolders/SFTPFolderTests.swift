import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import FolderFormats

@Suite struct SFTPFolderTests {
  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func folder(_ text: String = "sftp://nas/photos") throws -> SFTPFolder {
    try SFTPFolder(url: url(text))
  }

  private func listing(_ items: [SFTPFolder.Item], of folder: String = "") -> RemoteListing {
    var listing = RemoteListing()
    for item in items { SFTPFolder.add(item, in: Array(folder.utf8), to: &listing) }
    return listing
  }

  private func file(_ name: [UInt8]) -> SFTPFolder.Item {
    SFTPFolder.Item(name: name, permissions: 0o100_644, byteCount: 7)
  }

  private func names(_ listing: RemoteListing) -> [String] {
    listing.entries.map { String(decoding: $0.path, as: UTF8.self) }
  }

  // MARK: Addresses

  @Test(arguments: [
    ("sftp://nas", "sftp://nas/~/", "."), ("sftp://nas/", "sftp://nas/~/", "."),
    ("sftp://nas/~", "sftp://nas/~/", "."), ("sftp://nas/~/a%20b", "sftp://nas/~/a%20b/", "a b"),
    ("sftp://nas/srv/x", "sftp://nas/srv/x/", "/srv/x"), ("sftp://nas//", "sftp://nas//", "/"),
    ("sftp://anna@nas:2222/x", "sftp://anna@nas:2222/x/", "/x"),
    ("sftp://@nas/x", "sftp://nas/x/", "/x"),
    ("sftp://anna:secret@nas/x?y#z", "sftp://anna@nas/x/", "/x"),
    ("sftp://nas/%7Eanna/%25", "sftp://nas/%7Eanna/%25/", "/~anna/%"),
  ])
  func `a folder is requested with a slash, and an empty path means the home`(
    typed: String, address: String, path: String
  ) throws {
    let url = try folder(typed).listingURL(of: [])

    expectEqual(url.absoluteString, address)
    expectEqual(SFTPFolder.path(of: url), Array(path.utf8))
  }

  @Test func `every byte of a name is encoded, and is the same at the server`() throws {
    let folder = try folder("sftp://anna@nas/~/")
    let name: [UInt8] = [0x61, 0x20, 0xFF, 0x2F, 0x2D, 0x2B]
    let url = try #require(folder.url(of: name))

    expectEqual(url.absoluteString, "sftp://anna@nas/~/a%20%FF/-%2B")
    expectEqual(SFTPFolder.path(of: url), name)
    expectEqual(folder.url(of: Array("../x".utf8)), nil)
    expectEqual(SFTPFolder.path(of: try self.url("sftp://nas/a%00b")), nil)
  }

  @Test func `a source is named without secrets, and in every run alike`() throws {
    let folder = try folder("sftp://anna:secret@nas:2222/srv/2024")

    expectEqual(folder.title, "2024 · nas")
    expectEqual(folder.sourceID, (try self.folder("sftp://anna@nas:2222/srv/2024/")).sourceID)
    #expect(folder.sourceID != (try self.folder("sftp://eve@nas:2222/srv/2024/")).sourceID)
    #expect(!folder.sourceID.contains("secret"))
    try expectEqual(self.folder("sftp://nas").title, "~ · nas")
    #expect(throws: PhotoSourceError.self) { try self.folder("ftp://nas/x") }
    #expect(throws: PhotoSourceError.self) { try self.folder("sftp:///x") }
  }

  // MARK: Listings

  @Test func `kinds come from the permissions, and only files have sizes and dates`() {
    let date = Date(timeIntervalSince1970: 1_795_431_601)
    func item(_ name: String, _ permissions: UInt32?) -> SFTPFolder.Item {
      SFTPFolder.Item(
        name: Array(name.utf8), permissions: permissions, byteCount: 9, modified: date)
    }

    let listing = listing(
      [
        item(".", 0o040_755), item("..", 0o040_755), item("a.jpg", 0o100_644),
        item("sub", 0o041_777), item("link.jpg", 0o120_777), item("pipe.jpg", 0o010_644),
        item("socket.jpg", 0o140_755), item("disk.jpg", 0o060_660), item("tty.jpg", 0o020_620),
        item("plain.jpg", 0o644), item("unsaid.jpg", nil),
      ], of: "2024")

    expectEqual(
      listing.entries,
      [
        RemoteEntry(path: Array("2024/a.jpg".utf8), byteCount: 9, modified: date),
        RemoteEntry(path: Array("2024/sub".utf8), isFolder: true),
        RemoteEntry(path: Array("2024/link.jpg".utf8)),
        RemoteEntry(path: Array("2024/plain.jpg".utf8), byteCount: 9, modified: date),
        RemoteEntry(path: Array("2024/unsaid.jpg".utf8), byteCount: 9, modified: date),
      ])
    expectEqual(listing.skipped.count, 0)
  }

  @Test func `missing attributes are not made up`() {
    let listing = listing([
      SFTPFolder.Item(name: Array("a.jpg".utf8), permissions: nil),
      SFTPFolder.Item(name: Array("b.jpg".utf8), permissions: 0o100_644, byteCount: -1),
    ])

    expectEqual(listing.entries.map(\.byteCount), [nil, nil])
    expectEqual(listing.entries.map(\.modified), [nil, nil])
  }

  @Test(arguments: [
    "/etc/passwd", "../x.jpg", "a/b.jpg", "", "a\u{0}b", String(repeating: "n", count: 1_025),
  ])
  func `an invalid name, and one that was too long, is skipped and counted`(name: String) {
    var item = file(Array(name.utf8))
    item.isTooLong = name.utf8.count > 1_024
    let listing = listing([item, file(Array("a.jpg".utf8))])

    expectEqual(names(listing), ["a.jpg"])
    expectEqual(listing.skipped.count, 1)
    expectEqual(listing.skipped.unreadableCount, name.hasSuffix(".jpg") ? 1 : 0)
  }

  @Test func `bytes of names are kept as they are, and a name counts once`() {
    let odd: [[UInt8]] = [
      [0xFF, 0x1B, 0x5B], Array("-x.jpg".utf8), Array(" ".utf8), [0xC3, 0xA4],
      Array("x -> y.jpg".utf8),
    ]
    let listing = listing((odd + odd).map(file))

    expectEqual(listing.entries.map(\.path), odd)
    expectEqual(listing.skipped.count, odd.count)
  }
}
