import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import Testing

/// The domain's use cases under a view model, as the program puts them together.
@MainActor
@Suite(.timeLimit(.minutes(10)))
struct UseCaseAPIServiceTests {
  private struct Repository: PhotoRepository {
    var title: String { "stub" }

    func page(for query: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
      guard query.page == 1 else { throw .serverOverloaded }
      return PhotoPage(photos: Photo.stubs(2))
    }
  }

  private func service() -> UseCaseAPIService {
    let repository = Repository()
    return UseCaseAPIService(
      fetchPhotos: DefaultFetchPhotosUseCase(repository: repository),
      fetchDetails: DefaultFetchPhotoDetailsUseCase(repository: repository),
      observeProgress: DefaultObserveProgressUseCase(repository: repository))
  }

  @Test func `the view model on the main actor gets a repository's photos`() async {
    let sut = PhotoListViewModel(apiService: service())

    await withCheckedContinuation { continuation in
      sut.updateLoadingStatus = { [weak sut] in
        if sut?.isLoading == false { continuation.resume() }
      }
      sut.initFetch()
    }

    expectEqual(sut.numberOfCells, 2)
  }

  @Test func `the tutorial's fetch is the first page`() async {
    let service = service()
    let photos = await withCheckedContinuation { continuation in
      service.fetchPopularPhoto { success, photos, error in
        #expect(success && error == nil)
        continuation.resume(returning: photos)
      }
    }

    expectEqual(photos.map(\.id), ["0", "1"])
  }

  @Test func `an error of the repository is that of the load`() async {
    let service = service()
    let result = await withCheckedContinuation { continuation in
      service.fetchPhotos(PageRequest(page: 2), cached: { _ in }) {
        continuation.resume(returning: $0)
      }
    }

    expectEqual(result, .failure(.serverOverloaded))
  }
}
