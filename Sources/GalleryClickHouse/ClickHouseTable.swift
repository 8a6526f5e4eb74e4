import FeedFormats
import Foundation
import GalleryDomain

/// The columns of a table that describe photos, by name; other columns are not requested.
///
/// The names are those of `vitrine list --json`, except for the time, which is `taken` (a DateTime). All columns but
/// `id` are optional; properties without a column are unknown.
struct ClickHouseTable: Hashable, Sendable {
  enum Column: String, CaseIterable {
    case id, title, description, author, camera, lens, taken, width, height, size, price, currency
    case licence, tags, places, path, rating, label, copyright, alt
    case utcOffset = "utc_offset"
    case dateText = "date_text"
    case forSale = "for_sale"
    case priceFrom = "price_from"
    case licenceURL = "licence_url"
    case thumbnailURL = "thumbnail_url"
    case imageURL = "image_url"
    case pageURL = "page_url"

    /// An alternative name, used if there is no column with the main name.
    var otherName: String? { self == .size ? "bytes" : nil }
  }

  private struct Found: Hashable {
    var column: Column
    /// One of the names above.
    var name: String
    /// Without `Nullable` and `LowCardinality`.
    var type: String
    var isNullable: Bool
  }

  /// Quoted.
  let name: String
  /// In the order of `Column`.
  private let found: [Found]

  /// Parses the result of `ClickHouseQuery.description(of:)`.
  ///
  /// - Throws: `.serviceFailed` if the table has no ids.
  init(_ address: ClickHouseAddress, rows: [[JSONValue]]) throws(PhotoSourceError) {
    var types: [String: String] = [:]
    for row in rows where row.count >= 2 {
      if case .text(let name) = row[0], case .text(let type) = row[1] { types[name] = type }
    }
    found = Column.allCases.compactMap { column in
      let names = [column.rawValue] + [column.otherName].compactMap { $0 }
      guard let name = names.first(where: { types[$0] != nil }), let type = types[name]
      else { return nil }
      let (base, isNullable) = Self.unwrapped(type)
      return Found(column: column, name: name, type: base, isNullable: isNullable)
    }
    name = address.quotedTable
    guard text(.id) != nil else {
      throw .serviceFailed(
        source: WebAddress.shown(address.server), message: "\(address.table) has no column id")
    }
    selected = Column.allCases.filter { expression($0) != nil }
    selection = selected.compactMap(expression)
  }

  private static func unwrapped(_ type: String) -> (base: String, isNullable: Bool) {
    var (base, isNullable) = (type[...], false)
    for wrapper in ["LowCardinality(", "Nullable("] where base.hasPrefix(wrapper) {
      base = base.dropFirst(wrapper.utf8.count).dropLast()
      isNullable = isNullable || wrapper == "Nullable("
    }
    return (String(base), isNullable)
  }

  private func found(_ column: Column) -> Found? { found.first { $0.column == column } }

  // MARK: Columns as expressions, which are never NULL

  /// nil if there is no such column, or if it doesn't contain text.
  func text(_ column: Column) -> String? {
    guard let found = found(column), !found.type.hasPrefix("Array(") else { return nil }
    let text = found.type == "String" ? "`\(found.name)`" : "toString(`\(found.name)`)"
    return found.isNullable ? "ifNull(\(text), '')" : text
  }

  /// 0 for unknown values.
  func number(_ column: Column) -> String? {
    guard let found = found(column),
      found.type.hasPrefix("UInt") || found.type.hasPrefix("Int")
    else { return nil }
    return found.isNullable ? "ifNull(`\(found.name)`, 0)" : "`\(found.name)`"
  }

  /// nil if there is no such column, or if it doesn't contain lists of texts.
  func texts(_ column: Column) -> String? {
    guard let found = found(column), found.type.hasPrefix("Array("), found.type.contains("String"),
      !found.type.contains("Nullable")
    else { return nil }
    return "`\(found.name)`"
  }

  /// Whether photos can have a time.
  var hasTime: Bool { found(.taken)?.type.hasPrefix("DateTime") ?? false }

  /// The time that photos are sorted by, which should be the table's own sort key; 0 for photos without a time.
  var time: String {
    guard let taken = found(.taken), taken.type.hasPrefix("DateTime") else {
      return "toDateTime(0)"
    }
    let time = taken.type.hasPrefix("DateTime64") ? "toDateTime(`taken`)" : "`taken`"
    return taken.isNullable ? "ifNull(\(time), toDateTime(0))" : time
  }

  /// The clock time in seconds as if it were UTC, like `Photo.clockTime(in:)`: by the camera's clock, or in the zone if
  /// that is unknown; 0 for photos without a time. nil if the table doesn't have the clock's offset.
  func clock(in zone: TimeZone) -> String? {
    guard hasTime, let offset = found(.utcOffset), number(.utcOffset) != nil else { return nil }
    let seconds = "toInt64(ifNull(`\(offset.name)`, \(Photo.utcOffsets.upperBound + 1)))"
    let name = Self.name(of: zone)
    // Not timeZoneOffset, which only servers since 2021 have.
    let shown =
      "toInt64(toRelativeDayNum(\(time), '\(name)')) * 86400 + toHour(\(time), '\(name)') * 3600"
      + " + toMinute(\(time), '\(name)') * 60 + toSecond(\(time), '\(name)')"
    let isKnown = "abs(\(seconds)) <= \(Photo.utcOffsets.upperBound)"
    return "if(toUInt32(\(time)) = 0, toInt64(0), greatest(toInt64(1), if(\(isKnown),"
      + " toInt64(toUInt32(\(time))) + \(seconds), \(shown))))"
  }

  /// The zone's name in the time zone database, which the server knows; for a zone without a name, that of its offset
  /// in whole hours.
  static func name(of zone: TimeZone) -> String {
    let name = zone.identifier
    let isPlain = name.utf8.allSatisfy { byte in
      (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte & 0xDF)
        || [UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: "+")]
          .contains(byte)
    }
    if isPlain, name.contains("/") { return name }
    let hours = zone.secondsFromGMT() / 3_600
    // The signs in POSIX names are reversed.
    return hours == 0 || abs(hours) > 12 ? "UTC" : "Etc/GMT\(hours > 0 ? "-" : "+")\(abs(hours))"
  }

  var id: String { text(.id) ?? "''" }

  /// A decimal; 0 if there is no price.
  var price: String? {
    guard let price = found(.price) else { return nil }
    let isDecimal = price.type.hasPrefix("Decimal")
    guard isDecimal || price.type.hasPrefix("Float") || number(.price) != nil else { return nil }
    let amount =
      price.isNullable ? "ifNull(`price`, \(isDecimal ? "toDecimal64(0, 4)" : "0"))" : "`price`"
    return isDecimal ? amount : "toDecimal64(\(amount), 4)"
  }

  /// Whether a photo has no price.
  var lacksPrice: String? {
    guard let price = found(.price) else { return nil }
    return price.isNullable ? "isNull(`price`)" : "`price` = 0"
  }

  /// 1, 0 or NULL.
  var forSale: String? { found(.forSale).map { "`\($0.name)`" } }

  // MARK: Rows

  /// The columns that are requested, as expressions.
  private(set) var selection: [String] = []
  private var selected: [Column] = []

  private func expression(_ column: Column) -> String? {
    switch column {
    case .taken: "toUInt32(\(time))"
    case .tags, .places: texts(column)
    case .width, .height, .size: number(column)
    case .price, .forSale, .priceFrom, .rating, .utcOffset: found(column).map { "`\($0.name)`" }
    default: text(column)
    }
  }

  /// nil if the row has no id.
  ///
  /// - Parameter row: The values of `selection`.
  func photo(_ row: ArraySlice<JSONValue>) -> Photo? {
    var values = Dictionary(
      zip(selected.map(\.rawValue), row), uniquingKeysWith: { first, _ in first })
    guard let id = CleanText.line(values["id"]?.lenientText, limit: .title) else { return nil }
    // 0 means unknown.
    for name in ["size", "rating"] where values[name]?.lenientInt == 0 {
      values[name] = nil
    }
    values["date"] = values["taken"]?.lenientInt
      .flatMap { $0 > 0 ? Date(timeIntervalSince1970: Double($0)) : nil }
      .flatMap { RFC3339.text($0, zone: .gmt) }
      .map(JSONValue.text)
    values["price"] = price(values).map(JSONValue.text)
    var photo = PhotoRecord.photo(id: id, zone: .gmt) { values[$0] }
    // Tables that others have filled may name the licence differently.
    photo.licence = LicenceText.licence(
      name: values["licence"]?.lenientText, url: values["licence_url"]?.lenientText)
    return photo
  }

  /// The server prints all decimals: `290.6100`. Those beyond the currency's are dropped if they are zeros.
  private func price(_ values: [String: JSONValue]) -> String? {
    guard let text = values["price"]?.lenientText else { return nil }
    let currency = CleanText.line(values["currency"]?.lenientText)
    let decimalCount = currency.map { CurrencyCode.minorUnitDigits(of: $0.uppercased()) } ?? 2
    var digits = Substring(text)
    if let point = digits.firstIndex(of: ".") {
      while digits.last == "0", digits[point...].count - 1 > decimalCount { digits.removeLast() }
      if digits.last == "." { digits.removeLast() }
    }
    return String(digits)
  }
}
