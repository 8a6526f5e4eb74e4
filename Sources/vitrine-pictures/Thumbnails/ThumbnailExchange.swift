import CVips
import PictureProtocol

/// What the thumbnail cache provides for a request for a picture, and what it gets.
final class ThumbnailExchange {
  let offer: ThumbnailOffer
  private let cachedFile: OwnedDescriptor?
  /// A thumbnail that was made for the request.
  private var made: (pixels: PixelBuffer, source: PictureHeader.Size)?

  init(offer: ThumbnailOffer, cachedFile: OwnedDescriptor?) {
    self.offer = offer
    self.cachedFile = cachedFile
  }

  /// A picture made from the cached thumbnail.
  struct Found {
    var pixels: PixelBuffer
    var source: PictureHeader.Size
    /// Whether it is as good as the picture itself.
    var isSharp: Bool
  }

  /// Reads the cached file.
  ///
  /// - Parameters:
  ///   - wantsRough: Whether a thumbnail that is too small is useful.
  ///   - source: The upright size of the source's picture, called if the thumbnail does not state it.
  ///   - geometry: For a source of a given size.
  /// - Returns: nil also if anything is wrong with the cached file: then the picture itself is used.
  func find(
    decoder: PictureDecoder, wantsRough: Bool, source: () -> PictureHeader.Size?,
    geometry: (PictureHeader.Size) -> PictureGeometry
  ) -> Found? {
    guard let cachedFile else { return nil }
    return try? FileMapping.read(cachedFile) { (bytes) throws(PictureFailure) -> Found? in
      guard let cached = CachedThumbnail(bytes, for: offer, decoder: decoder),
        let size = cached.sourceSize ?? source(), cached.hasShape(of: size)
      else { return nil }
      let geometry = geometry(size)
      let isSharp = cached.isEnough(for: geometry, source: size)
      guard isSharp || wantsRough else { return nil }
      return Found(
        pixels: try cached.pixels(geometry, decoder: decoder), source: size, isSharp: isSharp)
    }
  }

  /// The size of a thumbnail to make, and the size to decode, from which both the thumbnail and the picture can be made;
  /// nil if the picture needs too many pixels.
  func geometriesToMake(
    source: PictureHeader.Size, for geometry: PictureGeometry
  ) -> (decoded: PictureGeometry, kept: PictureGeometry)? {
    guard let size = offer.wanted else { return nil }
    let kept = Self.geometry(of: source, in: UInt32(size.pixels))
    let (width, height) = (
      min(geometry.scaledWidth, source.width), min(geometry.scaledHeight, source.height)
    )
    if kept.width >= width, kept.height >= height { return (kept, kept) }
    // A little more than the picture: of 12 megapixels a whole `x-large` takes twice the decode.
    let scale = max(
      Double(width) / Double(source.width), Double(height) / Double(source.height))
    let side = (scale * Double(max(source.width, source.height))).rounded(.up) + 1
    guard side <= Double(ThumbnailSize.xLarge.pixels) else { return nil }
    let decoded = Self.geometry(of: source, in: UInt32(side))
    return decoded.width >= width && decoded.height >= height ? (decoded, kept) : nil
  }

  private static func geometry(
    of source: PictureHeader.Size, in side: UInt32
  ) -> PictureGeometry {
    PictureGeometry(
      source: source,
      target: PictureTarget(columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1),
      region: nil, samples: nil)
  }

  func keep(_ pixels: PixelBuffer, of source: PictureHeader.Size) { made = (pixels, source) }

  /// Whether there is something for the cache.
  var hasMade: Bool { made != nil }

  /// What the cache gets; its PNG is empty if it could not be made, or is too large.
  func answer(id: UInt32) -> WorkerAnswer {
    let png = made.flatMap {
      try? PNGFile($0.pixels, texts: ThumbnailText.make(for: offer, source: $0.source)).bytes
    }
    let isTooLarge = png.map { $0.count > PictureProtocolLimits.thumbnailBytes } ?? true
    return .thumbnail(id: id, size: offer.wanted ?? .normal, png: isTooLarge ? [] : png ?? [])
  }
}
