import GalleryDomain

/// A condition on what the source says about an item.
struct PresetCondition: Hashable, Sendable {
  /// The first path with a value counts.
  private let paths: [PresetPath]
  /// The accepted values, in lower case.
  private let allowed: [String]?
  /// The rejected values. If `allowed` is set as well, any other value means nothing; if neither is set, the value
  /// itself says whether the condition holds, in the words of `Availability`.
  private let denied: [String]?
  /// A pattern for the value, instead of `allowed` and `denied`.
  private let pattern: PresetPattern?
  /// Whether an item without this value may still be decided by the other conditions.
  let isOptional: Bool
  /// A variable of the preset; if it is set, the condition always holds.
  private let unless: String?

  init(_ table: PresetTable) {
    paths = table.paths("path")
    allowed = table.texts("is")?.map { $0.lowercased() }
    denied = table.texts("is_not")?.map { $0.lowercased() }
    // Only a match counts, regardless of groups.
    pattern = table.pattern { "((?:\($0)))" }
    isOptional = table.truth("optional") ?? false
    unless = table.text("unless")
    if paths.isEmpty { table.note("path", "required") }
  }

  /// Of several values, one accepted value is enough, and one rejected value is too many.
  ///
  /// - Returns: nil if the source has no value, or no known one.
  func holds(in scope: PresetScope) -> Bool? {
    if let unless, scope.variables[unless] != nil { return true }
    let results = values(in: scope).compactMap { holds($0) }
    if allowed == nil, denied != nil, results.contains(false) { return false }
    return results.isEmpty ? nil : results.contains(true)
  }

  /// Whether the source has a value, known or not.
  func isStated(in scope: PresetScope) -> Bool { !values(in: scope).isEmpty }

  private func values(in scope: PresetScope) -> [JSONValue] {
    paths.lazy.map { $0.values(in: scope).filter { $0.presetText != nil } }
      .first { !$0.isEmpty } ?? []
  }

  private func holds(_ value: JSONValue) -> Bool? {
    guard let text = value.presetText else { return nil }
    if let pattern { return pattern.match(in: text) != nil }
    let word = text.lowercased()
    return switch (allowed?.contains(word), denied?.contains(word)) {
    case (nil, nil): value.availability
    case (true?, _): true
    case (_, true?): false
    case (false?, false?): nil
    case (let isAllowed, _): isAllowed == nil
    }
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
    (node(name)?.oneOrMore ?? []).compactMap { node in
      let path: [String: JSONValue]? = if case .text = node { ["path": node] } else { nil }
      guard let members = path ?? node.members else {
        note(name, "expected a path or a table, e.g. { path = \"state\", is = \"active\" }")
        return nil
      }
      return inside(members, of: name, PresetCondition.init)
    }
  }
}
