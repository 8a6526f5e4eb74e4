import Foundation
import GalleryDomain
import GalleryPresentation
import PictureProtocol

/// A contact sheet as one self-contained web page: no script, and nothing that is loaded from elsewhere.
///
/// It is written part by part, so that only one photo is in memory at a time.
struct HTMLSheet: Sendable {
  /// The source's own title.
  let title: String
  let date: Date
  let zone: TimeZone

  /// `2026-11-21`.
  private var day: String {
    PhotoText(photo: Photo(id: "", name: "", createdAt: date), timeZone: zone).date.prefix(10)
      .description
  }

  /// Everything before the first photo.
  var head: String {
    let title = HTMLEscaping.text(self.title)
    return """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8">
      <meta name="viewport" content="width=device-width, initial-scale=1">
      <meta name="generator" content="Vitrine">
      <meta http-equiv="Content-Security-Policy" content="default-src 'none'; img-src data:; style-src 'unsafe-inline'">
      <meta name="referrer" content="no-referrer">
      <title>\(title)</title>
      <style>
      \(Self.style)
      </style>
      </head>
      <body>
      <header><h1 dir="auto">\(title)</h1><p>\(HTMLEscaping.text(day))</p></header>
      <main>

      """
  }

  func entry(_ entry: SheetEntry) -> String {
    let title = HTMLEscaping.text(entry.title)
    var picture = "<span class=\"none\">no picture</span>"
    if let thumbnail = entry.thumbnail {
      picture =
        "<img src=\"data:image/jpeg;base64,\(Data(thumbnail.bytes).base64EncodedString())\" "
        + "width=\"\(thumbnail.width)\" height=\"\(thumbnail.height)\" alt=\"\(HTMLEscaping.text(entry.altText))\" "
        + "loading=\"lazy\">"
    }
    var name = "<b dir=\"auto\">\(title)</b>"
    if !entry.link.isEmpty {
      let start = "<a href=\"\(HTMLEscaping.text(entry.link))\" rel=\"noreferrer\">"
      picture = "\(start)\(picture)</a>"
      name = "\(start)\(name)</a>"
    }
    var text = "<figure>\n\(picture)\n<figcaption>\(name)"
    if !entry.price.isEmpty {
      text += "<span class=\"price\">\(HTMLEscaping.text(entry.price))</span>"
    }
    for words in entry.words {
      text += "<span class=\"words\" dir=\"auto\">\(HTMLEscaping.text(words))</span>"
    }
    if !entry.details.isEmpty {
      // Each keeps its own direction, so an Arabic name doesn't reorder the date beside it.
      let details = entry.details.map { "<bdi>\(HTMLEscaping.text($0))</bdi>" }
      text += "<small>\(details.joined(separator: " · "))</small>"
    }
    return text + "</figcaption>\n</figure>\n"
  }

  /// Everything after the last photo.
  ///
  /// - Parameter words: `24 photos, 1 without a picture`.
  func foot(_ words: String) -> String {
    """
    </main>
    <footer>\(HTMLEscaping.text(words))</footer>
    </body>
    </html>

    """
  }

  /// Three per row on paper, as many as fit on a screen.
  private static var style: String {
    """
    :root { color-scheme: light dark; --dim: #666; --mat: #f0f0f0; }
    @media (prefers-color-scheme: dark) { :root { --dim: #aaa; --mat: #242424; } }
    * { box-sizing: border-box; }
    body { margin: 1.5rem; font: 15px/1.35 system-ui, sans-serif; }
    header, footer { display: flex; gap: 1rem; justify-content: space-between; align-items: baseline; }
    h1 { margin: 0; font-size: 1.3rem; overflow-wrap: anywhere; }
    header p, footer, small { color: var(--dim); }
    main { display: grid; grid-template-columns: repeat(auto-fill, minmax(14rem, 1fr)); gap: 1.25rem; margin: 1rem 0; }
    figure { margin: 0; min-width: 0; break-inside: avoid; }
    img, .none { display: flex; width: 100%; height: auto; aspect-ratio: 4 / 3; object-fit: contain; background: var(--mat); }
    .none { align-items: center; justify-content: center; color: var(--dim); }
    figcaption { margin-top: .3rem; overflow-wrap: anywhere; }
    figcaption b, figcaption small { display: block; }
    .words { display: block; white-space: pre-line; }
    .price { white-space: nowrap; }
    a { color: inherit; text-decoration: none; }
    a:hover b, a:focus b { text-decoration: underline; }
    @page { margin: 12mm; }
    @media print {
    :root { color-scheme: light; --dim: #555; --mat: #f4f4f4; }
    body { margin: 0; font-size: 9pt; }
    main { grid-template-columns: repeat(3, 1fr); gap: 5mm; }
    img, .none { print-color-adjust: exact; }
    }
    """
  }
}

/// What a contact sheet shows for one photo.
struct SheetEntry: Hashable, Sendable {
  /// One line.
  var title: String
  /// Empty if the source states none.
  var price = ""
  /// The headline and the description, which may have several lines.
  var words: [String] = []
  /// The alt text; the title for want of one.
  var altText = ""
  /// Stars and label, author, copyright and licence, date and id: enough to find the photo again.
  var details: [String] = []
  /// The photo's page; http or https only.
  var link = ""
  /// Nil if there is no picture.
  var thumbnail: JPEGPicture?
}

extension SheetEntry {
  init(
    photo: Photo, timeZone: TimeZone = .current, thumbnail: JPEGPicture?
  ) {
    let words = PhotoText(photo: photo, timeZone: timeZone)
    let sale = words.saleInShort
    self.init(
      title: Self.line(words.title),
      // The sign is for screens, where it has a colour.
      price: sale.hasPrefix("● ") ? String(sale.dropFirst(2)) : sale,
      words: [photo.headline, photo.description].compactMap(\.self).filter { $0 != photo.name },
      altText: Self.line(photo.altText ?? words.title),
      details: [
        words.rating, photo.author, photo.copyright, photo.licence?.name,
        String(words.date.prefix(10)), photo.pathText ?? photo.id,
      ]
      .compactMap { $0.map(Self.line) }.filter { !$0.isEmpty },
      link: Self.link(photo.pageURL), thumbnail: thumbnail)
  }

  /// The address for printers and browsers; empty for schemes other than http and https.
  static func link(_ url: URL?) -> String {
    guard let url, let scheme = url.scheme?.lowercased(), scheme == "http" || scheme == "https",
      url.host() != nil
    else { return "" }
    let text = url.absoluteString
    return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && text.utf8.count <= 2_000
      ? text : ""
  }

  private static func line(_ text: String) -> String {
    text.split(whereSeparator: \.isNewline).joined(separator: " ")
  }
}

/// Text for HTML, between tags and in quoted attributes.
enum HTMLEscaping {
  /// HTML 5, *Escaping a string*, with both kinds of quotes. Characters that a page must not contain (control characters,
  /// noncharacters) become U+FFFD.
  static func text(_ text: String) -> String {
    var result = ""
    result.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      case "'": result += "&#39;"
      case "\u{A0}": result += "&nbsp;"
      case "\n": result.unicodeScalars.append(scalar)
      default:
        result.unicodeScalars.append(isAllowed(scalar) ? scalar : "\u{FFFD}")
      }
    }
    return result
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x20, 0x7F...0x9F, 0xFDD0...0xFDEF: false
    default: scalar.value & 0xFFFE != 0xFFFE
    }
  }
}
