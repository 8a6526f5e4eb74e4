import Foundation
import GalleryDomain

/// Filters and orders in words.
public enum FilterText {
  /// The longest filter, in characters. Its normal form, which is saved and never cut, may be many times as long as what was
  /// typed.
  private static let limit = 16_384
  /// The longest that is typed.
  public static let typedLimit = 1_000
  /// The longest that is shown in a sentence.
  private static let shownLimit = TextLimit(characters: 600)

  /// A typed filter as one clean line.
  public static func line(_ typed: String) -> String {
    String(TextCleaner.line(typed, limit: TextLimit(characters: limit)).prefix(limit))
  }

  /// What is understood of a typed filter.
  public static func reading(_ typed: String) -> FilterReading { FilterReading(line(typed)) }

  /// `` Ignored `price:<abc`: expected a price, e.g. <€100, or <100 in any currency ``.
  static func notice(_ fault: FilterFault, in text: String) -> String {
    let term = "`\(term(of: fault, in: text))`"
    switch fault.reason {
    // The words of these terms still count.
    case .unknownField, .unclosedQuote: return "\(term): \(advice(fault.reason))"
    default: return "Ignored \(term): \(advice(fault.reason))"
    }
  }

  /// `rating:>=4 is off: it could hide the photo you opened`.
  public static func isOff(_ filter: FilterExpression) -> String {
    "\(shown(filter)) is off: it could hide the photo you opened"
  }

  /// The term of a filter's text that contains the fault: `price:<abc`.
  public static func term(of fault: FilterFault, in text: String) -> String {
    let scalars = Array(text.unicodeScalars.prefix(fault.range.upperBound))
    let before = scalars.prefix(fault.range.lowerBound).lastIndex { $0.properties.isWhitespace }
    var term = String.UnicodeScalarView()
    term.append(contentsOf: scalars[(before.map { $0 + 1 } ?? 0)...])
    return String(term)
  }

  /// What would be right, in a few words.
  ///
  /// - Parameter isWarning: False while it is typed: nothing is wrong yet.
  public static func advice(_ reason: FilterFault.Reason, isWarning: Bool = true) -> String {
    let expected = isWarning ? "expected " : ""
    return switch reason {
    case .unknownField(let name): unknown(name)
    case .unreadableValue(let field), .missingValue(let field?): expected + form(field)
    case .emptyRange(let field): "\(expected)the smaller value first, e.g. \(range(field))"
    case .missingValue(nil): "nothing to search for"
    case .unclosedQuote: "missing closing quote"
    }
  }

  private static func unknown(_ name: String) -> String {
    guard let near = nearest(to: name) else {
      return "unknown field; put quotes around plain words"
    }
    return "unknown field; did you mean \(near.rawValue):?"
  }

  /// The field that begins similarly.
  private static func nearest(to name: String) -> FilterField? {
    let name = name.lowercased()
    return FilterField.allCases.first { field in
      !name.isEmpty && (field.rawValue.hasPrefix(name) || name.hasPrefix(field.rawValue))
        || name.count > 2 && field.rawValue.hasPrefix(name.prefix(3))
    }
  }

  /// What is expected after a field's colon.
  public static func form(_ field: FilterField) -> String {
    switch field.kind {
    case .text: "a word or \"several words\""
    case .word: "a word, e.g. jpg or jpg|png"
    case .bytes: "a size, e.g. >5MB or 300kB..2MB"
    case .number where field == .rating: "a number, e.g. >=3 or 1..3, or rejected"
    case .number: "a number, e.g. \(example(field)) or \(range(field))"
    case .price: "a price, e.g. <€100, or <100 in any currency"
    case .currency: "three letters, e.g. EUR"
    case .date: "a date, e.g. 2017, <2017-10 or 2017-10-01"
    case .sale: "yes, no or unstated"
    case .state: PhotoState.allCases.map(\.rawValue).joined(separator: ", ")
    }
  }

  private static func example(_ field: FilterField) -> String {
    switch field {
    case .iso: ">=800"
    case .focal: "50"
    case .megapixels: ">12"
    default: ">3000"
    }
  }

  private static func range(_ field: FilterField) -> String {
    switch field {
    case .date: "2016..2017"
    case .iso: "100..400"
    case .focal: "24..70"
    case .price: "50..100"
    case .megapixels: "10..20"
    case .rating: "1..3"
    case .size: "1MB..5MB"
    default: "1000..3000"
    }
  }

  // MARK: What is shown

  /// While photos are being counted.
  static func counted(_ count: Int, of total: Int) -> String {
    "Counted \(CountText.grouped(count)) of \(CountText.grouped(total))"
  }

  /// Where only photos that are loaded can be counted.
  static func countedLoaded(_ count: Int) -> String {
    "Counted in \(CountText.count(count, "loaded photo"))"
  }

  /// `newest first`, `lowest price first`.
  public static func order(_ sort: PhotoSort) -> String {
    switch (sort.key, sort.isDescending) {
    case (.date, true): "newest first"
    case (.date, false): "oldest first"
    case (.title, false): "by title"
    case (.title, true): "by title, reversed"
    case (.price, false): "lowest price first"
    case (.price, true): "highest price first"
    case (.camera, false): "by camera"
    case (.camera, true): "by camera, reversed"
    case (.rating, false): "lowest rating first"
    case (.rating, true): "highest rating first"
    case (.label, false): "by label"
    case (.label, true): "by label, reversed"
    case (.name, false): "by file name"
    case (.name, true): "by file name, reversed"
    case (.size, true): "largest file first"
    case (.size, false): "smallest file first"
    case (.path, false): "by folder and name"
    case (.path, true): "by folder and name, reversed"
    }
  }

  /// `by day, date ↓`, `price ↑, 380 unread`; nil for the source's own order.
  ///
  /// - Parameters:
  ///   - reach: How much was read for the order.
  ///   - unread: Photos that are still to be read for it; nil if the list shows all rows.
  ///   - waitsForRange: Whether these have been read, and their rows come after the range.
  static func arrangement(
    _ query: PhotoQuery, reach: SortReach?, unread: Int? = nil, waitsForRange: Bool = false
  ) -> String? {
    let sort = query.sort.map { "\(name(of: $0.key)) \($0.isDescending ? "↓" : "↑")" }
    var parts = [query.grouping.flatMap(grouped), sort].compactMap(\.self)
    guard !parts.isEmpty else { return query.search != nil && reach != nil ? "best first" : nil }
    if let reach {
      if waitsForRange {
        parts.append("the rest after the range")
      } else if let unread {
        if unread > 0 { parts.append("\(CountText.grouped(unread)) unread") }
      } else if !reach.isWhole {
        parts.append("among the first \(CountText.grouped(reach.readCount))")
      }
    }
    return parts.joined(separator: ", ")
  }

  private static func name(of key: PhotoSort.Key) -> String {
    key == .path ? "folder" : key.rawValue
  }

  /// `by day`; nil if there are no headers.
  private static func grouped(_ grouping: PhotoGrouping) -> String? {
    switch grouping {
    case .folder: "by folder"
    case .day: "by day"
    case .month: "by month"
    case .camera: "by camera"
    case .rating: "by rating"
    case .off: nil
    }
  }

  /// A filter as it is shown, on one line.
  public static func shown(_ expression: FilterExpression) -> String {
    TextCleaner.line(expression.description, limit: shownLimit)
  }
}
