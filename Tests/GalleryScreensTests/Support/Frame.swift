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
