/// Which rows belong to which page.
///
/// Pages count from 1, and all have `stride` rows with these exceptions: the last one, and those that had another
/// length when they were loaded. Only the exceptions cost memory: a source that reports a million photos, or claims
/// 2³¹, costs no more.
struct PageLengths: Hashable, Sendable {
  private(set) var stride: Int
  private(set) var pageCount = 0
  /// Sorted by page.
  private var exceptions: [Exception] = []

  private struct Exception: Hashable, Sendable {
    var page: Int
    var length: Int
    /// The row at which the page starts.
    var start: Int
  }

  /// More rows are clamped to this, so that no sum overflows.
  static let rowLimit = 1 << 31

  init(stride: Int) {
    self.stride = max(1, min(stride, Self.rowLimit))
  }

  var rowCount: Int { start(of: pageCount + 1) }

  /// The row at which a page starts. Pages past the end start at the end.
  func start(of page: Int) -> Int {
    let page = max(1, min(page, pageCount + 1))
    guard let last = exceptions[..<index(ofPage: page)].last else { return (page - 1) * stride }
    return last.start + last.length + (page - last.page - 1) * stride
  }

  /// The rows of a page; 0 for a page that does not exist.
  func length(of page: Int) -> Int {
    guard (1...max(1, pageCount)).contains(page), pageCount > 0 else { return 0 }
    let index = index(ofPage: page)
    guard index < exceptions.count, exceptions[index].page == page else { return stride }
    return exceptions[index].length
  }

  /// - Returns: nil for a row that does not exist.
  func position(of row: Int) -> PhotoPosition? {
    guard row >= 0, row < rowCount else { return nil }
    let next = exceptions.partitioningIndex { $0.start > row }
    guard next > 0 else { return PhotoPosition(page: row / stride + 1, offset: row % stride) }
    let before = exceptions[next - 1]
    let offset = row - before.start
    if offset < before.length { return PhotoPosition(page: before.page, offset: offset) }
    let rest = offset - before.length
    return PhotoPosition(page: before.page + 1 + rest / stride, offset: rest % stride)
  }

  func row(of position: PhotoPosition) -> Int {
    start(of: position.page) + position.offset
  }

  /// Sets the length of all pages that are not exceptions.
  mutating func setStride(_ stride: Int) {
    self.stride = max(1, min(stride, Self.rowLimit))
    updateStarts()
  }

  /// Makes the page, and those before it, exist.
  mutating func setLength(_ length: Int, of page: Int) {
    pageCount = max(pageCount, page)
    let index = index(ofPage: page)
    if index < exceptions.count, exceptions[index].page == page { exceptions.remove(at: index) }
    if length != stride {
      exceptions.insert(Exception(page: page, length: max(0, length), start: 0), at: index)
    }
    updateStarts(from: index)
  }

  /// Sets the number of pages; new ones have the usual length.
  mutating func setPageCount(_ count: Int) {
    pageCount = max(0, min(count, Self.rowLimit))
    exceptions.removeAll { $0.page > pageCount }
  }

  /// Updates the starts of exceptions, from one on; those before it are right.
  private mutating func updateStarts(from first: Int = 0) {
    var next = 0
    var page = 1
    if first > 0, exceptions.indices.contains(first - 1) {
      let before = exceptions[first - 1]
      next = before.start + before.length
      page = before.page + 1
    }
    for index in exceptions.indices.dropFirst(first) {
      next += (exceptions[index].page - page) * stride
      exceptions[index].start = next
      next += exceptions[index].length
      page = exceptions[index].page + 1
    }
  }

  /// The first exception that is not before the page.
  private func index(ofPage page: Int) -> Int {
    exceptions.partitioningIndex { $0.page >= page }
  }
}

/// A place within the pages. Unlike a row it does not move when the length of an earlier page
/// becomes known.
struct PhotoPosition: Hashable, Sendable {
  /// Counts from 1.
  var page: Int
  /// Counts from 0 within the page.
  var offset: Int
}
