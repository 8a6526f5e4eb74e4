import Foundation

extension SyndicationItem {
  /// The pictures from the first of these that has any: Media RSS, enclosures, Google's image link, the text, podcast
  /// covers, and, if there is nothing else, a thumbnail. If a text has several pictures, they are added to a separately
  /// named one; a single picture in the text is usually the same one in another size.
  ///
  /// What is sold is one thing, however many pictures it has.
  func pictures() -> [FeedPicture] {
    Array(allPictures().prefix(isProduct ? 1 : Self.pictureLimit))
  }

  private static let pictureLimit = 200

  private func allPictures() -> [FeedPicture] {
    let named = namedPictures()
    let ofText = picturesOfText()
    if !named.isEmpty {
      guard ofText.count > 1 else { return named }
      // A separately named picture has the texts of its element, and comes first.
      let keys = Set(
        named.flatMap { [$0.image.url, $0.thumbnail].compactMap { $0?.absoluteString } }
          .map(HTMLPicture.key(of:)))
      return named + ofText.filter { !keys.contains($0.key) }
    }
    if let first = ofText.first {
      // If the text has only one picture, the item's thumbnail belongs to it.
      let shared = ofText.count == 1 ? thumbnails(of: nil) : []
      return shared.isEmpty ? ofText : [first.with(shared)]
    }
    if let cover = cover() { return [cover.with(thumbnails(of: cover))] }
    // Several thumbnails may be moments of a video: the one that is shown has its own size and text.
    guard var thumbnail = FeedPicture.largest(thumbnails(of: nil)) else { return [] }
    // It isn't a `media:content` with its own texts.
    thumbnail.element = nil
    return [thumbnail]
  }

  /// Pictures that have elements of their own.
  private func namedPictures() -> [FeedPicture] {
    // Mastodon 3 has a group per picture, with the description next to its content.
    let groupPictures = (isProduct ? [] : element.children("media:group")).compactMap { group in
      let contents = pictures(group.children("media:content").filter(isPicture))
      var picture = FeedPicture.largest(contents)?.with(contents)
      picture?.element = group
      return picture
    }
    if groupPictures.count > 1 { return groupPictures }
    let contents = mediaContents()
    if contents.count > 1, areDistinct(contents) {
      return contents.map { $0.with(ownThumbnails(of: $0)) }
    }
    if let largest = FeedPicture.largest(contents) {
      let thumbnails = thumbnails(of: largest)
      return [largest.with(thumbnails.isEmpty ? contents : thumbnails)]
    }
    let enclosures = enclosures()
    guard enclosures.count < 2 else { return enclosures }
    let picture = enclosures.first ?? googleImage() ?? atomContent()
    return picture.map { [$0.with(thumbnails(of: $0))] } ?? []
  }

  /// Whether they are different pictures rather than sizes of one: sizes are in a `media:group`, or state their
  /// dimensions, or which one is the default.
  private func areDistinct(_ contents: [FeedPicture]) -> Bool {
    let isGrouped = element.children("media:group").contains { $0.child("media:content") != nil }
    return !isGrouped && !isProduct
      && contents.allSatisfy { content in
        content.width == nil && content.height == nil
          && content.element?["isDefault"] != "true"
          && (content.element?["fileSize"] == nil || content.element?["medium"] != nil)
      }
  }

  private var isProduct: Bool {
    element.child("g:price", "g:availability", "media:price") != nil || isShopify
  }

  // MARK: Media RSS

  private func pictures(_ elements: [XMLElement]) -> [FeedPicture] {
    elements.compactMap { FeedPicture($0, at: base(of: $0)) }
  }

  /// Pictures among the `media:content` elements of the item and its groups.
  private func mediaContents() -> [FeedPicture] {
    let all = pictures(allContents().filter(isPicture))
    // WordPress puts the author's portrait before the pictures.
    let others = all.filter { !$0.image.url.absoluteString.contains("gravatar.com/avatar/") }
    guard others.isEmpty, !all.isEmpty else { return others }
    let hasOther =
      !enclosures().isEmpty || !picturesOfText().isEmpty || element.child("media:thumbnail") != nil
    return hasOther ? [] : all
  }

  /// Where Media RSS says something about the item.
  var containers: [XMLElement] { [element] + element.children("media:group") }

  func allContents() -> [XMLElement] {
    let contents = containers.flatMap { $0.children("media:content") }
    return contents + contents.flatMap { $0.children("media:content") }
  }

  /// Media RSS 1.5.1, *media:content*: the medium, otherwise the type, otherwise the URL's extension.
  private func isPicture(_ content: XMLElement) -> Bool {
    let type = content["type"]?.lowercased() ?? ""
    // Mastodon calls its animations images, but they are videos.
    if type.hasPrefix("video/") || type.hasPrefix("audio/") { return false }
    if let medium = content["medium"]?.lowercased(), !medium.isEmpty { return medium == "image" }
    if !type.isEmpty { return type.hasPrefix("image/") }
    if content["duration"] != nil || content["bitrate"] != nil { return false }
    let name = HTMLPicture.lastPart(of: content["url"] ?? "").lowercased()
    return !Self.otherEndings.contains { name.hasSuffix($0) }
  }

  private static let otherEndings = [
    ".mp3", ".m4a", ".ogg", ".oga", ".wav", ".flac", ".aac", ".mp4", ".m4v", ".mov", ".webm",
    ".ogv", ".avi", ".mkv", ".mpg", ".mpeg", ".flv", ".swf", ".pdf", ".doc", ".zip", ".html",
    ".htm", ".txt", ".m3u8",
  ]

  /// Thumbnails of the picture itself, then those of the item.
  private func thumbnails(of image: FeedPicture?) -> [FeedPicture] {
    let own = image.map(ownThumbnails) ?? []
    if !own.isEmpty { return own }
    let parents = containers + (image == nil ? allContents() : [])
    return pictures(parents.flatMap { $0.children("media:thumbnail") })
  }

  private func ownThumbnails(of image: FeedPicture) -> [FeedPicture] {
    pictures(image.element?.children("media:thumbnail") ?? [])
  }

  // MARK: Other elements

  private func enclosures() -> [FeedPicture] {
    let own = element.children("enclosure", "enc:enclosure").compactMap {
      picture($0, "url", "rdf:resource", "enc:url", "resource")
    }
    if !own.isEmpty { return own }
    return element.children("atom:link", "link").compactMap { link in
      link["rel"]?.lowercased() == "enclosure" ? picture(link, "href") : nil
    }
  }

  /// What an element refers to, if its type or its name is that of a picture.
  ///
  /// - Parameter attributes: The first one that exists has the URL.
  private func picture(_ element: XMLElement, _ attributes: String...) -> FeedPicture? {
    guard let address = attributes.lazy.compactMap({ element[$0] }).first else { return nil }
    let type = (element["type"] ?? element["enc:type"])?.lowercased() ?? ""
    let isPicture =
      ["", "application/octet-stream"].contains(type)
      ? HTMLPicture.isPictureName(address) : type.hasPrefix("image/") || type == "image"
    return isPicture ? FeedPicture(address, at: base(of: element)) : nil
  }

  private func googleImage() -> FeedPicture? {
    element.children("g:image_link", "g:additional_image_link").lazy
      .compactMap { FeedPicture($0.filledText, at: base(of: $0)) }.first
  }

  /// Atom content by reference (RFC 4287, 4.1.3.2).
  private func atomContent() -> FeedPicture? {
    element.child("atom:content").flatMap { picture($0, "src") }
  }

  private func cover() -> FeedPicture? {
    if let cover = element.child("itunes:image"), let address = cover["href"] {
      return FeedPicture(address, at: base(of: cover))
    }
    return element.child("image").flatMap { image in
      FeedPicture((image.child("url") ?? image).filledText, at: base(of: image))
    }
  }

  // MARK: Text

  /// From the first text that has any: the others are shorter versions of it.
  private func picturesOfText() -> [FeedPicture] {
    let texts = element.children(
      "content:encoded", "description", "atom:content", "atom:summary", "xhtml:body")
    for text in texts {
      // URLs in a text are relative to its page rather than to the feed.
      let base = base(text.base ?? pageURL())
      let pictures = HTMLPicture.all(in: EscapedMarkup.markup(text.markup), base: base)
      guard let first = pictures.first else { continue }
      guard isShopify else { return pictures }
      // The full picture at its URL, whatever size the table with the price shows; its server also provides smaller ones.
      let address = first.image.url.absoluteString
      var picture = FeedPicture(address, at: base)
      picture?.thumbnail = base.url(PresetTransform.appending("width=480", to: address))
      return [picture].compactMap(\.self)
    }
    return []
  }
}
