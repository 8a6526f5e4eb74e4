import ExpectationSupport
import Testing

/// Compares a whole frame; the expected text is the documentation of what people see.
func expectScreen(
  _ run: GalleryRun, _ expected: String, sourceLocation: SourceLocation = #_sourceLocation
) {
  // From a line of its own, so that a failure shows the lines one below the other.
  #expect("\n" + run.screen == "\n" + expected, sourceLocation: sourceLocation)
}
