import GalleryDomain

/// Reads what only the files of photos say, a few at a time.
final class PhotoReading {
  /// As many as the list reads for its rows.
  private static let limit = 4

  private var photos: [Photo]
  private let fetchDetails: any FetchPhotoDetailsUseCase
  private var unread: [Int]
  private var loads: [Int: any Cancellable] = [:]
  private var loadingCount = 0
  /// Whether the loop below is starting loads, so that an answer that comes at once does not start it again.
  private var isGoingOn = false
  private var progress: (() -> Void)?
  private var completion: (([Photo]) -> Void)?
  /// Photos that have not been read yet, those being read included.
  private(set) var leftCount: Int

  init(_ photos: [Photo], fetchDetails: any FetchPhotoDetailsUseCase) {
    self.photos = photos
    self.fetchDetails = fetchDetails
    // Taken from the end.
    unread = photos.indices.filter { photos[$0].needsDetails }.reversed()
    leftCount = unread.count
  }

  deinit {
    for load in loads.values { load.cancel() }
  }

  /// - Parameters:
  ///   - progress: Called when `leftCount` has changed.
  ///   - completion: Called once with the photos in their order, never after `cancel()`.
  func start(
    progress: (() -> Void)? = nil, completion: @escaping ([Photo]) -> Void
  ) {
    self.progress = progress
    self.completion = completion
    startMore()
  }

  func cancel() {
    (progress, completion) = (nil, nil)
    unread = []
    for load in loads.values { load.cancel() }
    loads = [:]
  }

  private func startMore() {
    guard !isGoingOn else { return }
    isGoingOn = true
    defer { isGoingOn = false }
    while completion != nil, loadingCount < Self.limit, let index = unread.popLast() {
      loadingCount += 1
      var hasEnded = false
      let load = fetchDetails.execute(photos[index]) { [weak self] photo in
        hasEnded = true
        self?.receive(photo, at: index)
      }
      if !hasEnded { loads[index] = load }
    }
    guard loadingCount == 0, unread.isEmpty, let completion else { return }
    (self.progress, self.completion) = (nil, nil)
    completion(photos)
  }

  private func receive(_ photo: Photo, at index: Int) {
    loadingCount -= 1
    leftCount -= 1
    loads[index] = nil
    if photo.id == photos[index].id {
      photos[index] = photo
      // Everything that could be read has been.
      photos[index].needsDetails = false
    }
    progress?()
    startMore()
  }
}
