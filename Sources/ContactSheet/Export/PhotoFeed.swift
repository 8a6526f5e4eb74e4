import GalleryDomain
import GalleryPresentation

/// The photos of a selection one after the other, pages read on where it is a listing.
struct PhotoFeed {
  private let pages: any ExportedPages
  private var waiting: ArraySlice<Photo>
  private var query: PhotoQuery?
  /// How many there are; nil while nobody knows.
  private(set) var total: Int?

  init(_ selection: ExportSelection, pages: any ExportedPages) {
    self.pages = pages
    switch selection {
    case .photos(let photos):
      waiting = photos[...]
      total = photos.count
    case .listing(let query, let total):
      waiting = []
      self.query = query
      self.query?.readsAll = true
      self.total = total
    }
  }

  /// The next photo; nil after the last one.
  mutating func next() async throws(PhotoSourceError) -> Photo? {
    while waiting.isEmpty, let query {
      if Task.isCancelled { throw .cancelled }
      let page = try await pages.page(for: query)
      waiting = page.photos[...]
      // What is sorted out here says nothing of how many are left.
      if page.filteredCount == 0, query.search == nil, let count = page.totalCount { total = count }
      var next = query
      next.page += 1
      // An empty page is followed as long as the source says that there are more; repositories end that.
      self.query = page.hasMorePages ? next : nil
    }
    return waiting.popFirst()
  }
}
