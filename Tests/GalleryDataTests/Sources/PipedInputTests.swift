import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

/// What another program prints on standard input.
@Suite(.timeLimit(.minutes(10)))
struct PipedInputTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  /// - Returns: Open until the test's process ends.
  private func input(_ text: String) throws -> PipedInput {
    try folder.write("input", text)
    return PipedInput(descriptor: open(folder.path + "/input", O_RDONLY | O_CLOEXEC))
  }

  @Test(arguments: [
    ("{\"id\":1}", true), (" \n\t{ \n\"id\":1}", true), ("\u{FEFF}{\"id\":1}", true), ("", false),
    ("  \n", false), ("{", false), ("{1}.jpg", false), ("{}.jpg", false), ("a.jpg\n{\"", false),
    ("[{\"id\":1}]", false), ("\u{0}{\"", false),
  ])
  func `the beginning tells photos from paths`(_ text: String, _ holdsPhotos: Bool) throws {
    try expectEqual(input(text).holdsPhotos, holdsPhotos)
  }

  @Test func `it is known before the other program has ended`() throws {
    var ends: [Int32] = [0, 0]
    try #require(Glibc.pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    expectEqual(write(ends[1], "{\"", 2), 2)

    #expect(PipedInput(descriptor: ends[0]).holdsPhotos)
  }

  @Test func `photos come back as they were printed`() async throws {
    let photo = Photo(
      id: "2024/a \u{1F4F7}.jpg", name: "At the \"lake\"", description: "One.\n\nTwo.",
      camera: "X100V", lens: "23 mm", author: "Anna",
      createdAt: Date(timeIntervalSince1970: 1_700_000_000), utcOffset: 3_600,
      imageURL: FileReference(path: Array("/p/2024/a b.jpg".utf8))?.url,
      pageURL: URL(string: "https://a.example/1"),
      file: FileReference(path: Array("/p/2024/a b.jpg".utf8)),
      companions: [try #require(FileReference(path: Array("/p/2024/a b.raf".utf8)))],
      fileSize: 12, rating: -1, label: PhotoLabel("Green"), saleStatus: .notForSale,
      price: Price(amount: "12.50", currency: "EUR", isLowest: true),
      licence: Licence(name: "CC BY 4.0", url: URL(string: "https://cc.example/by")),
      width: 30, height: 20, tags: ["sea", "lake"], places: ["Sea", "Wales"])
    var uploaded = Photo(id: "b", name: Photo.untitled, isUntitled: true, dateText: "about 1890")
    uploaded.thumbnailURL = URL(string: "https://a.example/t.jpg")
    let lines = [photo, uploaded].map { PhotoJSONLine.text($0, zone: .gmt) + "\n" }

    let repository = FeedFileRepository(
      lines: try input(lines.joined()), directory: folder.reference, zone: .gmt)
    let page = try await repository.page(for: PageRequest())

    expectEqual(page.photos.map { PhotoJSONLine.text($0, zone: .gmt) + "\n" }, lines)
    expectEqual(page.photos.first, photo)
    await expectEqual(repository.title, "Standard input")
    try await expectEqual(repository.page(for: PageRequest(isRefresh: true)).photos, page.photos)
  }

  @Test func `input beyond the limit is refused, and stays so`() async throws {
    let repository = FeedFileRepository(
      lines: try input("{\"id\":1}\n{\"id\":2}\n"), directory: folder.reference, byteLimit: 17)

    let error = PhotoSourceError.tooLarge(name: "Standard input", byteCount: 17, byteLimit: 17)
    for isRefresh in [false, true] {
      await #expect(throws: error) {
        try await repository.page(for: PageRequest(isRefresh: isRefresh))
      }
    }
  }
}
