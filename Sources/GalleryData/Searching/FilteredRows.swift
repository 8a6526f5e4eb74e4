import GalleryDomain

/// A list of photos that are known by their rows, for `FilteredRows`: those of a folder, of a feed file.
protocol RowList: Sendable {
  /// Waits for so many rows.
  ///
  /// - Returns: How many there are now: fewer only if the list is complete.
  func rowCount(
    atLeast count: Int
  ) async throws(PhotoSourceError) -> (count: Int, isComplete: Bool)

  /// - Parameter rows: Within those that are there; ascending.
  /// - Returns: One for each row; nil for a row without a photo.
  func photos(at rows: [Int]) async -> [Photo?]

  /// The photos with what only their files say; called if a filter depends on that. When cancelled, photos may be
  /// left unread.
  func details(of photos: [Photo]) async -> [Photo]

  /// The folders of rows, relative to the list's; empty for a list without folders.
  func folders(of rows: [Int]) async -> [[UInt8]]

  func row(of id: Photo.ID) async -> Int?
}

extension RowList {
  func details(of photos: [Photo]) async -> [Photo] { photos }
  func folders(of rows: [Int]) async -> [[UInt8]] { [] }
}

/// The rows of a list that match a query, as far as the list was searched: four bytes each.
///
/// Searched a piece at a time, as far as a page needs, and never twice. The list is named with each request, so that
/// its repository can keep these; it must be the same list, though it may have grown.
actor FilteredRows {
  /// How many rows are searched before other callers get a turn, and cancellation is noticed.
  static let pieceSize = 2_000
  /// The least number of rows to search for a page, so that a short list is counted immediately.
  private static let minimumCount = 20_000

  let query: PhotoQuery
  private let filter: LocalFilter
  private var rows: [UInt32] = []
  /// The folders of the photos that were found.
  private var sections: [PhotoSection] = []
  /// The first row that hasn't been searched.
  private var next = 0

  init(_ query: PhotoQuery) {
    self.query = query
    filter = LocalFilter(query)
  }

  /// A page of the photos that match, for which the list is searched as far as necessary.
  ///
  /// - Parameter request: With the query of these rows.
  /// - Throws: `.cancelled`, and the errors of the list; what was searched so far is kept.
  func page(
    for request: PageRequest, of list: some RowList
  ) async throws(PhotoSourceError) -> PhotoPage {
    // One more than the page holds shows whether another follows.
    let wanted = PageRows.rows(of: request, photoCount: Int.max - 1).upperBound + 1
    while true {
      guard !Task.isCancelled else { throw .cancelled }
      let start = next
      let isEnough = rows.count >= wanted && start >= Self.minimumCount
      let known = try await list.rowCount(atLeast: isEnough ? 0 : start + Self.pieceSize)
      // Otherwise another caller has searched on in the meantime.
      guard start == next else { continue }
      guard !isEnough, start < known.count else {
        let isComplete = known.isComplete && start >= known.count
        return await page(for: request, of: list, isComplete: isComplete)
      }
      let piece = start..<min(known.count, start + Self.pieceSize)
      let found = await matches(in: Array(piece), of: list)
      let folders = await list.folders(of: found)
      // Photos may be unread.
      guard !Task.isCancelled else { throw .cancelled }
      if start == next { add(found, in: folders, of: piece) }
    }
  }

  private func matches(in piece: [Int], of list: some RowList) async -> [Int] {
    let listed = zip(piece, await list.photos(at: piece)).compactMap { row, photo in
      photo.map { (row: row, photo: $0) }
    }
    var photos = listed.map(\.photo)
    if filter.needsDetails { photos = await list.details(of: photos) }
    return filter.matches(in: photos).map { listed[$0].row }
  }

  private func add(_ found: [Int], in folders: [[UInt8]], of piece: Range<Int>) {
    for (index, row) in found.enumerated() {
      guard let row = UInt32(exactly: row) else { continue }
      if folders.indices.contains(index) {
        sections.extend(with: PhotoSection(.folder(folders[index]), start: rows.count, count: 1))
      }
      rows.append(row)
    }
    next = piece.upperBound
  }

  /// - Parameter isComplete: Whether the whole list was searched.
  private func page(
    for request: PageRequest, of list: some RowList, isComplete: Bool
  ) async -> PhotoPage {
    // Other callers may search on in the meantime.
    let (rows, sections) = (rows, sections)
    let part = PageRows.rows(of: request, photoCount: rows.count)
    let photos = await list.photos(at: rows[part].map(Int.init)).compactMap(\.self)
    var page = PhotoPage(
      number: request.page, photos: photos, totalCount: isComplete ? rows.count : nil,
      // Either more of the rows found, or more rows to search.
      hasMorePages: part.upperBound < rows.count || !isComplete)
    if let anchor = request.anchor, let row = await list.row(of: anchor).flatMap(UInt32.init) {
      let place = rows.partitioningIndex { $0 >= row }
      if place < rows.count, rows[place] == row { page.anchorRow = place }
    }
    if !sections.isEmpty { page.sections = .whole(sections) }
    return page
  }
}

extension FilteredRows? {
  /// The rows of a query: those that are kept here if they are of the same query, else new ones.
  mutating func rows(of query: PhotoQuery) -> FilteredRows {
    if let self, self.query == query { return self }
    let rows = FilteredRows(query)
    self = rows
    return rows
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
