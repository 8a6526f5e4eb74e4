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
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = clock == nil ? zone : .gmt
    self.calendar = calendar
  }

  /// One condition per word and per term; all of them have to hold.
  func conditions(_ query: PhotoQuery) -> [String] {
    let words = query.search.map { LocalFilter.words(of: $0) } ?? []
    return words.map(anywhere)
      + query.filter.terms.map { term in
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
    case .currency(let codes):
      table.text(.currency).map { currency in
        any(codes.map { "upper(\(currency)) = \(ClickHouseValue($0).literal)" })
      } ?? Self.never
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

  // MARK: Texts

  private func anywhere(_ word: String) -> String {
    let columns: [ClickHouseTable.Column] = [
      .title, .description, .author, .camera, .lens, .path,
    ]
    let texts = columns.compactMap(table.text)
    // One search for all of a list: a word contains no line breaks.
    let lists = [ClickHouseTable.Column.tags, .places].compactMap(table.texts).map {
      "arrayStringConcat(\($0), '\\n')"
    }
    return any((texts + lists).map { contains($0, word) })
  }

  private func contains(_ text: String, _ word: String) -> String {
    "positionCaseInsensitiveUTF8(\(text), \(ClickHouseValue(word).literal)) > 0"
  }

  private func matches(_ text: String, _ value: FilterTextValue) -> String {
    guard value.isWhole else { return contains(text, value.text) }
    return "lowerUTF8(\(text)) = lowerUTF8(\(ClickHouseValue(value.text).literal))"
  }

  /// Whether one of a list matches.
  private func holds(_ column: ClickHouseTable.Column, _ value: FilterTextValue) -> String {
    table.texts(column).map { "arrayExists(text -> \(matches("text", value)), \($0))" }
      ?? Self.never
  }

  private func text(_ field: FilterField, _ value: FilterTextValue) -> String {
    let column: ClickHouseTable.Column
    switch field {
    case .title: column = .title
    case .description: column = .description
    case .author: column = .author
    case .camera: column = .camera
    case .lens: column = .lens
    case .licence: column = .licence
    case .id: column = .id
    case .path where value.isFolder:
      return table.text(.path).map {
        "startsWith(lowerUTF8(\($0)), lowerUTF8(\(ClickHouseValue(value.text).literal)))"
      } ?? Self.never
    case .path: column = .path
    case .tag: return holds(.tags, value)
    case .place: return holds(.places, value)
    case .fileExtension:
      let ending = ".\(value.text.lowercased())"
      return table.text(.path).map { path in
        "substring(lowerUTF8(\(path)), -\(ending.utf8.count)) = \(ClickHouseValue(ending).literal)"
      } ?? Self.never
    case .label: return label(value)
    case .price, .currency, .date, .sale, .iso, .focal, .width, .height, .megapixels, .rating,
      .size, .state:
      return Self.never
    }
    return table.text(column).map { matches($0, value) } ?? Self.never
  }

  /// A label's own words, or those of the colour that it stands for.
  private func label(_ value: FilterTextValue) -> String {
    guard let label = table.text(.label) else { return Self.never }
    let name = value.text.lowercased()
    let colors = PhotoLabel.Color.allCases.filter {
      value.isWhole ? $0.rawValue == name : $0.rawValue.contains(name)
    }
    let words = colors.flatMap(\.words).map { ClickHouseValue($0).literal }
    let meant =
      words.isEmpty ? [] : ["lowerUTF8(\(label)) IN (\(words.joined(separator: ", ")))"]
    return any([matches(label, value)] + meant)
  }

  // MARK: Numbers

  private func number(_ field: FilterField, _ comparison: FilterComparison<ExactDecimal>) -> String
  {
    switch field {
    case .width: number(table.number(.width), comparison)
    case .height: number(table.number(.height), comparison)
    case .size: number(table.number(.size), comparison)
    case .megapixels:
      number(
        table.number(.width).flatMap { width in
          table.number(.height).map { "toUInt64(\(width)) * toUInt64(\($0))" }
        }, comparison, millions: true)
    case .rating:
      // No rating counts as 0 stars; rejected photos have no number of stars.
      table.number(.rating).map { rating in
        "(\(rating) >= 0 AND \(self.comparison(comparison, of: rating, millions: false)))"
      } ?? Self.never
    default: Self.never
    }
  }

  /// - Parameter text: A whole number; 0 if unknown.
  private func number(
    _ text: String?, _ comparison: FilterComparison<ExactDecimal>, millions: Bool = false
  ) -> String {
    text.map { "(\($0) > 0 AND \(self.comparison(comparison, of: $0, millions: millions)))" }
      ?? Self.never
  }

  /// Compares a whole number with a number that may have decimals.
  private func comparison(
    _ comparison: FilterComparison<ExactDecimal>, of text: String, millions: Bool
  ) -> String {
    func bound(_ number: ExactDecimal) -> (floor: Int, isWhole: Bool) {
      let parts = number.description.split(separator: ".", maxSplits: 1)
      var digits = String(parts.first ?? "0")
      var decimals = parts.count > 1 ? parts[1] : ""
      if millions {
        digits += decimals.prefix(6) + String(repeating: "0", count: max(0, 6 - decimals.count))
        decimals = decimals.dropFirst(6)
      }
      // Larger than any picture, and small enough that sums don't overflow.
      return (min(Int(digits) ?? 1 << 62, 1 << 62), decimals.allSatisfy { $0 == "0" })
    }
    func atLeast(_ number: ExactDecimal) -> String {
      let (floor, isWhole) = bound(number)
      return "\(text) >= \(isWhole ? floor : floor + 1)"
    }
    func atMost(_ number: ExactDecimal) -> String { "\(text) <= \(bound(number).floor)" }
    switch comparison {
    case .equal(let number):
      let (floor, isWhole) = bound(number)
      return isWhole ? "\(text) = \(floor)" : Self.never
    case .less(let number):
      let (floor, isWhole) = bound(number)
      return isWhole ? "\(text) < \(floor)" : "\(text) <= \(floor)"
    case .more(let number): return "\(text) > \(bound(number).floor)"
    case .atMost(let number): return atMost(number)
    case .atLeast(let number): return atLeast(number)
    case .between(let first, let last): return "\(atLeast(first)) AND \(atMost(last))"
    }
  }

  private func price(_ value: FilterPriceValue) -> String {
    guard let price = table.price, let lacks = table.lacksPrice else { return Self.never }
    func literal(_ number: ExactDecimal) -> String {
      ClickHouseValue.decimal(number.description).literal
    }
    let comparison =
      switch value.comparison {
      case .equal(let number): "\(price) = \(literal(number))"
      case .less(let number): "\(price) < \(literal(number))"
      case .atMost(let number): "\(price) <= \(literal(number))"
      case .more(let number): "\(price) > \(literal(number))"
      case .atLeast(let number): "\(price) >= \(literal(number))"
      case .between(let first, let last):
        "\(price) >= \(literal(first)) AND \(price) <= \(literal(last))"
      }
    guard let code = value.currency else { return "(NOT \(lacks) AND \(comparison))" }
    guard let currency = table.text(.currency) else { return Self.never }
    return
      "(NOT \(lacks) AND \(comparison) AND upper(\(currency)) = \(ClickHouseValue(code).literal))"
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
    let time = ClickHouseKey.Period(
      time: clock ?? table.time, instant: clock.map { _ in table.time }, length: .seconds(1))
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
    switch state {
    case .rejected: table.number(.rating).map { "\($0) = \(PhotoRating.rejected)" } ?? Self.never
    // Only this program knows what is selected, and pictures are not compared there.
    case .selected, .similar, .smaller, .duplicate, .copy: Self.never
    }
  }
}
