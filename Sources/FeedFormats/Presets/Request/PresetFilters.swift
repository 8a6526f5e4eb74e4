import Foundation
import GalleryDomain

/// How terms of a filter and orders are asked for in the service's own words.
///
/// A service is asked for what it has words for; the rest is answered here (`SourceCapabilities`).
struct PresetFilters: Hashable, Sendable {
  /// Where the filters of a body or of a query item stand, and the order.
  static let place = "filters"
  static let sortPlace = "sort"
  /// Where the value stands in the words for a question.
  static let valuePlace = "value"

  var words: [FilterOperation: PresetFragment] = [:]
  var sorts: [PhotoSort: PresetFragment] = [:]
  /// Where no order is asked for.
  var ownOrder: PresetFragment?
  /// Between the questions of one query item.
  var joint = " AND "
  var quoting = PresetQuoting.none
  var dates = PresetDateForm.moment

  /// Whether all are query items, which any address can have.
  var areItems: Bool {
    (Array(words.values) + Array(sorts.values)).allSatisfy {
      if case .items = $0 { true } else { false }
    }
  }
}

/// Words for a question: where they stand is settled by the request (`{filters}`, `{sort}`).
enum PresetFragment: Hashable, Sendable {
  /// Query items of their own.
  case items([PresetRequest.Item])
  /// A part of a text.
  case text(PresetTemplate)
  /// A value of JSON.
  case json(PresetBodyValue)
}

/// How a value is kept from ending where it stands, in a language within the request.
enum PresetQuoting: String, CaseIterable, Hashable, Sendable {
  case none
  /// A backslash before what means anything to Lucene, Solr, OpenSearch and Europeana, blanks too.
  case lucene
  /// A backslash before `"` and `\`, for between double quotation marks (Meilisearch).
  case double
  /// An apostrophe doubled, for between single ones (SQL, OData).
  case single
  /// Without backticks, for between them (Typesense).
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
  /// What a request asks for beside its own words.
  struct Asked {
    var items: [PresetAddress.Item] = []
    var sortItems: [PresetAddress.Item] = []
    var texts: [String] = []
    var values: [String] = []
    var sortText: String?
    var sortValue: String?
  }

  /// - Parameter query: What the service was said to answer; anything else is passed over.
  func asked(_ query: PhotoQuery, zone: TimeZone) -> Asked {
    var asked = Asked()
    for question in query.filter.terms.flatMap({ $0.questions ?? [] }) {
      guard let fragment = words[question.operation] else { continue }
      var places = PresetPlaces()
      places[Self.valuePlace] = text(of: question.value, zone: zone)
      switch fragment {
      case .items(let items): asked.items += items.compactMap { $0.filled(places) }
      case .text(let template): asked.texts += template.filled { places[$0] }.map { [$0] } ?? []
      case .json(let value): asked.values += value.filled(places).map { [$0] } ?? []
      }
    }
    switch query.sort.flatMap({ sorts[$0] }) ?? ownOrder {
    case .items(let items)?: asked.sortItems = items.compactMap { $0.filled(PresetPlaces()) }
    case .text(let template)?: asked.sortText = template.filled { _ in nil }
    case .json(let value)?: asked.sortValue = value.filled(PresetPlaces())
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
  /// - Returns: nil where a place is empty.
  func filled(_ places: PresetPlaces) -> PresetAddress.Item? {
    guard let value else { return PresetAddress.Item(name: name, value: "", hasValue: false) }
    return value.filled { places[$0].map(PresetAddress.encoded) }
      .map { PresetAddress.Item(name: name, value: $0) }
  }
}
