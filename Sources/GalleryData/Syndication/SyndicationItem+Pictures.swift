import Foundation

/// Which pictures an item has.
extension SyndicationItem {
  /// The first place that names a picture: Media RSS, enclosures, Google's image link, the text, the covers of
  /// podcasts, and, where there is nothing else, a thumbnail.
  func pictures() -> (image: FeedPicture, thumbnail: FeedPicture?)? {
    let contents = mediaContents()
    let image =
      FeedPicture.largest(contents) ?? enclosure() ?? googleImage() ?? atomContent()
      ?? firstImageOfText() ?? cover()
    let thumbnails = thumbnails(of: image)
    if let image {
      return (image, FeedPicture.thumbnail(thumbnails) ?? FeedPicture.thumbnail(contents))
    }
    // Several thumbnails may be moments of a film: the one that is shown is its own.
    return FeedPicture.largest(thumbnails).map { (without($0), nil) }
  }

  /// A thumbnail is no `media:content` with words of its own.
  private func without(_ thumbnail: FeedPicture) -> FeedPicture {
    var picture = thumbnail
    picture.element = nil
    return picture
  }

  // MARK: Media RSS

  /// Pictures among the `media:content` of the item and its groups.
  private func mediaContents() -> [FeedPicture] {
    let all = allContents().filter(isPicture).compactMap { FeedPicture($0) }
    // WordPress puts the author's portrait before the pictures.
    guard !all.isEmpty else { return [] }
    let others = all.filter { !$0.address.contains("gravatar.com/avatar/") }
    return others.isEmpty && !hasOtherPicture ? all : others
  }

  func allContents() -> [FeedElement] {
    let containers = [element] + element.children("media:group")
    let contents = containers.flatMap { $0.children("media:content") }
    return contents + contents.flatMap { $0.children("media:content") }
  }

  private var hasOtherPicture: Bool {
    enclosure() != nil || firstImageOfText() != nil || element.child("media:thumbnail") != nil
  }

  /// Media RSS 1.5.1, *media:content*: the medium, else the type, else what the address looks like.
  private func isPicture(_ content: FeedElement) -> Bool {
    if let medium = content["medium"]?.lowercased(), !medium.isEmpty { return medium == "image" }
    if let type = content["type"]?.lowercased(), !type.isEmpty { return type.hasPrefix("image/") }
    if content["duration"] != nil || content["bitrate"] != nil { return false }
    return !Self.isOtherMedium(content["url"] ?? "")
  }

  /// Those of the picture itself before those of the item.
  private func thumbnails(of image: FeedPicture?) -> [FeedPicture] {
    let own = image?.element?.children("media:thumbnail").compactMap { FeedPicture($0) } ?? []
    if !own.isEmpty { return own }
    let containers = [element] + element.children("media:group")
    let shared = containers.flatMap { $0.children("media:thumbnail") }
    let nested = image == nil ? allContents().flatMap { $0.children("media:thumbnail") } : []
    return (shared + nested).compactMap { FeedPicture($0) }
  }

  // MARK: Other places

  private func enclosure() -> FeedPicture? {
    for enclosure in element.children("enclosure", "enc:enclosure") {
      let address =
        enclosure["url"] ?? enclosure["rdf:resource"] ?? enclosure["enc:url"]
        ?? enclosure["resource"]
      guard let address, isPicture(type: enclosure["type"] ?? enclosure["enc:type"], address) else {
        continue
      }
      return FeedPicture(address: address, base: enclosure.base)
    }
    for link in element.children("atom:link", "link") where link["rel"]?.lowercased() == "enclosure"
    {
      guard let address = link["href"], isPicture(type: link["type"], address) else { continue }
      return FeedPicture(address: address, base: link.base)
    }
    return nil
  }

  private func googleImage() -> FeedPicture? {
    for link in element.children("g:image_link", "g:additional_image_link") {
      if let text = link.filledText { return FeedPicture(address: text, base: link.base) }
    }
    return nil
  }

  /// Atom's content by reference (RFC 4287, 4.1.3.2).
  private func atomContent() -> FeedPicture? {
    guard let content = element.child("atom:content"), let address = content["src"],
      isPicture(type: content["type"], address)
    else { return nil }
    return FeedPicture(address: address, base: content.base)
  }

  private func cover() -> FeedPicture? {
    if let cover = element.child("itunes:image"), let address = cover["href"] {
      return FeedPicture(address: address, base: cover.base)
    }
    guard let image = element.child("image"), let text = (image.child("url") ?? image).filledText
    else { return nil }
    return FeedPicture(address: text, base: image.base)
  }

  // MARK: Text

  private func firstImageOfText() -> FeedPicture? {
    let texts = element.children(
      "content:encoded", "description", "atom:content", "atom:summary", "xhtml:body")
    for text in texts {
      // Addresses in a text belong to its page rather than to the feed.
      let base = text.base ?? pageURL()
      for tag in HTMLTag.all("img", in: text.markup) {
        if let picture = Self.picture(tag, base: base) { return picture }
      }
    }
    return nil
  }

  private static func picture(_ tag: HTMLTag, base: URL?) -> FeedPicture? {
    // Pages that load pictures late keep the address elsewhere.
    let addresses = ["src", "data-src", "data-original"].compactMap { tag.attributes[$0] }
    let address = addresses.first { !$0.isEmpty && !$0.lowercased().hasPrefix("data:") }
    guard let address, !isDecoration(address) else { return nil }
    var picture = FeedPicture(address: address, base: base)
    picture.width = FeedPicture.pixels(tag.attributes["width"])
    picture.height = FeedPicture.pixels(tag.attributes["height"])
    if let width = tag.attributes["width"], width == "0" { return nil }
    let edges = [picture.width, picture.height].compactMap(\.self)
    // Counters, smileys and buttons; what a text says of a picture's size is its size on the page.
    if let edge = edges.max(), edge <= 32 { return nil }
    (picture.width, picture.height) = (nil, nil)
    return picture
  }

  /// Counters and smileys of feed services, which are in all their texts.
  private static func isDecoration(_ address: String) -> Bool {
    [
      "feeds.feedburner.com/~", "feedsportal.com", "pixel.wp.com", "stats.wordpress.com",
      "s.w.org/images/core/emoji", "gravatar.com/avatar/", "feeds.wordpress.com",
    ].contains { address.contains($0) }
  }

  private func isPicture(type: String?, _ address: String) -> Bool {
    if let type = type?.lowercased(), !type.isEmpty, type != "application/octet-stream" {
      return type.hasPrefix("image/") || type == "image"
    }
    return FileNameKind(Self.name(address)) == .picture
  }

  private static func isOtherMedium(_ address: String) -> Bool {
    let name = String(decoding: name(address), as: UTF8.self).lowercased()
    return [
      ".mp3", ".m4a", ".ogg", ".oga", ".wav", ".flac", ".aac", ".mp4", ".m4v", ".mov", ".webm",
      ".ogv", ".avi", ".mkv", ".mpg", ".mpeg", ".flv", ".swf", ".pdf", ".doc", ".zip", ".html",
      ".htm", ".txt", ".m3u8",
    ].contains { name.hasSuffix($0) }
  }

  /// The last part of an address's path.
  private static func name(_ address: String) -> ArraySlice<UInt8> {
    let path = Array(address.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
    return path[((path.lastIndex(of: UInt8(ascii: "/")) ?? -1) + 1)...]
  }
}
