import GalleryDomain

/// The photos of a list that pass a query, as far as it was searched: a piece at a time, no further than the pages that were asked
/// for, and never twice.
actor SearchedList {
  /// The photos of a piece that pass; pieces count from 0.
  typealias Search =
    @Sendable (_ piece: Int) async throws(PhotoSourceError) -> (photos: [Photo], isLast: Bool)

  nonisolated let query: PhotoQuery
  private let search: Search
  private var found: [Photo] = []
  private var ids: Set<Photo.ID> = []
  private var pieceCount = 0
  private var isComplete = false

  /// How many pieces are searched for a page at least, so that a short list is counted immediately.
  private static let leastPieces = 4

  /// - Parameter search: A photo that comes again, as in a feed whose pages overlap, counts once.
  init(_ query: PhotoQuery, _ search: @escaping Search) {
    self.query = query
    self.search = search
  }

  /// - Parameter request: With the list's query.
  /// - Throws: `.cancelled`, and the errors of the list; what was searched so far is kept.
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    // One more than the page holds shows whether another follows.
    let end = PageRows.rows(of: request, photoCount: Int.max - 1).upperBound
    while !isComplete, found.count <= end || pieceCount < Self.leastPieces {
      guard !Task.isCancelled else { throw .cancelled }
      let piece = pieceCount
      let (photos, isLast) = try await search(piece)
      // Photos may be unread.
      guard !Task.isCancelled else { throw .cancelled }
      // Otherwise another caller has searched it meanwhile.
      guard piece == pieceCount else { continue }
      found += photos.filter { ids.insert($0.id).inserted }
      (pieceCount, isComplete) = (piece + 1, isLast)
    }
    let rows = PageRows.rows(of: request, photoCount: found.count)
    return PhotoPage(
      number: request.page, photos: Array(found[rows]), totalCount: isComplete ? found.count : nil,
      // Either more of those that were found, or more to search.
      hasMorePages: rows.upperBound < found.count || !isComplete,
      anchorRow: request.anchor.flatMap { id in found.firstIndex { $0.id == id } })
  }
}
