/// The meaning of an image's `size` (500px API v1, *Image URL and image sizes*).
struct FeedImageSize: Hashable {
  /// The longest edge, or the fixed one; 0 if unknown.
  var pixels: Int
  /// Whether the picture was cut to a square.
  var isSquare: Bool

  init(id: Int?) {
    switch id ?? 0 {
    case 1: self.init(pixels: 70, isSquare: true)
    case 2: self.init(pixels: 140, isSquare: true)
    case 3: self.init(pixels: 280, isSquare: true)
    case 100, 200, 440, 600: self.init(pixels: id ?? 0, isSquare: true)
    case 4: self.init(pixels: 900, isSquare: false)
    case 5: self.init(pixels: 1_170, isSquare: false)
    case 6: self.init(pixels: 1_080, isSquare: false)
    case 20: self.init(pixels: 300, isSquare: false)
    case 21: self.init(pixels: 600, isSquare: false)
    case 30: self.init(pixels: 256, isSquare: false)
    case 31: self.init(pixels: 450, isSquare: false)
    // The other values are numbers of pixels: 1080, 1600, 2048.
    case 101...100_000: self.init(pixels: id ?? 0, isSquare: false)
    default: self.init(pixels: 0, isSquare: false)
    }
  }

  private init(pixels: Int, isSquare: Bool) {
    self.pixels = pixels
    self.isSquare = isSquare
  }
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
