import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// The folders of a folder as sections, and lists of files that another program names.
@Suite(.timeLimit(.minutes(10))) struct FolderSectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b/1.jpg", "b/2.jpg", "b/c/3.jpg", "d/4.jpg", "d/note.txt"] {
      try folder.write(name)
    }
  }

  private func page(
    _ repository: any PhotoRepository, _ query: PhotoQuery = .everything
  ) async throws -> PhotoPage {
    var request = PageRequest(query)
    request.readsAll = true
    return try await repository.page(for: request)
  }

  private static func section(_ path: String, _ start: Int, _ count: Int) -> PhotoSection {
    PhotoSection(.folder(Array(path.utf8)), start: start, count: count)
  }

  @Test func `each folder is a section with its own photos`() async throws {
    let repository = FolderRepository(folder: folder.reference, reader: nil)

    try await expectEqual(
      page(repository).sections,
      .whole([
        Self.section("", 0, 1), Self.section("b", 1, 2), Self.section("b/c", 3, 1),
        Self.section("d", 4, 1),
      ]))
  }

  @Test
  func `search results are in sections only if they are grouped; filtered rows are in theirs`()
    async throws
  {
    let repository = LocalQueryRepository(FolderRepository(folder: folder.reference, reader: nil))

    let found = try await page(repository, PhotoQuery(search: "b"))
    expectEqual(found.photos.map(\.id), ["b/1.jpg", "b/2.jpg", "b/c/3.jpg"])
    // The best matches come first, whatever their folder.
    expectEqual(found.sections, .none)
    let grouped = try await repository.page(
      for: PageRequest(PhotoQuery(search: "b", grouping: .folder)))
    expectEqual(grouped.sections, .whole([Self.section("b", 0, 2), Self.section("b/c", 2, 1)]))
    let filter = FilterReading("path:b/").expression
    let list = try await repository.page(for: PageRequest(PhotoQuery(filter: filter)))
    expectEqual(list.sections, .whole([Self.section("b", 0, 2), Self.section("b/c", 2, 1)]))
    // Applied page by page, it knows those of its page.
    let filtered = try await page(repository, PhotoQuery(filter: filter))
    expectEqual(filtered.sections, .page([Self.section("b", 0, 2), Self.section("b/c", 2, 1)]))
  }

  @Test func `what a folder finds has its folders, and the row of a photo`() async throws {
    let repository = LocalQueryRepository(FolderRepository(folder: folder.reference, reader: nil))
    func found(_ anchor: Photo.ID) async throws -> PhotoPage {
      try await repository.page(
        for: PageRequest(PhotoQuery(search: "b", grouping: .folder), anchor: anchor))
    }

    let page = try await found("b/c/3.jpg")
    expectEqual(page.sections, .whole([Self.section("b", 0, 2), Self.section("b/c", 2, 1)]))
    #expect(page.anchorRow == 2 && page.totalCount == 3)
    try await expectEqual(found("a.jpg").anchorRow, nil)
  }

  @Test func `other sections and orders are made here, and headers are turned off`() async throws {
    let repository = LocalQueryRepository(FolderRepository(folder: folder.reference, reader: nil))

    let sorted = try await page(
      repository, PhotoQuery(sort: PhotoSort(.name, isDescending: true), grouping: .folder))
    expectEqual(sorted.photos.map(\.id), ["a.jpg", "b/2.jpg", "b/1.jpg", "b/c/3.jpg", "d/4.jpg"])
    guard case .whole(let sections) = sorted.sections else {
      Issue.record("no sections")
      return
    }
    expectEqual(sections.map(\.count), [1, 2, 1, 1])
    try await expectEqual(page(repository, PhotoQuery(grouping: .off)).sections, .none)
    try await expectEqual(page(repository, PhotoQuery(sort: PhotoSort(.name))).sections, .none)
  }

  @Test func `without subfolders a folder has only its own pictures`() async throws {
    let repository = FolderRepository(
      folder: folder.reference, reader: nil, isRecursive: false)

    let page = try await page(repository)
    expectEqual(page.photos.map(\.id), ["a.jpg"])
    expectEqual(page.totalCount, 1)
    #expect(!page.hasMorePages)
  }

  // MARK: Named by another program

  /// A pipe that holds a text, with its end closed.
  private func pipe(_ text: String) throws -> Int32 {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    let bytes = Array(text.utf8)
    expectEqual(write(ends[1], bytes, bytes.count), bytes.count)
    close(ends[1])
    return ends[0]
  }

  private func listed(_ text: String) async throws -> PhotoPage {
    let input = try pipe(text)
    defer { close(input) }
    return try await page(
      FolderRepository(folder: folder.reference, reader: nil, paths: PipedInput(descriptor: input)))
  }

  @Test(arguments: ["\n", "\0"])
  func `files are listed in the order in which they are named`(end: String) async throws {
    let absolute = folder.path + "/b/1.jpg"
    let names = ["d/4.jpg", "./a.jpg", absolute, "b/2.jpg", "./b//../b/2.jpg"]

    let page = try await listed(names.map { $0 + end }.joined())

    expectEqual(page.photos.map(\.id), ["d/4.jpg", "a.jpg", absolute, "b/2.jpg", "b//../b/2.jpg"])
    let paths = page.photos.compactMap { $0.file.map { String(decoding: $0.path, as: UTF8.self) } }
    expectEqual(paths[0], folder.path + "/d/4.jpg")
    expectEqual(paths[2], absolute)
    expectEqual(page.skipped.count, 0)
  }

  @Test func `a path without an end counts, newlines are in names that end with NUL`() async throws
  {
    try folder.write("new\nline.jpg")

    try await expectEqual(listed("a.jpg\nd/4.jpg").photos.map(\.id), ["a.jpg", "d/4.jpg"])
    let page = try await listed("a.jpg\0new\nline.jpg\0")
    expectEqual(page.photos.count, 2)
    expectEqual(
      page.photos.last?.file.map { Array($0.path.suffix(12)) }, Array("new\nline.jpg".utf8))
  }

  @Test func `folders are searched, files that aren't pictures are counted`() async throws {
    let page = try await listed("b\nd/note.txt\nnowhere\n\na.jpg\n")

    expectEqual(page.photos.map(\.id), ["b/1.jpg", "b/2.jpg", "b/c/3.jpg", "a.jpg"])
    expectEqual(page.skipped.count, 2)
    expectEqual(page.skipped.items.map(\.reason), ["not a picture", "no such file or directory"])
  }

  @Test func `a name that isn't a file's is skipped, and counted as unreadable`() async throws {
    try folder.write("d/really.jpg/inside.jpg")
    expectEqual(mkfifo(folder.path + "/fifo.jpg", 0o600), 0)
    expectEqual(symlink("gone", folder.path + "/link.jpg"), 0)

    let page = try await listed(
      "a.jpg\nfifo.jpg\nnowhere.jpg\nlink.jpg\nd/note.txt\nd/really.jpg\n")

    expectEqual(page.photos.map(\.id), ["a.jpg", "d/really.jpg/inside.jpg"])
    expectEqual(
      page.skipped.items.map(\.name), ["fifo.jpg", "nowhere.jpg", "link.jpg", "d/note.txt"])
    expectEqual(
      page.skipped.items.map(\.reason).prefix(2), ["not a file", "no such file or directory"])
    expectEqual(page.skipped.count, 4)
    // A text that `find` names is not a photo; that it isn't a picture is not a failure.
    expectEqual(page.skipped.unreadableCount, 3)
  }

  @Test func `empty and invalid input are lists, too`() async throws {
    #expect(try await listed("").photos.isEmpty)
    let page = try await listed("\n\n\u{1B}[2J\n" + String(repeating: "x", count: 9_000))
    #expect(page.photos.isEmpty)
    #expect(page.skipped.items.allSatisfy { !$0.name.contains("\u{1B}") })
  }

  @Test func `a refresh drops deleted files, and keeps the others`() async throws {
    let input = try pipe("a.jpg\nd/4.jpg\n")
    defer { close(input) }
    let repository = FolderRepository(
      folder: folder.reference, reader: nil, paths: PipedInput(descriptor: input))
    try await expectEqual(page(repository).photos.count, 2)
    unlink(folder.path + "/a.jpg")

    try await expectEqual(
      repository.page(for: PageRequest(isRefresh: true, readsAll: true)).photos.map(\.id),
      ["d/4.jpg"])
  }

  @Test func `photos appear while the other program is still searching`() async throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    defer { close(ends[0]) }
    expectEqual(write(ends[1], "a.jpg\nd/4", 9), 9)
    let repository = FolderRepository(
      folder: folder.reference, reader: nil, paths: PipedInput(descriptor: ends[0]))

    let first = try await repository.page(for: PageRequest(pageSize: 1, anchor: "a.jpg"))
    expectEqual(first.photos.map(\.id), ["a.jpg"])
    expectEqual(write(ends[1], ".jpg\n", 5), 5)
    close(ends[1])
    try await expectEqual(page(repository).photos.map(\.id), ["a.jpg", "d/4.jpg"])
  }

  // MARK: Quick check

  @Test func `pictures are found one level down, and not deeper`() throws {
    let other = try TemporaryFolder()
    #expect(QuickFolderCheck.holdsPictures(folder.reference, within: .seconds(5)))
    #expect(!QuickFolderCheck.holdsPictures(other.reference, within: .seconds(5)))
    try other.write("x/y/z.jpg")
    try other.write(".hidden/z.jpg")
    try other.write("z.txt")
    #expect(!QuickFolderCheck.holdsPictures(other.reference, within: .seconds(5)))
    try other.write("x/z.jpg")
    #expect(QuickFolderCheck.holdsPictures(other.reference, within: .seconds(5)))
    #expect(!QuickFolderCheck.holdsPictures(other.reference, within: .zero))
  }

  @Test func `a named picture is shown without the folders next to it`() throws {
    let reference = folder.reference

    #expect(!PhotoSource.picture("3.jpg", folder: reference).includesSubfolders)
    // A backslash of the name, not a separator.
    #expect(!PhotoSource.picture("a\\\\x2Fb", folder: reference).includesSubfolders)
    #expect(PhotoSource.folder(reference).includesSubfolders)
  }

  @Test func `the parent folder has the photo at its position there`() throws {
    let below = try #require(FileReference(path: Array((folder.path + "/b").utf8)))

    guard
      case .picture(let id, let parent)? = PhotoSource.folder(below).parent(selecting: "c/3.jpg")
    else {
      Issue.record("no parent")
      return
    }
    expectEqual(id, "b/c/3.jpg")
    #expect(PhotoSource.picture(id, folder: parent).includesSubfolders)
    expectEqual(parent.path, folder.reference.path)
    expectEqual(PhotoSource.folder(below).parent(selecting: nil), .folder(parent))
    let root = try #require(FileReference(path: Array("/".utf8)))
    expectEqual(PhotoSource.folder(root).parent(selecting: nil), nil)
    expectEqual(PhotoSource.sampleGallery.parent(selecting: nil), nil)
  }
}
