import PictureProtocol

/// Makes the PNGs of the thumbnail cache.
enum PNGWriter {
  /// - Returns: nil when it cannot be made or is too large.
  static func png(of pixels: PixelBuffer, texts: [(keyword: String, text: String)]) -> [UInt8]? {
    guard let file = try? PNGFile(pixels) else { return nil }
    let whole = PNGText.adding(texts, to: file.bytes)
    return whole.count <= PictureProtocolLimits.thumbnailBytes ? whole : nil
  }
}
