import ExpectationSupport
import Foundation
import GalleryDomain
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct LocalQueryRepositoryTests {
  /// A source of which a camera is known when a photo is read.
  private func source(
    _ photos: [Photo], isRemote: Bool = false, stored: [PhotoPage] = [],
    failures: [Int: PhotoSourceError] = [:]
  ) -> TestSource {
    TestSource(
      photos, stored: stored, failures: failures,
      capabilities: SourceCapabilities(isRemote: isRemote)
    ) { $0.camera = "camera \($0.id)" }
  }

  /// Numbered from 0; the oldest is last.
  private static func photos(_ count: Int, needsDetails: Bool = false) -> [Photo] {
    (0..<count).map {
      Photo(
        id: "\($0)", name: "photo \($0)", createdAt: Date(timeIntervalSince1970: Double(-$0)),
        saleStatus: $0.isMultiple(of: 3) ? .forSale : .notForSale, needsDetails: needsDetails)
    }
  }

  private func ids(_ page: PhotoPage) -> [Int] { page.photos.compactMap { Int($0.id) } }

  @Test func `photos for an order or a filter are read after those on the screen`()
    async throws
  {
    let source = source(Self.photos(5, needsDetails: true))
    let repository = LocalQueryRepository(source)
    let page = try await repository.page(
      for: PageRequest(sort: PhotoSort(.camera, isDescending: true)))
    expectEqual(ids(page), [4, 3, 2, 1, 0])
    await expectEqual(source.read.count, 5)
    _ = try await repository.page(for: PageRequest(filter: .forSale))
    await expectEqual(source.urgencies, [.background])

    _ = await repository.details(of: Self.photos(1, needsDetails: true)[0])
    await expectEqual(source.urgencies, [.background, .visible])
  }

  @Test func `what is selected is shown in its order, and the source finds what is not known`()
    async throws
  {
    let source = source(Self.photos(10))
    let repository = LocalQueryRepository(source)
    var known = Self.photos(4)[3]
    known.name = "as it was selected"
    var request = PageRequest(PhotoQuery(filter: FilterReading("is:selected").expression))
    request.selection = ["7", "3", "12", "0"]
    request.selectedPhotos = [known]

    let page = try await repository.page(for: request)

    // One of them is not in the source any more.
    expectEqual(page.photos.map(\.name), ["photo 7", "as it was selected", "photo 0"])
    expectEqual(page.totalCount, 3)
    await expectEqual(source.soughtIDs, [["7", "12", "0"]])
    #expect(await source.requests.isEmpty)
  }

  @Test func `a source gets only the terms and the order that it supports`() async throws {
    let newest = PhotoSort(.date, isDescending: true)
    let source = TestSource(
      [
        Photo(id: "1", name: "sea b", saleStatus: .forSale),
        Photo(id: "2", name: "quay, sea", saleStatus: .forSale),
      ], capabilities: SourceCapabilities(operations: ["sale.yes"], sorts: [newest]))
    let repository = LocalQueryRepository(source)
    let filter = FilterReading("sale:yes title:quay").expression
    let page = try await repository.page(
      for: PageRequest(PhotoQuery(search: "sea", filter: filter, sort: newest)))

    await expectEqual(source.requests.map(\.query), [PhotoQuery(filter: .forSale, sort: newest)])
    expectEqual(page.photos.map(\.id), ["2"])
    expectEqual(page.filteredCount, 1)
    _ = try await repository.page(for: PageRequest(sort: PhotoSort(.date)))
    await expectEqual(source.requests.last?.query, .everything)
  }

  @Test
  func `the source is read to its end once, for all pages and orders, and again for a refresh`()
    async throws
  {
    let source = source(Self.photos(25))
    let sorted = LocalQueryRepository(source)

    let first = try await sorted.page(for: PageRequest(pageSize: 10, sort: PhotoSort(.date)))
    let last = try await sorted.page(
      for: PageRequest(page: 3, pageSize: 10, sort: PhotoSort(.date)))
    let other = try await sorted.page(for: PageRequest(pageSize: 10, sort: PhotoSort(.title)))
    let past = try await sorted.page(
      for: PageRequest(page: .max, pageSize: 10, sort: PhotoSort(.title)))

    expectEqual(ids(first), Array((15..<25).reversed()))
    expectEqual(first.totalCount, 25)
    #expect(first.hasMorePages)
    expectEqual(first.sortReach, SortReach(readCount: 25, isWhole: true))
    expectEqual(ids(last), Array((0..<5).reversed()))
    #expect(!last.hasMorePages)
    expectEqual(ids(other), Array(0..<10))
    expectEqual(past.photos, [])
    let anchored = try await sorted.page(
      for: PageRequest(pageSize: 10, sort: PhotoSort(.date), anchor: "3"))
    let gone = try await sorted.page(
      for: PageRequest(pageSize: 10, sort: PhotoSort(.date), anchor: "gone"))
    expectEqual(anchored.anchorRow, 21)
    expectEqual(gone.anchorRow, nil)
    await expectEqual(source.askedPages, [1, 2, 3])
    _ = try await sorted.page(
      for: PageRequest(pageSize: 10, sort: PhotoSort(.date), isRefresh: true))
    await expectEqual(source.askedPages, [1, 2, 3, 1, 2, 3])
  }

  @Test func `marked photos have their new state, and a new list is read again`()
    async throws
  {
    let source = source(Self.photos(25))
    let sorted = LocalQueryRepository(source)
    let byTitle = PageRequest(pageSize: 10, sort: PhotoSort(.title))
    _ = try await sorted.page(for: byTitle)
    var marked = Self.photos(25)[10]
    marked.saleStatus = .forSale
    marked.price = Price(amount: "5", currency: "EUR")

    await sorted.photosChanged([marked])

    // The list on the screen continues with the new data.
    var next = byTitle
    next.page = 2
    let second = try await sorted.page(for: next)
    expectEqual(ids(second), Array(10..<20))
    expectEqual(second.photos.first?.price, marked.price)
    await expectEqual(source.askedPages, [1, 2, 3])
    _ = try await sorted.page(for: PageRequest(pageSize: 10, sort: PhotoSort(.price)))
    await expectEqual(source.askedPages, [1, 2, 3, 1, 2, 3])
  }

  @Test func `the source's own order is passed through, filtered`() async throws {
    let source = source(Self.photos(25))
    let page = try await LocalQueryRepository(source).page(
      for: PageRequest(pageSize: 10, filter: FilterReading("sale:yes").expression))

    expectEqual(ids(page), [0, 3, 6, 9])
    expectEqual(page.filteredCount, 6)
    expectEqual(page.sortReach, nil)
    await expectEqual(source.askedPages, [1])
  }

  @Test func `filtered photos are sorted, and all photos that were searched are counted`()
    async throws
  {
    let sorted = LocalQueryRepository(source(Self.photos(25)))
    let page = try await sorted.page(
      for: PageRequest(
        pageSize: 10, filter: FilterReading("sale:yes").expression, sort: PhotoSort(.date)))

    expectEqual(ids(page), [24, 21, 18, 15, 12, 9, 6, 3, 0])
    expectEqual(page.totalCount, 9)
    expectEqual(page.filteredCount, 0)
    expectEqual(page.sortReach, SortReach(readCount: 25, isWhole: true))
  }

  @Test(arguments: [
    (false, LocalQueryRepository.localLimit), (true, LocalQueryRepository.remoteLimit),
  ])
  func `only the first photos of a longer source are sorted`(isRemote: Bool, limit: Int)
    async throws
  {
    let source = source(Self.photos(limit + 10), isRemote: isRemote)
    let query = PageRequest(pageSize: limit / 2, sort: PhotoSort(.date))

    let page = try await LocalQueryRepository(source).page(for: query)

    expectEqual(page.totalCount, limit)
    expectEqual(page.sortReach, SortReach(readCount: limit, isWhole: false))
    await expectEqual(source.askedPages, [1, 2])
  }

  @Test func `a photo that is listed twice appears once`() async throws {
    let photo = Photo(id: "a", name: "a")
    let page = try await LocalQueryRepository(source([photo, photo, Photo(id: "b", name: "b")]))
      .page(
        for: PageRequest(pageSize: 2, sort: PhotoSort(.title, isDescending: true)))

    expectEqual(page.photos.map(\.id), ["b", "a"])
    expectEqual(page.sortReach?.readCount, 3)
  }

  @Test func `a failed page is reported, and no partial result is shown`() async throws {
    let source = source(Self.photos(25), failures: [2: .serverOverloaded])
    let sorted = LocalQueryRepository(source)
    let query = PageRequest(pageSize: 10, sort: PhotoSort(.date))

    await #expect(throws: PhotoSourceError.serverOverloaded) { try await sorted.page(for: query) }
  }

  @Test func `offline, the stored photos are sorted`() async throws {
    let all = Self.photos(45)
    let stored = (1...3).map { number in
      var page = PhotoPage(of: all, for: PageRequest(page: number, pageSize: 10))
      page.storedAt = Date(timeIntervalSince1970: Double(number))
      return page
    }
    let source = source(all, isRemote: true, stored: stored, failures: [2: .noNetwork])
    let page = try await LocalQueryRepository(source).page(
      for: PageRequest(pageSize: 10, sort: PhotoSort(.date)))

    expectEqual(page.totalCount, 30)
    expectEqual(page.sortReach, SortReach(readCount: 30, isWhole: false))
    expectEqual(page.storedAt, Date(timeIntervalSince1970: 2))
    await expectEqual(source.askedPages, [1, 2])
  }

  @Test func `progress is reported, including the end`() async throws {
    let sorted = LocalQueryRepository(source(Self.photos(25)))
    var steps = await sorted.progress().makeAsyncIterator()
    _ = try await sorted.page(for: PageRequest(pageSize: 10, sort: PhotoSort(.date)))

    var told: [SourceProgress] = []
    while let step = await steps.next() {
      told.append(step)
      if step.isComplete { break }
    }
    expectEqual(told.map(\.photoCount), [0, 10, 20, 20])
    expectEqual(told.map(\.knownSteps), [0, 25, 25, 25])
    #expect(told.allSatisfy { $0.activity == .sorting })
  }

  @Test func `a cancelled read leaves nothing behind`() async throws {
    let source = source(Self.photos(25))
    let sorted = LocalQueryRepository(source)
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await sorted.page(for: PageRequest(pageSize: 10, sort: PhotoSort(.date)))
    }

    await #expect(throws: PhotoSourceError.cancelled) { try await task.value }
    await expectEqual(source.askedPages, [1])
  }

  @Test func `the source's sections contain only the photos that pass`() async throws {
    let photos = [(5, "a"), (5, "b"), (4, "a"), (4, "b"), (4, "b")].enumerated().map {
      Photo(
        id: "\($0)", name: $1.1,
        createdAt: Date(timeIntervalSince1970: 1_704_067_200 + Double($1.0 - 1) * 2_592_000))
    }
    func key(_ month: Int) -> PhotoSection.Key { .date(year: 2024, month: month, day: nil) }
    let sections = [
      PhotoSection(key(4), start: 0, count: 2), PhotoSection(key(3), start: 2, count: 3),
    ]
    for told in [PhotoPageSections.whole(sections), .page(sections)] {
      var months = PhotoPage(photos: photos, hasMorePages: true)
      months.sections = told
      var capabilities = SourceCapabilities()
      capabilities.groupings = [.month]
      let repository = LocalQueryRepository(
        TestSource(pages: [months], capabilities: capabilities), zone: .gmt)
      let query = PhotoQuery(filter: FilterReading("title:b").expression, grouping: .month)
      let page = try await repository.page(for: PageRequest(query))
      expectEqual(
        page.sections,
        .page([
          PhotoSection(key(4), start: 0, count: 1), PhotoSection(key(3), start: 1, count: 2),
        ]))
      let all = try await repository.page(for: PageRequest(PhotoQuery(grouping: .month)))
      expectEqual(all.sections, told)
    }
  }
}
