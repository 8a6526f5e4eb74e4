import CVips
import PictureProtocol

/// A file of the thumbnail cache that was found to be one of the picture as it is now.
struct CachedThumbnail: ~Copyable {
  private let picture: VipsPicture
  private let texts: [String: String]

  /// The most pixels a side: what is larger is no thumbnail.
  private static let sideLimit = ThumbnailSize.xxLarge.pixels

  /// - Parameter bytes: They must outlive this value.
  init?(_ bytes: ByteView, for offer: ThumbnailOffer, decoder: PictureDecoder) {
    guard FormatSniffer.kind(of: bytes) == .picture(.png), let size = PNGHeader.size(of: bytes),
      (1...Self.sideLimit).contains(size.width), (1...Self.sideLimit).contains(size.height),
      let picture = try? decoder.open(bytes, as: .png)
    else {
      Vips.forgetErrors()
      return nil
    }
    let texts = ThumbnailText.all(of: picture)
    guard ThumbnailText.belong(texts, to: offer) else { return nil }
    self.picture = picture
    self.texts = texts
  }

  /// Why there is no picture, where this is the entry of a failure.
  var failure: PictureFailure? {
    texts[ThumbnailText.failure].flatMap(ThumbnailFailure.failure)
  }

  /// The size of the upright source, where we wrote it ourselves: others mean the stored one.
  var sourceSize: PictureHeader.Size? {
    guard texts[ThumbnailText.software]?.hasPrefix(ThumbnailText.program) == true,
      let width = texts[ThumbnailText.width].flatMap(Int.init), (1...1 << 30).contains(width),
      let height = texts[ThumbnailText.height].flatMap(Int.init), (1...1 << 30).contains(height)
    else { return nil }
    return .init(width: width, height: height)
  }

  /// Whether it has the shape of a picture; one that was not turned, or has edges, has not.
  func hasShape(of source: PictureHeader.Size) -> Bool {
    // As far as rounding to whole pixels goes.
    let difference = abs(picture.width * source.height - picture.height * source.width)
    return difference <= max(source.width, source.height) * 2
  }

  /// Whether it has all the pixels that a picture is made from.
  func isEnough(for geometry: PictureGeometry, source: PictureHeader.Size) -> Bool {
    picture.width >= min(geometry.scaledWidth, source.width)
      && picture.height >= min(geometry.scaledHeight, source.height)
  }

  /// The picture, made of it.
  consuming func pixels(
    _ geometry: PictureGeometry, decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer {
    try decoder.pixels(of: picture, geometry: geometry)
  }
}
