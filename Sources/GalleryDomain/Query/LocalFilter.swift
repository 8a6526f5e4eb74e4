import Foundation

/// What a query leaves of a source's photos, where the source cannot be asked for that itself.
public struct LocalFilter: Sendable {
  private let words: [FoldedText]
  private let filter: FilterExpression
  private let matcher: FilterMatcher

  /// - Parameters:
  ///   - capabilities: A search that the source or the store answers is not repeated here, because they know
  ///     words that are not in the photo's. A filter is: what is left out stays left out.
  ///   - zone: In which the days of a filter begin.
  public init(
    _ query: PhotoQuery, capabilities: SourceCapabilities = .localList, zone: TimeZone = .current
  ) {
    filter = query.filter
    matcher = FilterMatcher(query.filter, zone: zone)
    let search = capabilities.search == .none ? query.search : nil
    words = search.map(Self.words) ?? []
  }

  /// The words of a search, as the store's index takes them apart; a text of signs alone is one.
  private static func words(of search: String) -> [FoldedText] {
    let words = search.split { !$0.isLetter && !$0.isNumber }
    let parts = words.isEmpty ? search.split(whereSeparator: \.isWhitespace) : words
    return parts.map { FoldedText(String($0)) }
  }

  /// Whether nothing is left out.
  public var isOpen: Bool { words.isEmpty && filter.isEmpty }

  /// Whether photos have to be read before it is known whether they pass.
  public var needsDetails: Bool { filter.needsDetails }

  /// Whether the photo passes the filter's terms, and has every word of the search somewhere in its title,
  /// description, author, camera, lens or tags, whatever its case and accents.
  public func keeps(_ photo: Photo) -> Bool {
    words.allSatisfy { FilterMatcher.isAnywhere($0, in: photo) } && matcher.matches(photo)
  }

  /// The page without what does not pass, which is counted (`filteredCount`).
  public func filtered(_ page: PhotoPage) -> PhotoPage {
    guard !isOpen else { return page }
    var filtered = page
    filtered.photos = page.photos.filter(keeps)
    let leftOut = page.photos.count - filtered.photos.count
    guard leftOut > 0 else { return page }
    filtered.filteredCount = max(0, min(page.filteredCount, 1 << 31)) + leftOut
    // The row of the anchor counts what is no longer there.
    filtered.anchorRow = nil
    return filtered
  }
}
