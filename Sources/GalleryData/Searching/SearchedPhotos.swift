import GalleryDomain

/// The photos of a list that pass a query, as far as the list was searched: a piece at a time, no further than the pages that were asked
/// for, and never twice.
actor SearchedPhotos {
  let query: PhotoQuery
  private let photos: @Sendable (_ piece: Int) async -> [Photo]?
  private var found: [Photo] = []
  private var ids: Set<Photo.ID> = []
  /// How many pieces were searched.
  private var pieceCount = 0
  private var isComplete = false

  /// The least number of pieces to search for a page, so that a short list is counted immediately.
  private static let leastPieces = 4

  /// - Parameter photos: Those of a piece that pass, by the piece's number from 0; nil after the last piece.
  init(_ query: PhotoQuery, _ photos: @escaping @Sendable (_ piece: Int) async -> [Photo]?) {
    self.query = query
    self.photos = photos
  }

  /// A page of the photos that pass. One that comes again, as in a feed whose pages overlap, counts once.
  ///
  /// - Parameter request: With the query of this.
  /// - Throws: `.cancelled`; what was searched so far is kept.
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    // One more than the page holds shows whether another follows.
    let end = PageRows.rows(of: request, photoCount: Int.max - 1).upperBound
    while !isComplete, found.count <= end || pieceCount < Self.leastPieces {
      let piece = pieceCount
      let photos = await photos(piece)
      guard !Task.isCancelled else { throw .cancelled }
      // Otherwise another caller has searched it meanwhile.
      guard piece == pieceCount else { continue }
      found += (photos ?? []).filter { ids.insert($0.id).inserted }
      (pieceCount, isComplete) = (piece + 1, photos == nil)
    }
    let rows = PageRows.rows(of: request, photoCount: found.count)
    return PhotoPage(
      number: request.page, photos: Array(found[rows]), totalCount: isComplete ? found.count : nil,
      // Either more of those that were found, or more to search.
      hasMorePages: rows.upperBound < found.count || !isComplete,
      anchorRow: request.anchor.flatMap { id in found.firstIndex { $0.id == id } })
  }
}
