import GalleryDomain

extension PresetReader {
  /// Where the terms of a filter are put in a request.
  private enum Room {
    case items, text, json
  }

  /// `[filters]` and `[sorts]`.
  static func filters(
    _ root: PresetTable, list: PresetRequest?, search: PresetRequest?
  ) throws(PresetProblem) -> PresetFilters {
    var filters = PresetFilters()
    if let table = try root.table("filters") {
      let room = try room(PresetFilters.placeholder, list, search, root, "filters")
      // No preset says where photos were taken.
      let names = FilterField.allCases.filter { ![.state, .place].contains($0) }.map(\.rawValue)
      try table.allow(Set(names + ["words", "joint", "quoting", "dates"]))
      filters.joint = try table.text("joint") ?? filters.joint
      filters.quoting = try table.choice("quoting", of: PresetQuoting.self) ?? .none
      filters.dates = try table.choice("dates", of: PresetDateForm.self) ?? .moment
      for name in names + ["words"] {
        guard let words = try table.table(name) else { continue }
        let field = FilterField(rawValue: name)
        let relations = relations(of: field)
        try words.allow(Set(relations.map(\.rawValue)))
        for relation in relations {
          guard let text = try words.text(relation.rawValue) else { continue }
          filters.words[FilterOperation(field, relation)] = try fragment(
            text, room, words, relation.rawValue, placeholders: [PresetFilters.valuePlaceholder])
        }
      }
    }
    guard let table = try root.table("sorts") else { return filters }
    let room = try room(PresetFilters.sortPlaceholder, list, search, root, "sorts")
    let sorts = PhotoSort.Key.allCases.flatMap {
      [PhotoSort($0), PhotoSort($0, isDescending: true)]
    }
    try table.allow(Set(sorts.map(\.name) + ["default"]))
    for sort in sorts {
      guard let text = try table.text(sort.name) else { continue }
      filters.sorts[sort] = try fragment(text, room, table, sort.name, placeholders: [])
    }
    if let text = try table.text("default") {
      filters.ownOrder = try fragment(text, room, table, "default", placeholders: [])
    }
    return filters
  }

  /// The relations that are possible for a field.
  private static func relations(of field: FilterField?) -> [FilterOperation.Relation] {
    switch field?.kind {
    case nil: [.contains]
    case .text: [.contains, .equal]
    case .word, .currency: [.equal]
    case .number, .bytes, .price: [.equal, .less, .atMost, .more, .atLeast]
    case .date: [.less, .atLeast]
    case .sale: [.yes, .no]
    case .state: []
    }
  }

  private static func room(
    _ placeholder: String, _ list: PresetRequest?, _ search: PresetRequest?, _ root: PresetTable,
    _ name: String
  ) throws(PresetProblem) -> Room {
    let rooms = [list, search].compactMap { $0 }.map { request in
      request.body?.valuePlaceholders.contains(placeholder) ?? false
        ? Room.json : request.placeholders.contains(placeholder) ? .text : .items
    }
    guard Set(rooms).count <= 1 else {
      throw root.problem(name, "{\(placeholder)} is in different placeholders in list and search")
    }
    return rooms.first ?? .items
  }

  private static func fragment(
    _ text: String, _ room: Room, _ table: PresetTable, _ name: String, placeholders: Set<String>
  ) throws(PresetProblem) -> PresetFragment {
    let fragment: PresetFragment
    let found: Set<String>
    switch room {
    case .items:
      let items = PresetRequest(url: "?" + text).items
      found = items.reduce(into: []) { $0.formUnion($1.value?.placeholders ?? []) }
      fragment = .items(items)
    case .text:
      let template = PresetTemplate(text)
      found = Set(template.placeholders)
      fragment = .text(template)
    case .json:
      do throws(PresetSyntaxFault) {
        let value = try PresetBodyValue(text)
        found = value.placeholders
        fragment = .json(value)
      } catch {
        throw table.problem(name, error.reason)
      }
    }
    for placeholder in found.sorted() where !placeholders.contains(placeholder) {
      throw table.problem(name, "unknown variable {\(placeholder)}; known: {value}")
    }
    return fragment
  }
}
