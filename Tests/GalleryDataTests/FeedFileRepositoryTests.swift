import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import GalleryData

@Suite(.timeLimit(.minutes(10))) struct FeedFileRepositoryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func feed(_ ids: [Int], name: String = "feed.json") throws -> FeedFileRepository {
    let photos = ids.map { "{\"id\":\($0),\"image_url\":\"a.jpg\"}" }.joined(separator: ",")
    return repository(try folder.write(name, "{\"photos\":[\(photos)]}"))
  }

  private func repository(
    _ file: FileReference, byteLimit: Int = FeedFileRepository.byteLimit
  ) -> FeedFileRepository {
    FeedFileRepository(
      file: file, catalog: ShippedPresets.catalog, zone: utc, byteLimit: byteLimit)
  }

  @Test(arguments: [1, 2, 3, 4, 5])
  func `pages join without a gap`(pageSize: Int) async throws {
    let repository = try feed([1, 2, 3, 4])

    var ids: [String] = []
    for number in 1...4 {
      let page = try await repository.page(for: PageRequest(page: number, pageSize: pageSize))
      expectEqual(page.totalCount, 4)
      expectEqual(page.hasMorePages, (number * pageSize < 4))
      ids += page.photos.map(\.id)
    }

    expectEqual(ids, ["1", "2", "3", "4"])
  }

  @Test func `an anchor is found in any page`() async throws {
    let repository = try feed([5, 6, 7])

    try await expectEqual(repository.page(for: PageRequest(pageSize: 1, anchor: "7")).anchorRow, 2)
    try await expectEqual(repository.page(for: PageRequest(anchor: "8")).anchorRow, nil)
  }

  @Test func `a refresh reads a file that changed`() async throws {
    let repository = try feed([1])
    _ = try await repository.page(for: PageRequest())

    _ = try feed([1, 2, 3])
    let remembered = try await repository.page(for: PageRequest())
    let refreshed = try await repository.page(for: PageRequest(anchor: "3", isRefresh: true))

    expectEqual(remembered.photos.map(\.id), ["1"])
    expectEqual(refreshed.photos.map(\.id), ["1", "2", "3"])
    expectEqual(refreshed.anchorRow, 2)
  }

  @Test func `a refresh that fails keeps the previous photos`() async throws {
    let repository = try feed([1])
    _ = try await repository.page(for: PageRequest())

    try folder.write("feed.json", "{")
    await #expect(throws: PhotoSourceError.self) {
      try await repository.page(for: PageRequest(isRefresh: true))
    }

    try await expectEqual(repository.page(for: PageRequest()).photos.map(\.id), ["1"])
  }

  @Test func `the title is the feed's, else the file's`() async throws {
    let popular = try folder.write("a.json", #"{"feature":"fresh_today","photos":[]}"#)
    let named = try folder.write("b.json", #"{"name":"Bog\u001b[0m","feature":"x","photos":[]}"#)

    await expectEqual(repository(popular).title, "a")
    await expectEqual(repository(named).title, "Bog")
    await expectEqual((try feed([], name: "my feed.json")).title, "my feed")
    await expectEqual(repository(folder.file("none.json")).title, "none")
  }

  @Test func `a broken feed is reported with its line and column`() async throws {
    let file = try folder.write("x.json", "{\"photos\":[\n  {\"id\":1,\n   \"name\":oops}]}")

    await expectEqual(
      failure(repository(file)),
      .malformed(name: "x.json", line: 3, column: 11, reason: "expected a value"))
  }

  @Test func `a file that isn't a feed is reported`() async throws {
    let page = try folder.write("x.html", "\n<!DOCTYPE html><html>")

    await expectEqual(
      failure(repository(page)),
      .notAFeed(name: "x.html", beginning: "<!DOCTYPE html><html>", content: .webPage))
    await expectEqual(
      failure(repository(try folder.write("empty.json"))),
      .notAFeed(name: "empty.json", beginning: ""))
  }

  @Test func `a feed in UTF-16 is read`() async throws {
    let units = Array(
      "\u{FEFF}{\"photos\":[{\"id\":1,\"image_url\":\"a\",\"name\":\"Nebel über Köln 霧\"}]}".utf16)
    let bytes = units.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }

    let page = try await repository(try folder.write("u16", bytes)).page(
      for: PageRequest())

    expectEqual(page.photos.map(\.name), ["Nebel über Köln 霧"])
  }

  @Test func `a path that isn't a file is reported without waiting`() async throws {
    mkfifo("\(folder.path)/pipe", 0o600)

    await expectEqual(
      failure(repository(folder.file("pipe"))), .notAFileOrFolder(name: "pipe"))
    await expectEqual(
      failure(repository(folder.file("none"))), .notFound(name: "none"))
    await expectEqual(
      failure(repository(try #require(FileReference(path: "/dev/zero")))),
      .notAFileOrFolder(name: "zero"))
    await expectEqual(
      failure(repository(folder.reference)),
      .notAFileOrFolder(name: FilePath.shownName(folder.reference)))
  }

  @Test func `a feed of exactly the limit is read and one byte more is not`() async throws {
    let text = #"{"photos":[]}"#
    let file = try folder.write("x.json", text)

    let exact = repository(file, byteLimit: text.utf8.count)
    #expect(try await exact.page(for: PageRequest()).photos.isEmpty)
    await expectEqual(
      failure(repository(file, byteLimit: text.utf8.count - 1)),
      .tooLarge(
        name: "x.json", byteCount: text.utf8.count, byteLimit: text.utf8.count - 1))
  }

  @Test func `concurrent callers share one reading`() async throws {
    let repository = try feed(Array(1...50))

    let counts = try await withThrowingTaskGroup(of: Int.self) { group in
      for _ in 0..<20 {
        group.addTask { try await repository.page(for: PageRequest(isRefresh: true)).photos.count }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }

    expectEqual(counts, Array(repeating: 50, count: 20))
  }

  @Test func `details add nothing to a feed's photo`() async throws {
    let repository = try feed([1])
    let photo = try #require(try await repository.page(for: PageRequest()).photos.first)

    #expect(!photo.needsDetails)
    await expectEqual(repository.details(of: photo), photo)
  }
}
