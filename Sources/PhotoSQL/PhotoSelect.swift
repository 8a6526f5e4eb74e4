import Foundation
import GalleryDomain

/// A value of a row, or one that a statement is given: never a part of its text.
public enum SQLValue: Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case bytes([UInt8])
}

/// A statement with its values, in their order.
public struct SQLStatement: Hashable, Sendable {
  public var sql: String
  public var arguments: [SQLValue]

  public init(sql: String, arguments: [SQLValue] = []) {
    (self.sql, self.arguments) = (sql, arguments)
  }
}

/// Writes the statements that answer a query from `PhotoTable`.
///
/// Meaning is that of `FilterMatcher`, `PhotoOrdering`, `PhotoFacet` and `SearchRanking`, which answer for everything that has no
/// rows. An unknown property meets no condition, and therefore every negated one.
public struct PhotoSelect: Sendable {
  let query: PhotoQuery
  private let scope: PhotoScope
  private let calendar: Calendar
  private let rowsOfState: [PhotoState: [Int64]]
  private let keptRows: [Int64]
  private var arguments: [SQLValue] = []
  /// Sets of numbers and of spellings, which are worked out once a statement.
  private var sets: [String] = []

  /// - Parameters:
  ///   - query: Without photos that another looks like: those are a set of rows.
  ///   - rowsOfState: The rows that have states which photos don't have of themselves.
  ///   - keptRows: Rows of the scope that are found in any case.
  ///   - zone: In which days begin; the one of the rows.
  public init(
    _ query: PhotoQuery, in scope: PhotoScope, rowsOfState: [PhotoState: [Int64]] = [:],
    keeping keptRows: [Int64] = [], zone: TimeZone
  ) {
    self.query = query
    self.scope = scope
    (self.rowsOfState, self.keptRows) = (rowsOfState, keptRows)
    calendar = .gregorian(in: zone)
  }

  // MARK: Statements

  /// The numbers of the rows, in order, and what `section(of:)` reads if the query groups them.
  ///
  /// - Parameter limit: Only the first.
  public func rows(limit: Int? = nil) -> SQLStatement {
    var writer = self
    return writer.ordered("photo.id", hasSections: hasSections, limit: limit)
  }

  /// The first rows, found among those with which the index of the order begins: there are fewer than `limit` if few rows meet the
  /// conditions, and then they aren't the first ones of all.
  ///
  /// - Parameter count: So many are looked at. What one photo in forty meets fills a screen then, in no time that is felt.
  /// - Returns: nil if there is no index of the order, or it has to be read no further anyway.
  public func firstRows(limit: Int, among count: Int = 4_096) -> SQLStatement? {
    guard query.sort?.key == .date, !hasSections, isIndexed,
      !LocalFilter(query, zone: calendar.timeZone).terms.isEmpty
    else { return nil }
    var writer = self
    return writer.ordered("photo.id", limit: limit, among: count)
  }

  private var isIndexed: Bool { scope.share == .many && scope.listedRows == nil }

  /// Whether the rows are in sections, which are as they follow each other.
  public var hasSections: Bool { query.grouping.map { $0 != .off } ?? false }

  /// For each row in order, the number of the day on which its photo was taken, if that is known.
  public func days() -> SQLStatement {
    var writer = self
    return writer.ordered("iif(dateKind < 2, day, NULL)")
  }

  private mutating func ordered(
    _ value: String, hasSections: Bool = false, limit: Int? = nil, among count: Int? = nil
  ) -> SQLStatement {
    let section = hasSections ? ", \(sectionValue)" : ""
    var photos = photos()
    let conditions = conditions()
    let order = order(usesIndex: (conditions.isOpen || count != nil) && isIndexed)
    if let count {
      photos = """
        (SELECT photo.id AS near FROM photo\(order.joins) WHERE \(conditions.scope)
        ORDER BY \(order.terms) LIMIT \(count)) CROSS JOIN photo ON photo.id = near
        """
    }
    let limit = limit.map { " LIMIT \($0)" } ?? ""
    return statement(
      """
      SELECT \(value)\(section) FROM \(photos)\(order.joins) WHERE \(conditions.text)
      ORDER BY \(order.terms)\(limit)
      """)
  }

  /// How many there are.
  public func count() -> SQLStatement {
    var writer = self
    return writer.statement(
      "SELECT NULL, count(*) AS rows FROM \(writer.photos()) WHERE \(writer.conditions().text)")
  }

  /// What `values(of:in:)` reads, with how many rows have it.
  public func counts(of facet: PhotoFacet) -> SQLStatement {
    var writer = self
    var (column, value, join) = (facet.rawValue, "number", "")
    var (count, groups) = ("count(*)", " GROUP BY number")
    switch facet {
    case .author, .camera, .lens, .licence, .label, .format:
      join = " LEFT JOIN spelling ON spelling.id = number"
      value = facet == .label ? "ifnull(spelling.color, spelling.text)" : "spelling.text"
    case .place, .keyword:
      let (spellings, field) =
        facet == .place
        ? ("placeSpellings", PhotoTexts.Field.places) : ("tagSpellings", .tags)
      // Most photos that have keywords have a list of their own.
      (column, count, groups) = ("ifnull(\(spellings), \(field.sql))", "1", "")
    case .rating: column = "ifnull(rating, 0)"
    case .sale: break
    case .folder: column = "directory"
    case .year, .month, .day: column = "iif(dateKind = 2, NULL, \(facet.rawValue))"
    }
    return writer.statement(
      """
      SELECT \(value), rows FROM (
        SELECT \(column) AS number, \(count) AS rows FROM \(writer.photos())
        WHERE \(writer.conditions().text)\(groups)
      )\(join)
      """)
  }

  /// The values of a facet, as `PhotoFacet.values` has them.
  ///
  /// - Parameter value: As a statement of `counts(of:)` answers it.
  public func values(of facet: PhotoFacet, in value: SQLValue) -> [String] {
    switch (facet, value) {
    case (.sale, .integer(let number)):
      let statuses: [SaleStatus] = [.unstated, .forSale, .notForSale]
      return statuses.indices.contains(Int(number)) ? [PhotoFacet.value(statuses[Int(number)])] : []
    case (.rating, .integer(let number)):
      return [number == PhotoRating.rejected ? PhotoFacet.rejected : "\(number)"]
    case (.folder, .integer(let number)):
      return [PhotoFacet.value(ofFolder: scope.paths[number] ?? [])]
    case (.year, .integer(let number)):
      return DatePeriod(year: Int(number)).map { [$0.description] } ?? []
    case (.month, .integer(let number)):
      let (year, month) = Int(number).quotientAndRemainder(dividingBy: 12)
      return DatePeriod(year: year, month: month + 1).map { [$0.description] } ?? []
    case (.day, .integer(let number)):
      return Int32(exactly: number).flatMap { ClockDay(number: $0).period(.day) }.map {
        [$0.description]
      } ?? []
    case (.place, .text(let list)), (.keyword, .text(let list)):
      return PhotoTexts.texts(ofList: list).filter { !$0.isEmpty }.map(String.init)
    case (_, .text(let text)): return text.isEmpty ? [] : [text]
    default: return []
    }
  }

  /// - Parameter value: As a statement of `rows()` answers it.
  public func section(of value: SQLValue) -> PhotoSection.Key {
    switch (query.grouping, value) {
    case (.folder, .integer(let number)): .folder(scope.paths[number] ?? [])
    case (.day, .integer(let number)):
      Int32(exactly: number).map { ClockDay(number: $0).date }.map {
        .date(year: $0.year, month: $0.month, day: $0.day)
      } ?? .unknown
    case (.month, .integer(let number)):
      .date(year: Int(number) / 12, month: Int(number) % 12 + 1, day: nil)
    case (.camera, .text(let text)): .camera(text)
    case (.rating, .integer(let number)): .rating(Int(number))
    default: .unknown
    }
  }

  private mutating func statement(_ text: String) -> SQLStatement {
    let with = sets.isEmpty ? "" : "WITH " + sets.joined(separator: ", ") + " "
    return SQLStatement(sql: with + text, arguments: arguments)
  }

  // MARK: Values

  private mutating func bind(_ value: SQLValue) -> String {
    arguments.append(value)
    return "?\(arguments.count)"
  }

  private mutating func bind(_ rows: [Int64]) -> String {
    bind(.text("[" + rows.map(String.init).joined(separator: ",") + "]"))
  }

  private mutating func isIn(_ rows: [Int64]) -> String {
    "IN (SELECT value FROM json_each(\(bind(rows))))"
  }

  private mutating func set(_ select: String) -> String {
    let name = "set\(sets.count)"
    sets.append("\(name) AS MATERIALIZED (\(select))")
    return name
  }

  // MARK: Conditions

  /// What rows are taken from.
  private mutating func photos() -> String {
    guard let rows = scope.listedRows else { return "photo" }
    return "json_each(\(bind(rows))) AS listing CROSS JOIN photo ON photo.id = listing.value"
  }

  /// - Returns: Those of the scope, all of them, and whether there are no others.
  private mutating func conditions() -> (scope: String, text: String, isOpen: Bool) {
    var conditions = [scope.listedRows == nil ? isInScope() : "1"]
    if !scope.hiddenRows.isEmpty {
      conditions.append("photo.id NOT \(isIn(scope.hiddenRows))")
    }
    if let lastRow = scope.lastRow, scope.listedRows == nil {
      conditions.append("+photo.id <= \(lastRow)")
    }
    let scope = conditions.joined(separator: " AND ")
    let terms = LocalFilter(query, zone: calendar.timeZone).terms.map { term in
      let condition = condition(term.condition)
      return term.isNegated ? "NOT ifnull(\(condition), 0)" : condition
    }
    if terms.isEmpty || keptRows.isEmpty {
      conditions += terms
    } else {
      let kept = "photo.id \(isIn(keptRows))"
      conditions.append("(\(terms.joined(separator: " AND ")) OR \(kept))")
    }
    return (scope, conditions.joined(separator: " AND "), terms.isEmpty)
  }

  private mutating func isInScope() -> String {
    let directories = scope.directories.map(\.id)
    guard scope.share == .many else {
      return "directory \(isIn(directories))"
    }
    // Directories that were read one after the other have numbers that follow each other: comparing takes a third of the time.
    var ranges: [ClosedRange<Int64>] = []
    for number in directories.sorted() {
      if let last = ranges.last, number <= last.upperBound &+ 1 {
        ranges[ranges.count - 1] = last.lowerBound...max(last.upperBound, number)
      } else {
        ranges.append(number...number)
      }
    }
    guard ranges.count <= Self.rangeLimit else {
      return "+directory \(isIn(directories))"
    }
    return any(ranges.map { "+directory BETWEEN \($0.lowerBound) AND \($0.upperBound)" })
  }

  private static let rangeLimit = 8

  private func any(_ conditions: [String]) -> String {
    conditions.isEmpty ? "0" : "(" + conditions.joined(separator: " OR ") + ")"
  }

  private mutating func condition(_ condition: FilterCondition) -> String {
    switch condition {
    case .anywhere(let words): any(words.map { anywhere(FoldedText($0)) })
    case .text(let field, let values): any(values.map { text(field, $0) })
    case .number(let field, let comparisons): any(comparisons.map { number(field, $0) })
    case .price(let values): any(values.map { price($0) })
    case .currency(let codes): any(codes.map { "currency = \(bind(.text($0)))" })
    case .date(let comparisons): any(comparisons.compactMap { date($0) })
    case .sale(let statuses): any(statuses.map { "sale = \(PhotoTable.number(of: $0))" })
    case .state(let states): any(states.map { state($0) })
    }
  }

  private mutating func state(_ state: PhotoState) -> String {
    guard state != .rejected else { return "rating = \(PhotoRating.rejected)" }
    return "photo.id \(isIn(rowsOfState[state] ?? []))"
  }

  private mutating func anywhere(_ word: FoldedText) -> String {
    let text = bind(.text(word.string))
    let spellings = set("SELECT id FROM spelling WHERE instr(folded, \(text))")
    let isSpelled = any(["author", "camera", "lens"].map { "\($0) IN \(spellings)" })
    return any([
      "\(PhotoTexts.contains)(\(text), texts)",
      // Few words are in any of these texts.
      "EXISTS (SELECT 1 FROM \(spellings)) AND \(isSpelled)",
      path(containing: word, isInName: false),
    ])
  }

  private mutating func text(_ field: FilterField, _ value: FilterTextValue) -> String {
    let text = FoldedText(value.text)
    switch field {
    case .title where value.isAny: return "isTitled"
    case .title: return holds(.title, text.string, value)
    case .description: return holds(.description, text.string, value)
    case .alt: return holds(.altText, text.string, value)
    case .author, .camera, .lens, .licence, .copyright: return spelled(field.rawValue, text, value)
    case .fileExtension: return spelled("format", text, value)
    case .label:
      return any([spelled("label", text, value), spelled("label", text, value, in: "color")])
    case .tag: return holds(.tags, text.string, value)
    case .place: return holds(.places, text.string, value)
    case .path, .id:
      guard value.isWhole else { return path(containing: text) }
      return field == .path && value.isFolder ? path(below: text) : path(equalTo: text)
    default: return "0"
    }
  }

  /// Whether a field has a text, or is or begins with it.
  private mutating func holds(
    _ field: PhotoTexts.Field, _ text: String, isFirst: Bool = false, isLast: Bool = false
  ) -> String {
    let separator = PhotoTexts.separator
    let sought = (isFirst ? separator : "") + text + (isLast ? separator : "")
    return "\(PhotoTexts.contains)(\(bind(.text(sought))), texts, \(field.rawValue))"
  }

  private mutating func holds(
    _ field: PhotoTexts.Field, _ text: String, _ value: FilterTextValue
  ) -> String {
    holds(field, text, isFirst: value.isWhole, isLast: value.isWhole)
  }

  private mutating func spelled(
    _ column: String, _ text: FoldedText, _ value: FilterTextValue, in spelling: String = "folded"
  ) -> String {
    let text = bind(.text(text.string))
    let isFound = value.isWhole ? "\(spelling) = \(text)" : "instr(\(spelling), \(text))"
    return "\(column) IN \(set("SELECT id FROM spelling WHERE \(isFound)"))"
  }

  // MARK: Paths

  private mutating func directories(_ isIncluded: (String) -> Bool) -> String {
    let rows = scope.directories.filter { isIncluded($0.text) }.map(\.id)
    if rows.isEmpty { return "0" }
    if rows.count == scope.directories.count { return "1" }
    return "directory \(isIn(rows))"
  }

  /// What is before and after the last separator.
  private static func parts(_ text: FoldedText) -> (folder: String, name: String) {
    let end = text.bytes.lastIndex(of: FilePath.separator).map { $0 + 1 } ?? 0
    return (
      String(decoding: text.bytes[..<end], as: UTF8.self),
      String(decoding: text.bytes[end...], as: UTF8.self)
    )
  }

  /// - Parameter isInName: Whether names are looked at, too, that have all of it.
  private mutating func path(containing text: FoldedText, isInName: Bool = true) -> String {
    let (folder, name) = Self.parts(text)
    let inFolder = directories { $0.utf8.contains(text.string) }
    // A name has no separator.
    if folder.isEmpty { return isInName ? any([inFolder, holds(.fileName, name)]) : inFolder }
    guard !name.isEmpty else { return inFolder }
    let isAcross =
      "(\(directories { $0.utf8.hasSuffix(folder) }) AND \(holds(.fileName, name, isFirst: true)))"
    return any([inFolder, isAcross])
  }

  private mutating func path(equalTo text: FoldedText) -> String {
    let (folder, name) = Self.parts(text)
    return
      "(\(directories { $0 == folder }) AND \(holds(.fileName, name, isFirst: true, isLast: true)))"
  }

  private mutating func path(below text: FoldedText) -> String {
    directories { $0.utf8.starts(with: text.bytes) }
  }

  // MARK: Numbers and dates

  private mutating func number(
    _ field: FilterField, _ comparison: FilterComparison<ExactDecimal>
  ) -> String {
    switch field {
    case .iso, .focal: comparing(field.rawValue, comparison) { .text($0.sortableText) }
    case .width, .height: whole("max(0, \(field.rawValue))", comparison)
    case .size: whole("max(0, size)", comparison)
    // No rating counts as 0 stars; a rejected photo has no number of stars.
    case .rating: whole("nullif(ifnull(rating, 0), \(PhotoRating.rejected))", comparison)
    case .megapixels: whole("width * height", comparison, unitsPerOne: 1_000_000)
    default: "0"
    }
  }

  /// Of texts that compare as their numbers.
  private mutating func comparing<Value>(
    _ column: String, _ comparison: FilterComparison<Value>, _ value: (Value) -> SQLValue
  ) -> String {
    comparison.sql(column, atLeast: { bind(value($0)) }, atMost: { bind(value($0)) })
  }

  private func whole(
    _ value: String, _ comparison: FilterComparison<ExactDecimal>, unitsPerOne: UInt128 = 1
  ) -> String {
    comparison.sql(
      value, atLeast: { "\($0.wholeNumbers(unitsPerOne: unitsPerOne).atLeast)" },
      atMost: { "\($0.wholeNumbers(unitsPerOne: unitsPerOne).atMost)" })
  }

  private mutating func price(_ value: FilterPriceValue) -> String {
    let amount = comparing("price", value.comparison) { .text($0.sortableText) }
    return value.currency.map { "(\(amount) AND currency = \(bind(.text($0))))" } ?? amount
  }

  /// By the day on the camera's clock if it is known; of a year or a month, the whole has to be in the range.
  private mutating func date(_ comparison: FilterComparison<DatePeriod>) -> String? {
    guard let moments = FilterMatcher.moments(comparison, calendar),
      let clocks = FilterMatcher.moments(comparison, .gregorianUTC)
    else { return nil }
    let (first, end) = (bind(clocks.lowerBound), bind(clocks.upperBound))
    let (firstMoment, endMoment) = (bind(moments.lowerBound), bind(moments.upperBound))
    return """
      CASE dateKind WHEN 0 THEN clock >= \(first) AND clock < \(end)
      WHEN 1 THEN instant >= \(firstMoment) AND instant < \(endMoment)
      WHEN 3 THEN clock >= \(first) AND clockEnd <= \(end) END
      """
  }

  private mutating func bind(_ date: Date) -> String {
    bind(.real(date.timeIntervalSinceReferenceDate))
  }

  // MARK: Order

  private static let folder = {
    var capabilities = SourceCapabilities(search: .here)
    capabilities.isReadWhole = true
    return capabilities
  }()

  private var isRising: Bool { query.sort == PhotoSort(.date) }

  /// - Parameter usesIndex: Whether the first rows of an index are the first ones of the answer.
  private mutating func order(usesIndex: Bool) -> (terms: String, joins: String) {
    let plus = usesIndex ? "" : "+"
    let usesListing = scope.listedRows == nil || query.grouping == .folder
    let listed = usesListing ? position(in: scope.directories.map(\.id), as: "listed") : ("", "")
    var (terms, joins): ([String], String) = ([], listed.1)
    if let grouping = query.grouping, grouping != .off, grouping != .folder || query.sort != nil {
      let sections = grouping == .folder ? (listed.0, "") : sectionOrder(grouping)
      terms.append(sections.0)
      joins += sections.1
    }
    if let sort = query.sort {
      let direction = sort.isDescending ? "DESC" : "ASC"
      func last(_ column: String) -> String { "\(column) \(direction) NULLS LAST" }
      switch sort.key {
      case .date: terms += [last("\(plus)clock"), "\(plus)instant \(direction)"]
      case .title: terms.append(last("titleKey"))
      case .name: terms.append(last("nameKey"))
      case .size: terms.append(last("size"))
      case .rating: terms.append("ifnull(rating, 0) \(direction)")
      case .price: terms.append("price IS NULL, ifnull(currency, '~'), price \(direction)")
      case .camera, .label:
        joins += " LEFT JOIN spelling AS sorting ON sorting.id = \(sort.key.rawValue)"
        terms.append(last(sort.key == .label ? "sorting.labelKey" : "sorting.key"))
      case .path:
        let folders = scope.directories.map {
          (key: PhotoOrdering.pathKey(FilePath.join($0.path, [UInt8(ascii: "x")])[...]), id: $0.id)
        }
        let sorted = folders.sorted { $0.key.lexicographicallyPrecedes($1.key) }
        let byPath = position(in: sorted.map(\.id), as: "sorted")
        joins += byPath.join
        terms += ["\(plus)\(byPath.term) \(direction)", "nameKey \(direction)"]
      }
    } else if let rank = rank() {
      terms.append(rank)
    }
    // Those that are equal stay in the source's order.
    guard scope.listedRows == nil else {
      return ((terms + ["listing.key"]).joined(separator: ", "), joins)
    }
    terms += [plus + listed.0, "\(plus)nameKey", "photo.id"]
    return (terms.joined(separator: ", "), joins)
  }

  /// The position of a row's directory among others: its number where these ascend, as they do if the directories were read in that order.
  private mutating func position(
    in directories: [Int64], as name: String
  ) -> (term: String, join: String) {
    guard zip(directories, directories.dropFirst()).contains(where: { $0 >= $1 }) else {
      return ("directory", "")
    }
    sets.append(
      """
      \(name) AS MATERIALIZED (
        SELECT key AS position, value AS number FROM json_each(\(bind(directories)))
      )
      """)
    return ("\(name).position", " JOIN \(name) ON \(name).number = directory")
  }

  /// How well a row matches the words of the search. What texts that photos share cost is found out once for each of them.
  private mutating func rank() -> String? {
    guard let search = query.search, query.isRanked(knowing: Self.folder) else { return nil }
    let words = LocalFilter.words(of: search).prefix(SearchRanking.wordLimit)
    guard !words.isEmpty else { return nil }
    return words.map { word in
      let text = bind(.text(FoldedText.folded(word)))
      func spellings(_ match: FoldedText.Match) -> String {
        let cost = SearchRanking.cost(match, .other)
        let found = set(
          "SELECT id FROM spelling WHERE \(SearchCost.function)(\(text), folded, \(SearchCost.Part.shared.rawValue)) = \(cost)"
        )
        return "WHEN author IN \(found) OR camera IN \(found) OR lens IN \(found) THEN \(cost)"
      }
      // The other texts count where the first ones don't have the word, and take more time.
      return """
        ifnull(\(SearchCost.function)(\(text), texts, \(SearchCost.Part.own.rawValue)),
        min(ifnull(\(SearchCost.function)(\(text), texts, \(SearchCost.Part.others.rawValue)), \(SearchRanking.pathCost)),
        CASE \(spellings(.wordStart)) \(spellings(.inside)) ELSE \(SearchRanking.pathCost) END))
        """
    }.joined(separator: " + ")
  }

  /// What the rows of a section have in common.
  private var sectionValue: String {
    switch query.grouping {
    case .folder: "directory"
    case .day, .month: "iif(dateKind = 3, NULL, \(query.grouping == .day ? "day" : "month"))"
    case .camera: "nullif(grouped.text, '')"
    case .rating: "ifnull(rating, 0)"
    case .off, nil: "NULL"
    }
  }

  /// The order of sections that aren't folders.
  private mutating func sectionOrder(_ grouping: PhotoGrouping) -> (term: String, join: String) {
    switch grouping {
    case .day, .month: return ("\(sectionValue) \(isRising ? "ASC" : "DESC") NULLS LAST", "")
    case .camera:
      return (
        "grouped.key ASC NULLS LAST, \(sectionValue)",
        " LEFT JOIN spelling AS grouped ON grouped.id = camera"
      )
    case .rating: return ("\(sectionValue) DESC", "")
    case .folder, .off: return ("NULL", "")
    }
  }
}

extension FoldedText {
  fileprivate var string: String { String(decoding: bytes, as: UTF8.self) }
}

extension String.UTF8View {
  fileprivate func contains(_ text: String) -> Bool {
    let text = Array(text.utf8)
    return String(self).utf8.withContiguousStorageIfAvailable {
      FoldedText.match(of: text, inFolded: $0) != .nowhere
    } ?? false
  }

  fileprivate func hasSuffix(_ text: String) -> Bool {
    count >= text.utf8.count && suffix(text.utf8.count).elementsEqual(text.utf8)
  }
}
