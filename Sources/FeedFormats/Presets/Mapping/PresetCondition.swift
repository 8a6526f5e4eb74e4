/// A statement of the source about an item.
struct PresetCondition: Hashable, Sendable {
  /// The first that has a value counts.
  var paths: [PresetPath]
  /// What the value has to be, whatever its case.
  var allowed: [String]?
  /// What the value must not be. With `allowed` too any other value says nothing; without either the value itself
  /// says whether it holds, in the words of `Availability`.
  var denied: [String]?
  /// What the value must match, in place of `allowed` and `denied`.
  var pattern: PresetPattern?
  /// Whether a source that does not say it may still say the rest.
  var isOptional = false
  /// A variable of the preset with which the condition always holds.
  var unless: String?

  /// Of several values one that holds is enough, and one that must not be is too many.
  ///
  /// - Returns: nil where the source says nothing, or nothing that is known.
  func holds(in scope: PresetScope) -> Bool? {
    if let unless, scope.variables[unless] != nil { return true }
    var answer: Bool?
    for value in values(in: scope) {
      guard let holds = holds(value, scope.faults) else { continue }
      if allowed == nil, denied != nil, !holds { return false }
      answer = holds || answer == true
    }
    return answer
  }

  /// Whether the source says anything, known or not.
  func isStated(in scope: PresetScope) -> Bool { !values(in: scope).isEmpty }

  private func values(in scope: PresetScope) -> [JSONValue] {
    for path in paths {
      let values = path.values(in: scope).filter { $0.presetText != nil }
      if !values.isEmpty { return values }
    }
    return []
  }

  private func holds(_ value: JSONValue, _ faults: PresetFaults) -> Bool? {
    if let pattern { return value.presetText.map { faults.match(pattern, in: $0) != nil } }
    guard allowed != nil || denied != nil else { return value.availability }
    guard let text = value.presetText?.lowercased() else { return nil }
    if let allowed, allowed.contains(where: { $0.lowercased() == text }) { return true }
    if let denied, denied.contains(where: { $0.lowercased() == text }) { return false }
    return allowed != nil && denied != nil ? nil : allowed == nil
  }
}
