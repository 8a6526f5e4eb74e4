import Testing

/// Compares a whole frame; the expected text is the documentation of what people see. `⋮ 12` stands for twelve more lines
/// like the one above it.
func expectScreen(
  _ screen: String, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  var lines: [Substring] = []
  for line in expected.split(separator: "\n") {
    if line.hasPrefix("⋮ "), let count = Int(line.dropFirst(2)), let above = lines.last {
      lines += Array(repeating: above, count: count)
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
