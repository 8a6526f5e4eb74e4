import GalleryDomain
import GalleryPresentation

/// A service that counts when a test says so.
final class CountingService: APIServiceProtocol, Cancellable {
  var capabilities = SourceCapabilities()
  var photos: [Photo]
  var hasMorePages = false
  private(set) var requests: [CountRequest] = []
  private(set) var answer: ((FacetCounts) -> Void)?
  private(set) var cancelCount = 0

  init(_ photos: [Photo] = [], isReadWhole: Bool = false) {
    self.photos = photos
    capabilities.isReadWhole = isReadWhole
  }

  func cancel() { cancelCount += 1 }

  func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {
    complete(true, photos, nil)
  }

  /// All photos are on one page, behind which there may be more.
  func fetchPhotos(
    _ request: PageRequest, cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    guard request.page == 1 else { return nil }
    completion(.success(PhotoPage(photos: photos, hasMorePages: hasMorePages)))
    return nil
  }

  func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    requests.append(request)
    answer = counts
    return self
  }
}
