import Foundation
import GalleryDomain

/// An RSS item or an Atom entry, as its photos.
///
/// There is one rule per property, for all formats: the first of the elements for it in RSS 2.0, RSS 1.0, Atom (RFC
/// 4287), Dublin Core, Media RSS 1.5.1, and Google's *product data specification*. Missing properties are not guessed.
struct SyndicationItem {
  let element: XMLElement
  let channel: SyndicationChannel
  /// With the feed's own base URL.
  let context: FeedContext

  private static let tagLimit = 100
  /// Ids are usually URLs, and long ones differ at their ends.
  private static let idLimit = TextLimit(characters: 2_000)

  /// One photo per picture; empty for an item without pictures.
  ///
  /// The first one has the item's id, so that photos in a basket are found again. For the others, the names of their
  /// pictures are appended, so that ids stay the same when a picture is inserted before them.
  func photos() -> [Photo] {
    let pictures = pictures()
    guard !pictures.isEmpty else { return [] }
    let (date, sale, page) = (date(), sale(), pageURL())
    var ids = PictureIDs(item: id() ?? page?.absoluteString)
    return pictures.map { picture in
      let content = picture.element
      let words = words(of: picture)
      return Photo(
        id: ids.next(picture.image.url),
        name: words.title ?? Photo.untitled, isUntitled: words.title == nil,
        description: words.description, author: author(content),
        createdAt: date.date, dateText: date.text,
        thumbnailURL: picture.thumbnail ?? picture.image.url, imageURL: picture.image.url,
        pageURL: page, file: picture.image.file,
        saleStatus: sale.status, price: sale.price, priceUntil: sale.priceUntil,
        purchase: sale.purchase, licence: licence(content) ?? channel.licence,
        width: picture.width, height: picture.height,
        tags: CleanText.tags(tags(content), limit: Self.tagLimit))
    }
  }

  /// What the URLs in an element refer to.
  func base(of element: XMLElement) -> FeedBase { base(element.base) }

  func base(_ url: URL?) -> FeedBase {
    FeedBase(url: url ?? context.url, directory: url == nil ? context.directory : nil)
  }

  // MARK: Identity, location and date

  private func id() -> String? {
    let texts = [
      element.child("guid")?.text, element.child("g:id")?.text,
      element.child("atom:id", "id")?.text, element["rdf:about"],
    ]
    return texts.lazy.compactMap { CleanText.line($0, limit: Self.idLimit) }.first
  }

  func pageURL() -> URL? {
    for link in element.children("feedburner:origLink", "link", "g:link") {
      if let text = link.filledText, let url = base(of: link).url(text) { return url }
    }
    // Of several links, the page for people.
    let links = element.children("atom:link", "link").filter { link in
      link["href"] != nil && ["alternate", ""].contains(link["rel"]?.lowercased() ?? "")
    }
    let link = links.first { $0["type"]?.lowercased().hasPrefix("text/html") ?? true }
    if let link = link ?? links.first, let url = base(of: link).url(link["href"]) { return url }
    // Unless stated otherwise, a guid is a URL (RSS 2.0, *guid*).
    guard let guid = element.child("guid"), guid["isPermaLink"]?.lowercased() != "false",
      guid.text.contains("://")
    else { return nil }
    return base(of: guid).url(guid.text)
  }

  /// When it was taken, otherwise published, otherwise changed.
  private func date() -> FeedDate {
    let names = [
      "dc:date.Taken", "flickr:date_taken", "pubDate", "atom:published", "published", "dc:date",
      "dcterms:created", "dcterms:issued", "atom:issued", "atom:updated", "updated",
      "atom:modified", "dcterms:modified",
    ]
    let dates = names.lazy.compactMap { element.child($0) }
      .map { FeedDate($0.text, zone: context.zone) }
    return dates.first(where: \.isStated) ?? dates.first { $0.text != nil } ?? .unknown
  }
}
