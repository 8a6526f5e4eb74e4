/// Why a text is not the name of a key.
nonisolated public enum KeyNotationError: Error, Hashable, Sendable {
  case unknown(String)
  /// Terminals send the same byte for another key: `ctrl-i` arrives as `tab`.
  case sameAs(String, Key)
}

extension Key {
  /// A key by its name in a configuration file: `x`, `X`, `space`, `enter`, `esc`, `pgdn`, `f5`, `ctrl-u`, `alt-x`,
  /// `shift-tab`. Names of keys and modifiers may be in upper or lower case.
  public nonisolated init(notation: String) throws(KeyNotationError) {
    var rest = notation[...]
    var modifiers: Modifiers = []
    while let (modifier, length) = Self.modifier(at: rest), rest.count > length {
      modifiers.insert(modifier)
      rest = rest.dropFirst(length)
    }
    guard let code = Self.code(named: String(rest)) else { throw .unknown(notation) }
    self.init(code, modifiers: modifiers)
    try normalize(notation)
  }

  private nonisolated static func modifier(at text: Substring) -> (Modifiers, length: Int)? {
    let names: [(String, Modifiers)] = [("ctrl-", .control), ("alt-", .alt), ("shift-", .shift)]
    for (name, modifier) in names where text.lowercased().hasPrefix(name) {
      return (modifier, name.count)
    }
    return nil
  }

  private nonisolated static func code(named name: String) -> KeyCode? {
    if name.count == 1, let character = name.first {
      return isVisible(character) ? .character(character) : nil
    }
    let name = name.lowercased()
    if let named = names.first(where: { $0.name == name }) { return named.code }
    if name.first == "f", let number = Int(name.dropFirst()), (1...24).contains(number) {
      return .function(number)
    }
    return nil
  }

  private nonisolated static func isVisible(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy { !$0.properties.isWhitespace && $0.value >= 0x20 }
      && character != "\u{7F}"
  }

  /// Converts the key to the form in which terminals report it: capitals have no Shift, and letters with Ctrl are lower
  /// case.
  private nonisolated mutating func normalize(_ notation: String) throws(KeyNotationError) {
    guard case .character(let character) = code else { return }
    if modifiers.contains(.shift) {
      // Which character is on a shifted digit depends on the keyboard layout.
      guard character.isLetter, let upper = character.uppercased().first else {
        throw .unknown(notation)
      }
      code = .character(upper)
      modifiers.subtract(.shift)
    }
    guard modifiers.contains(.control), case .character(let letter) = code else { return }
    code = .character(letter.lowercased().first ?? letter)
    // These keys send the same byte (ASCII, *Control characters*).
    let same: [Character: Key] = [
      "i": .tab, "m": .enter, "j": .enter, "h": .backspace, "[": .escape,
    ]
    if case .character(let letter) = code, let key = same[letter] { throw .sameAs(notation, key) }
  }

  /// The name that `init(notation:)` reads.
  public nonisolated var notation: String {
    var text = ""
    if modifiers.contains(.control) { text += "ctrl-" }
    if modifiers.contains(.alt) { text += "alt-" }
    if modifiers.contains(.shift) { text += "shift-" }
    switch code {
    case .function(let number): return text + "f\(number)"
    case .character(let character) where character != " ": return text + String(character)
    default: return text + (Self.names.first { $0.code == code }?.name ?? "")
    }
  }

  /// If a key has several names, the first one is written.
  private nonisolated static let names: [(name: String, code: KeyCode)] = [
    ("space", .character(" ")), ("enter", .enter), ("return", .enter), ("esc", .escape),
    ("escape", .escape), ("tab", .tab), ("backspace", .backspace), ("del", .delete),
    ("delete", .delete), ("ins", .insert), ("insert", .insert), ("up", .up), ("down", .down),
    ("left", .left), ("right", .right), ("pgup", .pageUp), ("pageup", .pageUp),
    ("pgdn", .pageDown), ("pagedown", .pageDown), ("home", .home), ("end", .end),
  ]

  /// Whether the key types a character into a text field.
  public nonisolated var isText: Bool {
    guard case .character = code else { return false }
    return modifiers.isDisjoint(with: [.control, .alt])
  }
}
