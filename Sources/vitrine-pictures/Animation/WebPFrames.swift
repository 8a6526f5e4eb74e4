import CWebP
import PictureProtocol

/// The pictures of a WebP, by libwebp's own decoder of animations: two pictures' memory.
///
/// libvips 8.14 would decode all pictures before it delivers the first line, into a file if they take more than 100 MB.
final class WebPFrames: FrameDecoder {
  private let decoder: OpaquePointer
  private let byteCount: Int

  /// - Parameter file: Must outlive this.
  init(_ file: ByteView, count: Int, canvas: PictureHeader.Size) throws(PictureFailure) {
    let bytes = file.bytes.assumingMemoryBound(to: UInt8.self).baseAddress
    guard let decoder = vitrine_webp_open(bytes, file.count) else { throw .truncated }
    var info = WebPAnimInfo()
    guard WebPAnimDecoderGetInfo(decoder, &info) != 0, Int(info.frame_count) == count,
      Int(info.canvas_width) == canvas.width, Int(info.canvas_height) == canvas.height
    else {
      WebPAnimDecoderDelete(decoder)
      throw .broken("pictures of different sizes")
    }
    self.decoder = decoder
    byteCount = canvas.width * canvas.height * 4
  }

  deinit { WebPAnimDecoderDelete(decoder) }

  func next() throws(PictureFailure) -> FramePixels {
    var pixels: UnsafeMutablePointer<UInt8>?
    var timestamp: Int32 = 0
    guard WebPAnimDecoderGetNext(decoder, &pixels, &timestamp) != 0, let pixels else {
      throw .broken("a picture of the animation")
    }
    return FramePixels(memory: UnsafeRawPointer(pixels), byteCount: byteCount, bands: 4)
  }

  func skip() throws(PictureFailure) { _ = try next() }
}
