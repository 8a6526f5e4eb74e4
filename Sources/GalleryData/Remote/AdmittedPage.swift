import GalleryDomain

/// A page of a feed after the guards: what is new on it, and whether the feed goes on.
struct AdmittedPage: Sendable, Hashable {
  var number: Int
  var photos: [Photo] = []
  var skippedCount = 0
  var picturelessCount = 0
  var skipped: [SkippedItem] = []
  var totalCount: Int?
  /// What the source says there is in all, where the list ended before it.
  var statedCount: Int?
  var hasMorePages = false
  var ending: FeedEnding?

  /// The page as a query wants it.
  ///
  /// - Parameter sortsOut: Whether the source could not apply the filter.
  func page(for query: PhotoQuery, sortsOut: Bool) -> PhotoPage {
    let shown =
      sortsOut && query.filter == .forSale ? photos.filter { $0.saleStatus == .forSale } : photos
    let isFiltered = sortsOut && query.filter != .all
    var page = PhotoPage(
      number: query.page, photos: shown,
      // How many of all are for sale nobody knows.
      totalCount: isFiltered ? nil : totalCount, hasMorePages: hasMorePages,
      skippedCount: skippedCount, filteredCount: photos.count - shown.count,
      anchorRow: number == 1
        ? query.anchor.flatMap { id in shown.firstIndex { $0.id == id } } : nil,
      ending: ending)
    page.picturelessCount = picturelessCount
    page.skipped = skipped
    if !isFiltered { page.statedCount = statedCount }
    return page
  }
}
