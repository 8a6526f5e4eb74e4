import GalleryPresentation
import GalleryTestSupport

/// A source of a few photos, every other one for sale, every third one with an `a` in its name, that
/// searches and filters itself or leaves that to the list.
struct SmallGallery {
  let capabilities: SourceCapabilities
  /// Of 25, two pages are found by a search under a filter.
  var photoCount = 13

  static let remote = SmallGallery(
    capabilities: SourceCapabilities(search: .atSource, operations: ["sale.yes"], isRemote: true))
  static let local = SmallGallery(capabilities: .localList)

  /// All the photos that a list shows, in order.
  func ids(search: String?, filter: FilterExpression) -> [Photo.ID] {
    (0..<photoCount).filter {
      (filter == .everything || $0.isMultiple(of: 2)) && (search == nil || $0.isMultiple(of: 3))
    }.map(String.init)
  }

  func page(for query: PageRequest) -> PhotoPage {
    if query.pageSize == 1 { return row(for: query) }
    let isFiltered = query.filter.isForSaleOnly && capabilities.answers(.forSale)
    let isSearched = query.search != nil && capabilities.search != .none
    let ids = ids(
      search: isSearched ? query.search : nil, filter: isFiltered ? .forSale : .everything)
    let start = min(ids.count, (query.page - 1) * query.pageSize)
    let end = min(ids.count, start + query.pageSize)
    let page = PhotoPage(
      number: query.page, photos: ids[start..<end].map(photo), totalCount: ids.count,
      hasMorePages: end < ids.count)
    return LocalFilter(query.query, capabilities: capabilities).filtered(page)
  }

  /// Says in which row the photo is that is the anchor, or the next match.
  private func row(for query: PageRequest) -> PhotoPage {
    let ids = ids(search: query.search, filter: query.filter)
    let anchor = query.anchor.flatMap(ids.firstIndex(of:))
    guard let step = query.match else { return PhotoPage(photos: [], anchorRow: anchor) }
    let matches = ids.indices.filter { Int(ids[$0])?.isMultiple(of: 3) ?? false }
    return step.page(of: matches, anchor: anchor)
  }

  private func photo(_ id: Photo.ID) -> Photo {
    let number = Int(id) ?? 0
    return .stub(
      id: id, name: "photo \(number)\(number.isMultiple(of: 3) ? " a" : "")",
      saleStatus: number.isMultiple(of: 2) ? .forSale : .notForSale)
  }
}
