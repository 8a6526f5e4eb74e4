import CVips
import PictureProtocol

/// A file of the thumbnail cache that matches the picture in its current state.
struct CachedThumbnail {
  private let bytes: ByteView
  private let size: PictureHeader.Size
  private let texts: [String: String]

  /// The most pixels a side: anything larger is not a thumbnail.
  private static let sideLimit = ThumbnailSize.xxLarge.pixels

  /// - Parameter bytes: They must outlive this value.
  init?(_ bytes: ByteView, for offer: ThumbnailOffer) {
    guard PictureFormat(beginning: bytes.bytes) == .png, let size = PNGHeader(of: bytes)?.size,
      (1...Self.sideLimit).contains(size.width), (1...Self.sideLimit).contains(size.height),
      case let texts = Self.texts(of: bytes), ThumbnailText.belong(texts, to: offer)
    else { return nil }
    self.bytes = bytes
    self.size = size
    self.texts = texts
  }

  /// The texts (W3C PNG specification, 11.3.4), compressed or not: KDE compresses them. Includes those after the pixels, where ImageMagick
  /// puts them.
  private static func texts(of png: ByteView) -> [String: String] {
    var texts: [String: String] = [:]
    for chunk in Chunks(png: png) {
      let isCompressed = chunk.isNamed("zTXt")
      guard isCompressed || chunk.isNamed("tEXt"),
        let zero = chunk.content.bytes.firstIndex(of: 0)
      else { continue }
      let keyword = String(decoding: chunk.content.bytes[..<zero], as: UTF8.self)
      // The byte before compressed text says how; there is one way.
      let text = chunk.content.part(from: zero + (isCompressed ? 2 : 1))
      texts[keyword] =
        isCompressed
        ? String(decoding: Deflate.decompressed(text, byteLimit: textLimit), as: UTF8.self)
        : String(decoding: text.bytes, as: UTF8.self)
    }
    return texts
  }

  /// A URI of the longest path.
  private static let textLimit = 16 << 10

  /// The size of the upright source, if Vitrine wrote it: other programs mean the stored size.
  var sourceSize: PictureHeader.Size? {
    guard texts[ThumbnailText.software]?.hasPrefix(ThumbnailText.program) == true,
      let width = texts[ThumbnailText.width].flatMap(Int.init), (1...1 << 30).contains(width),
      let height = texts[ThumbnailText.height].flatMap(Int.init), (1...1 << 30).contains(height)
    else { return nil }
    return .init(width: width, height: height)
  }

  /// Whether it has the shape of a picture; a thumbnail that was not rotated, or has borders, does not.
  func hasShape(of source: PictureHeader.Size) -> Bool {
    // Within rounding to whole pixels.
    let difference = abs(size.width * source.height - size.height * source.width)
    return difference <= max(source.width, source.height) * 2
  }

  /// Whether it has all the pixels that a picture is made from.
  func isEnough(for geometry: PictureGeometry, source: PictureHeader.Size) -> Bool {
    size.width >= min(geometry.scaledWidth, source.width)
      && size.height >= min(geometry.scaledHeight, source.height)
  }

  func pixels(
    _ geometry: PictureGeometry, decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer {
    let count = size.width * size.height * 4
    var isWhole = false
    let pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, used in
      isWhole =
        vitrine_png_pixels(
          bytes.bytes.baseAddress, bytes.count, Int32(size.width), Int32(size.height),
          buffer.baseAddress, count) == 0
      used = isWhole ? count : 0
    }
    guard isWhole else { throw .broken("thumbnail") }
    return try decoder.pixels(
      of: PixelBuffer(width: size.width, height: size.height, bytes: pixels), geometry: geometry)
  }
}
