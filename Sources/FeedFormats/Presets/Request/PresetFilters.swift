import Foundation
import GalleryDomain

/// How filter terms and orders are expressed in the service's own language.
///
/// A service is asked only what it has words for; the rest is done here (`SourceCapabilities`).
struct PresetFilters: Hashable, Sendable {
  /// The place of the filters, and of the order, in a body or a query item.
  static let placeholder = "filters"
  static let sortPlaceholder = "sort"
  /// The place of the value in the template for a question.
  static let valuePlaceholder = "value"

  var words: [FilterOperation: PresetFragment] = [:]
  var sorts: [PhotoSort: PresetFragment] = [:]
  /// Used if no order is requested.
  var ownOrder: PresetFragment?
  /// Separates the questions in one query item.
  var joint = " AND "
  var quoting = PresetQuoting.none
  var dates = PresetDateForm.moment

  /// Whether all of them are query items, which can be added to any URL.
  var areItems: Bool {
    (Array(words.values) + Array(sorts.values)).allSatisfy {
      if case .items = $0 { true } else { false }
    }
  }
}

/// The template for a question; the request determines where it is put (`{filters}`, `{sort}`).
enum PresetFragment: Hashable, Sendable {
  /// Separate query items.
  case items([PresetRequest.Item])
  /// Part of a text.
  case text(PresetTemplate)
  /// A JSON value.
  case json(PresetBodyValue)
}

/// How a value is kept from ending its literal, in a language inside the request.
enum PresetQuoting: String, CaseIterable, Hashable, Sendable {
  case none
  /// A backslash before characters that Lucene, Solr, OpenSearch and Europeana interpret, including blanks.
  case lucene
  /// A backslash before `"` and `\`, for use in double quotation marks (Meilisearch).
  case double
  /// Apostrophes are doubled, for use in single quotation marks (SQL, OData).
  case single
  /// Backticks are removed, for use in backticks (Typesense).
  case backtick
  /// A backslash before `%`, `_` and `\`, for patterns (`LIKE`).
  case like

  func quoted(_ text: String) -> String {
    switch self {
    case .none: text
    case .lucene: Self.escaped(text, "+-&|!(){}[]^\"~*?:\\/<>= \t\n\r")
    case .double: Self.escaped(text, "\"\\")
    case .single: text.replacing("'", with: "''")
    case .backtick: text.replacing("`", with: " ")
    case .like: Self.escaped(text, "%_\\")
    }
  }

  private static func escaped(_ text: String, _ special: String) -> String {
    text.reduce(into: "") { output, character in
      if special.contains(character) { output.append("\\") }
      output.append(character)
    }
  }
}

/// How a service writes the moments that dates are compared with.
enum PresetDateForm: String, CaseIterable, Hashable, Sendable {
  /// `2024-01-31`, in the user's time zone: for dates without a time.
  case day
  /// `2024-01-31T23:00:00Z`
  case moment
  /// Since 1970.
  case seconds, milliseconds

  func text(_ date: Date, zone: TimeZone) -> String {
    switch self {
    case .day:
      var style = Date.ISO8601FormatStyle(timeZone: zone)
      style = style.year().month().day()
      return date.formatted(style)
    case .moment: return date.formatted(.iso8601)
    case .seconds: return String(Int(date.timeIntervalSince1970))
    case .milliseconds: return String(Int(date.timeIntervalSince1970 * 1_000))
    }
  }
}

extension PresetFilters {
  /// What a request asks for in addition to its own parameters.
  struct Asked {
    var items: [PresetAddress.Item] = []
    var sortItems: [PresetAddress.Item] = []
    var texts: [String] = []
    var values: [String] = []
    var sortText: String?
    var sortValue: String?
  }

  /// - Parameter query: What the service has declared to support; anything else is ignored.
  func asked(_ query: PhotoQuery, zone: TimeZone) -> Asked {
    var asked = Asked()
    for question in query.filter.terms.flatMap({ $0.questions ?? [] }) {
      guard let fragment = words[question.operation] else { continue }
      var placeholders = PresetPlaceholderValues()
      placeholders[Self.valuePlaceholder] = text(of: question.value, zone: zone)
      switch fragment {
      case .items(let items): asked.items += items.compactMap { $0.filled(placeholders) }
      case .text(let template):
        asked.texts += template.filled { placeholders[$0] }.map { [$0] } ?? []
      case .json(let value): asked.values += value.filled(placeholders).map { [$0] } ?? []
      }
    }
    switch query.sort.flatMap({ sorts[$0] }) ?? ownOrder {
    case .items(let items)?:
      asked.sortItems = items.compactMap { $0.filled(PresetPlaceholderValues()) }
    case .text(let template)?: asked.sortText = template.filled { _ in nil }
    case .json(let value)?: asked.sortValue = value.filled(PresetPlaceholderValues())
    case nil: break
    }
    return asked
  }

  private func text(of value: FilterQuestion.Value, zone: TimeZone) -> String? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    switch value {
    case .none: return nil
    case .text(let text): return quoting.quoted(text)
    case .number(let number): return number.description
    case .start(let period):
      return period.moments(in: calendar).map { dates.text($0.lowerBound, zone: zone) }
    case .end(let period):
      return period.moments(in: calendar).map { dates.text($0.upperBound, zone: zone) }
    }
  }
}

extension PresetRequest.Item {
  /// - Returns: nil if a place is empty.
  func filled(_ placeholders: PresetPlaceholderValues) -> PresetAddress.Item? {
    guard let value else { return PresetAddress.Item(name: name, value: "", hasValue: false) }
    return value.filled { placeholders[$0].map(PresetAddress.encoded) }
      .map { PresetAddress.Item(name: name, value: $0) }
  }
}
