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

  func page(for request: PageRequest) -> PhotoPage {
    var page = PhotoPage(
      number: request.page, photos: photos, totalCount: totalCount, hasMorePages: hasMorePages,
      skippedCount: skippedCount,
      anchorRow: number == 1
        ? request.anchor.flatMap { id in photos.firstIndex { $0.id == id } } : nil,
      ending: ending)
    page.picturelessCount = picturelessCount
    page.skipped = skipped
    page.statedCount = statedCount
    return page
  }
}
