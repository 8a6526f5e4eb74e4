/// A line at the bottom of the screen that says what happened. It needs no answer: the next key removes it and does
/// what it always does.
public struct Notice {
  /// Decides how long it is shown.
  public enum Kind: Hashable, Sendable {
    /// Something was done, or there was nothing to do: shown until the next key or click, or for its `duration`.
    case message
    /// Something failed: shown until the next key or click.
    case failure
  }

  public var text: String
  public var kind: Kind
  /// Keys that do what the text offers while it is shown, whatever they do otherwise.
  public var commands: [KeyCommand] = []
  public var theme: Theme

  /// A copy for use in front of a button that would repeat what has failed: these keys only dismiss it.
  public func ended(by keys: [KeySequence]) -> Notice {
    guard !keys.isEmpty else { return self }
    var notice = self
    notice.commands.append(KeyCommand(id: "notice.end", keys: keys, title: "close") {})
    return notice
  }

  /// The same with choices after its text, whose keys do what they offer while it is shown.
  public func offering(_ choices: [PresentedChoice]) -> Notice {
    var notice = self
    notice.text = ([text] + choices.map(\.text)).joined(separator: PresentedChoice.separator)
    notice.commands += choices.map(\.command)
    return notice
  }

  /// The maximum number of lines, for a long text in a narrow terminal.
  private static let rowLimit = 3

  public init(_ text: String, kind: Kind = .message, theme: Theme = .standard()) {
    self.text = text
    self.kind = kind
    self.theme = theme
  }

  /// How long it is shown if no key is pressed: three seconds plus the time to read it slowly; nil for ever.
  public var duration: Duration? {
    switch kind {
    case .message: Self.duration(of: text)
    case .failure: nil
    }
  }

  /// How long a message is shown.
  public static func duration(of text: String) -> Duration {
    .milliseconds(3_000 + 60 * GlyphWidth.columns(of: text, atMost: 200))
  }

  /// Draws over the last lines of a surface, as many as the text needs.
  ///
  /// - Parameter spared: The number of lines at the bottom to leave uncovered, if the surface has enough.
  /// - Returns: Where the text begins, for screen readers.
  @discardableResult
  func draw(on surface: inout Surface, sparing spared: Int = 0) -> Point? {
    var size = surface.size
    if size.rows > spared + 1 { size.rows -= spared }
    guard size.rows > 0, size.columns > 2 else { return nil }
    let lines = TextLayout.wrap(
      text, columns: size.columns - 2, maxRows: min(Self.rowLimit, size.rows))
    let top = size.rows - max(1, lines.count)
    surface.fill(Rect(column: 0, row: top, columns: size.columns, rows: size.rows - top))
    for (index, line) in lines.enumerated() {
      surface.write(
        line, at: Point(column: 1, row: top + index),
        style: kind == .failure ? theme.warning : theme.title)
    }
    return Point(column: 1, row: top)
  }
}
