/// The maximum length of a cleaned text; the first bound that is reached ends it.
///
/// Characters bound what is visible, scalars and bytes bound what is kept: one character may consist of thousands of
/// scalars.
public struct TextLimit: Hashable, Sendable {
  /// Grapheme clusters, including the `…` of a cut text; at least 1.
  public let characters: Int
  /// Unicode scalars; at least 1.
  public let scalars: Int
  /// Bytes of UTF-8; at least 3, the length of `…`.
  public let bytes: Int

  /// - Parameter characters: 1–1,000,000, clamped to that range. Real text takes one to three scalars and bytes per
  ///   character; four and eight leave room for emoji and stacked marks.
  public init(characters: Int) {
    let bounded = min(max(characters, 1), 1_000_000)
    self.characters = bounded
    self.scalars = 4 * bounded
    self.bytes = 8 * bounded
  }

  /// A photo's or a source's title.
  public static let title = TextLimit(characters: 300)
  /// A one-line property: camera, lens, author, a file's name.
  public static let field = TextLimit(characters: 200)
  public static let tag = TextLimit(characters: 100)
  /// A copyright notice.
  public static let notice = TextLimit(characters: 500)
  /// Four times what IPTC recommends for `AltTextAccessibility`.
  public static let alternativeText = TextLimit(characters: 1_000)
  /// A description.
  public static let paragraphs = TextLimit(characters: 8_000)

  /// How many scalars are read before the rest is dropped, so that ten million zero-width characters cost no more than
  /// a long title.
  package var scanBudget: Int { max(4 * scalars, 4_096) }
}
