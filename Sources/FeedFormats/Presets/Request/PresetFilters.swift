import Foundation
import GalleryDomain

/// How filter terms and orders are expressed in the service's own query items.
///
/// A service is asked only what it has words for; the rest is done here (`SourceCapabilities`).
struct PresetFilters: Hashable, Sendable {
  /// The placeholder of the value in the items for a question.
  private static let valuePlaceholder = "value"

  /// By the names of questions (`FilterQuestion`).
  let words: [String: [PresetRequest.Item]]
  let sorts: [PhotoSort: [PresetRequest.Item]]

  /// Adds what a request asks for in addition to its own parameters; another order is replaced.
  ///
  /// - Parameter query: What the service has declared to support; anything else is ignored.
  func add(_ query: PhotoQuery, zone: TimeZone, to items: inout [QueryItem]) {
    let order = (query.sort.flatMap { sorts[$0] } ?? []).compactMap { $0.filled { _ in nil } }
    items.removeAll { item in order.contains { $0.name == item.name } }
    let calendar = Calendar.gregorian(in: zone)
    for question in query.filter.terms.flatMap({ $0.questions(in: calendar) ?? [] }) {
      items += (words[question.name] ?? []).compactMap { $0.filled { _ in question.value } }
    }
    items += order
  }

  // MARK: From a file

  /// `[filters]` and `[sorts]`.
  init(_ root: PresetTable) {
    words =
      root.table("filters") { table in
        // No preset says where photos were taken.
        FilterField.allCases.filter { ![.state, .place].contains($0) }.reduce(into: [:]) {
          words, field in
          let items = table.table(field.rawValue) { relations in
            Self.relations(of: field).map {
              ($0, Self.items(relations, $0, placeholders: [Self.valuePlaceholder]))
            }
          }
          for (name, items) in items ?? [] { words["\(field.rawValue).\(name)"] = items }
        }
      } ?? [:]
    sorts =
      root.table("sorts") { table in
        PhotoSort.Key.allCases.flatMap { [PhotoSort($0), PhotoSort($0, isDescending: true)] }
          .reduce(into: [:]) { $0[$1] = Self.items(table, $1.name, placeholders: []) }
      } ?? [:]
  }

  private static func relations(of field: FilterField) -> [String] {
    switch field.kind {
    case .text: ["contains", "equal"]
    case .word, .currency: ["equal"]
    case .number, .bytes, .price: ["equal", "less", "at_most", "more", "at_least"]
    case .date: ["less", "at_least"]
    case .sale: ["yes", "no"]
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
