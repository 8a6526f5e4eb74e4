/// The meaning of an image's `size` (500px API v1, *Image URL and image sizes*).
struct FeedImageSize: Hashable {
  /// The longest edge, or the fixed one; 0 if unknown.
  var pixels: Int
  /// Whether the picture was cut to a square.
  var isSquare: Bool

  init(id: Int?) {
    let id = id ?? 0
    isSquare = Self.squares[id] != nil
    // The other values are numbers of pixels: 1080, 1600, 2048.
    pixels = Self.squares[id] ?? Self.others[id] ?? ((101...100_000).contains(id) ? id : 0)
  }

  private static let squares = [1: 70, 2: 140, 3: 280, 100: 100, 200: 200, 440: 440, 600: 600]
  private static let others = [
    4: 900, 5: 1_170, 6: 1_080, 20: 300, 21: 600, 30: 256, 31: 450,
  ]
}

/// Chooses from the sizes of a photo.
enum FeedImageChoice {
  /// Enough for a thumbnail that is a dozen cells high.
  static let thumbnailPixels = 280

  /// The largest uncropped picture, otherwise the largest square one. Of equal or unknown sizes the last, because feeds
  /// list small ones first.
  static func image(_ images: [FeedImageDTO]) -> FeedImageDTO? {
    sizes(images) { $0.isSquare ? $0.pixels : preferred + $0.pixels }.largest
  }

  /// The smallest one that is large enough, preferably uncropped; otherwise the largest.
  static func thumbnail(_ images: [FeedImageDTO]) -> FeedImageDTO? {
    sizes(images) { $0.isSquare ? preferred + $0.pixels : $0.pixels }
      .thumbnail(pixels: thumbnailPixels) ?? sizes(images, extent: \.pixels).largest
  }

  /// More than any size.
  private static let preferred = 1_000_000

  /// Feeds list small ones first.
  private static func sizes(
    _ images: [FeedImageDTO], extent: (FeedImageSize) -> Int
  ) -> PictureSizes<FeedImageDTO> {
    PictureSizes(images.reversed()) { image in
      let size = FeedImageSize(id: image.size)
      return (size.pixels, extent(size), 0)
    }
  }
}

/// One of the sizes of a photo in a feed.
struct FeedImageDTO {
  var size: Int?
  var url: String

  /// - Returns: nil if there is no URL.
  init?(_ value: JSONValue) {
    guard let url = value["https_url"]?.lenientText ?? value["url"]?.lenientText else { return nil }
    self.url = url
    size = value["size"]?.lenientInt
  }
}
