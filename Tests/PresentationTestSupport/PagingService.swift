import GalleryPresentation
import GalleryTestSupport
import Testing

/// A service that answers when a test says so, or immediately from `source`.
open class PagingService: APIServiceProtocol {
  public final class Load: Cancellable {
    public let query: PageRequest
    public let cached: (PhotoPage) -> Void
    public let completion: (Result<PhotoPage, PhotoSourceError>) -> Void
    public var isCancelled = false
    public var isAnswered = false

    public init(
      _ query: PageRequest, _ cached: @escaping (PhotoPage) -> Void,
      _ completion: @escaping (Result<PhotoPage, PhotoSourceError>) -> Void
    ) {
      self.query = query
      self.cached = cached
      self.completion = completion
    }

    public func cancel() { isCancelled = true }

    /// Whether it was cancelled, or has ended.
    public var isOver: Bool { isCancelled || isAnswered }

    public func answer(_ page: PhotoPage) { finish(.success(page)) }
    public func fail(_ error: PhotoSourceError) { finish(.failure(error)) }

    public func finish(_ result: Result<PhotoPage, PhotoSourceError>) {
      isAnswered = true
      completion(result)
    }
  }

  public final class DetailLoad: Cancellable {
    public let photo: Photo
    public let completion: (Photo) -> Void
    public var isCancelled = false
    public private(set) var isAnswered = false

    public init(_ photo: Photo, _ completion: @escaping (Photo) -> Void) {
      (self.photo, self.completion) = (photo, completion)
    }

    public func cancel() { isCancelled = true }

    public func answer(
      _ saleStatus: SaleStatus = .forSale, camera: String? = nil, fileSize: Int? = nil
    ) {
      isAnswered = true
      var read = photo.read(saleStatus, camera: camera)
      read.fileSize = fileSize ?? read.fileSize
      completion(read)
    }
  }

  public var capabilities = SourceCapabilities.localList
  public private(set) var savedQueries: [String] = []
  /// Answers every load immediately if it is set.
  public var answer: ((PageRequest) -> Result<PhotoPage, PhotoSourceError>)?
  public var source: ((PageRequest) -> PhotoPage)? {
    didSet { answer = source.map { source in { .success(source($0)) } } }
  }
  public private(set) var loads: [Load] = []
  /// The loads of which some may be running: searching all of them each time would be slow.
  private var recentLoads: [Load] = []
  public private(set) var details: [DetailLoad] = []
  private var observers: [(SourceProgress) -> Void] = []
  /// Answers at once what is counted, if it is set.
  public var counts: ((CountRequest) -> FacetCounts)?
  /// What waits for counts.
  public private(set) var counting: [(CountRequest, (FacetCounts) -> Void)] = []

  public init() {}

  public var queriedPages: [Int] { loads.map(\.query.page) }
  /// Loads that were neither answered nor cancelled.
  public var openLoads: [Load] { recentLoads.filter { !$0.isOver } }

  public func fetchPopularPhoto(complete: @escaping (Bool, [Photo], APIError?) -> Void) {
    Issue.record("a service with pages is asked for pages")
  }

  public func fetchPhotos(
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
    if let answer { load.finish(answer(query)) }
    return load
  }

  public func countPhotos(
    _ request: CountRequest, counts: @escaping (FacetCounts) -> Void
  ) -> (any Cancellable)? {
    if let answer = self.counts {
      counts(answer(request))
    } else {
      counting.append((request, counts))
    }
    return nil
  }

  /// Later pages as they were stored; requested while the first is loading.
  public var stored: ((PageRequest) -> PhotoPage?)?
  public private(set) var storedQueries: [Int] = []
  public private(set) var storedRequests: [PageRequest] = []

  public func fetchStoredPhotos(
    _ query: PageRequest, completion: @escaping (PhotoPage?) -> Void
  ) -> (any Cancellable)? {
    storedQueries.append(query.page)
    storedRequests.append(query)
    completion(stored?(query))
    return nil
  }

  public func fetchDetails(
    of photo: Photo, completion: @escaping (Photo) -> Void
  ) -> (any Cancellable)? {
    let load = DetailLoad(photo, completion)
    details.append(load)
    return load
  }

  /// Answers with photos, but for some pages, which fail, until nothing is loading.
  public func answerAll(_ total: Int, failing: Set<Int> = []) {
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
  public func answerDetails(_ saleStatus: SaleStatus = .forSale, camera: String? = nil) {
    var answered = 0
    while answered < details.count {
      let load = details[answered]
      answered += 1
      if !load.isCancelled { load.answer(saleStatus, camera: camera) }
    }
  }

  /// What was asked of what is remembered.
  public private(set) var recalled: [[Photo.ID]] = []
  /// If not, there is no answer.
  public var recallsAtOnce = true
  /// The camera of each photo that is remembered.
  public var remembered: (Photo.ID) -> String? = { _ in nil }

  public func recallDetails(
    of photos: [Photo], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    recalled.append(photos.map(\.id))
    guard recallsAtOnce else { return nil }
    completion(photos.map { photo in remembered(photo.id).map { photo.read(camera: $0) } ?? photo })
    return nil
  }

  /// The photos that the source finds by their ids.
  public var foundPhotos: [Photo] = []
  public private(set) var soughtIDs: [[Photo.ID]] = []

  public func findPhotos(
    _ ids: [Photo.ID], completion: @escaping ([Photo]) -> Void
  ) -> (any Cancellable)? {
    soughtIDs.append(ids)
    let wanted = Set(ids)
    completion(foundPhotos.filter { wanted.contains($0.id) })
    return nil
  }

  private var changeObserver: ((SourceChange) -> Void)?

  public func observeChanges(_ change: @escaping (SourceChange) -> Void) -> (any Cancellable)? {
    changeObserver = change
    return nil
  }

  /// Reports that something happened to the source.
  public func change(_ change: SourceChange) { changeObserver?(change) }

  public func saveRecentQuery(_ query: String) { savedQueries.append(query) }

  public func observeProgress(_ progress: @escaping (SourceProgress) -> Void) -> (any Cancellable)?
  {
    observers.append(progress)
    return nil
  }

  /// Notifies the latest observer.
  public func announce(
    photoCount: Int, steps: Int = 1, of known: Int = 2, isComplete: Bool = false,
    skippedCount: Int = 0
  ) {
    announceStep(
      SourceProgress(
        photoCount: photoCount, completedSteps: steps, knownSteps: known, isComplete: isComplete,
        skippedCount: skippedCount))
  }

  public func announceStep(_ step: SourceProgress) { observers.last?(step) }
}

extension PhotoPage {
  /// The page of a source that holds `total` photos, numbered from 0.
  public static func of(_ total: Int, for query: PageRequest, anchorRow: Int? = nil) -> PhotoPage {
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
