import GalleryTestSupport

@testable import GalleryDomain

/// A folder that is read whole, only as far as the test lets it.
actor WholeFolder: PhotoRepository {
  var photos: [Photo]
  private(set) var pageCount = 0
  private let hasDetails: Bool
  private var openPages: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  nonisolated let title = "folder"
  nonisolated let capabilities = {
    var capabilities = SourceCapabilities()
    capabilities.isReadWhole = true
    return capabilities
  }()

  /// - Parameter hasDetails: Whether photos are listed without what they are known by when they are read.
  init(_ photos: [Photo], hasDetails: Bool = false, openPages: Int = .max) {
    (self.photos, self.hasDetails, self.openPages) = (photos, hasDetails, openPages)
  }

  func replace(_ photos: [Photo]) { self.photos = photos }

  func open() {
    openPages = .max
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    pageCount += 1
    if request.page > openPages { await withCheckedContinuation { waiting.append($0) } }
    var page = PhotoPage(of: photos, for: request)
    guard hasDetails else { return page }
    page.anchorRow = request.anchor.flatMap { id in photos.firstIndex { $0.id == id } }
    page.photos = page.photos.map {
      var photo = Photo(id: $0.id, name: "unread", file: $0.file, needsDetails: true)
      photo.remotePath = $0.remotePath
      return photo
    }
    return page
  }

  func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    guard hasDetails else { return photo }
    return photos.first { $0.id == photo.id } ?? photo
  }
}
