extension Key: CustomStringConvertible {
  /// The key's name in the help: `↑`, `Enter`, `Space`, `Esc`, `Ctrl-L`, `Alt-x`, `F1`.
  public nonisolated var description: String { modifierNames + name }

  /// The key's name in a sentence: `Up` instead of `↑`.
  public nonisolated var spelledOut: String {
    switch code {
    case .up: modifierNames + "Up"
    case .down: modifierNames + "Down"
    case .left: modifierNames + "Left"
    case .right: modifierNames + "Right"
    default: description
    }
  }

  private nonisolated var modifierNames: String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) { text += "Shift-" }
    return text
  }

  private nonisolated var name: String {
    switch code {
    case .character(" "): "Space"
    case .character(let character):
      modifiers.contains(.control) ? character.uppercased() : String(character)
    case .enter: "Enter"
    case .escape: "Esc"
    case .tab: "Tab"
    case .backspace: "Backspace"
    case .delete: "Del"
    case .insert: "Ins"
    case .up: "↑"
    case .down: "↓"
    case .left: "←"
    case .right: "→"
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .function(let number): "F\(number)"
    }
  }
}
