import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Synchronization
import Testing

/// Filters and lists that depend on what the pictures of a source look like.
@Suite(.timeLimit(.minutes(10)))
struct ComparedQueryTests {
  /// Ten photos, two a page, of which some look alike.
  private actor Source: PhotoRepository {
    /// The later ones are older; the third is the largest, then the first.
    private var photos = (0..<10).map { number in
      var photo = Photo(id: "\(number)", name: "photo \(9 - number)")
      photo.fileSize = number == 2 ? 1000 : 100 - number
      photo.createdAt = Date(timeIntervalSince1970: Double(-number))
      return photo
    }
    private(set) var questions: [ComparisonQuestion] = []
    private(set) var events: [String] = []
    private let failure: PhotoSourceError?
    /// What a comparison waits for after it has told its progress; nil for nothing.
    private let gate: AsyncStream<Void>?

    func addCompanions(to numbers: [Int]) {
      for number in numbers {
        photos[number].companions = FileReference(path: "/\(number).cr3").map { [$0] } ?? []
      }
    }

    init(failure: PhotoSourceError? = nil, gate: AsyncStream<Void>? = nil) {
      self.failure = failure
      self.gate = gate
    }

    var title: String { "source" }
    nonisolated var capabilities: SourceCapabilities {
      var capabilities = SourceCapabilities(search: .here, holdsOwnFiles: true)
      capabilities.isReadWhole = true
      return capabilities
    }

    func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      events.append(request.isRefresh ? "refresh" : "page")
      return PhotoPage(of: photos, for: request)
    }

    func photos(withIDs ids: [Photo.ID]) async -> [Photo] {
      ids.compactMap { id in photos.first { $0.id == id } }
    }

    func comparison(
      _ question: ComparisonQuestion, progress: @escaping @Sendable (FileReading) -> Void
    ) async throws(PhotoSourceError) -> PhotoComparison {
      if let failure { throw failure }
      questions.append(question)
      events.append("comparison")
      progress(FileReading(readCount: 3, fileCount: 10))
      if let gate { for await _ in gate { break } }
      return switch question {
      case .similar: PhotoComparison(groups: [["1", "2", "3"], ["5", "7"]])
      case .duplicate: PhotoComparison(groups: [["2", "3"]])
      case .like(let id): PhotoComparison(groups: [[id, "7", "0", "5"]])
      }
    }
  }

  private func filter(_ states: PhotoState..., isNegated: Bool = false) -> FilterExpression {
    FilterExpression([FilterTerm(.state(states), isNegated: isNegated)])
  }

  /// All photos of a query.
  private func ids(
    _ query: PhotoQuery, of repository: LocalQueryRepository, pageSize: Int = 4
  ) async throws -> [Photo.ID] {
    var request = PageRequest(query, pageSize: pageSize)
    var ids: [Photo.ID] = []
    while true {
      let page = try await repository.page(for: request)
      ids += page.photos.map(\.id)
      guard page.hasMorePages else { return ids }
      request.page += 1
    }
  }

  @Test(arguments: [[], [2, 7]])
  func `filters leave the photos that were found, in their order, and others the smaller ones`(
    withCompanions: [Int]
  ) async throws {
    let source = Source()
    await source.addCompanions(to: withCompanions)
    let repository = LocalQueryRepository(source)
    // A photo with a raw file beside it is not left over.
    let smaller = withCompanions.isEmpty ? ["1", "3", "7"] : ["1", "3"]
    let others = ["0", "1", "2", "3", "4", "5", "6", "7", "8", "9"].filter { !smaller.contains($0) }
    for (filter, found) in [
      (filter(.similar), ["1", "2", "3", "5", "7"]), (filter(.duplicate), ["2", "3"]),
      (
        FilterExpression(filter(.similar).terms + filter(.duplicate, isNegated: true).terms),
        ["1", "5", "7"]
      ), (filter(.smaller), smaller), (filter(.copy), ["3"]), (filter(.smaller, .copy), smaller),
      (filter(.smaller, isNegated: true), others),
    ] as [(FilterExpression, [Photo.ID])] {
      expectEqual(try await ids(PhotoQuery(filter: filter), of: repository), found, "\(filter)")
    }
    // Once for those that were found, once for the smaller ones.
    let questions = [
      ComparisonQuestion.similar(distance: FingerprintTable.usualDistance), .duplicate,
    ]
    await expectEqual(source.questions, questions + questions)
  }

  @Test func `they can be sorted, before and after everything was`() async throws {
    let repository = LocalQueryRepository(Source())
    let sorted = PhotoQuery(
      filter: filter(.duplicate, .selected), sort: PhotoSort(.title, isDescending: false))

    expectEqual(try await ids(sorted, of: repository), ["3", "2"])
    _ = try await ids(
      PhotoQuery(sort: PhotoSort(.title, isDescending: false)), of: repository)
    expectEqual(try await ids(sorted, of: repository), ["3", "2"])
  }

  @Test func `pictures are compared again after a refresh, once the source is read again`()
    async throws
  {
    let source = Source()
    let repository = LocalQueryRepository(source)
    let query = PhotoQuery(filter: filter(.duplicate))
    _ = try await repository.page(for: PageRequest(query))
    _ = try await repository.page(for: PageRequest(query))

    _ = try await repository.page(for: PageRequest(query, isRefresh: true))

    expectEqual(
      await source.events, ["page", "comparison", "page", "refresh", "comparison"])
  }

  @Test func `what looks like a photo comes nearest first, on one page`() async throws {
    let repository = LocalQueryRepository(Source())
    let query = PhotoQuery(similarTo: "1")

    let page = try await repository.page(for: PageRequest(query, pageSize: 2, anchor: "0"))

    expectEqual(page.photos.map(\.id), ["1", "7", "0", "5"])
    #expect(page.totalCount == 4 && !page.hasMorePages && page.anchorRow == 2)
    expectEqual(try await ids(query, of: repository), ["1", "7", "0", "5"])
  }

  @Test func `it can be filtered and sorted`() async throws {
    let repository = LocalQueryRepository(Source())
    var query = PhotoQuery(filter: filter(.similar), similarTo: "1")

    expectEqual(try await ids(query, of: repository), ["1", "7", "5"])
    query.sort = PhotoSort(.title, isDescending: false)
    expectEqual(try await ids(query, of: repository), ["7", "5", "1"])
    query.sort = nil
    query.similarTo = "3"
    expectEqual(try await ids(query, of: repository), ["3", "7", "5"])
  }

  @Test func `a comparison reports its progress`() async throws {
    let (gate, opening) = AsyncStream.makeStream(of: Void.self)
    let repository = LocalQueryRepository(Source(gate: gate))
    var steps = await repository.progress().makeAsyncIterator()
    let query = PhotoQuery(filter: filter(.similar))

    async let page = repository.page(for: PageRequest(query))
    let step = try #require(await steps.next())
    opening.yield()
    _ = try await page
    let last = try #require(await steps.next())

    #expect(step.activity == .comparing && !step.isComplete)
    #expect(step.completedSteps == 3 && step.knownSteps == 10)
    #expect(last.isComplete)
  }

  @Test func `photos are counted only when it is known which`() async throws {
    let repository = LocalQueryRepository(Source())
    let request = CountRequest(PhotoQuery(filter: filter(.duplicate)), by: [.rating])

    var counts: [FacetCounts] = []
    for await count in await repository.counts(for: request) { counts.append(count) }
    #expect(counts.isEmpty)
    _ = try await repository.page(for: PageRequest(request.query))
    for await count in await repository.counts(for: request) { counts.append(count) }
    expectEqual(counts.last?.photoCount, 2)
  }

  @Test func `a source that does not compare says why`() async throws {
    let repository = LocalQueryRepository(Source(failure: .comparisonOff))

    await #expect(throws: PhotoSourceError.comparisonOff) {
      try await ids(PhotoQuery(filter: filter(.similar)), of: repository)
    }
    await #expect(throws: PhotoSourceError.comparisonOff) {
      try await ids(PhotoQuery(similarTo: "1"), of: repository)
    }
  }
}
