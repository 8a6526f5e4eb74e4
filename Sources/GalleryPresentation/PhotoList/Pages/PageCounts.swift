/// A number for each page that has one, and their sum.
///
/// Kept for pages only whose number is not zero: those have lengths of their own in `PageLengths` too, so
/// that it grows as that does (32 bytes a page, 320 kB for 10,000 of them). The sum costs nothing.
struct PageCounts: Sendable {
  private var counts: [Int: Int] = [:]
  private(set) var sum = 0

  /// Sources that claim more than this are believed up to here, so that no sum overflows.
  static let countLimit = 1 << 31

  mutating func set(_ count: Int, of page: Int) {
    let count = max(0, min(count, Self.countLimit))
    sum += count - (counts[page] ?? 0)
    counts[page] = count > 0 ? count : nil
  }

  /// Forgets the pages after this one.
  mutating func end(after page: Int) {
    for (late, count) in counts where late > page {
      sum -= count
      counts[late] = nil
    }
  }
}
