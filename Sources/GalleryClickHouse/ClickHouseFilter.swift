import FeedFormats
import Foundation
import GalleryDomain

/// A search and a filter as conditions of a query. They are the same as in `LocalFilter`, except that accents matter.
///
/// A term about a property without a column matches no photo.
struct ClickHouseFilter {
  let table: ClickHouseTable
  /// With the time zone in which days begin; in UTC for clock times.
  let calendar: Calendar
  /// The column expression for clock times; nil if the table has only instants.
  private let clock: String?

  init(_ table: ClickHouseTable, zone: TimeZone) {
    self.table = table
    clock = table.clock(in: zone)
    calendar = .gregorian(in: clock == nil ? zone : .gmt)
  }

  /// One condition per word and per term; all of them have to hold.
  func conditions(_ query: PhotoQuery) -> [String] {
    LocalFilter(query).terms.map { term in
      let condition = condition(term.condition)
      return term.isNegated ? "NOT (\(condition))" : condition
    }
  }

  private func condition(_ condition: FilterCondition) -> String {
    switch condition {
    case .anywhere(let words): any(words.map(anywhere))
    case .text(let field, let values): any(values.map { text(field, $0) })
    case .number(let field, let comparisons): any(comparisons.map { number(field, $0) })
    case .price(let values): any(values.map(price))
    case .currency(let codes): any(codes.map(currency))
    case .date(let comparisons): any(comparisons.map(date))
    case .sale(let statuses): any(statuses.map(sale))
    case .state(let states): any(states.map(state))
    }
  }

  private static let never = "0"

  private func any(_ conditions: [String]) -> String {
    guard conditions.count != 1 else { return conditions[0] }
    return conditions.isEmpty ? Self.never : "(\(conditions.joined(separator: " OR ")))"
  }

  private func literal(_ text: String) -> String { ClickHouseValue(text).literal }

  // MARK: Texts

  private func anywhere(_ word: String) -> String {
    let columns: [ClickHouseTable.Column] = [
      .title, .description, .alt, .author, .camera, .lens, .path,
    ]
    let texts = columns.compactMap(table.text)
    // One search for all of a list: a word contains no line breaks.
    let lists = [ClickHouseTable.Column.tags, .places].compactMap(table.texts).map {
      "arrayStringConcat(\($0), '\\n')"
    }
    return any((texts + lists).map { matches($0, FilterTextValue(word)) })
  }

  private func matches(_ text: String, _ value: FilterTextValue) -> String {
    if value.isAny { return "notEmpty(\(text))" }
    return value.isWhole
      ? "lowerUTF8(\(text)) = lowerUTF8(\(literal(value.text)))"
      : "positionCaseInsensitiveUTF8(\(text), \(literal(value.text))) > 0"
  }

  private func text(_ field: FilterField, _ value: FilterTextValue) -> String {
    let condition: String? =
      switch field {
      case .tag: holds(.tags, value)
      case .place: holds(.places, value)
      case .label: table.text(.label).map { label($0, value) }
      case .fileExtension: table.text(.path).map { ending($0, ".\(value.text.lowercased())") }
      case .path where value.isFolder:
        table.text(.path).map {
          "startsWith(lowerUTF8(\($0)), lowerUTF8(\(literal(value.text))))"
        }
      default:
        ClickHouseTable.Column(rawValue: field.rawValue).flatMap(table.text).map {
          matches($0, value)
        }
      }
    return condition ?? Self.never
  }

  /// Whether one of a list matches.
  private func holds(_ column: ClickHouseTable.Column, _ value: FilterTextValue) -> String? {
    table.texts(column).map { "arrayExists(text -> \(matches("text", value)), \($0))" }
  }

  private func ending(_ path: String, _ ending: String) -> String {
    "substring(lowerUTF8(\(path)), -\(ending.utf8.count)) = \(literal(ending))"
  }

  /// A label's own words, or those of the colour that it stands for.
  private func label(_ label: String, _ value: FilterTextValue) -> String {
    if value.isAny { return matches(label, value) }
    let name = value.text.lowercased()
    let words = PhotoLabel.Color.allCases.filter {
      value.isWhole ? $0.rawValue == name : $0.rawValue.contains(name)
    }.flatMap(\.words).map(literal)
    let meant =
      words.isEmpty ? [] : ["lowerUTF8(\(label)) IN (\(words.joined(separator: ", ")))"]
    return any([matches(label, value)] + meant)
  }

  // MARK: Numbers

  private func number(
    _ field: FilterField, _ comparison: FilterComparison<ExactDecimal>
  ) -> String {
    let column = ClickHouseTable.Column(rawValue: field.rawValue).flatMap(table.number)
    switch field {
    case .megapixels:
      guard let width = table.number(.width), let height = table.number(.height) else {
        return Self.never
      }
      let area = "toUInt64(\(width)) * toUInt64(\(height))"
      return "(\(area) > 0 AND \(whole(area, comparison, unitsPerOne: 1_000_000)))"
    // No rating counts as 0 stars; rejected photos have no number of stars. Otherwise 0 is unknown.
    case .rating: return column.map { "(\($0) >= 0 AND \(whole($0, comparison)))" } ?? Self.never
    default: return column.map { "(\($0) > 0 AND \(whole($0, comparison)))" } ?? Self.never
    }
  }

  /// Compares a whole number with a number that may have decimals.
  private func whole(
    _ text: String, _ comparison: FilterComparison<ExactDecimal>, unitsPerOne: UInt128 = 1
  ) -> String {
    /// Larger than any picture, and small enough that sums don't overflow.
    let limit: Int64 = 1 << 62
    return comparison.sql(
      text,
      atLeast: { "\(min($0.wholeNumbers(unitsPerOne: unitsPerOne).atLeast, limit))" },
      atMost: { "\(min($0.wholeNumbers(unitsPerOne: unitsPerOne).atMost, limit))" })
  }

  private func price(_ value: FilterPriceValue) -> String {
    guard let price = table.price, let lacks = table.lacksPrice else { return Self.never }
    let literal = { (number: ExactDecimal) in
      ClickHouseValue.decimal(number.description).literal
    }
    let comparison = value.comparison.sql(price, atLeast: literal, atMost: literal)
    let code = value.currency.map(currency)
    guard code != Self.never else { return Self.never }
    return "(\(["NOT \(lacks)", comparison, code].compactMap(\.self).joined(separator: " AND ")))"
  }

  private func currency(_ code: String) -> String {
    table.text(.currency).map { "upper(\($0)) = \(literal(code))" } ?? Self.never
  }

  // MARK: Dates and states

  private func date(_ comparison: FilterComparison<DatePeriod>) -> String {
    guard let moments = FilterMatcher.moments(comparison, calendar) else { return Self.never }
    func seconds(_ date: Date) -> Int {
      Int(min(max(date.timeIntervalSince1970.rounded(.up), 0), Double(UInt32.max)))
    }
    let (first, end) = (seconds(moments.lowerBound), seconds(moments.upperBound))
    guard first < end else { return Self.never }
    // Second 0 stands for *no date*.
    let time = ClickHouseKey.Period(table, clock: clock, .seconds(1))
    let start = time.condition(.atLeast, .time(max(first, 1)))
    let isOpen = end == Int(UInt32.max)
    return isOpen ? "(\(start))" : "(\(start) AND \(time.condition(.less, .time(end))))"
  }

  private func sale(_ status: SaleStatus) -> String {
    guard let forSale = table.forSale else { return status == .unstated ? "1" : Self.never }
    return switch status {
    case .forSale: "ifNull(\(forSale) = 1, 0)"
    case .notForSale: "ifNull(\(forSale) = 0, 0)"
    case .unstated: "isNull(\(forSale))"
    }
  }

  private func state(_ state: PhotoState) -> String {
    // Only this program knows what is selected, and pictures are not compared there.
    guard state == .rejected, let rating = table.number(.rating) else { return Self.never }
    return "\(rating) = \(PhotoRating.rejected)"
  }
}
