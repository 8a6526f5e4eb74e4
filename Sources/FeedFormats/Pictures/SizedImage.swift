/// One of the sizes in which 500px provides a picture (500px API v1, *Image URL and image sizes*).
struct SizedImage {
  let address: String
  /// The longest edge, or the fixed one; 0 if unknown.
  private let pixels: Int
  private let isSquare: Bool

  private static let squares = [1: 70, 2: 140, 3: 280, 100: 100, 200: 200, 440: 440, 600: 600]
  private static let others = [4: 900, 5: 1_170, 6: 1_080, 20: 300, 21: 600, 30: 256, 31: 450]
  /// Enough for a thumbnail that is a dozen cells high.
  private static let thumbnailPixels = 280
  /// More than any size.
  private static let preferred = 1_000_000

  /// - Returns: nil if there is no URL.
  init?(_ value: JSONValue) {
    guard let address = value["https_url"]?.lenientText ?? value["url"]?.lenientText else {
      return nil
    }
    self.address = address
    let id = value["size"]?.lenientInt ?? 0
    isSquare = Self.squares[id] != nil
    // The other values are numbers of pixels: 1080, 1600, 2048.
    pixels = Self.squares[id] ?? Self.others[id] ?? ((101...100_000).contains(id) ? id : 0)
  }

  /// The largest uncropped picture, otherwise the largest square one. Of equal or unknown sizes the last, because feeds
  /// list small ones first.
  static func largest(of images: [Self]) -> Self? {
    sizes(images) { $0.isSquare ? $0.pixels : preferred + $0.pixels }.largest
  }

  /// The smallest one that is large enough, preferably uncropped; otherwise the largest.
  static func thumbnail(of images: [Self]) -> Self? {
    sizes(images) { $0.isSquare ? preferred + $0.pixels : $0.pixels }
      .thumbnail(pixels: thumbnailPixels) ?? sizes(images, extent: \.pixels).largest
  }

  private static func sizes(_ images: [Self], extent: (Self) -> Int) -> PictureSizes<Self> {
    PictureSizes(images.reversed()) { ($0.pixels, extent($0), 0) }
  }
}
