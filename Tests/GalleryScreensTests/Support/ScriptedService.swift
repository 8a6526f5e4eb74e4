import GalleryPresentation
import GalleryTestSupport
@_exported import PresentationTestSupport
import Testing

/// A source whose answers come when the test says so, or at once from `answer`.
nonisolated final class ScriptedService: PagingService {
  init(_ photos: [Photo]? = nil) {
    super.init()
    capabilities = SourceCapabilities(search: .here, operations: ["sale.yes"])
    if let photos { holds(photos) }
  }

  /// Photos of the user's own; nil for answers by hand.
  convenience init(own photos: [Photo]?) {
    self.init(photos)
    capabilities.holdsOwnFiles = true
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

  var queries: [PageRequest] { loads.map(\.query) }

  private var openDetails: [DetailLoad] { details.filter { !$0.isCancelled && !$0.isAnswered } }

  /// Whether details are waited for.
  var isReading: Bool { !openDetails.isEmpty }

  /// Whether an answer is waited for.
  var isAwaited: Bool { !openLoads.isEmpty }

  /// What was stored of the page that is waited for.
  func store(_ page: PhotoPage) { openLoads.last?.cached(page) }

  /// Answers the load that is waited for.
  func succeed(_ page: PhotoPage) { finish(.success(page)) }

  func succeed(_ photos: [Photo]) {
    succeed(PhotoPage(photos: photos, totalCount: photos.count))
  }

  func fail(_ error: PhotoSourceError) { finish(.failure(error)) }

  private func finish(_ answer: Result<PhotoPage, PhotoSourceError>) {
    guard let load = openLoads.last else {
      Issue.record("nothing is waited for")
      return
    }
    load.finish(answer)
  }

  /// Answers the questions for details with a status, and with the size of the files.
  func finishDetails(_ saleStatus: SaleStatus, fileSize: Int? = nil) {
    for load in openDetails { load.answer(saleStatus, fileSize: fileSize) }
  }
}
