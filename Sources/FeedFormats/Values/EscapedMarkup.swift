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
    // Only one layer.
    return isEscaped(text) ? HTMLReference.decoded(Array(text.utf8)[...]) : text
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

  private static func isEscaped(_ text: String) -> Bool {
    let bytes = text.utf8.prefix(inspectedByteCount)
    guard bytes.contains(UInt8(ascii: "&")), !bytes.contains(UInt8(ascii: "<")) else {
      return false
    }
    let beginning = bytes.drop { $0 <= 0x20 }
    guard beginning.starts(with: "&lt;".utf8) else { return false }
    let name = beginning.dropFirst(4).prefix { byte in
      (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte) || (0x31...0x36).contains(byte)
    }
    guard elements.contains(String(decoding: name, as: UTF8.self).lowercased()) else {
      return false
    }
    switch beginning.dropFirst(4 + name.count).first {
    case UInt8(ascii: "&"), UInt8(ascii: "/"), 0x20, 0x0A, 0x0D, 0x09: break
    default: return false
    }
    return String(decoding: bytes, as: UTF8.self).contains("&gt;")
  }
}
