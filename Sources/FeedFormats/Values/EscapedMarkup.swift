import GalleryDomain

/// HTML that a feed has escaped once too often.
///
/// A character reference is decoded once, so `&lt;p&gt;` is the text `<p>`. Shops and blogs nevertheless escape whole
/// descriptions twice, and users would see tags. A text therefore counts as escaped markup if it has no tags of its
/// own, starts with the escaped tag of a known element, and closes one.
enum EscapedMarkup {
  /// Enough of a text to recognise it.
  private static let inspectedByteCount = 4_096

  /// The markup inside, or the unchanged text.
  static func markup(_ raw: String) -> String {
    let text = unwrapped(raw)
    let beginning = text.utf8.prefix(inspectedByteCount)
    guard beginning.drop(while: { $0 <= 0x20 }).starts(with: "&lt;".utf8),
      !beginning.contains(UInt8(ascii: "<")),
      String(decoding: beginning, as: UTF8.self).contains("&gt;")
    else { return text }
    // Only one layer.
    let markup = HTMLReference.decoded(Array(text.utf8)[...])
    var reader = HTMLReader(Array(markup.utf8))
    guard let tag = reader.next(), elements.contains(tag.name),
      markup.utf8.prefix(tag.range.lowerBound).allSatisfy({ $0 <= 0x20 })
    else { return text }
    return markup
  }

  private static let elements: Set<String> = [
    "a", "article", "b", "blockquote", "br", "center", "div", "em", "figure", "font", "h1", "h2",
    "h3", "h4", "h5", "h6", "hr", "i", "img", "li", "ol", "p", "section", "span", "strong", "table",
    "u", "ul",
  ]

  /// A CDATA section that was escaped together with its delimiters is an HTML text.
  private static func unwrapped(_ raw: String) -> String {
    let (start, end) = ("<![CDATA[", "]]>")
    guard raw.utf8.first.map({ $0 <= 0x20 || $0 == UInt8(ascii: "<") }) ?? false else { return raw }
    let trimmed = raw.drop { $0.isWhitespace }
    guard trimmed.hasPrefix(start) else { return raw }
    var inside = trimmed.dropFirst(start.count)
    while inside.last?.isWhitespace ?? false { inside.removeLast() }
    return String(inside.hasSuffix(end) ? inside.dropLast(end.count) : inside)
  }
}
