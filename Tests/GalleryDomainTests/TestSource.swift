import GalleryTestSupport

@testable import GalleryDomain

/// A source that answers as far as a test lets it, and remembers what it was asked.
actor TestSource: PhotoRepository {
  nonisolated let title = "source"
  nonisolated let capabilities: SourceCapabilities
  private var list: [Photo]
  private let pages: [PhotoPage]?
  private let stored: [PhotoPage]
  private let failures: [Int: PhotoSourceError]
  private let isListedUnread: Bool
  private let details: @Sendable (inout Photo) -> Void
  private var openPages: Int
  private var delayed: Set<Photo.ID>
  private var waiting: [CheckedContinuation<Void, Never>] = []

  private(set) var requests: [PageRequest] = []
  /// The photos whose details were asked for.
  private(set) var read: [Photo.ID] = []
  private(set) var urgencies: Set<ReadingUrgency> = []
  private var runningReads = 0
  /// At a time.
  private(set) var mostReads = 0
  private(set) var soughtIDs: [[Photo.ID]] = []

  /// - Parameters:
  ///   - photos: All of them; a page has as many as it is asked for.
  ///   - pages: Those of a test's own instead.
  ///   - stored: What it has when it can't be reached.
  ///   - failures: By the number of the page.
  ///   - isListedUnread: Whether photos are listed without what they are known by when they are read.
  ///   - openPages: Further ones wait until `open`.
  ///   - delayed: Photos that are read only after `open`.
  ///   - details: What is known of a photo when it is read.
  init(
    _ photos: [Photo] = [], pages: [PhotoPage]? = nil, stored: [PhotoPage] = [],
    failures: [Int: PhotoSourceError] = [:], capabilities: SourceCapabilities = .localList,
    isListedUnread: Bool = false, openPages: Int = .max, delayed: Set<Photo.ID> = [],
    details: @escaping @Sendable (inout Photo) -> Void = { _ in }
  ) {
    (list, self.pages, self.stored, self.failures) = (photos, pages, stored, failures)
    (self.capabilities, self.isListedUnread) = (capabilities, isListedUnread)
    (self.openPages, self.delayed, self.details) = (openPages, delayed, details)
  }

  var askedPages: [Int] { requests.map(\.page) }

  func replace(_ photos: [Photo]) { list = photos }

  func open() {
    (openPages, delayed) = (.max, [])
    let resumed = waiting
    waiting = []
    for continuation in resumed { continuation.resume() }
  }

  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    requests.append(request)
    if request.page > openPages { await withCheckedContinuation { waiting.append($0) } }
    if let failure = failures[request.page] { throw failure }
    if let pages { return pages[request.page - 1] }
    var page = PhotoPage(of: list, for: request)
    guard isListedUnread else { return page }
    page.anchorRow = request.anchor.flatMap { id in list.firstIndex { $0.id == id } }
    page.photos = page.photos.map {
      var photo = Photo(id: $0.id, name: "unread", file: $0.file, needsDetails: true)
      photo.remotePath = $0.remotePath
      return photo
    }
    return page
  }

  func storedPage(for request: PageRequest) async -> PhotoPage? {
    stored.first { $0.number == request.page }
  }

  func details(of photo: Photo, urgency: ReadingUrgency) async -> Photo {
    read.append(photo.id)
    urgencies.insert(urgency)
    runningReads += 1
    mostReads = max(mostReads, runningReads)
    defer { runningReads -= 1 }
    if delayed.contains(photo.id) { await withCheckedContinuation { waiting.append($0) } }
    if isListedUnread { return list.first { $0.id == photo.id } ?? photo }
    var photo = photo
    photo.needsDetails = false
    details(&photo)
    return photo
  }

  func photos(withIDs ids: [Photo.ID]) async -> [Photo] {
    soughtIDs.append(ids)
    return ids.compactMap { id in list.first { $0.id == id } }
  }
}

extension SourceCapabilities {
  /// Of a source that is read whole.
  static var whole: SourceCapabilities {
    var capabilities = SourceCapabilities()
    capabilities.isReadWhole = true
    return capabilities
  }
}
