import GalleryDomain

/// A table of a preset file that is being read: values by name.
///
/// A mistake is noted with what would be correct, and reading continues. A key that was never looked up is misspelt, which
/// is reported before anything else: what is missing is often what it was meant to be.
final class PresetTable {
  final class Problems {
    fileprivate var misspelt: [PresetProblem] = []
    fileprivate var others: [PresetProblem] = []

    var first: PresetProblem? { misspelt.first ?? others.first }
  }

  let members: [String: JSONValue]
  /// Its name, such as `paging`; empty for the file itself.
  private let path: String
  private let problems: Problems
  private var known: Set<String> = []

  init(_ members: [String: JSONValue], path: String = "", problems: Problems) {
    self.members = members
    self.path = path
    self.problems = problems
  }

  private func key(_ name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

  func note(_ name: String, _ reason: String) {
    problems.others.append(PresetProblem(file: "", key: key(name), reason: reason))
  }

  /// A key of former versions, which isn't suggested.
  func noteGone(_ name: String, _ reason: String) {
    guard members[name] != nil else { return }
    known.insert(name)
    note(name, "is gone: \(reason)")
  }

  /// Call after all keys that the table may have were looked up.
  func noteMisspeltKeys() {
    for name in members.keys.sorted() where !known.contains(name) {
      problems.misspelt.append(
        PresetProblem(
          file: "", key: key(name),
          reason: "unknown key; known: \(known.sorted().joined(separator: ", "))"))
    }
  }

  // MARK: Values

  func node(_ name: String) -> JSONValue? {
    known.insert(name)
    return members[name]
  }

  /// - Parameters:
  ///   - expected: What would be correct.
  ///   - read: Returns nil for a wrong value.
  private func value<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) -> Value? {
    guard let node = node(name) else { return nil }
    let value = read(node)
    if value == nil { note(name, "expected \(expected)") }
    return value
  }

  /// One value, or a list of them.
  private func values<Value>(
    _ name: String, _ expected: String, _ read: (JSONValue) -> Value?
  ) -> [Value]? {
    value(name, expected) { node in
      let nodes = node.oneOrMore
      let values = nodes.compactMap(read)
      return values.count == nodes.count ? values : nil
    }
  }

  func text(_ name: String) -> String? { value(name, "a string in quotes", \.string) }

  func requiredText(_ name: String) -> String {
    let text = text(name) ?? ""
    if text.isEmpty { note(name, "required: a string in quotes") }
    return text
  }

  /// Cleaned for display; empty if there is none.
  func words(_ name: String) -> String { TextCleaner.line(text(name) ?? "", limit: .field) }

  func whole(_ name: String, in range: ClosedRange<Int>) -> Int? {
    value(name, "a whole number from \(range.lowerBound) to \(range.upperBound)") { node in
      node.whole.flatMap { range.contains($0) ? $0 : nil }
    }
  }

  func wholes(_ name: String) -> [Int] { values(name, "whole numbers", \.whole) ?? [] }

  func truth(_ name: String) -> Bool? {
    value(name, "true or false") { if case .bool(let truth) = $0 { truth } else { nil } }
  }

  func texts(_ name: String) -> [String]? {
    values(name, "a string in quotes, or a list of them", \.string)
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    _ name: String, of type: Value.Type, isRequired: Bool = false
  ) -> Value? where Value.RawValue == String {
    let expected = "one of \(Value.allCases.map(\.rawValue).joined(separator: ", "))"
    if isRequired, members[name] == nil { note(name, "required: \(expected)") }
    return value(name, expected) { $0.string.flatMap(Value.init) }
  }

  func paths(_ name: String) -> [PresetPath] {
    (texts(name) ?? []).compactMap { text in
      made(name) { () throws(PresetSyntaxFault) in try PresetPath(text) }
    }
  }

  /// nil, and a note, if `make` throws.
  func made<Value>(_ name: String, _ make: () throws(PresetSyntaxFault) -> Value) -> Value? {
    do throws(PresetSyntaxFault) {
      return try make()
    } catch {
      note(name, error.reason)
      return nil
    }
  }

  // MARK: Tables

  func table<Value>(_ name: String, _ read: (PresetTable) -> Value?) -> Value? {
    value(name, "a table: [\(key(name))] with its keys below", \.members)
      .flatMap { inside($0, of: name, read) }
  }

  /// One table, or a list of them (`[[name]]`).
  func tables<Value>(_ name: String, _ read: (PresetTable) -> Value?) -> [Value] {
    if case .object? = members[name] { return [table(name, read)].compactMap(\.self) }
    let tables = values(name, "tables: [[\(key(name))]]", \.members) ?? []
    return tables.enumerated().compactMap { index, members in
      inside(members, of: "\(name)[\(index)]", read)
    }
  }

  /// Reads a table that is the value of a name, or an item of it.
  func inside<Value>(
    _ members: [String: JSONValue], of name: String, _ read: (PresetTable) -> Value?
  ) -> Value? {
    let table = PresetTable(members, path: key(name), problems: problems)
    defer { table.noteMisspeltKeys() }
    return read(table)
  }

  /// A table whose values are texts, such as headers.
  func textTable(_ name: String) -> [String: String] {
    table(name) { table in
      table.members.keys.reduce(into: [:]) { $0[$1] = table.text($1) }
    } ?? [:]
  }
}

extension JSONValue {
  fileprivate var string: String? { if case .text(let text) = self { text } else { nil } }
  fileprivate var whole: Int? { if case .number(let digits) = self { Int(digits) } else { nil } }

  var members: [String: JSONValue]? {
    guard case .object(let members) = self else { return nil }
    return Dictionary(members.map { ($0.name, $0.value) }) { $1 }
  }

  /// The elements of a list, or the value itself.
  var oneOrMore: [JSONValue] { if case .array(let elements) = self { elements } else { [self] } }
}

/// A problem in a preset file, for its author: where it is, and what would be correct.
public struct PresetProblem: Error, Hashable, Sendable {
  /// The file's name, cleaned.
  public var file: String
  /// Counts from 1; nil if there is no line, as for an unreadable file.
  public var line: Int?
  /// Including its tables, such as `fields.title`.
  public var key: String?
  /// What would be correct, in lower case.
  public var reason: String

  public init(file: String, line: Int? = nil, key: String? = nil, reason: String) {
    self.file = file
    self.line = line
    self.key = key
    self.reason = reason
  }

  /// On one line, such as `shop.toml, line 12: fields.title: an unfinished bracket in "a[0"`.
  public var text: String {
    let location = line.map { "\(file), line \($0)" } ?? file
    let message = key.map { "\($0): \(reason)" } ?? reason
    return TextCleaner.line("\(location): \(message)", limit: TextLimit(characters: 400))
  }
}
