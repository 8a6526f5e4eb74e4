import TerminalKit
import TerminalTestSupport
import Testing

/// Compares a whole frame; the expected text is the documentation of what people see. `⋮ 12` stands for twelve more lines
/// like the one above it, `= 12` for twelve lines as they are in the frame below.
func expectScreen(
  _ screen: String, over below: String = "", _ expected: String,
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var lines: [Substring] = []
  for line in expected.split(separator: "\n") {
    if line.hasPrefix("⋮ "), let count = Int(line.dropFirst(2)), let above = lines.last {
      lines += Array(repeating: above, count: count)
    } else if line.hasPrefix("= "), let count = Int(line.dropFirst(2)) {
      lines += below.split(separator: "\n").dropFirst(lines.count).prefix(count)
    } else {
      lines.append(line)
    }
  }
  // From a line of its own, so that a failure shows the lines one below the other.
  #expect("\n" + screen == "\n" + lines.joined(separator: "\n"), sourceLocation: sourceLocation)
}

func expectScreen(
  _ run: GalleryRun, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  expectScreen(run.screen, expected, sourceLocation: sourceLocation)
}

/// The sizes that the program is looked at in.
nonisolated let usualSizes = [(155, 45), (120, 40), (80, 24), (40, 12)]

/// Checks that nothing runs over the edges: the line at the top and that of the keys have their margins, a line between them
/// ends with its margin, the scroll bar or a rule, and the keys are whole.
///
/// - Parameter keys: As the key line has them: `q back`.
func expectFits(
  _ surface: Surface, keys: [String], sourceLocation: SourceLocation = #_sourceLocation
) {
  let (columns, rows) = (surface.size.columns, surface.size.rows)
  let lines = (0..<rows).map(surface.line)
  let screen = Comment(rawValue: lines.joined(separator: "\n"))
  #expect(surface.isSound, screen, sourceLocation: sourceLocation)
  for row in [0, rows - 1] {
    let ends = [surface[0, row], surface[columns - 1, row]].map(\.character)
    #expect(ends == [" ", " "], screen, sourceLocation: sourceLocation)
  }
  let cut = (1..<(rows - 1)).filter { !" ─┃│".contains(surface[columns - 1, $0].character) }
  #expect(cut == [], screen, sourceLocation: sourceLocation)
  for key in keys {
    // Not the beginning of a longer word.
    #expect("\(lines[rows - 1]) ".contains(" \(key) "), screen, sourceLocation: sourceLocation)
  }
}
