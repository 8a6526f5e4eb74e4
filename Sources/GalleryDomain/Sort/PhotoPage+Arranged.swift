extension PhotoPage {
  /// All photos of a source on one page.
  public init(_ photos: [Photo]) {
    self.init(photos: photos, totalCount: photos.count)
  }

  /// The page of a source that has but this one, as a query wants it.
  public func arranged(for query: PhotoQuery) -> PhotoPage {
    var page = PhotoSieve(query, capabilities: .localList).sift(self)
    guard let sort = query.sort else { return page }
    page.photos = PhotoOrdering(sort: sort).order(of: page.photos).map { page.photos[$0] }
    page.totalCount = page.photos.count
    page.filteredCount = 0
    page.anchorRow = query.anchor.flatMap { id in page.photos.firstIndex { $0.id == id } }
    page.sortReach = SortReach(readCount: photos.count + max(0, skippedCount), isWhole: true)
    return page
  }
}
