import CVips
import PictureProtocol

/// What the thumbnail cache gives to a request for a picture, and what it gets for it.
final class ThumbnailExchange {
  let offer: ThumbnailOffer
  private let cachedFile: OwnedDescriptor?
  /// A thumbnail that was made on the way.
  private var made: (pixels: PixelBuffer, source: PictureHeader.Size)?

  init(offer: ThumbnailOffer, cachedFile: OwnedDescriptor?) {
    self.offer = offer
    self.cachedFile = cachedFile
  }

  /// A picture made of the cached thumbnail.
  struct Found {
    var pixels: PixelBuffer
    var source: PictureHeader.Size
    /// Whether it is as good as the picture itself.
    var isSharp: Bool
  }

  /// Looks into the cached file.
  ///
  /// - Parameters:
  ///   - wantsRough: Whether one that is too small is of use.
  ///   - source: The upright size of the source's picture, asked where the thumbnail does not tell.
  ///   - geometry: For a source of such a size.
  /// - Throws: What the entry of a failure says; nothing else.
  func find(
    decoder: PictureDecoder, wantsRough: Bool, source: () -> PictureHeader.Size?,
    geometry: (PictureHeader.Size) -> PictureGeometry
  ) throws(PictureFailure) -> Found? {
    guard let cachedFile else { return nil }
    var found: Found?
    var failure: PictureFailure?
    // Whatever is wrong with a cached file, the picture itself is there.
    _ = try? MappedFile.read(cachedFile) { (bytes) throws(PictureFailure) in
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

  /// How large a thumbnail to make, if the picture can be made of it.
  func geometryToMake(
    source: PictureHeader.Size, for geometry: PictureGeometry
  ) -> PictureGeometry? {
    guard let size = offer.wanted else { return nil }
    let side = UInt32(size.pixels)
    let thumbnail = PictureGeometry(
      source: source,
      target: PictureTarget(columns: side, rows: side, cellPixelWidth: 1, cellPixelHeight: 1),
      fit: .contain, region: nil, samples: nil)
    guard thumbnail.width >= min(geometry.scaledWidth, source.width),
      thumbnail.height >= min(geometry.scaledHeight, source.height)
    else { return nil }
    return thumbnail
  }

  func keep(_ pixels: PixelBuffer, of source: PictureHeader.Size) { made = (pixels, source) }

  /// Whether there is something for the cache.
  func hasThumbnail(after failure: PictureFailure?) -> Bool {
    guard offer.wanted != nil else { return false }
    return failure.map { ThumbnailFailure.text(of: $0) != nil } ?? (made != nil)
  }

  /// What the cache gets; its PNG is empty where it could not be made.
  func answer(id: UInt32, after failure: PictureFailure?) -> ThumbnailAnswer {
    guard let failure else {
      let texts = ThumbnailText.make(for: offer, source: made?.source)
      let png = made.flatMap { PNGWriter.png(of: $0.pixels, texts: texts) }
      return ThumbnailAnswer(id: id, size: offer.wanted, png: png ?? [])
    }
    var texts = ThumbnailText.make(for: offer, source: nil)
    texts.append((ThumbnailText.failure, ThumbnailFailure.text(of: failure) ?? ""))
    let pixel = PixelBuffer(width: 1, height: 1, bytes: [0, 0, 0, 0])
    return ThumbnailAnswer(id: id, size: nil, png: PNGWriter.png(of: pixel, texts: texts) ?? [])
  }
}

/// A failure as an entry below `fail` keeps it: those that cost a decode to find out, nothing else.
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
