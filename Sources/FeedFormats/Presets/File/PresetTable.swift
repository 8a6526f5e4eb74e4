/// A table of a preset file that is being read: values by name, with error messages that say what is correct.
struct PresetTable {
  let members: [String: PresetNode]
  /// Its name, such as `paging`; empty for the file itself.
  let path: String

  func key(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func problem(_ name: String, _ reason: String) -> PresetProblem {
    PresetProblem(file: "", key: key(name), reason: reason)
  }

  /// Rejects unknown names: a misspelt name must not be ignored.
  func allow(_ names: Set<String>) throws(PresetProblem) {
    for name in members.keys.sorted() where !names.contains(name) {
      let known = names.sorted().joined(separator: ", ")
      throw problem(name, "unknown key; known: \(known)")
    }
  }

  func text(_ name: String) throws(PresetProblem) -> String? {
    switch members[name] {
    case nil: return nil
    case .text(let text): return text
    default: throw problem(name, "expected a string in quotes")
    }
  }

  func requiredText(_ name: String) throws(PresetProblem) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw problem(name, "required: a string in quotes")
    }
    return text
  }

  func whole(_ name: String, in range: ClosedRange<Int>) throws(PresetProblem) -> Int? {
    switch members[name] {
    case nil: return nil
    case .whole(let number) where range.contains(number): return number
    default:
      throw problem(name, "expected a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
  }

  func wholes(_ name: String) throws(PresetProblem) -> [Int]? {
    guard let node = members[name] else { return nil }
    let nodes = if case .list(let nodes) = node { nodes } else { [node] }
    var numbers: [Int] = []
    for case .whole(let number) in nodes { numbers.append(number) }
    guard numbers.count == nodes.count else { throw problem(name, "expected whole numbers") }
    return numbers
  }

  func truth(_ name: String) throws(PresetProblem) -> Bool? {
    switch members[name] {
    case nil: return nil
    case .truth(let value): return value
    default: throw problem(name, "expected true or false")
    }
  }

  /// A text, or a list of them.
  func texts(_ name: String) throws(PresetProblem) -> [String]? {
    switch members[name] {
    case nil: return nil
    case .text(let text): return [text]
    case .list(let nodes):
      var texts: [String] = []
      for case .text(let text) in nodes { texts.append(text) }
      guard texts.count == nodes.count else { throw problem(name, "expected strings in quotes") }
      return texts
    default: throw problem(name, "expected a string in quotes, or a list of them")
    }
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, of type: Value.Type
  ) throws(PresetProblem) -> Value? where Value.RawValue == String {
    guard let text = try text(name) else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw problem(name, "expected one of \(known)")
    }
    return value
  }

  func table(_ name: String) throws(PresetProblem) -> PresetTable? {
    switch members[name] {
    case nil: return nil
    case .table(let members): return PresetTable(members: members, path: key(name))
    default: throw problem(name, "expected a table: [\(key(name))] with its keys below")
    }
  }

  /// One table, or a list of them (`[[name]]`).
  func tables(_ name: String) throws(PresetProblem) -> [PresetTable] {
    switch members[name] {
    case nil: return []
    case .table(let members): return [PresetTable(members: members, path: key(name))]
    case .list(let nodes):
      var tables: [PresetTable] = []
      for case .table(let members) in nodes {
        tables.append(PresetTable(members: members, path: "\(key(name))[\(tables.count)]"))
      }
      guard tables.count == nodes.count else {
        throw problem(name, "expected tables: [[\(key(name))]]")
      }
      return tables
    default: throw problem(name, "expected tables: [[\(key(name))]]")
    }
  }

  /// A table whose values are texts, such as headers.
  func textTable(_ name: String) throws(PresetProblem) -> [String: String] {
    guard let table = try table(name) else { return [:] }
    var texts: [String: String] = [:]
    for key in table.members.keys { texts[key] = try table.text(key) }
    return texts
  }
}
