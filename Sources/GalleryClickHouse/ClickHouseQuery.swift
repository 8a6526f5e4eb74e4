import FeedFormats
import Foundation
import GalleryDomain

/// The queries for one list of a table, and the interpretation of their results. They contain no settings: the server's
/// limits apply.
struct ClickHouseQuery: Hashable, Sendable {
  let table: ClickHouseTable
  let order: ClickHouseOrder
  private let conditions: [String]

  /// The number of buckets per query; a server may limit the rows of a result.
  static let bucketLimit = 10_000

  /// - Parameter query: The part that the source answers (`SourceCapabilities.clickHouse`).
  init(_ table: ClickHouseTable, _ query: PhotoQuery, zone: TimeZone) {
    self.table = table
    order = ClickHouseOrder(table, sort: query.sort, grouping: query.grouping, zone: zone)
    conditions = ClickHouseFilter(table, zone: zone).conditions(query)
  }

  /// Whether the list leaves out photos of the table.
  var isFiltered: Bool { !conditions.isEmpty }

  static func description(of address: ClickHouseAddress) -> String {
    "DESCRIBE TABLE \(address.quotedTable) FORMAT JSONCompact"
  }

  /// Counts the photos.
  var count: String { "SELECT count() FROM \(table.name)\(wanted([])) FORMAT JSONCompact" }

  /// Counts the photos in each bucket of a level.
  func buckets(_ refinement: ClickHouseRefinement) -> String {
    let keys = order.levels[refinement.level]
    return "SELECT \(list(keys.map(\.selection) + ["count()"])) FROM \(table.name)"
      + wanted(refinement.conditions)
      + " GROUP BY \(list(keys.map(\.expression))) ORDER BY \(list(keys.map { $0.ordering() }))"
      + " LIMIT \(Self.bucketLimit) FORMAT JSONCompact"
  }

  /// The rows of a part of the list.
  ///
  /// - Parameter selection: The columns to return in addition to the keys.
  private func rows(_ part: ClickHousePart, selecting selection: [String]) -> String {
    var conditions = part.conditions
    if let position = part.position {
      conditions.append(
        ClickHouseKey.side(
          order.keys[...], position.values[...], isAfter: !part.isReversed, isInclusive: false))
    }
    let offset = part.offset > 0 ? " OFFSET \(part.offset)" : ""
    return "SELECT \(list(order.keys.map(\.selection) + selection)) FROM \(table.name)"
      + wanted(conditions)
      + " ORDER BY \(list(order.keys.map { $0.ordering(reversed: part.isReversed) }))"
      + " LIMIT \(part.count)\(offset) FORMAT JSONCompact"
  }

  /// The rows of a part with all columns.
  func photos(_ part: ClickHousePart) -> String {
    rows(part, selecting: table.selection.map(\.expression))
  }

  /// The positions of rows, with the time and the id by which their photos are found quickly: for the many rows that
  /// are scanned, only the sort keys are read.
  func places(_ part: ClickHousePart) -> String {
    rows(part, selecting: [time.selection, id.selection])
  }

  /// The photos at some positions, in any order.
  func photos(at places: [ClickHouseRowID]) -> String {
    let keys = places.map { "(\($0.time.literal), \($0.id.literal))" }
    return "SELECT \(list([time.selection, id.selection] + table.selection.map(\.expression)))"
      + " FROM \(table.name) WHERE (\(time.expression), \(id.expression)) IN (\(list(keys)))"
      + " FORMAT JSONCompact"
  }

  // MARK: Before the rows are counted

  /// Where to look for the first rows before they are counted; nil for a list that isn't sorted by time.
  ///
  /// - Parameter end: Approximately when the first photo was taken, in seconds since 1970.
  func beginning(at end: Int) -> ClickHouseBeginning? {
    order.beginning.map { ClickHouseBeginning(order.firstTime, isNewest: $0 == .newest, end: end) }
  }

  /// Whether a list sorted by time starts with the newest photos; nil for other lists.
  var beginsWithNewest: Bool? { order.beginning.map { $0 == .newest } }

  /// Requests a photo that is about as old as the oldest ones, which come first in a table sorted by time; nil if the
  /// list does not start there.
  var earlyMoment: String? {
    guard order.beginning == .oldest else { return nil }
    return "SELECT \(time.selection) FROM \(table.name) WHERE \(time.condition(.more, .time(0)))"
      + " LIMIT 1 FORMAT JSONCompact"
  }

  func moment(_ answer: ClickHouseAnswer) -> Int? {
    guard let value = answer.rows.first?.first.flatMap({ ClickHouseValue($0, .time) }),
      case .time(let seconds) = value
    else { return nil }
    return seconds
  }

  private var time: ClickHouseKey { ClickHouseKey(expression: table.time, kind: .time) }
  private var id: ClickHouseKey { ClickHouseKey(expression: table.id, kind: .text) }

  private func wanted(_ more: [String]) -> String {
    let all = more + conditions
    return all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
  }

  private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  // MARK: Answers

  func buckets(
    _ answer: ClickHouseAnswer, of refinement: ClickHouseRefinement
  ) -> [ClickHouseBucket] {
    let keys = order.levels[refinement.level]
    return answer.rows.compactMap { row in
      guard row.count > keys.count, let values = Self.values(keys, row),
        let count = row[keys.count].lenientInt, count > 0
      else { return nil }
      return ClickHouseBucket(values: values, count: min(count, 1 << 40))
    }
  }

  func count(_ answer: ClickHouseAnswer) -> Int? {
    answer.rows.first?.first?.lenientInt.map { max(0, min($0, 1 << 40)) }
  }

  /// Rows with their photos, or with the reason why one isn't a photo.
  func photos(_ answer: ClickHouseAnswer) -> [ClickHouseRow] {
    answer.rows.compactMap { row in
      guard let values = Self.values(order.keys, row) else { return nil }
      return ClickHouseRow(
        position: ClickHousePosition(values: values),
        photo: photo(row.dropFirst(order.keys.count)))
    }
  }

  func places(
    _ answer: ClickHouseAnswer
  ) -> [(position: ClickHousePosition, place: ClickHouseRowID)] {
    answer.rows.compactMap { row in
      guard let values = Self.values(order.keys, row),
        let place = place(row.dropFirst(order.keys.count))
      else { return nil }
      return (ClickHousePosition(values: values), place)
    }
  }

  func photosByPlace(_ answer: ClickHouseAnswer) -> [ClickHouseRowID: Photo] {
    var photos: [ClickHouseRowID: Photo] = [:]
    for row in answer.rows {
      if let place = place(row[...]), let photo = photo(row.dropFirst(2)) { photos[place] = photo }
    }
    return photos
  }

  private func place(_ row: ArraySlice<JSONValue>) -> ClickHouseRowID? {
    guard row.count >= 2, let time = ClickHouseValue(row[row.startIndex], .time),
      let id = ClickHouseValue(row[row.startIndex + 1], .text)
    else { return nil }
    return ClickHouseRowID(time: time, id: id)
  }

  private static func values(_ keys: [ClickHouseKey], _ row: [JSONValue]) -> [ClickHouseValue]? {
    guard row.count >= keys.count else { return nil }
    let values = zip(keys, row).compactMap { ClickHouseValue($1, $0.kind) }
    return values.count == keys.count ? values : nil
  }

  private func photo(_ row: ArraySlice<JSONValue>) -> Photo? {
    ClickHousePhotoMapping(columns: table.selection.map(\.column), values: Array(row)).photo
  }

  // MARK: Sections

  /// The sections that the buckets of the first level stand for; nil if the list has no sections.
  func sections(_ index: ClickHouseIndex) -> [PhotoSection]? { sections(index.firstLevel) }

  /// The sections of the first rows, starting with row 0.
  func sections(_ rows: [ClickHouseRow]) -> [PhotoSection]? {
    let count = order.levels.first?.count ?? 0
    return sections(
      rows.map { ClickHouseBucket(values: Array($0.position.values.prefix(count)), count: 1) })
  }

  private func sections(_ buckets: [ClickHouseBucket]) -> [PhotoSection]? {
    guard let grouping = order.grouping else { return nil }
    var sections: [PhotoSection] = []
    var start = 0
    for bucket in buckets {
      sections.extend(
        with: PhotoSection(section(bucket, grouping), start: start, count: bucket.count))
      start += bucket.count
    }
    return sections
  }

  private func section(_ bucket: ClickHouseBucket, _ grouping: PhotoGrouping) -> PhotoSection.Key {
    if grouping != .rating, bucket.values.first == .integer(1) { return .unknown }
    switch (grouping, bucket.values.last) {
    case (.rating, .integer(let rating)): return .rating(rating)
    case (.month, .integer(let month)):
      return .date(year: month / 100, month: month % 100, day: nil)
    case (.day, .integer(let day)):
      return .date(year: day / 10_000, month: day / 100 % 100, day: day % 100)
    case (.camera, let value?): return .camera(TextCleaner.line(bytes: value.bytes, limit: .field))
    case (.folder, let value?): return .folder(value.bytes)
    default: return .unknown
    }
  }
}

/// The position of a row in a list: a value for each sort key.
struct ClickHousePosition: Hashable, Sendable {
  let values: [ClickHouseValue]
}

/// Identifies a row for finding it, whatever the order of the list.
struct ClickHouseRowID: Hashable, Sendable {
  let time: ClickHouseValue
  let id: ClickHouseValue
}

/// A row of a result; without a photo if it has no id.
struct ClickHouseRow: Sendable {
  let position: ClickHousePosition
  let photo: Photo?

  init(position: ClickHousePosition, photo: Photo?) {
    (self.position, self.photo) = (position, photo)
  }
}
