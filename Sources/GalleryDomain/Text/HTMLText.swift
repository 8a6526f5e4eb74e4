/// Converts HTML descriptions to plain text; a feed's texts are shown, never interpreted.
///
/// This is not a browser's parser: tags are dropped, tags that end a line in a browser become line breaks, scripts and
/// styles are dropped with their contents, and character references are decoded once. It takes linear time for any
/// input, and stops at the limit.
public enum HTMLText {
  /// Cleaned paragraphs; a text that isn't HTML keeps its `<` and `&`.
  public static func plain(_ html: String, limit: TextLimit = .paragraphs) -> String {
    guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else {
      return TextCleaner.paragraphs(html, limit: limit)
    }
    return TextCleaner.paragraphs(raw(html, limit: limit), limit: limit)
  }

  /// A title in HTML as one line.
  public static func line(_ html: String, limit: TextLimit = .title) -> String {
    guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else {
      return TextCleaner.line(html, limit: limit)
    }
    return TextCleaner.line(raw(html, limit: limit), limit: limit)
  }

  private static func raw(_ html: String, limit: TextLimit) -> String {
    let bytes = Array(html.utf8)
    let byteLimit = 4 * limit.scanBudget
    var reader = HTMLTextReader(bytes, lineBreaksCount: true, byteLimit: byteLimit)
    reader.read()
    if reader.foundBreak {
      // If tags make the lines, a line break in the source is only a space.
      reader = HTMLTextReader(bytes, lineBreaksCount: false, byteLimit: byteLimit)
      reader.read()
    }
    return String(decoding: reader.output, as: UTF8.self)
  }
}
