import FeedFormats

/// Where the pages of a feed start that names its pages only one after the other: the last ones, and a sample of the
/// earlier ones, so that it stays small however long the feed is.
struct PageTrail {
  /// About 200 bytes each: 100 kB at most.
  static let limit = 512
  private static let recentCount = 32

  private var positions: [Int: FeedPosition] = [:]
  private var stride = 1

  var count: Int { positions.count }

  /// Where a page starts, if that is known.
  subscript(page: Int) -> FeedPosition? { positions[page] }

  /// The last page up to one whose start is known.
  func nearest(upTo page: Int) -> Int? {
    positions.keys.lazy.filter { $0 <= page }.max()
  }

  mutating func set(_ position: FeedPosition, of page: Int) {
    positions[page] = position
    guard positions.count > Self.limit else { return }
    // Most of them have come since the last time.
    thin(around: page)
    while positions.count > Self.limit / 2 {
      stride *= 2
      thin(around: page)
    }
  }

  /// Page 1 is kept: every walk can start there.
  private mutating func thin(around page: Int) {
    let recent = page - Self.recentCount + 1...page
    let step = stride
    positions = positions.filter { recent.contains($0.key) || ($0.key - 1) % step == 0 }
  }

  mutating func removeAll(from page: Int) {
    positions = positions.filter { $0.key < page }
    stride = 1
  }
}
