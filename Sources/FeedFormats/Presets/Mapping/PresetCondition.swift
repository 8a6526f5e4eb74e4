import GalleryDomain

/// A condition on what the source says about an item.
struct PresetCondition: Hashable, Sendable {
  /// The first path with a value counts.
  var paths: [PresetPath]
  /// The accepted values, ignoring case.
  var allowed: [String]?
  /// The rejected values. If `allowed` is set as well, any other value means nothing; if neither is set, the value
  /// itself says whether the condition holds, in the words of `Availability`.
  var denied: [String]?
  /// A pattern for the value, in place of `allowed` and `denied`.
  var pattern: PresetPattern?
  /// Whether an item without this value may still be decided by the other conditions.
  var isOptional = false
  /// A variable of the preset; if it is set, the condition always holds.
  var unless: String?

  /// Of several values, one accepted value is enough, and one rejected value is too many.
  ///
  /// - Returns: nil if the source has no value, or no known one.
  func holds(in scope: PresetScope) -> Bool? {
    if let unless, scope.variables[unless] != nil { return true }
    var answer: Bool?
    for value in values(in: scope) {
      guard let holds = holds(value, scope.memory) else { continue }
      if allowed == nil, denied != nil, !holds { return false }
      answer = holds || answer == true
    }
    return answer
  }

  /// Whether the source has a value, known or not.
  func isStated(in scope: PresetScope) -> Bool { !values(in: scope).isEmpty }

  private func values(in scope: PresetScope) -> [JSONValue] {
    for path in paths {
      let values = path.values(in: scope).filter { $0.presetText != nil }
      if !values.isEmpty { return values }
    }
    return []
  }

  private func holds(_ value: JSONValue, _ memory: PresetMemory) -> Bool? {
    if let pattern { return value.presetText.map { memory.match(pattern, in: $0) != nil } }
    guard allowed != nil || denied != nil else { return value.availability }
    guard let text = value.presetText?.lowercased() else { return nil }
    if let allowed, allowed.contains(where: { $0.lowercased() == text }) { return true }
    if let denied, denied.contains(where: { $0.lowercased() == text }) { return false }
    return allowed != nil && denied != nil ? nil : allowed == nil
  }
}

extension [PresetCondition] {
  /// All conditions must hold for an item to be for sale. If one fails, it is *not for sale*; if one is missing or has an unknown
  /// value, it is *unstated*.
  func saleStatus(in scope: PresetScope) -> SaleStatus {
    var status = SaleStatus.forSale
    var isStated = false
    for condition in self {
      switch condition.holds(in: scope) {
      case true?: isStated = true
      case false?: return .notForSale
      case nil:
        if !condition.isOptional || condition.isStated(in: scope) { status = .unstated }
      }
    }
    return isStated ? status : .unstated
  }

  /// Whether none fails, and what isn't stated is optional.
  func hold(in scope: PresetScope) -> Bool {
    allSatisfy { $0.holds(in: scope) ?? $0.isOptional }
  }
}

extension PresetTable {
  /// A condition, or a list of them: a path, or a table.
  func conditions(_ name: String) -> [PresetCondition] {
    guard let node = node(name) else { return [] }
    return node.oneOrMore.compactMap { node in
      let path: [String: JSONValue]? = if case .text = node { ["path": node] } else { nil }
      guard let members = path ?? node.members else {
        note(name, "expected a path or a table, e.g. { path = \"state\", is = \"active\" }")
        return nil
      }
      return inside(members, of: name, PresetCondition.init)
    }
  }
}

extension PresetCondition {
  fileprivate init(_ table: PresetTable) {
    paths = table.paths("path")
    allowed = table.texts("is")
    denied = table.texts("is_not")
    // Only a match counts, regardless of groups.
    pattern = table.pattern { "((?:\($0)))" }
    isOptional = table.truth("optional") ?? false
    unless = table.text("unless")
    if paths.isEmpty { table.note("path", "required") }
  }
}
