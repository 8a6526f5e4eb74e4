import ExpectationSupport
import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// What other programs keep in folders.
@Suite(.timeLimit(.minutes(10))) struct IgnoredNamesTests {
  private let folder = TemporaryFolder.made()

  /// As network storages, other systems and other programs leave it.
  private static let others = [
    "2024/@eaDir/IMG_1.JPG/SYNOPHOTO_THUMB_XL.jpg", "#recycle/2023/old.jpg",
    "#snapshot/GMT+01/a.jpg",
    "@Recycle/b.jpg", "@Recently-Snapshot/c.jpg", ".@__thumb/default100.jpg",
    "$RECYCLE.BIN/S-1/$R1.jpg",
    "$Recycle.Bin/$R2.jpg", "System Volume Information/d.jpg", "lost+found/e.jpg",
    "__MACOSX/._f.jpg",
    "__MACOSX/f.jpg", "RECYCLED/De1.jpg", "~snapshot/nightly.0/a.jpg", "Temporary Items/a.jpg",
    "Lr Previews.lrdata/0/g.jpg", "Lr.lrcat-data/h.jpg",
    "PRIVATE/M4ROOT/THMBNL/C1.JPG",
    "anna/files_trashbin/files/i.jpg", "appdata_oc1/preview/j.jpg",
    "Photos.photoslibrary/resources/derivatives/k.jpeg", "Photos.photoslibrary/database/l.jpg",
    "iPhoto Library.photolibrary/Previews/m.jpg", "Aperture.aplibrary/Thumbnails/n.jpg",
    "iPhoto Library/Data/o.jpg", "Session.cocatalog/Cache/p.jpg",
    "camera/hidden/.nomedia", "camera/hidden/q.jpg", "camera/hidden/below/r.jpg",
  ]
  private static let own = [
    "2024/IMG_1.JPG", "Photos.photoslibrary/originals/0/o.jpeg",
    "Photos.photoslibrary/originals/resources/u.jpg",
    "iPhoto Library.photolibrary/Masters/2010/s.jpg", "Session.cocatalog/Originals/t.jpg",
    "camera/v.jpg",
    "recycled art/w.jpg", "iPhoto Library/2008/y.jpg", "iPhoto Library/z.jpg", "lrdata/x.jpg",
  ]

  private func ids(
    _ path: String = ".", ignoredNames: IgnoredNames = IgnoredNames()
  ) async throws -> Set<String> {
    let repository = FolderRepository(
      folder: folder.file(path), reader: nil, ignoredNames: ignoredNames)
    return try await Set(repository.ids(PageRequest(pageSize: 100)))
  }

  @Test func `thumbnails, bins, snapshots and previews of other programs are not photos`()
    async throws
  {
    for name in Self.others + Self.own { try folder.write(name, "x") }

    try await expectEqual(ids(), Set(Self.own))
  }

  @Test(arguments: [
    ("2024/@eaDir", ["IMG_1.JPG/SYNOPHOTO_THUMB_XL.jpg"]), ("#recycle", ["2023/old.jpg"]),
    ("camera/hidden", ["q.jpg", "below/r.jpg"]),
    ("Photos.photoslibrary", ["originals/0/o.jpeg", "originals/resources/u.jpg"]),
    ("Photos.photoslibrary/resources", ["derivatives/k.jpeg"]),
    ("2024/../2024/@eaDir/.", ["IMG_1.JPG/SYNOPHOTO_THUMB_XL.jpg"]),
  ])
  func `a folder that is named is shown, whatever its name is`(path: String, expected: [String])
    async throws
  {
    for name in Self.others + Self.own { try folder.write(name, "x") }

    try await expectEqual(ids(path), Set(expected))
  }

  @Test func `of several folders, one that another one ignores is shown with both`() async throws {
    for name in ["a.jpg", "@eaDir/b.jpg", "hidden/.nomedia", "hidden/below/c.jpg", "sub/d.jpg"] {
      try folder.write(name, "x")
    }
    let collection = CollectionFile(
      folders: [".", "@eaDir", "hidden/below", "sub"].map(folder.file))
    let repository = FolderRepository(folder: collection.base, reader: nil, collection: collection)

    let page = try await repository.page(for: PageRequest(pageSize: 100))

    expectEqual(
      page.photos.compactMap { $0.file.map(FilePath.shownName) }.sorted(),
      ["a.jpg", "b.jpg", "c.jpg", "d.jpg"])
  }

  @Test func `the user's own names leave out folders and files, without regard to case`()
    async throws
  {
    for name in [
      "a.jpg", "A_small.JPG", "a_small_dog.jpg", "Exports/b.jpg", "2024/exports/c.jpg",
      "my exports/d.jpg", "2024/e.jpg", "Entwu\u{308}rfe/f.jpg", "x1/g.jpg", "x12/h.jpg",
    ] { try folder.write(name, "x") }

    let names = IgnoredNames(patterns: ["exports", "*_small.jpg", "Entwürfe", "X?"])

    try await expectEqual(
      ids(ignoredNames: names),
      ["a.jpg", "a_small_dog.jpg", "my exports/d.jpg", "2024/e.jpg", "x12/h.jpg"])
    try await expectEqual(ids("Exports", ignoredNames: names), ["b.jpg"])
  }

  @Test(arguments: [
    ("*", "", true), ("*", "a", true), ("a*b*c", "aXbbYc", true), ("a*b*c", "aXbbY", false),
    ("**a", "bba", true), ("?", "é", true), ("?", "", false), ("a", "ab", false),
    ("*.*", "a", false),
    (String(repeating: "a*", count: 60) + "b", String(repeating: "a", count: 120), false),
  ])
  func `stars and question marks match names`(pattern: String, name: String, matches: Bool) {
    let judge = IgnoredNames(patterns: [pattern]).judge(in: "x".utf8)

    expectEqual(judge.ignores(Array(name.utf8), isFolder: false), matches)
  }

  @Test func `a folder with only thumbnails does not look like one of pictures`() throws {
    try folder.write("@eaDir/a.jpg", "x")
    try folder.write("phone/.nomedia", "")
    try folder.write("phone/b.jpg", "x")
    #expect(!QuickFolderCheck.holdsPictures(folder.reference, within: .seconds(5)))

    try folder.write("c/d.jpg", "x")
    #expect(QuickFolderCheck.holdsPictures(folder.reference, within: .seconds(5)))
    #expect(QuickFolderCheck.holdsPictures(folder.file("@eaDir"), within: .seconds(5)))
  }

  @Test func `a folder of another program that appears is not reported, a marker is`() async throws
  {
    let (told, tell) = AsyncStream.makeStream(of: Set<[UInt8]>.self)
    let watch = try #require(DirectoryWatch { tell.yield($0 ?? []) })
    defer { watch.cancel() }
    let root = folder.reference.path
    expectEqual(watch.watch([root], readAt: .max, pause: .zero), .all)

    for name in ["@eaDir/a.jpg", ".nomedia", "last.jpg"] { try folder.write(name, "x") }

    let last = FilePath.join(root, Array("last.jpg".utf8))
    var reported: Set<[UInt8]> = []
    for await some in told {
      reported.formUnion(some)
      if reported.contains(last) { break }
    }
    expectEqual(reported, [last, FilePath.join(root, IgnoredNames.marker)])
  }

  // MARK: Servers

  @Test func `they are left out in a bucket and on a WebDAV server, too`() async throws {
    let everything = Self.others + Self.own
    let bucket = FolderRepository(at: .bucket(of: everything))
    let server = try FolderRepository(
      at: .webDAV(everything), WebDAVFormat(url: TestServer.address))

    for repository in [bucket, server] {
      let page = try await repository.page(for: PageRequest(pageSize: 100))
      expectEqual(Set(page.ids), Set(Self.own))
    }
  }

  @Test func `a folder on a server that is named is shown, and the user's names count`()
    async throws
  {
    let keys = ["@eaDir/a.jpg", "@eaDir/small/b.jpg", "@eaDir/@eaDir/c.jpg"]
    let repository = FolderRepository(
      at: .bucket(of: keys), TestServer.bucket("@eaDir/"),
      ignoredNames: IgnoredNames(patterns: ["Small"]))

    let page = try await repository.page(for: PageRequest(pageSize: 100))

    expectEqual(page.ids, ["a.jpg"])
  }
}
