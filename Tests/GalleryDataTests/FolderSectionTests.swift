import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// The folders of a folder as sections.
@Suite(.timeLimit(.minutes(10))) struct FolderSectionTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    for name in ["a.jpg", "b/1.jpg", "b/2.jpg", "b/c/3.jpg", "d/4.jpg", "d/note.txt"] {
      try folder.write(name)
    }
  }

  @Test func `each folder is a section with its own photos`() async throws {
    let repository = FolderRepository(folder: folder.reference, reader: nil)

    try await expectEqual(
      page(repository).sections,
      .whole([
        section("", 0, 1), section("b", 1, 2), section("b/c", 3, 1),
        section("d", 4, 1),
      ]))
  }

  @Test
  func `search results are in sections only if they are grouped; filtered rows are in theirs`()
    async throws
  {
    let repository = LocalQueryRepository(FolderRepository(folder: folder.reference, reader: nil))

    let found = try await page(repository, PhotoQuery(search: "b"))
    expectEqual(found.ids, ["b/1.jpg", "b/2.jpg", "b/c/3.jpg"])
    // The best matches come first, whatever their folder.
    expectEqual(found.sections, .none)
    func grouped(_ anchor: Photo.ID) async throws -> PhotoPage {
      try await repository.page(
        for: PageRequest(PhotoQuery(search: "b", grouping: .folder), anchor: anchor))
    }
    let last = try await grouped("b/c/3.jpg")
    expectEqual(last.sections, .whole([section("b", 0, 2), section("b/c", 2, 1)]))
    #expect(last.anchorRow == 2 && last.totalCount == 3)
    try await expectEqual(grouped("a.jpg").anchorRow, nil)
    let filter = FilterReading("path:b/").expression
    let list = try await repository.page(for: PageRequest(PhotoQuery(filter: filter)))
    expectEqual(list.sections, .whole([section("b", 0, 2), section("b/c", 2, 1)]))
    // Applied page by page, it knows those of its page.
    let filtered = try await page(repository, PhotoQuery(filter: filter))
    expectEqual(filtered.sections, .page([section("b", 0, 2), section("b/c", 2, 1)]))
  }

  @Test func `other sections and orders are made here, and headers are turned off`() async throws {
    let repository = LocalQueryRepository(FolderRepository(folder: folder.reference, reader: nil))

    let sorted = try await page(
      repository, PhotoQuery(sort: PhotoSort(.name, isDescending: true), grouping: .folder))
    expectEqual(sorted.ids, ["a.jpg", "b/2.jpg", "b/1.jpg", "b/c/3.jpg", "d/4.jpg"])
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
    expectEqual(page.ids, ["a.jpg"])
    expectEqual(page.totalCount, 1)
    #expect(!page.hasMorePages)
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
