import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing
import WaitSupport

@testable import GalleryDomain

@Suite(.timeLimit(.minutes(10)))
struct PhotoCountingTests {
  private static let vienna = TimeZone(identifier: "Europe/Vienna") ?? .gmt

  private func query(_ text: String, search: String? = nil) -> PhotoQuery {
    PhotoQuery(search: search, filter: FilterReading(text).expression)
  }

  private static func photos(_ count: Int) -> [Photo] {
    (0..<count).map { number in
      Photo(
        id: "\(number).jpg", name: "\(number)",
        camera: number.isMultiple(of: 3) ? "NIKON" : "Canon",
        createdAt: Date(timeIntervalSince1970: Double(number / 10) * 86_400), utcOffset: 0,
        file: FileReference(path: "/p/\(number).jpg"), rating: number % 6)
    }
  }

  private func last(
    _ request: CountRequest, of repository: LocalQueryRepository
  ) async -> FacetCounts? {
    var last: FacetCounts?
    for await counts in await repository.counts(for: request) { last = counts }
    return last
  }

  @Test func `a folder is read once, and counted for every question after that`() async throws {
    let folder = TestSource(Self.photos(1_200), capabilities: .whole)
    let repository = LocalQueryRepository(folder, zone: .gmt)

    let first = try #require(await last(CountRequest(.everything, by: [.camera]), of: repository))
    #expect(first.values[.camera] == [PhotoCount("Canon", 800), PhotoCount("NIKON", 400)])
    #expect(first.isComplete)
    expectEqual(first.totalCount, 1_200)
    let second = try #require(
      await last(CountRequest(query("rating:5"), by: [.camera, .format]), of: repository))
    #expect(second.values[.camera] == [PhotoCount("Canon", 200)])
    #expect(second.values[.format] == [PhotoCount("jpg", 200)])
    // What was read is used for orders and filters, too.
    let page = try await repository.page(
      for: PageRequest(PhotoQuery(filter: query("camera:nikon").filter, sort: PhotoSort(.rating))))
    expectEqual(page.totalCount, 400)
    expectEqual(await folder.requests.count, 3)
  }

  @Test func `counts so far say that they are not complete, and reading continues`() async throws {
    let folder = TestSource(Self.photos(1_200), capabilities: .whole, openPages: 1)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let request = CountRequest(.everything, by: [.camera])
    let waiting = await repository.counts(for: request)
    try await wait(for: "the second page to be read") { await folder.requests.count == 2 }

    var partial = (await repository.counts(for: request)).makeAsyncIterator()
    let first = try #require(await partial.next())
    #expect(!first.isComplete)
    expectEqual(first.readCount, 500)
    expectEqual(first.totalCount, 1_200)
    await folder.open()
    var all: FacetCounts?
    while let counts = await partial.next() { all = counts }
    #expect(all?.isComplete == true)
    expectEqual(all?.photoCount, 1_200)
    var other: FacetCounts?
    for await counts in waiting { other = counts }
    #expect(other == all)
    expectEqual(await folder.requests.count, 3)
  }

  @Test func `a list that is left while everything is read for it ends the reading`() async throws {
    let folder = TestSource(Self.photos(1_200), capabilities: .whole, openPages: 0)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let request = PageRequest(PhotoQuery(sort: PhotoSort(.rating)))
    let left = Task { try? await repository.page(for: request) }
    try await wait(for: "the first page to be read") { await folder.requests.count == 1 }
    left.cancel()
    #expect(await left.value == nil)
    await folder.open()

    // Another reading, not the one that was left.
    expectEqual(try await repository.page(for: request).totalCount, 1_200)
    #expect(await folder.requests.count >= 4)
  }

  @Test func `marked photos are counted as they are now, and after a refresh all are read again`()
    async throws
  {
    let folder = TestSource(Self.photos(60), capabilities: .whole)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    let request = CountRequest(query("rating:5"), by: [.camera])
    expectEqual(await last(request, of: repository)?.photoCount, 10)

    var marked = Self.photos(1)[0]
    marked.rating = 5
    await repository.photosChanged([marked])
    expectEqual(await last(request, of: repository)?.photoCount, 11)

    await folder.replace(Self.photos(6))
    _ = try await repository.page(for: PageRequest(isRefresh: true))
    let counts = await last(request, of: repository)
    expectEqual(counts?.photoCount, 1)
    expectEqual(counts?.totalCount, 6)
  }

  @Test func `days say the row of their first photo, in the order of the list`() async throws {
    let folder = TestSource(Self.photos(60), capabilities: .whole)
    let repository = LocalQueryRepository(folder, zone: .gmt)
    func days(_ query: PhotoQuery) async -> [String] {
      let counts = await last(CountRequest(query, countsDays: true), of: repository)
      return (counts?.days ?? []).map { day in
        "\(day.day) \(day.count) \(day.row.map(String.init) ?? "-")"
      }
    }

    expectEqual(
      await days(.everything).prefix(2), ["1970-01-01 10 0", "1970-01-02 10 10"])
    expectEqual(
      await days(query("rating:5")),
      [
        "1970-01-01 1 0", "1970-01-02 2 1", "1970-01-03 2 3", "1970-01-04 1 5", "1970-01-05 2 6",
        "1970-01-06 2 8",
      ])
    var sorted = query("rating:5")
    sorted.sort = PhotoSort(.date, isDescending: true)
    expectEqual(await days(sorted).first, "1970-01-01 1 9")
    _ = try await repository.page(for: PageRequest(sorted))
    expectEqual(
      await days(sorted),
      [
        "1970-01-01 1 9", "1970-01-02 2 7", "1970-01-03 2 5", "1970-01-04 1 4", "1970-01-05 2 2",
        "1970-01-06 2 0",
      ])
    // The best matches first: a part of the photos, in an order of its own.
    let search = PhotoQuery(search: "1")
    let found = try await repository.page(for: PageRequest(search, pageSize: 500)).photos
    let counts = await last(CountRequest(search, countsDays: true), of: repository)
    expectEqual(counts?.photoCount, found.count)
    #expect(found.count > 1 && found.count < 60)
    for day in counts?.days ?? [] {
      let row = found.firstIndex { $0.createdAt.map { "\($0)".hasPrefix("\(day.day)") } ?? false }
      expectEqual(day.row, row, "\(day.day)")
    }
  }

  @Test func `a source that can't be read, or isn't read whole, ends without complete counts`()
    async
  {
    for isReadWhole in [true, false] {
      let broken = TestSource(
        failures: [1: .serverOverloaded],
        capabilities: isReadWhole ? .whole : SourceCapabilities())
      let repository = LocalQueryRepository(broken)
      let counts = await last(CountRequest(.everything, by: [.camera]), of: repository)
      #expect(counts == nil)
    }
  }
}
