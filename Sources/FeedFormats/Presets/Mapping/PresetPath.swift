/// The path to a value: `a.b[0].c`, `images[-1].url`, `tags[].name`, `links[rel=preview].href`, `pages.*`,
/// `$.config.url` from the root of the response, `header:X-Total` from its headers.
struct PresetPath: Hashable, Sendable {
  enum Origin: Hashable, Sendable {
    case item
    case root
    /// A header of the response, by name.
    case header(String)
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

  init(origin: Origin = .item, steps: [Step] = []) {
    self.origin = origin
    self.steps = steps
  }

  /// - Throws: What is wrong, for the author of the preset.
  init(_ text: String) throws(PresetSyntaxFault) {
    if text.hasPrefix("header:") {
      origin = .header(String(text.dropFirst("header:".count)))
      steps = []
      return
    }
    var rest = text[...]
    origin = .item
    if rest.first == "$" {
      origin = .root
      rest = rest.dropFirst()
      if rest.first == "." { rest = rest.dropFirst() }
    }
    steps = []
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
}

/// What is wrong with a path or a template, in lower case.
struct PresetSyntaxFault: Error {
  var reason: String

  init(_ reason: String) { self.reason = reason }
}
