import GalleryDomain

/// Converts HTML descriptions to plain text; a feed's texts are shown, never interpreted.
///
/// Tags that end a line in a browser become line breaks, others are dropped, scripts and styles with their contents, and
/// character references are decoded once. It takes linear time for any input, and stops at the limit.
package enum HTMLText {
  /// Cleaned paragraphs; a text that isn't HTML keeps its `<` and `&`.
  package static func plain(_ html: String, limit: TextLimit = .paragraphs) -> String {
    TextCleaner.paragraphs(text(html, limit: limit), limit: limit)
  }

  static func line(_ html: String, limit: TextLimit = .title) -> String {
    TextCleaner.line(text(html, limit: limit), limit: limit)
  }

  /// Start and end of these are those of a paragraph.
  private static let paragraphs: Set<String> = [
    "p", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "blockquote", "table", "pre", "section",
    "article",
  ]
  private static let lineStarts: Set<String> = ["br", "hr", "div"]
  private static let lineEnds: Set<String> = ["li", "tr", "div", "dd", "dt", "option"]
  private static let hidden: Set<String> = [
    "script", "style", "title", "textarea", "svg", "math", "iframe", "noscript",
  ]

  private static func text(_ html: String, limit: TextLimit) -> String {
    guard html.utf8.contains(where: { $0 == 0x3C || $0 == 0x26 }) else { return html }
    var reader = HTMLReader(Array(html.utf8))
    // If tags make the lines, a line break in the source is only a space.
    let hasBreaks = hasBreaks(reader)
    let byteLimit = 4 * limit.scanBudget
    var output: [UInt8] = []
    while output.count < byteLimit {
      let start = reader.index
      let tag = reader.next()
      var text = Array(
        reader.bytes[start..<(tag?.range.lowerBound ?? reader.bytes.count)].prefix(byteLimit))
      if hasBreaks {
        for index in text.indices where text[index] == 0x0A || text[index] == 0x0D {
          text[index] = 0x20
        }
      }
      output += HTMLReference.decoded(text[...]).utf8
      guard let tag else { break }
      // An element that is never closed hides all that follows.
      if !tag.isEnd, hidden.contains(tag.name), !reader.skipContent(of: tag.name) { break }
      if tag.name == "td" || tag.name == "th" { output.append(0x20) }
      let present = output.suffix(2).reversed().prefix { $0 == 0x0A }.count
      let lineCount = output.isEmpty ? 0 : lineCount(tag)
      if lineCount == 2 || present < 2 {
        output += repeatElement(0x0A, count: lineCount == 2 ? 2 - present : lineCount)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func hasBreaks(_ reader: HTMLReader) -> Bool {
    var reader = reader
    while let tag = reader.next() {
      if lineCount(tag) > 0 { return true }
    }
    return false
  }

  private static func lineCount(_ tag: HTMLTag) -> Int {
    if paragraphs.contains(tag.name) { return 2 }
    return (tag.isEnd ? lineEnds : lineStarts).contains(tag.name) ? 1 : 0
  }
}
