extension Key: CustomStringConvertible {
  /// The key's name in the help: `↑`, `Enter`, `Space`, `Esc`, `Ctrl-L`, `Alt-x`, `F1`.
  public nonisolated var description: String { description(glyphs: .unicode) }

  /// The key's name in the help, in the terminal's glyphs.
  public nonisolated func description(glyphs: Glyphs) -> String {
    var text = ""
    if modifiers.contains(.control) { text += "Ctrl-" }
    if modifiers.contains(.alt) { text += "Alt-" }
    if modifiers.contains(.shift) { text += "Shift-" }
    return text + name(glyphs: glyphs)
  }

  private nonisolated func name(glyphs: Glyphs) -> String {
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
    case .up: glyphs.arrowUp
    case .down: glyphs.arrowDown
    case .left: glyphs.arrowLeft
    case .right: glyphs.arrowRight
    case .pageUp: "PgUp"
    case .pageDown: "PgDn"
    case .home: "Home"
    case .end: "End"
    case .function(let number): "F\(number)"
    }
  }
}
