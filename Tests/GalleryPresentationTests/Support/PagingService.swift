import GalleryPresentation
import GalleryTestSupport
import Testing

/// A service that answers when a test says so, or immediately from `source`.
final class PagingService: APIServiceProtocol {
  final class Load: Cancellable {
    let query: PageRequest
    let cached: (PhotoPage) -> Void
    let completion: (Result<PhotoPage, PhotoSourceError>) -> Void
    var isCancelled = false
    var isAnswered = false

    init(
      _ query: PageRequest, _ cached: @escaping (PhotoPage) -> Void,
      _ completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
    ) {
      self.query = query
      self.cached = cached
      self.completion = completion
    }

    func cancel() { isCancelled = true }

    /// Whether it was cancelled, or has ended.
    var isOver: Bool { isCancelled || isAnswered }

    func answer(_ page: PhotoPage) { finish(.success(page)) }
    func fail(_ error: PhotoSourceError) { finish(.failure(error)) }

    private func finish(_ result: Result<PhotoPage, PhotoSourceError>) {
      isAnswered = true
      completion(result)
    }
  }

  final class DetailLoad: Cancellable {
    let photo: Photo
    let completion: (Photo) -> Void
    var isCancelled = false

    init(_ photo: Photo, _ completion: @escaping (Photo) -> Void) {
      (self.photo, self.completion) = (photo, completion)
    }

    func cancel() { isCancelled = true }

    func answer(_ saleStatus: SaleStatus = .forSale, camera: String? = nil) {
      completion(photo.read(saleStatus, camera: camera))
    }
  }

  var capabilities = SourceCapabilities.localList
  private(set) var savedQueries: [String] = []
  /// Answers every load immediately if it is set.
  var source: ((PageRequest) -> PhotoPage)?
  private(set) var loads: [Load] = []
  /// The loads of which some may be running: searching all of them each time would be slow.
  private var recentLoads: [Load] = []
  private(set) var details: [DetailLoad] = []
  private var observers: [(SourceProgress) -> Void] = []
  /// What waits for counts.
  private(set) var counting: [(CountRequest, (FacetCounts) -> Void)] = []

  var queriedPages: [Int] { loads.map(\.query.page) }
  /// Loads that were neither answered nor cancelled.
  var openLoads: [Load] { recentLoads.filter { !$0.isOver } }

  func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {
    Issue.record("a service with pages is asked for pages")
  }

  func fetchPhotos(
    _ query: PageRequest, cached: @escaping (PhotoPage) -> Void,
    completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
  ) -> (any Cancellable)? {
    recentLoads.removeAll(where: \.isOver)
    // While other rows are loading, visible rows may continue to load on this computer.
    let others = recentLoads.filter { capabilities.isRemote || $0.query.query == query.query }
    #expect(others.isEmpty && recentLoads.count < 2, "two loads at once")
    let load = Load(query, cached, completion)
    loads.append(load)
    recentLoads.append(load)
    if let source { load.answer(source(query)) }
    return load
  }

  func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    counting.append((request, counts))
    return nil
  }

  /// Later pages as they were stored; requested while the first is loading.
  var stored: ((PageRequest) -> PhotoPage?)?
  private(set) var storedQueries: [Int] = []
  private(set) var storedRequests: [PageRequest] = []

  func fetchStoredPhotos(
    _ query: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    storedQueries.append(query.page)
    storedRequests.append(query)
    completion(stored?(query))
    return nil
  }

  func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    let load = DetailLoad(photo, completion)
    details.append(load)
    return load
  }

  /// Answers with photos, but for some pages, which fail, until nothing is loading.
  func answerAll(_ total: Int, failing: Set<Int> = []) {
    var rounds = 0
    while rounds < 1_000, let load = openLoads.first {
      rounds += 1
      if failing.contains(load.query.page) {
        load.fail(.noNetwork)
      } else {
        load.answer(.of(total, for: load.query))
      }
    }
    #expect(rounds < 1_000)
  }

  /// Answers what is being read, until nothing is.
  func answerDetails(_ saleStatus: SaleStatus = .forSale, camera: String? = nil) {
    var answered = 0
    while answered < details.count {
      let load = details[answered]
      answered += 1
      if !load.isCancelled { load.answer(saleStatus, camera: camera) }
    }
  }

  /// What was asked of what is remembered.
  private(set) var recalled: [[Photo.ID]] = []
  /// If not, there is no answer.
  var recallsAtOnce = true
  /// The camera of each photo that is remembered.
  var remembered: (Photo.ID) -> String? = { _ in nil }

  func recallDetails(
    of photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    recalled.append(photos.map(\.id))
    guard recallsAtOnce else { return nil }
    completion(photos.map { photo in remembered(photo.id).map { photo.read(camera: $0) } ?? photo })
    return nil
  }

  /// The photos that the source finds by their ids.
  var foundPhotos: [Photo] = []
  private(set) var soughtIDs: [[Photo.ID]] = []

  func findPhotos(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    soughtIDs.append(ids)
    let wanted = Set(ids)
    completion(foundPhotos.filter { wanted.contains($0.id) })
    return nil
  }

  private var changeObserver: ((SourceChange) -> Void)?

  func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)? {
    changeObserver = change
    return nil
  }

  /// Reports that something happened to the source.
  func change(_ change: SourceChange) { changeObserver?(change) }

  func saveRecentQuery(_ query: String) { savedQueries.append(query) }

  func observeProgress(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)? {
    observers.append(progress)
    return nil
  }

  /// Notifies the latest observer.
  func announce(
    photoCount: Int, steps: Int = 1, of known: Int = 2, isComplete: Bool = false,
    skippedCount: Int = 0
  ) {
    announceStep(
      SourceProgress(
        photoCount: photoCount, completedSteps: steps, knownSteps: known, isComplete: isComplete,
        skippedCount: skippedCount))
  }

  func announceStep(_ step: SourceProgress) { observers.last?(step) }
}

extension PhotoPage {
  /// The page of a source that holds `total` photos, numbered from 0.
  static func of(_ total: Int, for query: PageRequest, anchorRow: Int? = nil) -> PhotoPage {
    let start = (query.page - 1) * query.pageSize
    let count = max(0, min(query.pageSize, total - start))
    return PhotoPage(
      number: query.page, photos: Photo.stubs(count, from: start), totalCount: total,
      hasMorePages: start + count < total, anchorRow: anchorRow)
  }
}

extension Photo {
  fileprivate func read(_ saleStatus: SaleStatus = .unstated, camera: String?) -> Photo {
    var photo = self
    (photo.saleStatus, photo.camera, photo.needsDetails) = (saleStatus, camera, false)
    return photo
  }
}
