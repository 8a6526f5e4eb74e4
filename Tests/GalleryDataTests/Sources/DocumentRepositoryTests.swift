import Foundation
import GalleryDomain
import Testing

@testable import GalleryData

/// Local feed files of any shape.
@Suite struct DocumentRepositoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func repository(_ text: String, byteLimit: Int = 1_000) throws -> DocumentRepository {
    DocumentRepository(
      file: try folder.write("feed.x", text), catalog: StubCatalog(), byteLimit: byteLimit,
      zone: .gmt)
  }

  @Test func `a known shape is read by its format, page by page`() async throws {
    let repository = try repository("lines: a b c c !token=x")

    let first = try await repository.page(for: PhotoQuery(pageSize: 3))
    let second = try await repository.page(for: PhotoQuery(page: 2, pageSize: 3, anchor: "c"))

    #expect(first.photos.map(\.id) == ["lines:", "a", "b"])
    #expect(first.totalCount == 4)
    #expect(first.hasMorePages)
    #expect(second.photos.map(\.id) == ["c"])
    // What the file names as its next page is not asked for.
    #expect(!second.hasMorePages)
    #expect(second.skippedCount == 1)
    #expect(second.anchorRow == 3)
    #expect(await repository.title == "feed")
  }

  @Test func `any other is one of 500px, or no feed`() async throws {
    #expect(
      try await repository(#"{"photos":[{"id":7}]}"#).page(for: PhotoQuery()).photos.map(\.id)
        == ["7"])
    #expect(
      await failure(try repository("hello")) == .notAFeed(name: "feed.x", beginning: "hello"))
  }

  @Test func `a large one is not held in memory`() async throws {
    let text = #"{"photos":[{"id":7}]}"#
    let page = try await repository(text, byteLimit: 10).page(for: PhotoQuery())
    #expect(page.photos.map(\.id) == ["7"])
  }

  @Test func `a refresh reads what changed`() async throws {
    let repository = try repository("lines: a")
    _ = try await repository.page(for: PhotoQuery())
    try folder.write("feed.x", "lines: longer b")
    #expect(try await repository.page(for: PhotoQuery()).photos.count == 2)
    let page = try await repository.page(for: PhotoQuery(isRefresh: true))
    #expect(page.photos.map(\.id) == ["lines:", "longer", "b"])

    try folder.write("feed.x", #"{"photos":[{"id":7}]}"#)
    let other = try await repository.page(for: PhotoQuery(isRefresh: true))
    #expect(other.photos.map(\.id) == ["7"])
    try folder.write("feed.x", "lines: again")
    let again = try await repository.page(for: PhotoQuery(isRefresh: true))
    #expect(again.photos.count == 2)
  }

  @Test func `it is searched and sorted out in place`() async throws {
    let repository = try repository("lines: +cat1 dog +cat2 cat3")
    func ids(_ query: PhotoQuery) async throws -> [String] {
      try await repository.page(for: query).photos.map(\.id)
    }
    #expect(try await ids(PhotoQuery(filter: .forSale)) == ["cat1", "cat2"])
    #expect(try await ids(PhotoQuery(search: "name-cat")).isEmpty == false)
    #expect(try await ids(PhotoQuery(search: "cat", filter: .forSale)) == ["cat1", "cat2"])
    #expect(try await ids(PhotoQuery(search: "nothing")).isEmpty)
  }
}
