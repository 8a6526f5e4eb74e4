import Foundation

/// Which pictures an item has.
extension SyndicationItem {
  /// The pictures from the first place that has any: Media RSS, enclosures, Google's image link, the text, podcast
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
    if named.isEmpty, !ofText.isEmpty {
      // If the text has only one picture, the item's thumbnail belongs to it.
      let shared = ofText.count == 1 ? thumbnails(of: nil) : []
      return shared.isEmpty ? ofText : [ofText[0].with(shared)]
    }
    if !named.isEmpty {
      guard ofText.count > 1 else { return named }
      // A separately named picture has the texts of its place, and comes first.
      let keys = Set(
        named.flatMap { [$0.address, $0.thumbnail?.address].compactMap(\.self) }
          .map(HTMLPicture.key(of:)))
      return named + ofText.filter { !keys.contains(HTMLPicture.key(of: $0.address)) }
    }
    if let cover = cover() { return [cover.with(thumbnails(of: cover))] }
    // Several thumbnails may be moments of a video: the one that is shown has its own size and text.
    guard var thumbnail = FeedPicture.largest(thumbnails(of: nil)) else { return [] }
    // It is no `media:content` with its own texts.
    thumbnail.element = nil
    return [thumbnail]
  }

  /// Pictures that have elements of their own.
  private func namedPictures() -> [FeedPicture] {
    // Mastodon 3 has a group per picture, with the description next to its content.
    let groups = isProduct ? [] : element.children("media:group")
    let groupPictures = groups.compactMap { group -> FeedPicture? in
      let contents = group.children("media:content").filter(isPicture).compactMap {
        FeedPicture($0)
      }
      guard var picture = FeedPicture.largest(contents) else { return nil }
      picture.element = group
      return picture.with(contents)
    }
    if groupPictures.count > 1 { return groupPictures }
    let contents = mediaContents()
    if contents.count > 1, areDistinct(contents) {
      return contents.map { content in
        content.with(ownThumbnails(of: content))
      }
    }
    if let largest = FeedPicture.largest(contents) {
      let thumbnails = thumbnails(of: largest)
      return [largest.with(thumbnails.isEmpty ? contents : thumbnails)]
    }
    let enclosures = enclosures()
    guard enclosures.count < 2 else { return enclosures }
    return [enclosures.first ?? googleImage() ?? atomContent()].compactMap { picture in
      picture.map { $0.with(thumbnails(of: $0)) }
    }
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
    element.child("g:price") != nil || element.child("g:availability") != nil
      || element.child("media:price") != nil || isShopify
  }

  // MARK: Media RSS

  /// Pictures among the `media:content` elements of the item and its groups.
  private func mediaContents() -> [FeedPicture] {
    let all = allContents().filter(isPicture).compactMap { FeedPicture($0) }
    // WordPress puts the author's portrait before the pictures.
    guard !all.isEmpty else { return [] }
    let others = all.filter { !$0.address.contains("gravatar.com/avatar/") }
    return others.isEmpty && !hasOtherPicture ? all : others
  }

  /// Where Media RSS says something about the item.
  var containers: [XMLElement] { [element] + element.children("media:group") }

  func allContents() -> [XMLElement] {
    let contents = containers.flatMap { $0.children("media:content") }
    return contents + contents.flatMap { $0.children("media:content") }
  }

  private var hasOtherPicture: Bool {
    !enclosures().isEmpty || !picturesOfText().isEmpty || element.child("media:thumbnail") != nil
  }

  /// Media RSS 1.5.1, *media:content*: the medium, otherwise the type, otherwise the URL's extension.
  private func isPicture(_ content: XMLElement) -> Bool {
    // Mastodon calls its animations images, but they are videos.
    if let type = content["type"]?.lowercased(),
      type.hasPrefix("video/") || type.hasPrefix("audio/")
    {
      return false
    }
    if let medium = content["medium"]?.lowercased(), !medium.isEmpty { return medium == "image" }
    if let type = content["type"]?.lowercased(), !type.isEmpty { return type.hasPrefix("image/") }
    if content["duration"] != nil || content["bitrate"] != nil { return false }
    return !Self.isOtherMedium(content["url"] ?? "")
  }

  /// Thumbnails of the picture itself, then those of the item.
  private func thumbnails(of image: FeedPicture?) -> [FeedPicture] {
    let own = image.map(ownThumbnails) ?? []
    if !own.isEmpty { return own }
    let shared = containers.flatMap { $0.children("media:thumbnail") }
    let nested = image == nil ? allContents().flatMap { $0.children("media:thumbnail") } : []
    return (shared + nested).compactMap { FeedPicture($0) }
  }

  private func ownThumbnails(of image: FeedPicture) -> [FeedPicture] {
    image.element?.children("media:thumbnail").compactMap { FeedPicture($0) } ?? []
  }

  // MARK: Other places

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
  /// - Parameter attributes: Of which the first one has the URL.
  private func picture(_ element: XMLElement, _ attributes: String...) -> FeedPicture? {
    guard let address = attributes.lazy.compactMap({ element[$0] }).first,
      isPicture(type: element["type"] ?? element["enc:type"], address)
    else { return nil }
    return FeedPicture(address: address, base: element.base)
  }

  private func googleImage() -> FeedPicture? {
    element.children("g:image_link", "g:additional_image_link").lazy.compactMap { link in
      link.filledText.map { FeedPicture(address: $0, base: link.base) }
    }.first
  }

  /// Atom content by reference (RFC 4287, 4.1.3.2).
  private func atomContent() -> FeedPicture? {
    element.child("atom:content").flatMap { picture($0, "src") }
  }

  private func cover() -> FeedPicture? {
    if let cover = element.child("itunes:image"), let address = cover["href"] {
      return FeedPicture(address: address, base: cover.base)
    }
    return element.child("image").flatMap { image in
      (image.child("url") ?? image).filledText.map { FeedPicture(address: $0, base: image.base) }
    }
  }

  // MARK: Text

  /// From the first text that has any: the others are shorter versions of it.
  private func picturesOfText() -> [FeedPicture] {
    let texts = element.children(
      "content:encoded", "description", "atom:content", "atom:summary", "xhtml:body")
    for text in texts {
      // URLs in a text are relative to its page rather than to the feed.
      let page = text.base ?? pageURL()
      let pictures = HTMLPicture.all(
        in: EscapedMarkup.markup(text.markup), page: base(page).url
      ).map { $0.based(on: page) }
      guard let first = pictures.first else { continue }
      guard isShopify else { return pictures }
      // The full picture at its URL, whatever size the table with the price shows; its server also provides smaller ones.
      var picture = FeedPicture(address: first.address, base: first.base)
      picture.thumbnail = (
        PresetTransform.appending("width=480", to: first.address), first.base
      )
      return [picture]
    }
    return []
  }

  private func isPicture(type: String?, _ address: String) -> Bool {
    if let type = type?.lowercased(), !type.isEmpty, type != "application/octet-stream" {
      return type.hasPrefix("image/") || type == "image"
    }
    return FeedPicture.isPictureName(address)
  }

  private static func isOtherMedium(_ address: String) -> Bool {
    let name = HTMLPicture.lastPart(of: address).lowercased()
    return [
      ".mp3", ".m4a", ".ogg", ".oga", ".wav", ".flac", ".aac", ".mp4", ".m4v", ".mov", ".webm",
      ".ogv", ".avi", ".mkv", ".mpg", ".mpeg", ".flv", ".swf", ".pdf", ".doc", ".zip", ".html",
      ".htm", ".txt", ".m3u8",
    ].contains { name.hasSuffix($0) }
  }
}
