import GalleryDomain

extension PresetReader {
  /// `[filters]` and `[sorts]`.
  static func filters(_ root: PresetTable) throws(PresetProblem) -> PresetFilters {
    var filters = PresetFilters()
    if let table = try root.table("filters") {
      // No preset says where photos were taken.
      let fields = FilterField.allCases.filter { ![.state, .place].contains($0) }
      try table.allow(Set(fields.map(\.rawValue)))
      for field in fields {
        guard let words = try table.table(field.rawValue) else { continue }
        let relations = relations(of: field)
        try words.allow(Set(relations.map(\.rawValue)))
        for relation in relations {
          filters.words[FilterOperation(field, relation)] = try items(
            words, relation.rawValue, placeholders: [PresetFilters.valuePlaceholder])
        }
      }
    }
    guard let table = try root.table("sorts") else { return filters }
    let sorts = PhotoSort.Key.allCases.flatMap {
      [PhotoSort($0), PhotoSort($0, isDescending: true)]
    }
    try table.allow(Set(sorts.map(\.name)))
    for sort in sorts {
      filters.sorts[sort] = try items(table, sort.name, placeholders: [])
    }
    return filters
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
  ) throws(PresetProblem) -> [PresetRequest.Item]? {
    guard let text = try table.text(name) else { return nil }
    let request = PresetRequest(url: "?" + text)
    for placeholder in request.placeholders.sorted() where !placeholders.contains(placeholder) {
      throw table.problem(name, "unknown variable {\(placeholder)}; known: {value}")
    }
    return request.items
  }
}
