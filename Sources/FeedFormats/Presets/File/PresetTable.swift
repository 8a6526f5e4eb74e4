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

  /// - Parameters:
  ///   - expected: What would be correct.
  ///   - read: Returns nil for what is wrong.
  private func value<Value>(
    _ name: String, _ expected: String, _ read: (PresetNode) -> Value?
  ) throws(PresetProblem) -> Value? {
    guard let node = members[name] else { return nil }
    guard let value = read(node) else { throw problem(name, "expected \(expected)") }
    return value
  }

  /// One value, or a list of them.
  private func values<Value>(
    _ name: String, _ expected: String, _ read: (PresetNode) -> Value?
  ) throws(PresetProblem) -> [Value]? {
    try value(name, expected) { node in
      let nodes = if case .list(let nodes) = node { nodes } else { [node] }
      let values = nodes.compactMap(read)
      return values.count == nodes.count ? values : nil
    }
  }

  func text(_ name: String) throws(PresetProblem) -> String? {
    try value(name, "a string in quotes", \.text)
  }

  func requiredText(_ name: String) throws(PresetProblem) -> String {
    guard let text = try text(name), !text.isEmpty else {
      throw problem(name, "required: a string in quotes")
    }
    return text
  }

  func whole(_ name: String, in range: ClosedRange<Int>) throws(PresetProblem) -> Int? {
    try value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { node in
      node.whole.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func wholes(_ name: String) throws(PresetProblem) -> [Int]? {
    try values(name, "whole numbers", \.whole)
  }

  func truth(_ name: String) throws(PresetProblem) -> Bool? {
    try value(name, "true or false") { if case .truth(let truth) = $0 { truth } else { nil } }
  }

  func texts(_ name: String) throws(PresetProblem) -> [String]? {
    try values(name, "a string in quotes, or a list of them", \.text)
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
    try value(name, "a table: [\(key(name))] with its keys below", \.members)
      .map { PresetTable(members: $0, path: key(name)) }
  }

  /// One table, or a list of them (`[[name]]`).
  func tables(_ name: String) throws(PresetProblem) -> [PresetTable] {
    if case .table? = members[name] { return [try table(name)].compactMap(\.self) }
    let tables = try values(name, "tables: [[\(key(name))]]", \.members) ?? []
    return tables.enumerated().map { index, members in
      PresetTable(members: members, path: "\(key(name))[\(index)]")
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
