import PictureProtocol

/// What the thumbnail cache provides for a request for a picture, and what it gets.
struct ThumbnailExchange {
  let offer: ThumbnailOffer
  let cachedFile: OwnedDescriptor?

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
      guard let cached = CachedThumbnail(bytes, for: offer),
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

  /// What the cache gets; nil if it can't be made, or is too large. With an own PNG writer that takes a millisecond, so the picture can
  /// wait for it.
  func thumbnail(of pixels: PixelBuffer, source: PictureHeader.Size) -> CacheThumbnail? {
    guard let size = offer.wanted,
      let png = try? PNGFile(pixels, texts: ThumbnailText.make(for: offer, source: source)).bytes,
      png.count <= PictureProtocolLimits.thumbnailBytes
    else { return nil }
    return CacheThumbnail(size: size, png: png)
  }
}
