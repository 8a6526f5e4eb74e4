import ExpectationSupport
import GalleryDomain
import Testing

@MainActor
@Suite(.timeLimit(.minutes(10)))
struct FetchPhotosUseCaseTests {
  /// A folder in which every other photo turns out to be for sale when it is read.
  private let folder = TestSource(
    (0..<10).map { Photo(id: "\($0)", name: "photo \($0)", needsDetails: true) },
    stored: [1, 2].map {
      PhotoPage(number: $0, photos: [Photo(id: "s", name: "stored", saleStatus: .forSale)])
    },
    failures: [2: .serverOverloaded]
  ) { $0.saleStatus = Int($0.id).map { $0.isMultiple(of: 2) } == true ? .forSale : .notForSale }

  private func fetch(
    _ query: PageRequest
  ) async -> (stored: [PhotoPage], result: Result<PhotoPage, PhotoSourceError>) {
    var stored: [PhotoPage] = []
    let result = await withCheckedContinuation { continuation in
      _ = DefaultFetchPhotosUseCase(repository: folder).execute(
        query, cached: { stored.append($0) }, completion: { continuation.resume(returning: $0) })
    }
    return (stored, result)
  }

  @Test func `a filter reads the photos to find those for sale, and keeps their order`() async {
    let page = await fetch(PageRequest(filter: .forSale)).result

    expectEqual((try? page.get())?.photos.map(\.id), ["0", "2", "4", "6", "8"])
    expectEqual((try? page.get())?.filteredCount, 5)
  }

  @Test func `nothing is read without a filter`() async {
    let page = await fetch(PageRequest(search: "photo 7")).result

    expectEqual((try? page.get())?.photos.map(\.id), ["7"])
    expectEqual((try? page.get())?.photos.first?.needsDetails, true)
  }

  @Test func `a stored page comes first, also filtered, but not on a refresh`() async {
    await expectEqual(fetch(PageRequest(filter: .forSale)).stored.map(\.photos.count), [1])
    await expectEqual(fetch(PageRequest(search: "photo")).stored.map(\.filteredCount), [1])
    #expect(await fetch(PageRequest(isRefresh: true)).stored.isEmpty)
  }

  @Test func `an error is the result`() async {
    await expectEqual(fetch(PageRequest(page: 2)).result, .failure(.serverOverloaded))
  }

  @Test func `the stored page alone requests no other`() async {
    let page = await withCheckedContinuation { continuation in
      _ = DefaultFetchPhotosUseCase(repository: folder)
        .executeStored(PageRequest(page: 2)) { continuation.resume(returning: $0) }
    }

    expectEqual(page?.photos.map(\.id), ["s"])
  }
}
