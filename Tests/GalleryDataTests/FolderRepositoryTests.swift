import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

@Suite struct FolderRepositoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func repository(
    _ reader: (any PhotoMetadataReader)? = nil
  ) -> FolderRepository {
    FolderRepository(folder: folder.reference, reader: reader, zone: utc)
  }

  private func ids(_ query: PhotoQuery = PhotoQuery()) async throws -> [String] {
    try await repository().page(for: query).photos.map(\.id)
  }

  @Test func `an empty folder has no photos`() async throws {
    let page = try await repository().page(for: PhotoQuery())

    #expect(page == PhotoPage(photos: [], totalCount: 0))
  }

  @Test func `pictures come before folders, both in natural order`() async throws {
    for name in [
      "img10.jpg", "IMG2.jpg", "img1.JPG", "b/2.png", "b/1.png", "a/z.webp", "a/a/x.svg", "c.gif",
      "img02.jpg", "é.jpg", "Éa.jpg", "Ж2.jpg", "ж1.jpg",
    ] { try folder.write(name) }

    #expect(
      try await ids() == [
        "c.gif", "img1.JPG", "IMG2.jpg", "img02.jpg", "img10.jpg", "é.jpg", "Éa.jpg", "ж1.jpg",
        "Ж2.jpg", "a/z.webp", "a/a/x.svg", "b/1.png", "b/2.png",
      ])
  }

  @Test func `only pictures that are not hidden are listed`() async throws {
    for name in [
      "a.jpg", ".hidden.jpg", ".git/b.jpg", "c.txt", "d", "jpg", ".jpg", "e.jpeg", "f.HEIC",
      "g.tiff", "h.avif", "i.jpg.xmp", "j.", "k.jpgx",
    ] { try folder.write(name) }

    #expect(try await ids() == ["a.jpg", "e.jpeg", "f.HEIC", "g.tiff", "h.avif"])
  }

  @Test func `a photo is known by its name before its file is read`() async throws {
    let file = try folder.write("sub/one two.jpg")

    let photo = try #require(try await repository().page(for: PhotoQuery()).photos.first)

    #expect(
      photo
        == Photo(
          id: "sub/one two.jpg", name: "one two", imageURL: file.url, file: file,
          needsDetails: true))
  }

  @Test func `names that are not text lead to their file`() async throws {
    let names: [[UInt8]] = [
      Array("caf".utf8) + [0xE9] + Array(".jpg".utf8), Array("caf\\xE9.jpg".utf8),
      Array("\u{1B}[31m\n.jpg".utf8), Array("a\u{202E}gpj.jpg".utf8), Array("  .jpg".utf8),
    ]
    for name in names { folder.create(nameBytes: name) }

    let page = try await repository().page(for: PhotoQuery())

    #expect(Set(page.photos.map(\.id)).count == names.count)
    let files = Set(names.map { FilePath.join(folder.reference.path, $0) })
    #expect(Set(page.photos.compactMap(\.file?.path)) == files)
    for photo in page.photos {
      #expect(TextCleaner.line(photo.name) == photo.name && !photo.name.isEmpty)
      let relative = FolderPhotoID.path(ofID: photo.id)
      #expect(files.contains(FilePath.join(folder.reference.path, relative)))
    }
  }

  @Test func `FIFOs, dead links and loops are skipped`() async throws {
    try folder.write("a/one.jpg")
    folder.link("dead.jpg", to: "nowhere")
    folder.link("a/up", to: "..")
    folder.link("self", to: "self")
    folder.link("again", to: "a")
    folder.link("two.jpg", to: "a/one.jpg")
    mkfifo("\(folder.path)/pipe.jpg", 0o600)

    let page = try await repository().page(for: PhotoQuery())

    #expect(page.photos.map(\.id) == ["two.jpg", "a/one.jpg"])
    #expect(page.skippedCount == 3)
  }

  @Test func `a link to a folder outside is followed once`() async throws {
    let other = try TemporaryFolder()
    try other.write("x.jpg")
    other.link("back", to: folder.path)
    folder.link("l1", to: other.path)
    folder.link("l2", to: other.path)

    let page = try await repository().page(for: PhotoQuery())

    #expect(page.photos.map(\.id) == ["l1/x.jpg"])
    #expect(page.skippedCount == 2)
  }

  @Test(arguments: [1, 2, 3, 4])
  func `pages join without a gap`(pageSize: Int) async throws {
    for number in 1...4 { try folder.write("d\(number % 2)/\(number).jpg") }
    let repository = repository()

    var ids: [String] = []
    var number = 1
    while true {
      let page = try await repository.page(for: PhotoQuery(page: number, pageSize: pageSize))
      ids += page.photos.map(\.id)
      #expect(page.number == number)
      number += 1
      guard page.hasMorePages else { break }
    }

    #expect(ids == ["d0/2.jpg", "d0/4.jpg", "d1/1.jpg", "d1/3.jpg"])
  }

  @Test(arguments: [2, 100, Int.max, 0, -5])
  func `a page behind the end is empty and one before the first is the first`(
    number: Int
  ) async throws {
    try folder.write("a.jpg")

    let page = try await repository().page(for: PhotoQuery(page: number, pageSize: 1))

    #expect(page.photos.count == (number < 2 ? 1 : 0))
    #expect(!page.hasMorePages)
  }

  @Test func `a folder that is not there is told`() async throws {
    let file = try folder.write("a.jpg")

    #expect(
      await failure(FolderRepository(folder: folder.file("none"), reader: nil))
        == .notFound(name: "none"))
    #expect(
      await failure(FolderRepository(folder: file, reader: nil)) == .notFound(name: "a.jpg"))
  }

  @Test func `a folder that appears later is found then`() async throws {
    let repository = FolderRepository(folder: folder.file("later"), reader: nil)
    #expect(await failure(repository) == .notFound(name: "later"))

    try folder.write("later/a.jpg")

    #expect(try await repository.page(for: PhotoQuery()).photos.map(\.id) == ["a.jpg"])
  }

  @Test func `a refresh finds what was added and removed, and the anchor's new row`() async throws {
    for name in ["b.jpg", "c.jpg", "d/e.jpg"] { try folder.write(name) }
    let repository = repository()
    _ = try await repository.page(for: PhotoQuery())

    try folder.write("a.jpg")
    try folder.remove("b.jpg")
    try folder.write("c2.jpg")
    let page = try await repository.page(
      for: PhotoQuery(pageSize: 1, anchor: "d/e.jpg", isRefresh: true))
    let gone = try await repository.page(for: PhotoQuery(anchor: "b.jpg", isRefresh: true))

    #expect(page.photos.map(\.id) == ["a.jpg"])
    #expect(page.anchorRow == 3)
    #expect(gone.photos.map(\.id) == ["a.jpg", "c.jpg", "c2.jpg", "d/e.jpg"])
    #expect(gone.anchorRow == nil)
  }

  @Test func `progress ends with all that was found`() async throws {
    for name in ["a.jpg", "b/c.jpg", "b/d/e.jpg"] { try folder.write(name) }
    folder.link("dead.jpg", to: "nowhere")

    let repository = repository()
    var last: SourceProgress?
    for await progress in await repository.progress() { last = progress }

    #expect(
      last
        == SourceProgress(
          photoCount: 3, completedSteps: 3, knownSteps: 3, isComplete: true, skippedCount: 1))
  }

  @Test func `who watches goes on watching after a refresh`() async throws {
    try folder.write("a.jpg")
    let repository = repository()
    let stream = await repository.progress()
    _ = try await repository.page(for: PhotoQuery(isRefresh: true))

    var last: SourceProgress?
    for await progress in stream { last = progress }

    #expect(last?.isComplete == true)
  }

  @Test func `a cancelled load says so`() async throws {
    try folder.write("a.jpg")
    let repository = repository()

    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return await failure(repository)
    }

    #expect(await task.value == .cancelled)
  }

  @Test func `the title is the folder's name`() async throws {
    #expect(
      await FolderRepository(folder: folder.file("x/My Photos/"), reader: nil).title == "My Photos")
    #expect(
      await FolderRepository(folder: folder.file("."), reader: nil).title.hasPrefix("vitrine-tests")
    )
    #expect(await FolderRepository(folder: folder.file("a\u{1B}[1mb"), reader: nil).title == "ab")
  }
}
