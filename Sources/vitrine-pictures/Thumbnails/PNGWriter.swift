import CVips
import PictureProtocol

/// Makes the PNGs of the thumbnail cache.
enum PNGWriter {
  /// - Returns: nil when it cannot be made or is too large.
  static func png(of pixels: PixelBuffer, texts: [(keyword: String, text: String)]) -> [UInt8]? {
    defer { Vips.forgetErrors() }
    let png = pixels.bytes.withUnsafeBytes { buffer -> [UInt8]? in
      let image = vitrine_vips_from_memory(
        buffer.baseAddress, buffer.count, Int32(pixels.width), Int32(pixels.height))
      guard var picture = VipsPicture(image) else { return nil }
      if pixels.isOpaque {
        guard let opaque = picture.map({ vitrine_vips_first_bands($0, 3, &$1) }) else { return nil }
        picture = opaque
      }
      return save(picture)
    }
    guard let png else { return nil }
    let whole = PNGText.adding(texts, to: png)
    return whole.count <= PictureProtocolLimits.thumbnailBytes ? whole : nil
  }

  private static func save(_ picture: borrowing VipsPicture) -> [UInt8]? {
    var bytes: UnsafeMutableRawPointer?
    var count = 0
    guard vitrine_vips_save_png(picture.image, &bytes, &count) == 0, let bytes else { return nil }
    defer { g_free(bytes) }
    return [UInt8](UnsafeRawBufferPointer(start: bytes, count: count))
  }
}

extension PixelBuffer {
  /// Whether nothing shows through.
  fileprivate var isOpaque: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      stride(from: 3, to: bytes.count, by: 4).allSatisfy { bytes[$0] == 255 }
    }
  }
}
