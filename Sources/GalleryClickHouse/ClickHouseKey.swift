import FeedFormats
import Foundation
import GalleryDomain

/// A sort key for photos.
struct ClickHouseKey: Hashable, Sendable {
  enum Kind: Hashable, Sendable {
    case integer, text, decimal, time
  }

  /// Never NULL.
  var expression: String
  var kind: Kind
  var isDescending = false
  /// For a key that gives only an approximate time. The times are compared instead of it, so that the server can use
  /// its index.
  var period: Period?

  /// How values correspond to periods of time.
  struct Period: Hashable, Sendable {
    /// The exact time as an expression.
    let time: String
    /// If `time` is a clock time in numbers: the instant, which the server's index knows.
    let instant: String?
    let length: Length

    /// - Parameter clock: The expression for clock times; nil to go by instants.
    init(_ table: ClickHouseTable, clock: String?, _ length: Length) {
      time = clock ?? table.time
      instant = clock == nil ? nil : table.time
      self.length = length
    }

    enum Length: Hashable, Sendable {
      case seconds(Int)
      /// Months as `202405` or days as `20240531` in this calendar.
      case digits(Calendar)
    }

    /// The first and the last second of a value; nil if it isn't a time.
    func bounds(of value: Int) -> ClosedRange<Int>? {
      switch length {
      case .seconds(let seconds):
        let (start, overflows) = value.multipliedReportingOverflow(by: seconds)
        guard !overflows, (0...Int(UInt32.max)).contains(start) else { return nil }
        return start...start + seconds - 1
      case .digits(let calendar):
        let period =
          value > 999_999
          ? DatePeriod(year: value / 10_000, month: value / 100 % 100, day: value % 100)
          : DatePeriod(year: value / 100, month: value % 100)
        return period?.moments(in: calendar).map { moments in
          let (start, end) = (moments.lowerBound, moments.upperBound)
          return Int(start.timeIntervalSince1970.rounded(.up))...Int(
            end.timeIntervalSince1970.rounded(.up)) - 1
        }
      }
    }

    /// A condition that compares the time with a value.
    func condition(_ comparison: Comparison, _ value: ClickHouseValue) -> String {
      guard let instant, case .time(let seconds) = value else {
        return "\(time) \(comparison.rawValue) \(value.literal)"
      }
      let (furthest, isLess) = (Photo.utcOffsets.upperBound, [.less, .atMost].contains(comparison))
      // Implied by the other condition.
      let bound = ClickHouseValue.time(isLess ? seconds + furthest : seconds - furthest)
      return "\(time) \(comparison.rawValue) \(seconds)"
        + " AND \(instant) \(isLess ? "<=" : ">=") \(bound.literal)"
    }
  }

  /// The expression that returns its value in a form that survives JSON.
  var selection: String {
    switch kind {
    case .integer: "toInt64(\(expression))"
    case .text: "hex(\(expression))"
    case .decimal: "toString(\(expression))"
    case .time: "toInt64(toUInt32(\(expression)))"
    }
  }

  func ordering(reversed: Bool = false) -> String {
    expression + (isDescending != reversed ? " DESC" : "")
  }

  enum Comparison: String {
    case equal = "="
    case less = "<"
    case atMost = "<="
    case more = ">"
    case atLeast = ">="
  }

  /// A condition that compares a photo's value with another one.
  func condition(_ comparison: Comparison, _ value: ClickHouseValue) -> String {
    guard let period, case .integer(let number) = value, let bounds = period.bounds(of: number)
    else { return "\(expression) \(comparison.rawValue) \(value.literal)" }
    let first = ClickHouseValue.time(bounds.lowerBound)
    let last = ClickHouseValue.time(bounds.upperBound)
    return switch comparison {
    case .equal: "\(period.condition(.atLeast, first)) AND \(period.condition(.atMost, last))"
    case .less: period.condition(.less, first)
    case .atMost: period.condition(.atMost, last)
    case .more: period.condition(.more, last)
    case .atLeast: period.condition(.atLeast, first)
    }
  }

  /// A condition that selects photos on one side of a position in the list.
  ///
  /// - Parameters:
  ///   - values: One for each key.
  ///   - isAfter: Whether to select photos after the position; otherwise those before it.
  ///   - isInclusive: Whether to include the position itself.
  static func side(
    _ keys: ArraySlice<ClickHouseKey>, _ values: ArraySlice<ClickHouseValue>, isAfter: Bool,
    isInclusive: Bool
  ) -> String {
    guard let key = keys.first, let value = values.first else { return isInclusive ? "1" : "0" }
    let isMore = key.isDescending != isAfter
    let strict = key.condition(isMore ? .more : .less, value)
    let inclusive = key.condition(isMore ? .atLeast : .atMost, value)
    guard keys.count > 1 else { return isInclusive ? inclusive : strict }
    let rest = side(
      keys.dropFirst(), values.dropFirst(), isAfter: isAfter, isInclusive: isInclusive)
    // The first condition is implied by the second, but easier to use for the server's index.
    return "\(inclusive) AND (\(strict) OR (\(key.condition(.equal, value)) AND \(rest)))"
  }
}

/// The order of a list as sort keys, and the keys by which its photos are counted.
///
/// All orders end with *newest first*, as a stable sort of the source's own order would.
struct ClickHouseOrder: Hashable, Sendable {
  let keys: [ClickHouseKey]
  /// Photos are counted in buckets of these: sections, weeks, or beginnings of the texts that the list is sorted by.
  let bucketKeys: [ClickHouseKey]
  /// What the buckets stand for; nil if they aren't sections.
  let grouping: PhotoGrouping?

  private static let week = 604_800

  init(_ table: ClickHouseTable, sort: PhotoSort?, grouping: PhotoGrouping?, zone: TimeZone) {
    let isOldestFirst = sort == PhotoSort(.date)
    let group = Self.keys(table, grouping, isOldestFirst: isOldestFirst, zone: zone)
    self.grouping = group.isEmpty ? nil : grouping
    let time = table.time
    // The table's own order ignores clocks; in sections there is no such order.
    let goesByClock = sort?.key == .date || sort == nil && !group.isEmpty
    let clock = goesByClock ? table.clock(in: zone) : nil
    let instant = ClickHouseKey(expression: time, kind: .time, isDescending: !isOldestFirst)
    func clockKey(_ expression: String, seconds: Int) -> ClickHouseKey {
      ClickHouseKey(
        expression: expression, kind: .integer, isDescending: !isOldestFirst,
        period: ClickHouseKey.Period(table, clock: clock, .seconds(seconds)))
    }
    let undated =
      isOldestFirst ? [ClickHouseKey(expression: "(toUInt32(\(time)) = 0)", kind: .integer)] : []
    let week = clockKey(
      "intDiv(\(clock ?? "toUInt32(\(time))"), \(Self.week))", seconds: Self.week)
    let sorting = Self.sorting(table, sort)
    let newestFirst =
      undated + (clock.map { [clockKey($0, seconds: 1)] } ?? []) + [instant]
      + [ClickHouseKey(expression: table.id, kind: .text, isDescending: true)]
    keys = group + sorting.keys + newestFirst
    bucketKeys = [group, sorting.bucketKeys].first { !$0.isEmpty } ?? undated + [week]
  }

  // MARK: Groups

  private static func keys(
    _ table: ClickHouseTable, _ grouping: PhotoGrouping?, isOldestFirst: Bool, zone: TimeZone
  ) -> [ClickHouseKey] {
    switch grouping {
    case nil, .off: return []
    case .day, .month:
      let time = table.time
      let clock = table.clock(in: zone)
      let function = grouping == .day ? "toYYYYMMDD" : "toYYYYMM"
      let calendar = Calendar.gregorian(in: clock == nil ? zone : .gmt)
      let day =
        clock.map { "toDateTime(\($0)), 'UTC'" }
        ?? "\(time), '\(ClickHouseTable.name(of: zone))'"
      return [
        ClickHouseKey(expression: "(toUInt32(\(time)) = 0)", kind: .integer),
        ClickHouseKey(
          expression: "\(function)(\(day))", kind: .integer, isDescending: !isOldestFirst,
          period: ClickHouseKey.Period(table, clock: clock, .digits(calendar))),
      ]
    case .camera:
      guard let camera = table.text(.camera) else { return [] }
      return [
        ClickHouseKey(expression: "(\(camera) = '')", kind: .integer),
        ClickHouseKey(expression: "lowerUTF8(\(camera))", kind: .text),
        ClickHouseKey(expression: camera, kind: .text),
      ]
    case .rating:
      guard let rating = table.number(.rating) else { return [] }
      return [ClickHouseKey(expression: rating, kind: .integer, isDescending: true)]
    case .folder:
      guard let path = table.text(.path) else { return [] }
      return [
        ClickHouseKey(expression: "(\(path) = '')", kind: .integer),
        ClickHouseKey(expression: "replaceRegexpOne(\(path), '/?[^/]*$', '')", kind: .text),
      ]
    }
  }

  // MARK: Orders

  private static func sorting(
    _ table: ClickHouseTable, _ sort: PhotoSort?
  ) -> (keys: [ClickHouseKey], bucketKeys: [ClickHouseKey]) {
    guard let sort else { return ([], []) }
    func key(_ expression: String, _ kind: ClickHouseKey.Kind) -> ClickHouseKey {
      ClickHouseKey(expression: expression, kind: kind, isDescending: sort.isDescending)
    }
    func missing(_ condition: String) -> ClickHouseKey {
      ClickHouseKey(expression: "(\(condition))", kind: .integer)
    }
    /// In lower case, counted by their beginnings.
    func texts(_ text: String?) -> (keys: [ClickHouseKey], bucketKeys: [ClickHouseKey]) {
      guard let text else { return ([], []) }
      let (lacks, lower) = (missing("\(text) = ''"), "lowerUTF8(\(text))")
      return (
        [lacks, key(lower, .text)], [lacks, key("substringUTF8(\(lower), 1, 2)", .text)]
      )
    }
    switch sort.key {
    case .date: return ([], [])
    case .title: return texts(table.text(.title))
    case .path: return texts(table.text(.path))
    case .name: return texts(table.text(.path).map { "replaceRegexpOne(\($0), '^.*/', '')" })
    case .camera:
      guard let camera = table.text(.camera) else { return ([], []) }
      let keys = [missing("\(camera) = ''"), key("lowerUTF8(\(camera))", .text)]
      return (keys, keys)
    case .rating:
      guard let rating = table.number(.rating) else { return ([], []) }
      return ([key(rating, .integer)], [key(rating, .integer)])
    case .size:
      guard let size = table.number(.size) else { return ([], []) }
      let lacks = missing("\(size) = 0")
      return (
        [lacks, key(size, .integer)],
        [lacks, key("intDiv(\(size), 1000000)", .integer)]
      )
    case .label:
      guard let label = table.text(.label) else { return ([], []) }
      let index = colorIndex(label)
      // Different words for the same colour are one key.
      let text = "if(\(index) < \(PhotoLabel.Color.allCases.count), '', lowerUTF8(\(label)))"
      let keys = [missing("\(label) = ''"), key(index, .integer), key(text, .text)]
      return (keys, keys)
    case .price:
      guard let price = table.price, let lacks = table.lacksPrice else { return ([], []) }
      let currency = table.text(.currency) ?? "''"
      // `~` sorts after all codes, which consist of capital letters.
      let groups = [
        missing(lacks),
        ClickHouseKey(expression: "if(\(currency) = '', '~', \(currency))", kind: .text),
      ]
      return (
        groups + [key(price, .decimal)],
        groups + [key("toInt64(\(price))", .integer)]
      )
    }
  }

  /// From red to purple, then labels that aren't colours.
  private static func colorIndex(_ label: String) -> String {
    let colors = PhotoLabel.Color.allCases
    let cases = colors.enumerated().map { index, color in
      let words = color.words.map { ClickHouseValue($0).literal }.joined(separator: ", ")
      return "lowerUTF8(\(label)) IN (\(words)), \(index), "
    }
    return "multiIf(\(cases.joined())\(colors.count))"
  }
}
