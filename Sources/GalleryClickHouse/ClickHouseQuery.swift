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

  /// Time and id, with which all orders end: photos are found by them quickly, whatever the order of the list.
  private var photoKeys: ArraySlice<ClickHouseKey> { order.keys.suffix(2) }

  static func description(of address: ClickHouseAddress) -> String {
    "DESCRIBE TABLE \(address.quotedTable) FORMAT JSONCompact"
  }

  var count: String { "SELECT count() FROM \(table.name)\(whereClause()) FORMAT JSONCompact" }

  /// Counts the photos in each bucket.
  var buckets: String {
    let keys = order.bucketKeys
    return "SELECT \(list(keys.map(\.selection) + ["count()"])) FROM \(table.name)\(whereClause())"
      + " GROUP BY \(list(keys.map(\.expression))) ORDER BY \(list(keys.map { $0.ordering() }))"
      + " LIMIT \(Self.bucketLimit) FORMAT JSONCompact"
  }

  /// The positions of the rows of a part of the list: for the many rows that are scanned, only the sort keys are read.
  func positions(_ part: ClickHousePart) -> String {
    var conditions = part.conditions
    if let position = part.position {
      conditions.append(
        ClickHouseKey.side(order.keys[...], position[...], isAfter: true, isInclusive: false))
    }
    let offset = part.offset > 0 ? " OFFSET \(part.offset)" : ""
    return "SELECT \(list(order.keys.map(\.selection))) FROM \(table.name)"
      + whereClause(conditions)
      + " ORDER BY \(list(order.keys.map { $0.ordering(reversed: part.isReversed) }))"
      + " LIMIT \(part.count)\(offset) FORMAT JSONCompact"
  }

  /// The photos at some positions, in any order.
  func photos(at positions: [[ClickHouseValue]]) -> String {
    let keys = positions.map { "(\(list($0.suffix(2).map(\.literal))))" }
    return "SELECT \(list(photoKeys.map(\.selection) + table.selection))"
      + " FROM \(table.name) WHERE (\(list(photoKeys.map(\.expression)))) IN (\(list(keys)))"
      + " FORMAT JSONCompact"
  }

  private func whereClause(_ more: [String] = []) -> String {
    let all = more + conditions
    return all.isEmpty ? "" : " WHERE \(all.joined(separator: " AND "))"
  }

  private func list(_ parts: [String]) -> String { parts.joined(separator: ", ") }

  // MARK: Answers

  func buckets(_ answer: ClickHouseAnswer) -> [ClickHouseBucket] {
    let keys = order.bucketKeys
    return answer.rows.compactMap { row in
      guard let values = Self.values(keys[...], row[...]), row.count > keys.count,
        let count = row[keys.count].lenientInt, count > 0
      else { return nil }
      return ClickHouseBucket(values: values, count: min(count, 1 << 40))
    }
  }

  func count(_ answer: ClickHouseAnswer) -> Int? {
    answer.rows.first?.first?.lenientInt.map { max(0, min($0, 1 << 40)) }
  }

  func positions(_ answer: ClickHouseAnswer) -> [[ClickHouseValue]] {
    answer.rows.compactMap { Self.values(order.keys[...], $0[...]) }
  }

  /// Photos by the values of `photoKeys`. A row that isn't a photo is missing.
  func photos(_ answer: ClickHouseAnswer) -> [[ClickHouseValue]: Photo] {
    var photos: [[ClickHouseValue]: Photo] = [:]
    for row in answer.rows {
      guard let values = Self.values(photoKeys, row[...]) else { continue }
      photos[values] = table.photo(row.dropFirst(photoKeys.count)) ?? photos[values]
    }
    return photos
  }

  private static func values(
    _ keys: ArraySlice<ClickHouseKey>, _ row: ArraySlice<JSONValue>
  ) -> [ClickHouseValue]? {
    let values = zip(keys, row).compactMap { ClickHouseValue($1, $0.kind) }
    return values.count == keys.count ? values : nil
  }

  // MARK: Sections

  /// The sections that the buckets stand for; nil if the list has no sections.
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
