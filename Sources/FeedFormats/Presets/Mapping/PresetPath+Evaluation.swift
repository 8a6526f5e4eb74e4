extension PresetPath {
  /// The maximum number of values per path; longer lists are cut.
  private static let valueLimit = 4_096

  /// The values at the path: none, one, or several after `[]` and `*`.
  func values(in scope: PresetScope) -> [JSONValue] {
    switch origin {
    case .item: Self.values(at: steps[...], in: scope.item)
    case .root: Self.values(at: steps[...], in: scope.root)
    case .header(let name): scope.headers[name].map { [.text($0)] } ?? []
    }
  }

  func values(in value: JSONValue) -> [JSONValue] {
    Self.values(at: steps[...], in: value)
  }

  private static func values(at steps: ArraySlice<Step>, in value: JSONValue) -> [JSONValue] {
    var values = [value]
    for step in steps {
      values = values.flatMap { next(step, in: $0) }
      if values.count > valueLimit { values.removeLast(values.count - valueLimit) }
      if values.isEmpty { return [] }
    }
    return values
  }

  private static func next(_ step: Step, in value: JSONValue) -> [JSONValue] {
    switch (step, value) {
    case (.key(let name), _): value[name].map { [$0] } ?? []
    case (.index(let index), .array(let elements)):
      element(index, of: elements).map { [$0] } ?? []
    case (.all, .array(let elements)), (.values, .array(let elements)): elements
    case (.all, .null): []
    case (.all, _): [value]
    case (.values, .object(let members)): members.map(\.value)
    case (.matching(let name, let text), .array(let elements)):
      elements.first { $0[name]?.lenientText == text }.map { [$0] } ?? []
    default: []
    }
  }

  private static func element(_ index: Int, of elements: [JSONValue]) -> JSONValue? {
    let (position, overflows) =
      index < 0 ? elements.count.addingReportingOverflow(index) : (index, false)
    return !overflows && elements.indices.contains(position) ? elements[position] : nil
  }
}

/// Where the fields of a photo are looked up.
struct PresetScope {
  var item: JSONValue
  var root: JSONValue
  var headers: HTTPHeaders
  /// Variables of the request, such as `base`; without secrets.
  var variables: [String: String]
  let memory: PresetMemory
}
