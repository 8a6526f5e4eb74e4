/// A line at the foot of the screen that says what happened. Nothing has to be answered: it goes away by itself, and the
/// next key does what it always does.
public struct Notice {
  /// What it tells, and so how long it stands.
  public enum Kind: Hashable, Sendable {
    /// Something was done, or there was nothing to do: it goes with the next key, or when it has been read.
    case message
    /// Something failed: it stands until the next key, however long nobody looks.
    case failure
  }

  public var text: String
  public var kind: Kind
  /// Keys that do what the text speaks of while it stands, whatever they do otherwise.
  public var commands: [KeyCommand] = []
  public var theme: Theme

  /// A line; in a narrow terminal a long text takes more, so that no failure is cut.
  private static let rowLimit = 3

  public init(_ text: String, kind: Kind = .message, theme: Theme = .standard()) {
    self.text = text
    self.kind = kind
    self.theme = theme
  }

  /// How long it stands if no key is pressed: three seconds and the time to read it slowly; nil for ever.
  public var duration: Duration? {
    switch kind {
    case .message: .milliseconds(3_000 + 60 * GlyphWidth.columns(of: text, atMost: 200))
    case .failure: nil
    }
  }

  /// Draws over the last lines of a surface, as many as the text needs.
  ///
  /// - Parameter spared: Lines at the foot that stay as they are, where there are as many.
  func draw(on surface: inout Surface, sparing spared: Int = 0) {
    var size = surface.size
    if size.rows > spared + 1 { size.rows -= spared }
    guard size.rows > 0, size.columns > 2 else { return }
    let lines = TextLayout.wrap(
      text, columns: size.columns - 2, maxRows: max(1, min(Self.rowLimit, size.rows / 3)),
      ellipsis: theme.glyphs.ellipsis)
    let top = size.rows - max(1, lines.count)
    surface.fill(Rect(column: 0, row: top, columns: size.columns, rows: size.rows - top))
    for (index, line) in lines.enumerated() {
      surface.write(
        line, at: Point(column: 1, row: top + index),
        style: kind == .failure ? theme.warning : theme.title)
    }
  }
}
