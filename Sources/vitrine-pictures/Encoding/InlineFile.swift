import CVips
import PictureProtocol

/// The file of an iTerm2 inline picture: a JPEG, or a PNG if anything is transparent.
struct InlineFile {
  /// tmux and others cut off sequences of more than a megabyte; base64 makes four bytes of three.
  static let byteLimit = 740_000
  /// Tried one after the other; if the last is not enough, the picture is made smaller.
  private static let qualities: [Int32] = [85, 70, 55]

  let coding: EncodedPicture.Coding
  let bytes: [UInt8]
  let width: Int
  let height: Int

  /// - Parameter limit: The most bytes, if the picture can be so small at all.
  init(_ pixels: PixelBuffer, limit: Int = byteLimit) throws(PictureFailure) {
    var pixels = pixels
    while true {
      let (coding, bytes) = try Self.encode(pixels, limit: limit)
      if bytes.count <= limit || pixels.width * pixels.height == 1 {
        (self.coding, self.bytes) = (coding, bytes)
        (width, height) = (pixels.width, pixels.height)
        return
      }
      pixels = pixels.half
    }
  }

  private static func encode(
    _ pixels: PixelBuffer, limit: Int
  ) throws(PictureFailure) -> (EncodedPicture.Coding, [UInt8]) {
    guard pixels.transparency == .none else { return (.png, try PNGFile(pixels).bytes) }
    var bytes: [UInt8] = []
    for quality in qualities {
      bytes = try pixels.jpeg(quality: quality)
      if bytes.count <= limit { break }
    }
    return (.jpeg, bytes)
  }
}

extension PixelBuffer {
  /// A baseline JPEG, without transparency.
  func jpeg(quality: Int32) throws(PictureFailure) -> [UInt8] {
    var memory: UnsafeMutableRawPointer?
    var count = 0
    let result = withoutAlpha.withUnsafeBytes { rgb in
      vitrine_vips_jpeg(
        rgb.baseAddress, rgb.count, Int32(width), Int32(height), quality, &memory, &count)
    }
    guard result == 0, let memory else { throw Vips.takeFailure() }
    defer { g_free(memory) }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
  }
}
