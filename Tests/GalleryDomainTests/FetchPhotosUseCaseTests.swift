import GalleryDomain
import Testing

@MainActor
struct FetchPhotosUseCaseTests {
  /// A folder of which every other photo turns out to be for sale when it is read.
  private struct Folder: PhotoRepository {
    var title: String { "folder" }

    private func photos() -> [Photo] {
      (0..<10).map { Photo(id: "\($0)", name: "photo \($0)", needsDetails: true) }
    }

    func storedPage(for query: PhotoQuery) async -> PhotoPage? {
      PhotoPage(photos: [Photo(id: "s", name: "stored", saleStatus: .forSale)])
    }

    func page(for query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
      guard query.page == 1 else { throw .serverOverloaded }
      return PhotoPage(photos: photos(), totalCount: 10)
    }

    func details(of photo: Photo) async -> Photo {
      var photo = photo
      photo.saleStatus = Int(photo.id).map { $0.isMultiple(of: 2) } == true ? .forSale : .notForSale
      photo.needsDetails = false
      return photo
    }
  }

  private func fetch(
    _ query: PhotoQuery
  ) async -> (stored: [PhotoPage], result: Result<PhotoPage, PhotoSourceError>) {
    var stored: [PhotoPage] = []
    let result = await withCheckedContinuation { continuation in
      _ = DefaultFetchPhotosUseCase(repository: Folder()).execute(
        query, cached: { stored.append($0) }, completion: { continuation.resume(returning: $0) })
    }
    return (stored, result)
  }

  @Test func `a filter reads the photos to know which are for sale, and keeps their order`() async {
    let page = await fetch(PhotoQuery(filter: .forSale)).result

    #expect((try? page.get())?.photos.map(\.id) == ["0", "2", "4", "6", "8"])
    #expect((try? page.get())?.filteredCount == 5)
  }

  @Test func `without a filter nothing is read`() async {
    let page = await fetch(PhotoQuery(search: "photo 7")).result

    #expect((try? page.get())?.photos.map(\.id) == ["7"])
    #expect((try? page.get())?.photos.first?.needsDetails == true)
  }

  @Test func `a stored page comes first, sifted as well, and not on a refresh`() async {
    #expect(await fetch(PhotoQuery(filter: .forSale)).stored.map(\.photos.count) == [1])
    #expect(await fetch(PhotoQuery(search: "photo")).stored.map(\.filteredCount) == [1])
    #expect(await fetch(PhotoQuery(isRefresh: true)).stored.isEmpty)
  }

  @Test func `an error is the result`() async {
    #expect(await fetch(PhotoQuery(page: 2)).result == .failure(.serverOverloaded))
  }
}
