import FeedFormats
import Foundation
import GalleryDomain

/// The queries for one list of a table, and the interpretation of their results. They contain no settings: the server's
/// limits apply.
struct ClickHouseQuery: Hashable, Sendable {
  let table: ClickHouseTable
  let order: ClickHouseOrder
  private let conditions: [String]
  /// Time and id, by which photos are found quickly, whatever the order of the list.
  private let places: [ClickHouseKey]

  /// The number of buckets per query; a server may limit the rows of a result.
  static let bucketLimit = 10_000

  /// - Parameter query: The part that the source answers (`SourceCapabilities.clickHouse`).
  init(_ table: ClickHouseTable, _ query: PhotoQuery, zone: TimeZone) {
    self.table = table
    order = ClickHouseOrder(table, sort: query.sort, grouping: query.grouping, zone: zone)
    conditions = ClickHouseFilter(table, zone: zone).conditions(query)
    places = [
      ClickHouseKey(expression: table.time, kind: .time),
      ClickHouseKey(expression: table.id, kind: .text),
    ]
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

  /// The rows of a part with all columns.
  func photos(_ part: ClickHousePart) -> String {
    rows(part, selecting: table.selection)
  }

  /// The positions and the places of rows: for the many rows that are scanned, only the sort keys are read.
  func places(_ part: ClickHousePart) -> String {
    rows(part, selecting: places.map(\.selection))
  }

  /// The rows of a part of the list.
  ///
  /// - Parameter selection: The columns to return in addition to the keys.
  private func rows(_ part: ClickHousePart, selecting selection: [String]) -> String {
    var conditions = part.conditions
    if let position = part.position {
      conditions.append(
        ClickHouseKey.side(
          order.keys[...], position[...], isAfter: !part.isReversed, isInclusive: false))
    }
    let offset = part.offset > 0 ? " OFFSET \(part.offset)" : ""
    return "SELECT \(list(order.keys.map(\.selection) + selection)) FROM \(table.name)"
      + wanted(conditions)
      + " ORDER BY \(list(order.keys.map { $0.ordering(reversed: part.isReversed) }))"
      + " LIMIT \(part.rows.count)\(offset) FORMAT JSONCompact"
  }

  /// The photos at some places, in any order.
  func photos(at places: [[ClickHouseValue]]) -> String {
    let keys = places.map { "(\(list($0.map(\.literal))))" }
    return "SELECT \(list(self.places.map(\.selection) + table.selection))"
      + " FROM \(table.name) WHERE (\(list(self.places.map(\.expression)))) IN (\(list(keys)))"
      + " FORMAT JSONCompact"
  }

  private func wanted(_ more: [String]) -> String {
    let all = more + conditions
    return all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
  }

  private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  // MARK: Before the rows are counted

  /// The first rows of a list in order of time, which are looked for before they are counted: in a period at the end where the
  /// list starts. Photos without a time are never included. nil for other lists.
  ///
  /// - Parameter end: Approximately when the first photo was taken, in seconds since 1970.
  func beginning(_ seconds: Int, from end: Int, rows count: Int) -> ClickHousePart? {
    let (key, end) = (order.firstTime, max(1, min(end, Int(UInt32.max))))
    func value(_ seconds: Int) -> ClickHouseValue {
      key.kind == .time ? .time(seconds) : .integer(seconds)
    }
    return order.beginsWithNewest.map { isNewest in
      ClickHousePart(
        conditions: isNewest
          ? [key.condition(.atLeast, value(max(1, end - seconds)))]
          : [
            key.condition(.more, value(0)),
            key.condition(.atMost, value(min(end + seconds, Int(UInt32.max)))),
          ],
        rows: 0..<count, isTimed: true)
    }
  }

  /// The length of the first such period, in seconds.
  static let firstPeriod = 4 * 604_800

  /// That of the second and last one, if the first has too few rows: a third costs more than waiting for the count.
  static func secondPeriod(found: Int, of wanted: Int) -> Int {
    firstPeriod * (found > 0 ? max(4, min(3 * wanted / found, 64)) : 16)
  }

  /// Requests a photo that is about as old as the oldest ones, which come first in a table sorted by time; nil if the
  /// list does not start there.
  var earlyMoment: String? {
    guard order.beginsWithNewest == false else { return nil }
    return "SELECT \(places[0].selection) FROM \(table.name)"
      + " WHERE \(places[0].condition(.more, .time(0))) LIMIT 1 FORMAT JSONCompact"
  }

  func moment(_ answer: ClickHouseAnswer) -> Int? {
    guard let value = answer.rows.first?.first.flatMap({ ClickHouseValue($0, .time) }),
      case .time(let seconds) = value
    else { return nil }
    return seconds
  }

  // MARK: Answers

  func buckets(
    _ answer: ClickHouseAnswer, of refinement: ClickHouseRefinement
  ) -> [ClickHouseBucket] {
    let keys = order.levels[refinement.level]
    return answer.rows.compactMap { row in
      guard let values = Self.values(keys, row[...]), row.count > keys.count,
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
      Self.values(order.keys, row[...]).map {
        ClickHouseRow(position: $0, photo: table.photo(row.dropFirst(order.keys.count)))
      }
    }
  }

  func places(
    _ answer: ClickHouseAnswer
  ) -> [(position: [ClickHouseValue], place: [ClickHouseValue])] {
    answer.rows.compactMap { row in
      guard let position = Self.values(order.keys, row[...]),
        let place = Self.values(places, row.dropFirst(order.keys.count))
      else { return nil }
      return (position, place)
    }
  }

  func photosByPlace(_ answer: ClickHouseAnswer) -> [[ClickHouseValue]: Photo] {
    var photos: [[ClickHouseValue]: Photo] = [:]
    for row in answer.rows {
      guard let place = Self.values(places, row[...]) else { continue }
      photos[place] = table.photo(row.dropFirst(places.count)) ?? photos[place]
    }
    return photos
  }

  private static func values(
    _ keys: [ClickHouseKey], _ row: ArraySlice<JSONValue>
  ) -> [ClickHouseValue]? {
    let values = zip(keys, row).compactMap { ClickHouseValue($1, $0.kind) }
    return values.count == keys.count ? values : nil
  }

  // MARK: Sections

  /// The sections that the buckets of the first level stand for; nil if the list has no sections.
  func sections(_ buckets: [ClickHouseBucket]) -> [PhotoSection]? {
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

  /// The sections of the first rows, starting with row 0.
  func sections(_ rows: [ClickHouseRow]) -> [PhotoSection]? {
    let count = order.levels.first?.count ?? 0
    return sections(
      rows.map { ClickHouseBucket(values: Array($0.position.prefix(count)), count: 1) })
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

/// A row of a result; without a photo if it has no id.
struct ClickHouseRow: Sendable {
  /// A value for each sort key of the list.
  let position: [ClickHouseValue]
  let photo: Photo?
}
