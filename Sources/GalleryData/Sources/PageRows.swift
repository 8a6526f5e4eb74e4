import GalleryDomain

/// Which rows a page holds.
enum PageRows {
  /// Photos a page may hold (`PhotoQuery.pageSize`).
  static let sizes = 1...500

  /// - Returns: Within `0..<photoCount`; empty behind the end.
  static func rows(of query: PhotoQuery, photoCount: Int) -> Range<Int> {
    let size = min(max(query.pageSize, sizes.lowerBound), sizes.upperBound)
    let (offset, overflows) = (max(query.page, 1) - 1).multipliedReportingOverflow(by: size)
    let start = overflows ? photoCount : min(offset, photoCount)
    return start..<start + min(size, photoCount - start)
  }
}
