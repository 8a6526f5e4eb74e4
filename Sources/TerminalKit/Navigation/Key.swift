/// A key with its modifiers.
nonisolated public struct Key: Hashable, Sendable {
  public var code: KeyCode
  public var modifiers: Modifiers

  public init(_ code: KeyCode, modifiers: Modifiers = []) {
    self.code = code
    self.modifiers = modifiers
  }

  /// What the key means where it types no text, if that is another key: `j` for the full-width `ｊ` of an input method.
  public var commandKey: Key? {
    guard case .character(let character) = code, let scalar = character.unicodeScalars.first,
      character.unicodeScalars.count == 1
    else { return nil }
    // U+FF01 to U+FF5E repeat ASCII; U+3000 is the space of that width.
    let value = scalar.value == 0x3000 ? 0x20 : scalar.value &- 0xFF01 &+ 0x21
    guard scalar.value == 0x3000 || (0xFF01...0xFF5E).contains(scalar.value) else { return nil }
    return Key(.character(Character(Unicode.Scalar(UInt8(value)))), modifiers: modifiers)
  }

  /// A key that types a character; capitals have no Shift.
  public static func character(_ character: Character) -> Key { Key(.character(character)) }

  /// Ctrl with a lower-case letter.
  public static func control(_ letter: Character) -> Key {
    Key(.character(letter), modifiers: .control)
  }

  public static let enter = Key(.enter)
  public static let escape = Key(.escape)
  public static let space = Key(.character(" "))
  public static let tab = Key(.tab)
  public static let backspace = Key(.backspace)
  public static let up = Key(.up)
  public static let down = Key(.down)
  public static let left = Key(.left)
  public static let right = Key(.right)
  public static let pageUp = Key(.pageUp)
  public static let pageDown = Key(.pageDown)
  public static let home = Key(.home)
  public static let end = Key(.end)

  public struct Modifiers: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8

    public init(rawValue: UInt8) {
      self.rawValue = rawValue
    }

    public static let shift = Modifiers(rawValue: 1)
    public static let alt = Modifiers(rawValue: 2)
    public static let control = Modifiers(rawValue: 4)
  }
}

/// The key itself, without modifiers.
nonisolated public enum KeyCode: Hashable, Sendable {
  case character(Character)
  case enter, escape, tab, backspace, delete, insert
  case up, down, left, right
  case pageUp, pageDown, home, end
  /// A function key, from 1.
  case function(Int)
}

nonisolated extension Key {
  /// The names of keys in a configuration file, of which the first is written, and the one in the help.
  private static let names: [(code: KeyCode, notations: [String], name: String)] = [
    (.character(" "), ["space"], "Space"), (.enter, ["enter", "return"], "Enter"),
    (.escape, ["esc", "escape"], "Esc"), (.tab, ["tab"], "Tab"),
    (.backspace, ["backspace"], "Backspace"), (.delete, ["del", "delete"], "Del"),
    (.insert, ["ins", "insert"], "Ins"), (.up, ["up"], "↑"), (.down, ["down"], "↓"),
    (.left, ["left"], "←"), (.right, ["right"], "→"), (.pageUp, ["pgup", "pageup"], "PgUp"),
    (.pageDown, ["pgdn", "pagedown"], "PgDn"), (.home, ["home"], "Home"), (.end, ["end"], "End"),
  ]

  private static let modifierNames: [(name: String, modifier: Modifiers)] = [
    ("Ctrl-", .control), ("Alt-", .alt), ("Shift-", .shift),
  ]

  private var prefix: String {
    Self.modifierNames.reduce("") { $0 + (modifiers.contains($1.modifier) ? $1.name : "") }
  }
}

nonisolated extension Key: CustomStringConvertible {
  /// The key's name in the help: `↑`, `Enter`, `Space`, `Esc`, `Ctrl-L`, `Alt-x`, `F1`.
  public var description: String {
    if let known = Self.names.first(where: { $0.code == code }) { return prefix + known.name }
    switch code {
    case .function(let number): return "\(prefix)F\(number)"
    case .character(let character):
      return prefix
        + (modifiers.contains(.control) ? character.uppercased() : String(character))
    default: return prefix
    }
  }
}

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
    let found = modifierNames.first { text.lowercased().hasPrefix($0.name.lowercased()) }
    return found.map { ($0.modifier, $0.name.count) }
  }

  private nonisolated static func code(named name: String) -> KeyCode? {
    if name.count == 1, let character = name.first {
      return isVisible(character) ? .character(character) : nil
    }
    let name = name.lowercased()
    if let named = names.first(where: { $0.notations.contains(name) }) { return named.code }
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
    let text = prefix.lowercased()
    switch code {
    case .function(let number): return text + "f\(number)"
    case .character(let character) where character != " ": return text + String(character)
    default: return text + (Self.names.first { $0.code == code }?.notations[0] ?? "")
    }
  }

  /// What the key types into a text field.
  public nonisolated var text: Character? {
    guard case .character(let character) = code, modifiers.isSubset(of: .shift),
      !character.isControl
    else { return nil }
    return character
  }
}

/// One key, or several keys that are pressed one after the other, such as `g g`.
nonisolated public struct KeySequence: Hashable, Sendable {
  /// At least one.
  public let keys: [Key]

  /// - Parameter keys: At least one.
  public init(_ keys: [Key]) {
    precondition(!keys.isEmpty, "a sequence has at least one key")
    self.keys = keys
  }

  public init(_ key: Key) { keys = [key] }

  /// A sequence as written in a configuration file: keys separated by spaces, such as `, r`.
  ///
  /// - Throws: An error for the first word that is not a key.
  public init(notation: String) throws(KeyNotationError) {
    let words = notation.split(separator: " ").map(String.init)
    guard !words.isEmpty else { throw .unknown(notation) }
    var keys: [Key] = []
    for word in words { keys.append(try Key(notation: word)) }
    self.keys = keys
  }

  /// The text that `init(notation:)` reads.
  public var notation: String { keys.map(\.notation).joined(separator: " ") }

  func appending(_ key: Key) -> KeySequence { KeySequence(keys + [key]) }

  /// Whether it starts with all keys of another sequence and is longer.
  public func continues(_ other: KeySequence) -> Bool {
    keys.count > other.keys.count && keys.starts(with: other.keys)
  }
}

extension KeySequence: CustomStringConvertible {
  /// The keys' names in the help and the key line, such as `Enter`, separated by spaces.
  public var description: String { keys.map(\.description).joined(separator: " ") }
}
