import GalleryDomain

/// The rows of a local list that match a query, as far as the list was searched: four bytes each.
///
/// Searched a piece at a time, as far as a page needs, and never twice.
struct FilteredRows: Sendable {
  /// How many rows are searched before other callers get a turn.
  static let pieceSize = 2_000
  /// The least number of rows to search for a page, so that a short list is counted immediately.
  private static let minimumCount = 20_000

  let query: PhotoQuery
  let filter: LocalFilter
  private(set) var rows: [UInt32] = []
  /// The folders of the photos that were found.
  private(set) var sections: [PhotoSection] = []
  /// The first row that hasn't been searched.
  private(set) var next = 0

  init(_ query: PhotoQuery) {
    self.query = query
    filter = LocalFilter(query)
  }

  /// The rows to search next for a page; nil if enough is known.
  ///
  /// - Parameter rowCount: The known length of the whole list.
  func piece(for request: PageRequest, rowCount: Int) -> Range<Int>? {
    let wanted = PageRows.rows(of: request, photoCount: Int.max - 1).upperBound
    guard next < rowCount, rows.count <= wanted || next < Self.minimumCount else { return nil }
    return next..<min(rowCount, next + Self.pieceSize)
  }

  /// Adds the result of a piece; ignored if another caller has added that piece in the meantime.
  ///
  /// - Parameter folders: Of each row that was found, relative to the list's; empty for a list without folders.
  mutating func add(_ found: [Int], in folders: [[UInt8]] = [], of piece: Range<Int>) {
    guard piece.lowerBound == next else { return }
    for (index, row) in found.enumerated() {
      guard let row = UInt32(exactly: row) else { continue }
      if folders.indices.contains(index) {
        sections.extend(with: PhotoSection(.folder(folders[index]), start: rows.count, count: 1))
      }
      rows.append(row)
    }
    next = piece.upperBound
  }

  /// The rows of a page in the whole list.
  func listRows(of request: PageRequest) -> [Int] {
    PageRows.rows(of: request, photoCount: rows.count).map { Int(rows[$0]) }
  }

  /// The position of a row of the whole list among the filtered rows.
  func place(of row: Int) -> Int? {
    guard let row = UInt32(exactly: row) else { return nil }
    let place = rows.partitioningIndex { $0 >= row }
    return place < rows.count && rows[place] == row ? place : nil
  }

  func page(
    for request: PageRequest, photos: [Photo], isComplete: Bool, anchorRow: Int?
  ) -> PhotoPage {
    let end = PageRows.rows(of: request, photoCount: rows.count).upperBound
    return PhotoPage(
      number: request.page, photos: photos, totalCount: isComplete ? rows.count : nil,
      // Either more of the rows found, or more rows to search.
      hasMorePages: end < rows.count || !isComplete,
      anchorRow: anchorRow.flatMap(place))
  }
}

extension Array {
  /// The first index of a sorted array from which on a condition is true.
  fileprivate func partitioningIndex(where holds: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = low + (high - low) / 2
      if holds(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
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
