import GalleryDomain

/// The items of a list that pass a query, photos or the numbers of their rows, as far as it was searched: a piece at a time, no further
/// than the pages that were asked for, and never twice.
actor SearchedList<Item: Sendable> {
  /// Those of a piece that pass, by the piece's number from 0.
  typealias Search =
    @Sendable (_ piece: Int) async throws(PhotoSourceError) -> (items: [Item], isLast: Bool)

  /// What was found.
  struct Part: Sendable {
    var items: [Item]
    /// Those on the page.
    var rows: Range<Int>
    /// Whether the whole list was searched.
    var isComplete: Bool

    func page(_ number: Int, of photos: [Photo]) -> PhotoPage {
      PhotoPage(
        number: number, photos: photos, totalCount: isComplete ? items.count : nil,
        // Either more of those that were found, or more to search.
        hasMorePages: rows.upperBound < items.count || !isComplete)
    }
  }

  nonisolated let query: PhotoQuery
  private let leastPieces: Int
  private let photoID: (@Sendable (Item) -> Photo.ID)?
  private let search: Search
  private var found: [Item] = []
  private var ids: Set<Photo.ID> = []
  /// How many pieces were searched.
  private var pieceCount = 0
  private var isComplete = false

  /// - Parameters:
  ///   - leastPieces: How many pieces are searched for a page at least, so that a short list is counted immediately.
  ///   - photoID: One that comes again, as in a feed whose pages overlap, counts once; nil if none does.
  init(
    _ query: PhotoQuery, leastPieces: Int = 4, photoID: (@Sendable (Item) -> Photo.ID)? = nil,
    _ search: @escaping Search
  ) {
    self.query = query
    self.leastPieces = leastPieces
    self.photoID = photoID
    self.search = search
  }

  /// - Parameter request: With the query of this.
  /// - Throws: `.cancelled`, and the errors of the list; what was searched so far is kept.
  func find(for request: PageRequest) async throws(PhotoSourceError) -> Part {
    // One more than the page holds shows whether another follows.
    let end = PageRows.rows(of: request, photoCount: Int.max - 1).upperBound
    while !isComplete, found.count <= end || pieceCount < leastPieces {
      guard !Task.isCancelled else { throw .cancelled }
      let piece = pieceCount
      let (items, isLast) = try await search(piece)
      // Photos may be unread.
      guard !Task.isCancelled else { throw .cancelled }
      // Otherwise another caller has searched it meanwhile.
      guard piece == pieceCount else { continue }
      found += items.filter { item in photoID.map { ids.insert($0(item)).inserted } ?? true }
      (pieceCount, isComplete) = (piece + 1, isLast)
    }
    return Part(
      items: found, rows: PageRows.rows(of: request, photoCount: found.count),
      isComplete: isComplete)
  }
}

extension SearchedList where Item == Photo {
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let part = try await find(for: request)
    var page = part.page(request.page, of: Array(part.items[part.rows]))
    page.anchorRow = request.anchor.flatMap { id in part.items.firstIndex { $0.id == id } }
    return page
  }
}

/// Which rows are on a page.
package enum PageRows {
  /// Photos a page may hold (`PageRequest.pageSize`).
  package static let sizes = 1...500

  /// - Returns: Within `0..<photoCount`; empty after the end.
  package static func rows(of request: PageRequest, photoCount: Int) -> Range<Int> {
    let size = min(max(request.pageSize, sizes.lowerBound), sizes.upperBound)
    let (offset, overflows) = (max(request.page, 1) - 1).multipliedReportingOverflow(by: size)
    let start = overflows ? photoCount : min(offset, photoCount)
    return start..<start + min(size, photoCount - start)
  }
}
