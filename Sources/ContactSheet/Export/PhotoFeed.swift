import GalleryDomain
import GalleryPresentation

/// The photos of a selection one after the other; reads further pages of a listing.
struct PhotoFeed {
  private let pages: any ExportedPages
  private var waiting: ArraySlice<Photo>
  /// The next page to read; nil after the last.
  private var request: PageRequest?
  /// How many there are; nil while that isn't known.
  private(set) var total: Int?
  /// Why the source gave fewer photos than it has; nil for an ordinary end, and before the end.
  private(set) var ending: FeedEnding?
  /// What the pages that were read have skipped.
  private(set) var skipped = SkippedItems()

  init(_ selection: ExportSelection, pages: any ExportedPages) {
    self.pages = pages
    switch selection {
    case .photos(let photos):
      waiting = photos[...]
      total = photos.count
    case .listing(let query, let total):
      waiting = []
      request = PageRequest(query)
      request?.readsAll = true
      self.total = total
    }
  }

  /// The next photo; nil after the last one.
  mutating func next() async throws(PhotoSourceError) -> Photo? {
    while waiting.isEmpty, let request {
      if Task.isCancelled { throw .cancelled }
      let page = try await pages.page(for: request)
      waiting = page.photos[...]
      // The number of photos filtered out here says nothing about how many are left.
      if request.query.search == nil, request.query.filter.isEmpty, let count = page.totalCount {
        total = count
      }
      ending = page.ending
      skipped.add(page.skipped)
      var next = request
      next.page += 1
      // Reads past an empty page as long as the source says that there are more; repositories put an end to that.
      self.request = page.hasMorePages ? next : nil
    }
    return waiting.popFirst()
  }
}
