import TerminalKit

extension Surface {
  /// All lines between bars, as tests compare them: `|vienna.street   |`; a wide glyph takes two cells.
  public nonisolated var framedText: String {
    (0..<size.rows).map { "|" + line($0) + "|" }.joined(separator: "\n")
  }

  /// The glyphs of a line.
  public nonisolated func line(_ row: Int) -> String {
    var text = ""
    for column in 0..<size.columns {
      let cell = self[column, row]
      if cell.width > 0 { text.append(cell.character) }
    }
    return text
  }

  /// The styles of a line as runs, such as `1:bold 12:plain 3:dim,ansi(4)`.
  public nonisolated func styleRuns(_ row: Int) -> String {
    var runs: [(style: Style, count: Int)] = []
    for column in 0..<size.columns {
      let style = self[column, row].style
      if let last = runs.indices.last, runs[last].style == style {
        runs[last].count += 1
      } else {
        runs.append((style, 1))
      }
    }
    return runs.map { "\($0.count):\($0.style.description)" }.joined(separator: " ")
  }
}

extension Style: CustomStringConvertible {
  /// `plain`, or attributes and colours joined by commas: `bold,ansi(4),on rgb(0,0,0)`.
  public nonisolated var description: String {
    let names: [(Attributes, String)] = [
      (.bold, "bold"), (.dim, "dim"), (.underline, "underline"),
      (.reverse, "reverse"),
    ]
    var parts = names.filter { attributes.contains($0.0) }.map(\.1)
    if foreground != .default { parts.append(foreground.description) }
    if background != .default { parts.append("on " + background.description) }
    return parts.isEmpty ? "plain" : parts.joined(separator: ",")
  }
}

extension Color: CustomStringConvertible {
  public nonisolated var description: String {
    switch self {
    case .default: "default"
    case .ansi(let value): "ansi(\(value))"
    case .indexed(let value): "indexed(\(value))"
    case .rgb(let red, let green, let blue): "rgb(\(red),\(green),\(blue))"
    }
  }
}
