import Foundation

/// Applies a query's search and filter to photos for sources that cannot do so themselves.
public struct LocalFilter: Sendable {
  private var searchedWords: [String]
  private var words: [FoldedText]
  private let filter: FilterExpression
  private let matcher: FilterMatcher

  /// - Parameters:
  ///   - query: The search and the filter.
  ///   - capabilities: A search that the source has answered is not repeated here, because it may match
  ///     words that the photo does not contain. A filter is repeated (that never drops too many photos) unless the
  ///     source's own filtering is trusted (`appliesFilters`).
  ///   - selection: What the user has selected, for `is:selected`.
  ///   - compared: The photos with other states that photos don't have of themselves (`PhotoState.question`).
  ///   - zone: The time zone in which the days of a filter begin.
  public init(
    _ query: PhotoQuery, capabilities: SourceCapabilities = .localList,
    selection: [Photo.ID] = [], compared: [PhotoState: Set<Photo.ID>] = [:],
    zone: TimeZone = .current
  ) {
    filter =
      capabilities.appliesFilters
      ? FilterExpression(query.filter.terms.filter { !capabilities.answers($0) }) : query.filter
    let photosOfState = compared.merging([.selected: Set(selection)]) { known, _ in known }
    matcher = FilterMatcher(filter, photosOfState: photosOfState, zone: zone)
    let search = capabilities.answersSearches ? nil : query.search
    searchedWords = search.map { Self.words(of: $0) } ?? []
    words = searchedWords.map(FoldedText.init)
  }

  /// The words of a search: `sea-gull` and `sea, gull` find what `sea gull` finds. A text without letters or digits is split at
  /// white space.
  public static func words(of search: String) -> [String] {
    let words = search.split { !$0.isLetter && !$0.isNumber }
    let parts = words.isEmpty ? search.split(whereSeparator: \.isWhitespace) : words
    return parts.map(String.init)
  }

  /// What photos have to meet, the words of the search among it.
  package var terms: [FilterTerm] {
    filter.terms + searchedWords.map { FilterTerm(.anywhere([$0])) }
  }

  /// Whether all photos pass.
  public var isOpen: Bool { words.isEmpty && filter.isEmpty }

  /// Whether photos have to be read before it is clear whether they pass.
  public var needsDetails: Bool { filter.needsDetails }

  /// Whether the photo meets the filter's terms and contains every word of the search in its name, description,
  /// alt text, author, camera, lens, tags, places or path, ignoring case and accents.
  public func keeps(_ photo: Photo) -> Bool {
    words.allSatisfy { FilterMatcher.isAnywhere($0, in: photo) } && matcher.matches(photo)
  }

  /// Whether a photo may pass that is stored as JSON: false only if it is certain that a word of the search isn't in it, which takes
  /// a small part of the time that reading the photo takes.
  package func mayKeep(photoIn json: UnsafeBufferPointer<UInt8>) -> Bool {
    words.allSatisfy { word in
      // A missing title isn't written.
      word.mayBeContained(inJSON: json) || word.isContained(in: Photo.untitled)
    }
  }

  /// The page without the photos that do not pass; they are counted in `filteredCount`.
  public func filtered(_ page: PhotoPage) -> PhotoPage {
    guard !isOpen else { return page }
    var filtered = page
    filtered.photos = page.photos.filter(keeps)
    let leftOut = page.photos.count - filtered.photos.count
    guard leftOut > 0 else { return page }
    filtered.filteredCount = max(0, min(page.filteredCount, 1 << 31)) + leftOut
    // The anchor's row counted photos that are no longer on the page.
    filtered.anchorRow = nil
    return filtered
  }
}
