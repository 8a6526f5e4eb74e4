import Foundation
import GalleryDomain

/// What an item says about its picture.
///
/// `content` is the selected `media:content`: its own texts take precedence over those of the item.
extension SyndicationItem {
  /// An item's title, otherwise the first line of its text: short posts have no title (RSS 2.0, *item*). The
  /// description of a picture (`media:description`, `alt`) follows the text.
  func words(of picture: FeedPicture) -> (title: String?, description: String?) {
    let content = picture.element
    let titles =
      named("title", "atom:title") + media("media:title", content)
      + named("g:title", "dc:title", "itunes:title")
    let stated = titles.lazy.compactMap { line($0, limit: .title) }.first
    // A text in the picture's own element, or in one of several groups, describes that picture.
    let groups = element.children("media:group")
    let parents =
      [element] + (groups.count == 1 ? groups : []) + (content == nil ? allContents() : [])
    let texts =
      parents.flatMap { $0.children("media:description") }
      + named(
        "description", "atom:summary", "content:encoded", "atom:content", "xhtml:body",
        "g:description", "itunes:summary", "dc:description")
    let text = texts.lazy.compactMap { isShopify ? shopifyText($0) : paragraphs($0) }
      .first { $0 != stated }
    let firstLine = text?.split(separator: "\n").first.map(String.init)
    let title = stated ?? CleanText.line(firstLine, limit: .title)
    let shown =
      content?.child("media:description").flatMap { paragraphs($0) }
      ?? CleanText.line(picture.text)
    return (title, FeedPicture.description(text, shown, title: title))
  }

  /// The text of a product without the first row of the table, which contains its vendor, type and price; those have
  /// their own fields.
  private func shopifyText(_ summary: XMLElement) -> String? {
    let markup = summary.markup
    guard let row = markup.firstRange(of: "<td colspan=\"2\">") else { return paragraphs(summary) }
    return CleanText.html(String(markup[row.lowerBound...]))
  }

  func author(_ content: XMLElement?) -> String? {
    let credits = media("media:credit", content)
    func credit(_ roles: String...) -> String? {
      let credit = credits.first { roles.contains($0["role"]?.lowercased() ?? "") }
      return credit.flatMap { line($0) }
    }
    return credit("photographer") ?? element.child("dc:creator").flatMap { line($0) }
      ?? credit("author", "artist", "creator") ?? person() ?? credit("")
      ?? element.child("s:vendor").flatMap { line($0) }
      ?? element.child("itunes:author").flatMap { line($0) } ?? channel.author
  }

  private func person() -> String? {
    element.children("atom:author", "author").lazy.compactMap(Self.person).first
      ?? element.child("atom:source").flatMap { $0.child("atom:author").flatMap(Self.person) }
  }

  /// An Atom person, or RSS 2.0's `a@example.org (A. Lens)`.
  static func person(_ author: XMLElement) -> String? {
    if let name = author.child("atom:name", "name") { return CleanText.htmlLine(name.text) }
    guard let text = CleanText.htmlLine(author.text) else { return nil }
    guard text.contains("@") else { return text }
    if let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close {
      let name = text[text.index(after: open)..<close]
      if !name.isEmpty { return CleanText.line(String(name)) }
    }
    // An address alone is not a name for display.
    return nil
  }

  func licence(_ content: XMLElement?) -> Licence? {
    media("media:license", content).lazy.compactMap {
      LicenceText.licence(name: $0.text, url: address($0, "href"))
    }.first
      ?? (element.children("cc:license") + element.children("atom:link", "link")).lazy
      .compactMap { Self.licence(linkedBy: $0, base: base(of: $0)) }.first
      ?? named("dc:rights", "atom:rights", "media:copyright", "dcterms:license").lazy.compactMap {
        rights in
        line(rights).flatMap { LicenceText.licence(name: $0, url: address(rights, "url")) }
      }.first
  }

  /// Of a `cc:license`, or an Atom link (RFC 4946).
  static func licence(linkedBy element: XMLElement, base: FeedBase) -> Licence? {
    if element.name == "cc:license" {
      return LicenceText.licence(
        element["rdf:resource"] ?? element["resource"] ?? element["href"] ?? element.text)
    }
    guard element["rel"]?.lowercased() == "license" else { return nil }
    return base.url(element["href"]).flatMap { LicenceText.licence($0.absoluteString) }
  }

  func tags(_ content: XMLElement?) -> [String] {
    var tags: [String] = []
    for category in element.children("category", "atom:category", "dc:subject") {
      tags.append(
        category["label"] ?? category["term"] ?? HTMLText.line(category.text, limit: .tag))
    }
    tags += element.children("s:tag").map(\.text)
    for keywords in media("media:keywords", content) + element.children("itunes:keywords") {
      tags += keywords.text.split(separator: ",").map(String.init)
    }
    // Mastodon: the post is marked as sensitive (urn:simple has *adult* and *nonadult*).
    if media("media:rating", content).contains(where: {
      $0.text.trimmingPrefix(" ").lowercased().hasPrefix("adult")
    }) {
      tags.append("sensitive")
    }
    for category in media("media:category", content) where category["scheme"] == "urn:flickr:tags" {
      tags += category.text.split(separator: " ").map(String.init)
    }
    return tags
  }

  // MARK: Texts

  /// The first child with each of the names.
  private func named(_ names: String...) -> [XMLElement] {
    names.compactMap { element.child($0) }
  }

  /// Of the picture, the item and its groups; if the picture isn't from Media RSS, also those of the contents, such as
  /// the video that a thumbnail belongs to.
  private func media(_ name: String, _ content: XMLElement?) -> [XMLElement] {
    let others = content == nil ? allContents() : []
    return ([content].compactMap(\.self) + containers + others).flatMap { $0.children(name) }
  }

  private func address(_ element: XMLElement, _ attribute: String) -> String? {
    base(of: element).url(element[attribute])?.absoluteString
  }

  /// As HTML, unless it is marked as plain (RFC 4287, 3.1; Media RSS, *type*).
  private func line(_ element: XMLElement, limit: TextLimit = .field) -> String? {
    isPlain(element)
      ? CleanText.line(element.text, limit: limit)
      : CleanText.htmlLine(element.markup, limit: limit)
  }

  private func paragraphs(_ element: XMLElement) -> String? {
    isPlain(element) ? CleanText.paragraphs(element.text) : CleanText.html(element.markup)
  }

  /// Atom texts are plain by default; RSS texts are never marked, and may be HTML.
  private func isPlain(_ element: XMLElement) -> Bool {
    switch element["type"]?.lowercased() {
    case "text", "plain", "text/plain": true
    case nil: element.name.hasPrefix("atom:")
    default: false
    }
  }
}
