import Foundation

/// What a search and a filter leave of a page, where the source cannot do that itself.
public struct PhotoSieve: Sendable {
  private let words: [FoldedText]
  private let filter: SaleFilter
  private let expression: FilterExpression
  private let matcher: FilterMatcher

  /// - Parameters:
  ///   - capabilities: A search that the source or the store answers is not repeated here, because they know
  ///     words that are not in the photo's. A filter is: what is sorted out stays sorted out.
  ///   - zone: In which the days of a filter begin.
  public init(
    _ query: PhotoQuery, capabilities: SourceCapabilities, zone: TimeZone = .current
  ) {
    expression = query.expression
    matcher = FilterMatcher(query.expression, zone: zone)
    filter = query.filter
    let search = capabilities.search == .none ? query.search : nil
    words = (search ?? "").split(whereSeparator: \.isWhitespace).map { FoldedText(String($0)) }
  }

  /// Whether nothing is left out.
  public var isOpen: Bool { words.isEmpty && filter == .all && expression.isEmpty }

  /// Whether photos have to be read before it is known whether they pass.
  public var needsDetails: Bool { filter == .forSale || expression.needsDetails }

  /// Whether the photo is for sale, where that is wanted, passes the filter's terms, and has every word of the
  /// search somewhere in its title, description, author, camera, lens or tags, whatever its case and accents.
  public func keeps(_ photo: Photo) -> Bool {
    if filter == .forSale, photo.saleStatus != .forSale { return false }
    guard words.allSatisfy({ FilterMatcher.isAnywhere($0, in: photo) }) else { return false }
    return matcher.matches(photo)
  }

  /// The page without what does not pass, which is counted (`filteredCount`).
  public func sift(_ page: PhotoPage) -> PhotoPage {
    guard !isOpen else { return page }
    var sifted = page
    sifted.photos = page.photos.filter(keeps)
    let leftOut = page.photos.count - sifted.photos.count
    guard leftOut > 0 else { return page }
    sifted.filteredCount = max(0, min(page.filteredCount, 1 << 31)) + leftOut
    // The row of the anchor counts what is no longer there.
    sifted.anchorRow = nil
    return sifted
  }
}
