import Foundation
import GalleryDomain

/// How filter terms and orders are expressed in the service's own query items.
///
/// A service is asked only what it has words for; the rest is done here (`SourceCapabilities`).
struct PresetFilters: Hashable, Sendable {
  /// The place of the value in the items for a question.
  private static let valuePlaceholder = "value"

  let words: [FilterOperation: [PresetRequest.Item]]
  let sorts: [PhotoSort: [PresetRequest.Item]]

  /// Adds what a request asks for in addition to its own parameters; another order is replaced.
  ///
  /// - Parameter query: What the service has declared to support; anything else is ignored.
  func add(_ query: PhotoQuery, zone: TimeZone, to items: inout [QueryItem]) {
    let order = (query.sort.flatMap { sorts[$0] } ?? []).compactMap { $0.filled { _ in nil } }
    items.removeAll { item in order.contains { $0.name == item.name } }
    for question in query.filter.terms.flatMap({ $0.questions ?? [] }) {
      let text = text(of: question.value, zone: zone)
      items += (words[question.operation] ?? []).compactMap { $0.filled { _ in text } }
    }
    items += order
  }

  private func text(of value: FilterQuestion.Value, zone: TimeZone) -> String? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = zone
    switch value {
    case .none: return nil
    case .text(let text): return text
    case .number(let number): return number.description
    case .start(let period): return period.moments(in: calendar)?.lowerBound.formatted(.iso8601)
    case .end(let period): return period.moments(in: calendar)?.upperBound.formatted(.iso8601)
    }
  }

  // MARK: From a file

  /// `[filters]` and `[sorts]`.
  init(_ root: PresetTable) {
    let words = root.table("filters") { table in
      // No preset says where photos were taken.
      FilterField.allCases.filter { ![.state, .place].contains($0) }.flatMap { field in
        table.table(field.rawValue) { words in
          Self.relations(of: field).compactMap { relation in
            Self.items(words, relation.rawValue, placeholders: [Self.valuePlaceholder])
              .map { (FilterOperation(field, relation), $0) }
          }
        } ?? []
      }
    }
    let sorts = root.table("sorts") { table in
      PhotoSort.Key.allCases.flatMap { [PhotoSort($0), PhotoSort($0, isDescending: true)] }
        .compactMap { sort in
          Self.items(table, sort.name, placeholders: []).map { (sort, $0) }
        }
    }
    self.words = Dictionary(uniqueKeysWithValues: words ?? [])
    self.sorts = Dictionary(uniqueKeysWithValues: sorts ?? [])
  }

  /// The relations that are possible for a field.
  private static func relations(of field: FilterField) -> [FilterOperation.Relation] {
    switch field.kind {
    case .text: [.contains, .equal]
    case .word, .currency: [.equal]
    case .number, .bytes, .price: [.equal, .less, .atMost, .more, .atLeast]
    case .date: [.less, .atLeast]
    case .sale: [.yes, .no]
    case .state: []
    }
  }

  private static func items(
    _ table: PresetTable, _ name: String, placeholders: Set<String>
  ) -> [PresetRequest.Item]? {
    guard let text = table.text(name) else { return nil }
    let items = PresetRequest.items(of: text)
    for placeholder in items.flatMap({ $0.value?.placeholders ?? [] })
    where !placeholders.contains(placeholder) {
      table.note(name, "unknown variable {\(placeholder)}; known: {\(valuePlaceholder)}")
    }
    return items
  }
}
