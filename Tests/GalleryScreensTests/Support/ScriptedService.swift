import GalleryPresentation
import GalleryTestSupport
import Testing

/// A source whose answers come when the test says so, or at once from `answer`.
final class ScriptedService: APIServiceProtocol {
  typealias Answer = Result<PhotoPage, PhotoSourceError>

  private final class Load: Cancellable {
    let cached: (PhotoPage) -> Void
    let completion: (Answer) -> Void
    var isOpen = true

    init(_ cached: @escaping (PhotoPage) -> Void, _ completion: @escaping (Answer) -> Void) {
      self.cached = cached
      self.completion = completion
    }

    func cancel() { isOpen = false }
  }

  /// Answers every load at once while there is one.
  var answer: ((PageRequest) -> Answer)?
  var capabilities = SourceCapabilities(search: .here, operations: ["sale.yes"])
  /// Answers at once what is counted; nil if nothing is.
  var counts: ((CountRequest) -> FacetCounts)?
  private(set) var savedQueries: [String] = []
  private(set) var queries: [PageRequest] = []
  private var loads: [Load] = []
  private var detailLoads: [(photo: Photo, completion: (Photo) -> Void)] = []
  private var progress: ((SourceProgress) -> Void)?

  init(_ photos: [Photo]? = nil) {
    if let photos { holds(photos) }
  }

  /// From now on these are all the photos.
  func holds(_ photos: [Photo]) {
    answer = { _ in .success(PhotoPage(photos: photos, totalCount: photos.count)) }
  }

  /// As `GeneratedRepository`, but at once.
  func generates(_ photoCount: Int) {
    answer = { query in
      let start = (query.page - 1) * query.pageSize
      let end = min(photoCount, start + query.pageSize)
      return .success(
        PhotoPage(
          number: query.page, photos: (start..<end).map(GeneratedRepository.photo(at:)),
          totalCount: photoCount, hasMorePages: end < photoCount))
    }
  }

  func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    if let answer = self.counts { counts(answer(request)) }
    return nil
  }

  /// Whether details are waited for.
  var isReading: Bool { !detailLoads.isEmpty }

  /// Whether an answer is waited for.
  var isAwaited: Bool { loads.contains(where: \.isOpen) }

  /// What was stored of the page that is waited for.
  func store(_ page: PhotoPage) { loads.last(where: \.isOpen)?.cached(page) }

  /// Answers the load that is waited for.
  func succeed(_ page: PhotoPage) { finish(.success(page)) }

  func succeed(_ photos: [Photo]) {
    succeed(PhotoPage(photos: photos, totalCount: photos.count))
  }

  func fail(_ error: PhotoSourceError) { finish(.failure(error)) }

  private func finish(_ answer: Answer) {
    guard let load = loads.last(where: \.isOpen) else {
      Issue.record("nothing is waited for")
      return
    }
    load.isOpen = false
    load.completion(answer)
  }

  /// Answers the questions for details with a status, and with the size of the files.
  func finishDetails(_ saleStatus: SaleStatus, fileSize: Int? = nil) {
    let due = detailLoads
    detailLoads = []
    for load in due {
      var photo = load.photo
      photo.saleStatus = saleStatus
      photo.fileSize = fileSize
      photo.needsDetails = false
      load.completion(photo)
    }
  }

  /// Tells how far the source has been read.
  func announce(_ step: SourceProgress) { progress?(step) }

  func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {
    Issue.record("a source with pages is asked for pages")
  }

  func fetchPhotos(
    _ query: PageRequest, cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Answer) -> Void
  ) -> (any Cancellable)? {
    queries.append(query)
    if let answer {
      completion(answer(query))
      return nil
    }
    let load = Load(cached, completion)
    loads.append(load)
    return load
  }

  func saveRecentQuery(_ query: String) { savedQueries.append(query) }

  func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    detailLoads.append((photo, completion))
    return nil
  }

  private var changeObserver: ((SourceChange) -> Void)?

  func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)? {
    changeObserver = change
    return nil
  }

  /// Tells that something happened to the source.
  func change(_ change: SourceChange) { changeObserver?(change) }

  func observeProgress(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)? {
    self.progress = progress
    return nil
  }
}
