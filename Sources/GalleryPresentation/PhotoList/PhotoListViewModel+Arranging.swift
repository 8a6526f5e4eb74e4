import GalleryDomain

// What is asked of the photos, and their order: other rows, as those of a search.
extension PhotoListViewModel {
  public func filter(by text: String) {
    var query = wantedQuery
    query.expression = FilterText.reading(text).expression
    go(to: query)
  }

  public func sort(by sort: PhotoSort?) {
    var query = wantedQuery
    query.sort = sort
    go(to: query)
  }

  public func leave() {
    // Over a filter whatever is on its way is called off: else Esc would leave the filter and go on searching.
    if let pending, pending.query != listing.query,
      !listing.query.expression.isEmpty
        || pending.query.expression != listing.query.expression
        || pending.query.sort != listing.query.sort
    {
      failedLoad = nil
      abandonLoad()
    } else if !listing.query.expression.isEmpty {
      var query = wantedQuery
      query.expression = .everything
      go(to: query)
    } else {
      leaveSearch()
    }
  }

  /// Brings the rows of a query on the screen: those that were kept aside at once, others when they are there.
  private func go(to query: ListQuery) {
    failedLoad = nil
    guard query != wantedQuery else { return }
    if query == listing.query {
      abandonLoad()
    } else if let kept = aside.lastIndex(where: { $0.query == query }) {
      restore(at: kept)
    } else {
      load(query, query.search == listing.query.search ? .filter : .search)
    }
  }

  /// Whether all of the source is looked through, a page after the other, whatever is on the screen: what is on this
  /// computer costs nobody anything, and the count at its end is what was asked for.
  var looksThroughAll: Bool {
    !listing.query.expression.isEmpty && listing.query.sort == nil
      && !apiService.capabilities.isRemote
  }

  /// The page to look through when all that is wanted on the screen is there.
  var pageToLookThrough: Int? {
    looksThroughAll && listing.pages.hasPageBeyond ? listing.pages.pageCount + 1 : nil
  }
}
