/// The path to a value: `a.b[0].c`, `images[-1].url`, `tags[].name`, `links[rel=preview].href`, `pages.*`,
/// `$.config.url` from the root of the response, `header:X-Total` from its headers.
struct PresetPath: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    case item
    case root
    /// A header of the response, by name.
    case header(String)
    /// A variable of the request, by name.
    case variable(String)
  }

  enum Step: Hashable, Sendable {
    case key(String)
    /// Negative numbers count from the end: -1 is the last.
    case index(Int)
    /// All elements of a list; anything else counts as a list of one.
    case all
    /// All values of an object, or elements of a list.
    case values
    /// The first object in a list whose member has that text.
    case matching(String, String)
  }

  var origin: Origin
  var steps: [Step]

  /// - Parameter isPlaceholder: Whether it is in the braces of a template, where `@base` is a variable of the request.
  /// - Throws: What is wrong, for the author of the preset.
  init(_ text: String, isPlaceholder: Bool = false) throws(PresetSyntaxFault) {
    steps = []
    if isPlaceholder, text.first == "@" {
      origin = .variable(String(text.dropFirst()))
      return
    }
    if text.hasPrefix("header:") {
      origin = .header(String(text.dropFirst("header:".count)))
      return
    }
    var rest = text[...]
    origin = .item
    if rest.first == "$" {
      origin = .root
      rest = rest.dropFirst()
      if rest.first == "." { rest = rest.dropFirst() }
    }
    while !rest.isEmpty { try readStep(&rest, of: text) }
  }

  private mutating func readStep(
    _ rest: inout Substring, of text: String
  ) throws(PresetSyntaxFault) {
    if rest.first == "[" {
      guard let end = rest.firstIndex(of: "]") else {
        throw PresetSyntaxFault("missing closing bracket in \"\(text)\"")
      }
      steps.append(try Self.bracket(rest[rest.index(after: rest.startIndex)..<end], of: text))
      rest = rest[rest.index(after: end)...]
    } else {
      let name = rest.prefix { $0 != "." && $0 != "[" }
      guard !name.isEmpty else {
        throw PresetSyntaxFault("missing name in \"\(text)\"; expected a path, e.g. a.b[0].c")
      }
      steps.append(name == "*" ? .values : .key(String(name)))
      rest = rest[name.endIndex...]
    }
    if rest.first == "." {
      rest = rest.dropFirst()
      if rest.isEmpty { throw PresetSyntaxFault("\"\(text)\" ends with a dot") }
    }
  }

  private static func bracket(
    _ body: Substring, of text: String
  ) throws(PresetSyntaxFault) -> Step {
    if body.isEmpty { return .all }
    if let index = Int(body) { return .index(index) }
    if body.count > 1, body.first == "\"", body.last == "\"" {
      return .key(String(body.dropFirst().dropLast()))
    }
    guard let equals = body.firstIndex(of: "="), equals > body.startIndex else {
      throw PresetSyntaxFault(
        "[\(body)] in \"\(text)\": expected a number, nothing, or e.g. [rel=preview]")
    }
    return .matching(String(body[..<equals]), String(body[body.index(after: equals)...]))
  }

  // MARK: Values

  /// The maximum number of values per path; longer lists are cut.
  private static let valueLimit = 4_096

  /// The values at the path: none, one, or several after `[]` and `*`.
  func values(in scope: PresetScope) -> [JSONValue] {
    switch origin {
    case .item: values(in: scope.item)
    case .root: values(in: scope.root)
    case .header(let name): scope.headers[name].map { [.text($0)] } ?? []
    case .variable(let name): scope.variables[name].map { [.text($0)] } ?? []
    }
  }

  func text(in scope: PresetScope) -> String? { [self].first(in: scope, \.presetText) }

  func values(in value: JSONValue) -> [JSONValue] {
    var values = [value]
    for step in steps {
      values = values.flatMap { Self.next(step, in: $0) }
      if values.count > Self.valueLimit { values.removeLast(values.count - Self.valueLimit) }
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

/// What is wrong with a path or a template, in lower case.
struct PresetSyntaxFault: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}

/// Alternatives, of which the first that has a value counts.
extension [PresetPath] {
  func first<Value>(in scope: PresetScope, _ read: (JSONValue) -> Value?) -> Value? {
    for path in self {
      if let value = path.values(in: scope).lazy.compactMap(read).first { return value }
    }
    return nil
  }

  /// The first whole number, from 0 on.
  func whole(in scope: PresetScope) -> Int? {
    first(in: scope) { $0.whole(in: 0...) }
  }
}

/// Where the fields of a photo are looked up.
struct PresetScope {
  var item: JSONValue
  let root: JSONValue
  let headers: HTTPHeaders
  /// Variables of the request, such as `base`; without secrets.
  let variables: [String: String]

  func of(_ item: JSONValue) -> PresetScope {
    var scope = self
    scope.item = item
    return scope
  }
}
