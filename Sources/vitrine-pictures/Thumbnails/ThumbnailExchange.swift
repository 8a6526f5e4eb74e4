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
  /// - Throws: The failure in an entry of a failure; nothing else.
  func find(
    decoder: PictureDecoder, wantsRough: Bool, source: () -> PictureHeader.Size?,
    geometry: (PictureHeader.Size) -> PictureGeometry
  ) throws(PictureFailure) -> Found? {
    guard let cachedFile else { return nil }
    var found: Found?
    var failure: PictureFailure?
    // If anything is wrong with a cached file, the picture itself is used.
    _ = try? FileMapping.read(cachedFile) { (bytes) throws(PictureFailure) in
      guard let cached = CachedThumbnail(bytes, for: offer, decoder: decoder) else { return }
      failure = cached.failure
      guard failure == nil, let size = cached.sourceSize ?? source(), cached.hasShape(of: size)
      else { return }
      let geometry = geometry(size)
      let isSharp = cached.isEnough(for: geometry, source: size)
      guard isSharp || wantsRough else { return }
      found = Found(
        pixels: try cached.pixels(geometry, decoder: decoder), source: size, isSharp: isSharp)
    }
    if let failure { throw failure }
    return found
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
  func hasThumbnail(after failure: PictureFailure?) -> Bool {
    guard offer.wanted != nil else { return false }
    return failure.map { ThumbnailFailure.text(of: $0) != nil } ?? (made != nil)
  }

  /// What the cache gets; its PNG is empty if it could not be made.
  func answer(id: UInt32, after failure: PictureFailure?) -> WorkerAnswer {
    guard let failure else {
      let texts = ThumbnailText.make(for: offer, source: made?.source)
      return .thumbnail(
        id: id, size: offer.wanted, png: made.map { Self.png(of: $0.pixels, texts) } ?? [])
    }
    var texts = ThumbnailText.make(for: offer, source: nil)
    texts.append((ThumbnailText.failure, ThumbnailFailure.text(of: failure) ?? ""))
    let pixel = PixelBuffer(width: 1, height: 1, bytes: [0, 0, 0, 0])
    return .thumbnail(id: id, size: nil, png: Self.png(of: pixel, texts))
  }

  /// - Returns: Empty if it cannot be made or is too large.
  private static func png(of pixels: PixelBuffer, _ texts: [ThumbnailText.Entry]) -> [UInt8] {
    let bytes = (try? PNGFile(pixels, texts: texts).bytes) ?? []
    return bytes.count <= PictureProtocolLimits.thumbnailBytes ? bytes : []
  }
}

/// Failures that are kept as entries below `fail`: those that take a decode to find out, nothing else.
enum ThumbnailFailure {
  static func text(of failure: PictureFailure) -> String? {
    switch failure {
    case .truncated: "truncated"
    case .broken(let words): "broken: \(words)"
    default: nil
    }
  }

  static func failure(of text: String) -> PictureFailure? {
    if text == "truncated" { return .truncated }
    guard text.hasPrefix("broken: ") else { return nil }
    return .broken(FailureText.short(String(text.dropFirst("broken: ".count))))
  }
}
