import FeedFormats
import GalleryDomain

/// Photos that the server has counted together, since they have equal values for `ClickHouseOrder.bucketKeys`.
struct ClickHouseBucket: Hashable, Sendable {
  var values: [ClickHouseValue]
  /// At most 2⁴⁰ (`ClickHouseQuery.buckets`), so that no sum overflows.
  var count: Int
}

/// Rows that a single query can return.
struct ClickHousePart: Hashable, Sendable {
  /// They select a window of adjacent buckets, in a way that the server's index may be able to use.
  let conditions: [String]
  /// How many rows are requested.
  let count: Int
  /// The rows of the window that are skipped: before those, or behind them if it is read in reverse.
  var offset = 0
  var isReversed = false
  /// The rows start after this one instead: a value for each sort key.
  var position: [ClickHouseValue]?

  func after(_ position: [ClickHouseValue], count: Int) -> ClickHousePart {
    ClickHousePart(conditions: conditions, count: count, position: position)
  }
}

/// How many photos a list has, and how many of them precede a position: counted in buckets by the server, so that any
/// row can be found without going through all rows before it.
struct ClickHouseIndex: Sendable {
  private let keys: [ClickHouseKey]
  let buckets: [ClickHouseBucket]
  /// The row after each bucket.
  private var ends: [Int] = []
  let total: Int

  private static let namedLimit = 100

  /// - Parameter total: How many photos there are, if there may be more buckets than the ones given.
  init(_ order: ClickHouseOrder, _ buckets: [ClickHouseBucket], total: Int? = nil) {
    keys = order.bucketKeys
    self.buckets = buckets
    var end = 0
    for bucket in buckets {
      end += bucket.count
      ends.append(end)
    }
    self.total = max(end, total ?? 0)
  }

  /// How to find rows.
  ///
  /// - Returns: nil if there are none.
  func part(_ rows: Range<Int>) -> ClickHousePart? {
    let rows = rows.clamped(to: 0..<total)
    guard !rows.isEmpty else { return nil }
    let first = ends.partitioningIndex { $0 > rows.lowerBound }
    let last = ends.partitioningIndex { $0 >= rows.upperBound }
    let start = first == 0 ? 0 : ends[first - 1]
    let end = last < ends.count ? ends[last] : total
    let (before, behind) = (rows.lowerBound - start, end - rows.upperBound)
    return ClickHousePart(
      conditions: window(first, last), count: rows.count, offset: min(before, behind),
      isReversed: behind < before)
  }

  /// From a bucket through another one; with one bound only behind the known buckets.
  ///
  /// Buckets of time are named one by one if they are few: the server's index then leaves out what lies between them,
  /// which is most of a table for a word in few photos.
  private func window(_ first: Int, _ last: Int) -> [String] {
    if last < buckets.count, last - first < Self.namedLimit, keys.last?.period != nil {
      let named = buckets[first...last].map { bucket in
        zip(keys, bucket.values).map { $0.condition(.equal, $1) }.joined(separator: " AND ")
      }
      return [named.count == 1 ? named[0] : "(\(named.joined(separator: " OR ")))"]
    }
    func side(_ bucket: Int, shared: Int = 0, isAfter: Bool, isInclusive: Bool = true) -> String {
      ClickHouseKey.side(
        keys[shared...], buckets[bucket].values[shared...], isAfter: isAfter,
        isInclusive: isInclusive)
    }
    guard first < buckets.count else {
      return buckets.isEmpty ? [] : [side(first - 1, isAfter: true, isInclusive: false)]
    }
    guard last < buckets.count else { return [side(first, isAfter: true)] }
    let shared = zip(buckets[first].values, buckets[last].values).prefix { $0 == $1 }.count
    let same = zip(keys, buckets[first].values).prefix(shared).map { $0.condition(.equal, $1) }
    guard shared < keys.count else { return same }
    return same + [
      side(first, shared: shared, isAfter: true), side(last, shared: shared, isAfter: false),
    ]
  }
}
