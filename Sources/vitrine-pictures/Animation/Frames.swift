import CVips
import CWebP
import PictureProtocol

/// The pictures of a GIF, by libvips, which reads all of them as one high strip.
///
/// The strip is read from top to bottom and never kept: it takes the memory of one picture, and what libnsgif needs.
final class GIFFrames: FrameDecoder {
  private let strip: VipsPicture
  private let region: UnsafeMutablePointer<VipsRegion>
  private let canvas: PictureHeader.Size
  private var index = 0
  private var held: UnsafeMutablePointer<VipsPel>?

  init(
    _ file: ByteView, count: Int, canvas: PictureHeader.Size
  ) throws(PictureFailure) {
    let opened = VipsPicture(vitrine_vips_open_strip(file.bytes.baseAddress, file.count))
    guard let opened else { throw Vips.takeFailure() }
    guard opened.width == canvas.width, opened.height == canvas.height * count, opened.isBytes,
      let region = vips_region_new(opened.image)
    else { throw .broken("pictures of different sizes") }
    strip = opened
    self.region = region
    self.canvas = canvas
  }

  deinit {
    g_object_unref(region)
    g_free(held)
  }

  func next() throws(PictureFailure) -> FramePixels {
    g_free(held)
    held = nil
    let lines = try lines(canvas.height)
    held = lines.memory
    index += 1
    return FramePixels(
      memory: UnsafeRawPointer(lines.memory), byteCount: lines.byteCount, bands: strip.bands)
  }

  func skip() throws(PictureFailure) {
    g_free(try lines(1).memory)
    index += 1
  }

  /// The first lines of the next picture.
  private func lines(
    _ count: Int
  ) throws(PictureFailure) -> (memory: UnsafeMutablePointer<VipsPel>, byteCount: Int) {
    var byteCount = 0
    let memory = vips_region_fetch(
      region, 0, Int32(index * canvas.height), Int32(canvas.width), Int32(count), &byteCount)
    guard let memory else { throw Vips.takeFailure() }
    return (memory, byteCount)
  }
}

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
