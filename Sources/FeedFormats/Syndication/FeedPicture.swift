import Foundation

/// A picture in an item or an HTML text, with its stated properties.
struct FeedPicture {
  /// As written in the feed.
  var address: String
  /// For resolving it if it is relative; nil for the feed's own base.
  var base: URL?
  /// Where there is a small version of it, in the same form.
  var thumbnail: (address: String, base: URL?)?
  var width: Int?
  var height: Int?
  /// Decides between forms of the same size.
  var preference = 0.0
  /// The `media:content` that it comes from, which may have its own texts.
  var element: XMLElement?
  /// A description of the picture; not cleaned.
  var text: String?

  init(address: String, base: URL?) {
    self.address = address
    self.base = base
  }

  /// A `media:content` or `media:thumbnail`; nil without a URL.
  init?(_ element: XMLElement) {
    guard let address = element["url"], !address.isEmpty else { return nil }
    self.init(address: address, base: element.base)
    width = Self.pixels(element["width"])
    height = Self.pixels(element["height"])
    let byteCount = element["fileSize"].flatMap { Int($0) } ?? 0
    preference = Double(byteCount) + (element["isDefault"] == "true" ? 0.5 : 0)
    self.element = element
  }

  /// The same one, with a base if it has none.
  func based(on base: URL?) -> FeedPicture {
    var picture = self
    picture.base = picture.base ?? base
    if picture.thumbnail?.base == nil { picture.thumbnail?.base = base }
    return picture
  }

  /// The same one with a small version: the smallest that is large enough for a thumbnail, otherwise the largest.
  func with(_ thumbnails: [FeedPicture]) -> FeedPicture {
    var picture = self
    let thumbnail = Self.sizes(thumbnails).thumbnail() ?? Self.largest(thumbnails)
    picture.thumbnail = thumbnail.map { ($0.address, $0.base) }
    return picture
  }

  /// Whether a URL has the file extension of a picture.
  static func isPictureName(_ address: String) -> Bool {
    FileNameKind(Array(HTMLPicture.lastPart(of: address).utf8)) == .picture
  }

  /// Counters and smileys of feed services, which are in all their texts.
  static func isDecoration(_ address: String) -> Bool {
    [
      "feeds.feedburner.com/~", "feedsportal.com", "pixel.wp.com", "stats.wordpress.com",
      "s.w.org/images/core/emoji", "gravatar.com/avatar/", "feeds.wordpress.com",
    ].contains { address.contains($0) }
  }

  private static func sizes(_ pictures: [FeedPicture]) -> PictureSizes<FeedPicture> {
    PictureSizes(pictures) { picture in
      let width = picture.width ?? picture.height ?? 0
      let height = picture.height ?? width
      // At most 10^12.
      return (max(width, height), width * height, picture.preference)
    }
  }

  /// The largest one; of equal ones the default, then the first.
  static func largest(_ pictures: [FeedPicture]) -> FeedPicture? { sizes(pictures).largest }

  /// `640`, `640px`.
  static func pixels(_ raw: String?) -> Int? {
    guard var text = CleanText.line(raw) else { return nil }
    if text.hasSuffix("px") { text = String(text.dropLast(2)) }
    return JSONValue.text(text).lenientInt.flatMap { (1...1_000_000).contains($0) ? $0 : nil }
  }
}
