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
  /// The rows of that bucket; nil for the whole list.
  let rows: Range<Int>?

  /// The whole list.
  static let all = ClickHouseRefinement(level: 0, conditions: [], rows: nil)
}

/// Rows that a single query can return.
struct ClickHousePart: Hashable, Sendable {
  /// They select a window of adjacent buckets, in a way that the server's index may be able to use.
  let conditions: [String]
  /// The requested rows of the list.
  var rows: Range<Int>
  /// The number of rows in the window before the requested ones, and after them.
  var before = 0
  var behind = 0
  /// Where the rows start, or where they end if they are requested in reverse: a value for each sort key; otherwise they are
  /// counted from the window's end.
  var position: [ClickHouseValue]?
  var isReversed = false

  var offset: Int { position != nil ? 0 : isReversed ? behind : before }

  /// The same rows after or before a position.
  func at(
    _ position: [ClickHouseValue], rows: Range<Int>, isReversed: Bool = false
  ) -> ClickHousePart {
    var part = self
    (part.position, part.rows, part.isReversed) = (position, rows, isReversed)
    return part
  }
}

/// How many photos a list has, and how many of them precede a position: counted in buckets by the server, so that any
/// row can be found without going through the rows before it. If there are too many photos in a bucket, those of the next level
/// take its place.
struct ClickHouseIndex: Sendable {
  /// Rows that were counted as one.
  private struct Span {
    /// What it was counted with.
    let scope: ClickHouseRefinement
    /// nil for the photos after the last bucket of the scope that is known.
    let bucket: ClickHouseBucket?
    /// That bucket, for them; nil if none is known.
    var last: ClickHouseBucket?
    let rows: Range<Int>
  }

  private let levels: [[ClickHouseKey]]
  /// From the first row to the last; none is empty.
  private var spans: [Span] = []
  let total: Int
  let firstLevel: [ClickHouseBucket]
  /// Larger buckets are divided if there is a level for that.
  private let bucketSize: Int

  /// - Parameter total: How many photos there are, if there may be more buckets than the ones given.
  init(
    _ order: ClickHouseOrder, _ buckets: [ClickHouseBucket], total: Int? = nil,
    bucketSize: Int = ClickHouseRepository.usualBucketSize
  ) {
    self.bucketSize = bucketSize
    levels = order.levels
    firstLevel = buckets
    self.total = max(buckets.reduce(0) { $0 + $1.count }, total ?? 0)
    spans = Self.spans(buckets, of: .all, in: 0..<self.total)
  }

  private static func spans(
    _ buckets: [ClickHouseBucket], of scope: ClickHouseRefinement, in rows: Range<Int>
  ) -> [Span] {
    var spans: [Span] = []
    var start = rows.lowerBound
    for bucket in buckets where start < rows.upperBound && bucket.count > 0 {
      let end = min(start + bucket.count, rows.upperBound)
      spans.append(Span(scope: scope, bucket: bucket, rows: start..<end))
      start = end
    }
    if start < rows.upperBound {
      spans.append(
        Span(scope: scope, bucket: nil, last: buckets.last, rows: start..<rows.upperBound))
    }
    return spans
  }

  /// Approximately when the first photo of a list that begins with the newest was taken, in seconds since 1970.
  var newestMoment: Int? {
    guard let period = levels.first?.last?.period,
      case .integer(let value)? = firstLevel.first?.values.last
    else { return nil }
    return period.bounds(of: value)?.upperBound
  }

  enum Step: Sendable {
    /// A bucket has to be divided first.
    case refine(ClickHouseRefinement)
    case part(ClickHousePart)
  }

  /// Processes the result of a `Step.refine`.
  mutating func refine(_ refinement: ClickHouseRefinement, _ buckets: [ClickHouseBucket]) {
    guard let rows = refinement.rows, let number = span(of: rows.lowerBound),
      spans[number].rows == rows, spans[number].scope.level < refinement.level
    else { return }
    spans.replaceSubrange(number...number, with: Self.spans(buckets, of: refinement, in: rows))
  }

  /// How to find the first of these rows, and as many of the others as the same query returns.
  ///
  /// - Parameter rows: Not empty, within the list.
  func step(_ rows: Range<Int>) -> Step? {
    guard let first = span(of: rows.lowerBound) else { return nil }
    let (span, scope) = (spans[first], spans[first].scope)
    let keys = levels[scope.level]
    guard let bucket = span.bucket else {
      let window = span.last.map {
        ClickHouseKey.side(keys[...], $0.values[...], isAfter: true, isInclusive: false)
      }
      return part(rows, in: span.rows, scope, [window].compactMap(\.self))
    }
    guard !isLarge(bucket, of: scope.level) else {
      return .refine(
        ClickHouseRefinement(
          level: scope.level + 1, conditions: scope.conditions + bucket.conditions(keys),
          rows: span.rows))
    }
    var last = bucket
    var end = span.rows.upperBound
    for next in spans[(first + 1)...] {
      guard next.rows.lowerBound < rows.upperBound, let bucket = next.bucket,
        next.scope == scope, !isLarge(bucket, of: scope.level)
      else { break }
      last = bucket
      end = next.rows.upperBound
    }
    let window = Self.window(keys, from: bucket.values, through: last.values)
    return part(rows, in: span.rows.lowerBound..<end, scope, window)
  }

  private func part(
    _ rows: Range<Int>, in window: Range<Int>, _ scope: ClickHouseRefinement,
    _ conditions: [String]
  ) -> Step {
    let end = min(window.upperBound, rows.upperBound)
    let (before, behind) = (rows.lowerBound - window.lowerBound, window.upperBound - end)
    return .part(
      ClickHousePart(
        conditions: scope.conditions + conditions, rows: rows.lowerBound..<end, before: before,
        behind: behind, isReversed: behind < before))
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

  /// From a bucket through another one.
  private static func window(
    _ keys: [ClickHouseKey], from first: [ClickHouseValue], through last: [ClickHouseValue]
  ) -> [String] {
    let shared = zip(first, last).prefix { $0 == $1 }.count
    let same = zip(keys, first).prefix(shared).map { $0.condition(.equal, $1) }
    guard shared < keys.count else { return same }
    return same
      + [(first, true), (last, false)].map { values, isAfter in
        ClickHouseKey.side(keys[shared...], values[shared...], isAfter: isAfter, isInclusive: true)
      }
  }

  /// The span that contains a row; nil after the last one.
  private func span(of row: Int) -> Int? {
    row < total ? spans.partitioningIndex { $0.rows.upperBound > row } : nil
  }
}
