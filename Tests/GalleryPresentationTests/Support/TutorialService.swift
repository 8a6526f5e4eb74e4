import GalleryPresentation

/// Implements what the tutorial's mock does, and nothing else.
final class TutorialService: APIServiceProtocol {
  var isFetchPopularPhotoCalled = false
  var completePhotos: [Photo]?
  var completeClosure: ((Bool, [Photo], APIError?) -> Void)?

  func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {
    isFetchPopularPhotoCalled = true
    completeClosure = complete
  }

  func fetchSuccess() {
    completeClosure?(true, completePhotos ?? [], nil)
  }

  func fetchFail(error: APIError?) {
    completeClosure?(false, completePhotos ?? [], error)
  }
}
