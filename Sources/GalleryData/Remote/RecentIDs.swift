import GalleryDomain

/// The photos of the last pages that were looked at, as hashes: a photo that moved to the next page while
/// people read is not shown twice.
struct RecentIDs {
  /// Eight pages of 500 photos at the most: 64 kB.
  static let pageLimit = 8

  private var hashes: [Int: Set<Int>] = [:]

  /// Whether a page before `page` holds the photo.
  func contains(_ hash: Int, before page: Int) -> Bool {
    hashes.contains { $0.key < page && $0.value.contains(hash) }
  }

  mutating func set(_ ids: Set<Int>, of page: Int) {
    hashes[page] = ids
    guard hashes.count > Self.pageLimit,
      let farthest = hashes.keys.max(by: { abs($0 - page) < abs($1 - page) })
    else { return }
    hashes[farthest] = nil
  }
}
