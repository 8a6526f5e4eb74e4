import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// Several folders as one source, of which some may not be there.
@Suite(.timeLimit(.minutes(10))) struct SeveralFoldersTests {
  private let folder: TemporaryFolder
  private let known: TestLibrary
  private let reader = StubMetadataReader(
    PhotoMetadata {
      $0.title = "T"
      $0.dates = [.init("2017:10:01 12:00:00")]
    })

  init() throws {
    folder = try TemporaryFolder()
    known = try TestLibrary()
    for name in ["p/a.jpg", "p/x/b.jpg", "disk/c.jpg", "disk/y/d.jpg", "disk/y/e.jpg"] {
      try folder.write(name, "x")
    }
  }

  private func folders(_ names: String..., isRecursive: Bool = true) -> FolderRepository {
    let collection = CollectionFile(folders: names.map(folder.file))
    return FolderRepository(
      folder: collection.base, reader: reader, zone: utc, isRecursive: isRecursive,
      collection: collection, library: known.library,
      now: { DirectoryWatch.time() + 60_000_000_000 })
  }

  private func readAll(_ repository: FolderRepository) async throws {
    for photo in try await page(repository).photos { _ = await repository.details(of: photo) }
    await known.library.finishWriting()
  }

  @Test func `a folder that isn't there is no other one, whatever its name says`() async throws {
    let page = try await page(folders("p", "d\\x69sk", "disk\tx", "#gone"))
    expectEqual(page.ids, ["p/a.jpg", "p/x/b.jpg"])
    expectEqual(page.skipped.unreadableCount, 3)
  }

  @Test func `the photos of all are in one list, in the order of the folders`() async throws {
    let repository = folders("p", "disk")
    let page = try await page(repository)

    expectEqual(page.ids, ["p/a.jpg", "p/x/b.jpg", "disk/c.jpg", "disk/y/d.jpg", "disk/y/e.jpg"])
    expectEqual(
      page.sections,
      .whole([
        section("p", 0, 1), section("p/x", 1, 1), section("disk", 2, 1),
        section("disk/y", 3, 2),
      ]))
    expectEqual(page.totalCount, 5)
    await expectEqual(repository.title, "p, disk")
    try await expectEqual(
      folders("disk", "p", isRecursive: false).ids(), ["disk/c.jpg", "p/a.jpg"])
  }

  @Test func `a folder within another, or named twice, is shown once, where it is named first`()
    async throws
  {
    try await expectEqual(
      page(folders("disk/y", "p/x", "p/../p", "disk/y/", "p/x")).ids,
      ["disk/y/d.jpg", "disk/y/e.jpg", "p/x/b.jpg", "p/a.jpg"])
  }

  @Test
  func
    `a folder within another that doesn't show it is shown by itself, and one that isn't there is named`()
    async throws
  {
    try folder.write("p/.hidden/h.jpg", "x")

    try await expectEqual(
      page(folders("p", "p/.hidden")).ids, ["p/a.jpg", "p/x/b.jpg", "p/.hidden/h.jpg"])
    try await expectEqual(
      page(folders("p", "p/x", isRecursive: false)).ids, ["p/a.jpg", "p/x/b.jpg"])
    let missing = try await page(folders("p", "p/typo"))
    expectEqual(missing.ids, ["p/a.jpg", "p/x/b.jpg"])
    expectEqual(missing.skipped.unreadableCount, 1)
    expectEqual(missing.skipped.items.map(\.name), ["p/typo"])
  }

  @Test func `links to folders are followed as in one folder, unless they lead to another of them`()
    async throws
  {
    try folder.write("real/r.jpg", "x")
    folder.link("p/link", to: "../real")
    folder.link("p/other", to: "../disk/y")

    try await expectEqual(
      page(folders("p", "disk")).ids,
      ["p/a.jpg", "p/link/r.jpg", "p/x/b.jpg", "disk/c.jpg", "disk/y/d.jpg", "disk/y/e.jpg"])
    try await expectEqual(
      page(folders("p")).ids,
      ["p/a.jpg", "p/link/r.jpg", "p/other/d.jpg", "p/other/e.jpg", "p/x/b.jpg"])
  }

  @Test
  func `raw files and clips belong to photos that are named, unless they are named themselves`()
    async throws
  {
    for name in ["1.JPG", "1.DNG", "1.MOV", "2.JPG", "2.DNG", "2.MOV", "3.DNG"] {
      try folder.write("shots/\(name)", "x")
    }
    try folder.write("list.photos", "shots/1.JPG\nshots/2.DNG\nshots/2.JPG\nshots/3.DNG\n")
    let file = CollectionFile(folder.file("list.photos"))
    func companions(showsPairs: Bool) async throws -> [String: [String]] {
      let repository = FolderRepository(
        folder: folder.reference, reader: nil, showsPairs: showsPairs, collection: file)
      return Dictionary(
        uniqueKeysWithValues: try await page(repository).photos.map { photo in
          (photo.id, photo.companions.map(FilePath.shownName))
        })
    }

    try await expectEqual(
      companions(showsPairs: false),
      [
        "shots/1.JPG": ["1.DNG", "1.MOV"], "shots/2.DNG": [], "shots/2.JPG": ["2.MOV"],
        "shots/3.DNG": [],
      ])
    try await expectEqual(companions(showsPairs: true)["shots/1.JPG"], [])
  }

  @Test func `orders and filters are over all of them`() async throws {
    let repository = LocalQueryRepository(folders("p", "disk"))
    let sorted = try await page(repository, PhotoQuery(sort: PhotoSort(.name, isDescending: true)))
    expectEqual(sorted.ids, ["disk/y/e.jpg", "disk/y/d.jpg", "disk/c.jpg", "p/x/b.jpg", "p/a.jpg"])
    let filter = FilterReading("path:y/ title:T").expression
    try await expectEqual(
      page(repository, PhotoQuery(filter: filter)).ids, ["disk/y/d.jpg", "disk/y/e.jpg"])
  }

  @Test(arguments: [false, true])
  func `a folder that isn't there is named as missing, and the library keeps what it remembers`(
    isMountPoint: Bool
  ) async throws {
    try await readAll(folders("p", "disk"))
    try folder.remove("disk")
    if isMountPoint {
      // An unmounted disk leaves an empty folder, on another file system, or one with these.
      try FileManager.default.createDirectory(
        atPath: folder.file("disk/lost+found").shownPath, withIntermediateDirectories: true)
      try folder.write("disk/.directory", "[Desktop Entry]")
      try known.moveToAnotherDisk()
    }

    for repository: any PhotoRepository in [
      folders("disk", "p"), LocalQueryRepository(folders("disk", "p")),
    ] {
      let page = try await page(repository)
      expectEqual(page.ids, ["p/a.jpg", "p/x/b.jpg"])
      expectEqual(page.skipped.unreadableCount, 1)
      expectEqual(page.skipped.unreadableFolderCount, 1)
      expectEqual(
        page.skipped.items,
        [
          SkippedItem(
            name: "disk",
            reason: isMountPoint ? "empty; its disk may not be there" : "no such file or directory")
        ])
    }
    expectEqual(known.paths.count { $0.contains("/disk/") }, 3)
  }

  /// A feed keeps the pictures of what may return.
  @Test(arguments: [
    (["disk/y/e.jpg"], false, 1), (["disk/y/e.jpg"], true, 1), (["disk"], false, 1),
    (["disk"], true, 1), (["p/gone.jpg"], false, 0),
  ])
  func `of a collection, what may return counts as a folder, a file that is gone doesn't`(
    lines: [String], isMountPoint: Bool, folderCount: Int
  ) async throws {
    try folder.write("list.photos", lines.joined(separator: "\n") + "\np/a.jpg\n")
    try folder.remove("disk")
    if isMountPoint {
      try FileManager.default.createDirectory(
        atPath: folder.file("disk/y").shownPath, withIntermediateDirectories: true)
      if lines == ["disk"] { try folder.remove("disk/y") }
    }
    let file = CollectionFile(folder.file("list.photos"), namesAnything: true)

    let page = try await page(
      FolderRepository(folder: folder.reference, reader: reader, zone: utc, collection: file))

    expectEqual(page.ids, ["p/a.jpg"])
    expectEqual(page.skipped.unreadableCount, 1)
    expectEqual(page.skipped.unreadableFolderCount, folderCount)
  }

  @Test func `when it is back its files are shown`() async throws {
    let (from, to) = (folder.file("disk").shownPath, folder.file("elsewhere").shownPath)
    expectEqual(rename(from, to), 0)
    let repository = folders("p", "disk")
    try await expectEqual(page(repository).photos.count, 2)

    expectEqual(rename(to, from), 0)
    let page = try await page(repository, isRefresh: true)

    expectEqual(page.photos.count, 5)
    expectEqual(page.skipped.unreadableCount, 0)
  }
}
