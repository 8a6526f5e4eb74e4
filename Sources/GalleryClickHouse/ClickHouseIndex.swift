import FeedFormats
import GalleryDomain

/// Photos with equal values for the keys of a level.
struct ClickHouseBucket: Hashable, Sendable {
  var values: [ClickHouseValue]
  var count: Int

  /// Those of its photos.
  func conditions(_ keys: [ClickHouseKey]) -> [String] {
    zip(keys, values).map { $0.condition(.equal, $1) }
  }
}

/// What to count next.
struct ClickHouseRefinement: Hashable, Sendable {
  /// The index in `ClickHouseOrder.levels`.
  let level: Int
  /// Those of the bucket on the higher levels that the photos are in.
  let conditions: [String]
  /// Whether one of them limits the time.
  let isTimed: Bool
  /// The buckets on the higher levels, by index.
  let path: [Int]

  /// The whole list.
  static let all = ClickHouseRefinement(level: 0, conditions: [], isTimed: false, path: [])
}

/// The first rows of a list that is sorted by time, before they have been counted. They are looked for in a period at
/// the end where the list starts, which is extended until it contains enough photos.
struct ClickHouseBeginning: Sendable {
  private let key: ClickHouseKey
  private let isNewest: Bool
  /// In seconds since 1970.
  private let end: Int
  private var seconds = 4 * 604_800
  private var isWidened = false

  /// - Parameter end: Approximately when the first photo was taken, in seconds since 1970.
  init(_ key: ClickHouseKey, isNewest: Bool, end: Int) {
    (self.key, self.isNewest) = (key, isNewest)
    self.end = max(1, min(end, Int(UInt32.max)))
  }

  /// The first rows; photos without a time are never included.
  func part(rows count: Int) -> ClickHousePart {
    func value(_ seconds: Int) -> ClickHouseValue {
      key.kind == .time ? .time(seconds) : .integer(seconds)
    }
    let edge = value(isNewest ? max(1, end - seconds) : min(end + seconds, Int(UInt32.max)))
    let conditions =
      isNewest
      ? [key.condition(.atLeast, edge)]
      : [key.condition(.more, value(0)), key.condition(.atMost, edge)]
    return ClickHousePart(
      conditions: conditions, rows: 0..<count, before: 0, behind: 0, isTimed: true,
      isReversed: false)
  }

  /// Extends the period, once: a second extension costs more than waiting for the count.
  ///
  /// - Returns: Whether that is worth a query.
  mutating func widen(found: Int, of wanted: Int) -> Bool {
    guard !isWidened, found < wanted else { return false }
    isWidened = true
    seconds *= found > 0 ? max(4, min(3 * wanted / found, 64)) : 16
    return true
  }
}

/// Rows that a single query can return.
struct ClickHousePart: Hashable, Sendable {
  /// They select a window of adjacent buckets, in a way that the server's index may be able to use.
  let conditions: [String]
  /// The requested rows of the list.
  var rows: Range<Int>
  /// The number of rows in the window before the requested ones, and after them.
  let before: Int
  let behind: Int
  /// Whether the window has a time limit, so that the server need not scan all rows.
  let isTimed: Bool
  /// Where the rows start, or where they end if they are requested in reverse; otherwise they are counted from the
  /// window's end.
  var position: ClickHousePosition?
  var isReversed: Bool

  var offset: Int { position != nil ? 0 : isReversed ? behind : before }
  var count: Int { rows.count }

  /// The range from the row of the window's first photo to its last.
  var reach: Range<Int> { rows.lowerBound - before..<rows.upperBound + behind }

  /// Whether the rows are few enough, and found quickly enough, to request all columns directly.
  var isSmall: Bool { isTimed && reach.count <= 40_000 && offset <= 2_000 }

  /// The same rows after or before a position.
  func at(
    _ position: ClickHousePosition, rows: Range<Int>, isReversed: Bool = false
  ) -> ClickHousePart {
    var part = self
    (part.position, part.rows, part.isReversed) = (position, rows, isReversed)
    return part
  }
}

/// How many photos a list has, and how many of them precede a position: counted in buckets by the server, so that any
/// row can be found without going through the rows before it. If there are too many photos in a bucket, the next level
/// divides it.
struct ClickHouseIndex: Sendable {
  private struct Node {
    var refinement: ClickHouseRefinement
    var buckets: [ClickHouseBucket]
    /// The row where each bucket starts, and where the last one ends.
    var starts: [Int]
    /// Where the node ends; after the last bucket if not all buckets are known.
    var end: Int
  }

  private let levels: [[ClickHouseKey]]
  /// By path.
  private var nodes: [[Int]: Node] = [:]

  /// Larger buckets are divided if there is a level for that.
  private let bucketSize: Int
  private let isFiltered: Bool

  /// - Parameters:
  ///   - total: How many photos there are, if there may be more buckets than the ones given.
  ///   - isFiltered: Whether the table has other photos in between that are not in the list.
  init(
    _ order: ClickHouseOrder, _ buckets: [ClickHouseBucket], total: Int? = nil,
    isFiltered: Bool = false, bucketSize: Int = ClickHouseRepository.usualBucketSize
  ) {
    self.isFiltered = isFiltered
    self.bucketSize = bucketSize
    levels = order.levels
    let count = buckets.reduce(0) { $0 + $1.count }
    add(buckets, of: .all, in: 0..<max(count, total ?? 0))
  }

  var total: Int { nodes[[]]?.end ?? 0 }
  var firstLevel: [ClickHouseBucket] { nodes[[]]?.buckets ?? [] }

  /// Approximately when the first photo of a list sorted by time was taken, in seconds since 1970; nil for other lists.
  var firstMoment: Int? {
    guard let key = levels.first?.last, let period = key.period,
      case .integer(let value)? = firstLevel.first?.values.last,
      let bounds = period.bounds(of: value),
      case .time(let moment) = key.isDescending ? bounds.last : bounds.first, moment > 0
    else { return nil }
    return moment
  }

  enum Step: Sendable {
    /// A bucket has to be divided first.
    case refine(ClickHouseRefinement)
    case part(ClickHousePart)
  }

  private mutating func add(
    _ buckets: [ClickHouseBucket], of refinement: ClickHouseRefinement, in rows: Range<Int>
  ) {
    var starts = [rows.lowerBound]
    for bucket in buckets { starts.append(starts[starts.count - 1] + bucket.count) }
    nodes[refinement.path] = Node(
      refinement: refinement, buckets: buckets, starts: starts, end: rows.upperBound)
  }

  /// Processes the result of a `Step.refine`.
  mutating func refine(_ refinement: ClickHouseRefinement, _ buckets: [ClickHouseBucket]) {
    guard let number = refinement.path.last, let parent = nodes[refinement.path.dropLast()],
      parent.buckets.indices.contains(number)
    else { return }
    add(buckets, of: refinement, in: parent.starts[number]..<parent.starts[number + 1])
  }

  /// How to find the first of these rows, and as many of the others as the same query returns.
  ///
  /// - Parameter rows: Not empty, within the list.
  func step(_ rows: Range<Int>) -> Step? {
    var path: [Int] = []
    while let node = nodes[path] {
      guard let number = Self.bucket(of: rows.lowerBound, in: node.starts) else {
        return openPart(rows, of: node)
      }
      let level = node.refinement.level
      guard isLarge(node.buckets[number], of: level) else {
        return .part(part(rows, of: node, from: number))
      }
      path.append(number)
      guard nodes[path] == nil else { continue }
      let (keys, bucket) = (levels[level], node.buckets[number])
      return .refine(
        ClickHouseRefinement(
          level: level + 1, conditions: node.refinement.conditions + bucket.conditions(keys),
          isTimed: node.refinement.isTimed || Self.areTimed(keys), path: path))
    }
    return nil
  }

  /// Whether a bucket is worth dividing. Dividing by time spares the server most of its rows; with other keys it still
  /// scans all of them and only has less to sort.
  private func isLarge(_ bucket: ClickHouseBucket, of level: Int) -> Bool {
    guard level + 1 < levels.count else { return false }
    return bucket.count / (Self.areTimed(levels[level + 1]) ? 1 : 5) > bucketSize
  }

  private static func areTimed(_ keys: [ClickHouseKey]) -> Bool {
    keys.contains { $0.period != nil }
  }

  private func part(_ rows: Range<Int>, of node: Node, from first: Int) -> ClickHousePart {
    var last = first
    while last + 1 < node.buckets.count, node.starts[last + 1] < rows.upperBound,
      !isLarge(node.buckets[last + 1], of: node.refinement.level)
    {
      last += 1
    }
    let keys = levels[node.refinement.level]
    let buckets = node.buckets[first...last]
    let window =
      isSparse(buckets, keys)
      ? [
        "("
          + buckets.map { "(" + $0.conditions(keys).joined(separator: " AND ") + ")" }
          .joined(separator: " OR ") + ")"
      ]
      : Self.window(keys, from: node.buckets[first].values, through: node.buckets[last].values)
    let end = min(node.starts[last + 1], rows.upperBound)
    let (before, behind) = (rows.lowerBound - node.starts[first], node.starts[last + 1] - end)
    return ClickHousePart(
      conditions: node.refinement.conditions + window, rows: rows.lowerBound..<end,
      before: before, behind: behind, isTimed: node.refinement.isTimed || Self.areTimed(keys),
      isReversed: behind < before)
  }

  /// From a bucket through another one.
  private static func window(
    _ keys: [ClickHouseKey], from first: [ClickHouseValue], through last: [ClickHouseValue]
  ) -> [String] {
    let shared = zip(first, last).prefix { $0 == $1 }.count
    let same = zip(keys, first).prefix(shared).map { $0.condition(.equal, $1) }
    guard shared < keys.count else { return same }
    let sides = [(first, true), (last, false)].map { values, isAfter in
      ClickHouseKey.side(
        keys[shared...], values[shared...], isAfter: isAfter, isInclusive: true)
    }
    return same + sides
  }

  /// Whether the gaps between the buckets are much longer than the buckets, as for a rare word: then the server can
  /// skip the gaps. Each gap is an additional condition.
  private func isSparse(
    _ buckets: ArraySlice<ClickHouseBucket>, _ keys: [ClickHouseKey]
  ) -> Bool {
    guard isFiltered, (2...Self.sparseLimit).contains(buckets.count),
      let period = keys.last?.period,
      case .integer(let one)? = buckets.first?.values.last,
      case .integer(let other)? = buckets.last?.values.last,
      let earliest = period.bounds(of: min(one, other)),
      let latest = period.bounds(of: max(one, other)),
      case .time(let start) = earliest.first, case .time(let firstEnd) = earliest.last,
      case .time(let end) = latest.last
    else { return false }
    return (end - start) / (8 * buckets.count) > firstEnd - start
  }

  private static let sparseLimit = 100

  /// The part after the last counted bucket.
  private func openPart(_ rows: Range<Int>, of node: Node) -> Step? {
    guard rows.lowerBound < node.end else { return nil }
    let end = min(node.end, rows.upperBound)
    // All of a larger bucket if it isn't divided.
    let window = node.buckets.last.map { last in
      ClickHouseKey.side(
        levels[node.refinement.level][...], last.values[...], isAfter: true, isInclusive: false)
    }
    let start = node.starts.last ?? rows.lowerBound
    let (before, behind) = (max(rows.lowerBound - start, 0), max(node.end - end, 0))
    return .part(
      ClickHousePart(
        conditions: node.refinement.conditions + [window].compactMap(\.self),
        rows: rows.lowerBound..<end, before: before, behind: behind, isTimed: false,
        isReversed: behind < before))
  }

  /// The bucket that contains a row; nil after the last one.
  private static func bucket(of row: Int, in starts: [Int]) -> Int? {
    guard let end = starts.last, row < end else { return nil }
    return starts.dropFirst().partitioningIndex { $0 > row } - 1
  }
}
