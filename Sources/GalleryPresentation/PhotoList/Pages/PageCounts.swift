/// A number for each page that has one, and their sum.
///
/// Only numbers that are not zero are stored: pages that have one have a length of their own in `PageLengths` too, so
/// that this grows as that does (32 bytes per page, 320 kB for 10,000 of them). The sum is O(1).
struct PageCounts: Sendable {
  private var counts: [Int: Int] = [:]
  private(set) var sum = 0

  /// Larger numbers are clamped to this, so that no sum overflows.
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
