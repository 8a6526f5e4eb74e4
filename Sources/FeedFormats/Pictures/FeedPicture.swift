import Foundation

/// A picture of an item or of an HTML text, with what is stated about it alone.
struct FeedPicture {
  var image: FeedAddress.Picture
  var thumbnail: URL?
  var width: Int?
  var height: Int?
  /// Decides between forms of the same size.
  var preference = 0.0
  /// The `media:content` that it comes from, which may have its own texts.
  var element: XMLElement?
  /// A description of the picture; not cleaned.
  var text: String?
  /// The source's name for it; nil for that of its file.
  var name: String?

  /// - Returns: nil for anything that isn't an address.
  init?(_ address: String?, at base: FeedBase) {
    guard let image = base.picture(address) else { return nil }
    self.image = image
  }

  /// A `media:content` or `media:thumbnail`.
  init?(_ element: XMLElement, at base: FeedBase) {
    self.init(element["url"], at: base)
    width = Self.pixels(element["width"])
    height = Self.pixels(element["height"])
    let byteCount = element["fileSize"].flatMap { Int($0) } ?? 0
    preference = Double(byteCount) + (element["isDefault"] == "true" ? 0.5 : 0)
    self.element = element
  }

  /// The same for all sizes of a picture.
  var key: String { HTMLPicture.key(of: image.url.absoluteString) }

  /// The same one with a small version: the smallest that is large enough for a thumbnail, otherwise the largest.
  func with(_ thumbnails: [FeedPicture]) -> FeedPicture {
    var picture = self
    let thumbnail = Self.sizes(thumbnails).thumbnail() ?? Self.largest(thumbnails)
    picture.thumbnail = thumbnail?.image.url
    return picture
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

  /// A text, followed by the description of a picture unless that repeats it or the title.
  static func description(_ text: String?, _ shown: String?, title: String?) -> String? {
    let own = shown == text || shown == title ? nil : shown
    let parts = [text, own].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: "\n\n")
  }

  /// `640`, `640px`.
  static func pixels(_ raw: String?) -> Int? {
    guard var text = CleanText.line(raw) else { return nil }
    if text.hasSuffix("px") { text = String(text.dropLast(2)) }
    return JSONValue.text(text).whole(in: edges)
  }

  /// How many pixels a picture may have along an edge.
  static let edges = 1...1_000_000
}
