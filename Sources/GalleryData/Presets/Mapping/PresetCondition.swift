/// A statement of the source about an item.
struct PresetCondition: Hashable, Sendable {
  var path: PresetPath
  /// What the value has to be, whatever its case; nil for *true*.
  var allowed: [String]?
  var isNegated = false
  /// Whether a source that does not say it may still say the rest.
  var isOptional = false

  /// Of several values one that holds is enough.
  ///
  /// - Returns: nil where the source says nothing.
  func holds(in scope: PresetScope) -> Bool? {
    var answer: Bool?
    for value in path.values(in: scope) {
      guard let holds = holds(value) else { continue }
      if holds { return !isNegated }
      answer = isNegated
    }
    return answer
  }

  private func holds(_ value: JSONValue) -> Bool? {
    guard let allowed else { return value.lenientBool }
    return value.presetText.map { text in
      allowed.contains { $0.lowercased() == text.lowercased() }
    }
  }
}
