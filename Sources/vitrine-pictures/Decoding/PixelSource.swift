import CVips
import PictureProtocol

/// Where pixels come from: the bytes of a file, and for JPEG how much of them is decoded; or a decoded picture.
struct PixelSource {
  var bytes: ByteView
  /// Whether the bytes are those of a mapped file, so that they can leave memory once they were read.
  var isMapped = false
  /// A picture in memory, used instead of the bytes; it must outlive the source.
  var decoded: UnsafeMutablePointer<VipsImage>?
  /// For JPEG: 1, 2, 4 or 8; the decoder makes only every such pixel, cheaply and well.
  var jpegShrink: Int?
  /// Used instead of the file's own, for thumbnails that have none.
  var orientation: Orientation?
  /// For HEIC and AVIF: whether the thumbnail in the file may be used if it is large enough.
  var takesThumbnail = true

  /// The picture at exactly this size, upright; nil after an error, which is in libvips' buffer.
  func scaled(width: Int, height: Int, colors: VitrineColors) -> VipsPicture? {
    if let decoded {
      return VipsPicture(vitrine_vips_share(decoded))?.map {
        vitrine_vips_thumbnail_image($0, Int32(width), Int32(height), colors, &$1)
      }
    }
    guard takesThumbnail else {
      let whole = VipsPicture(
        vitrine_vips_open_sequentially(bytes.bytes.baseAddress, bytes.count))
      return whole?.map {
        vitrine_vips_thumbnail_image($0, Int32(width), Int32(height), colors, &$1)
      }
    }
    guard let jpegShrink else {
      var scaled: UnsafeMutablePointer<VipsImage>?
      let result = vitrine_vips_thumbnail(
        bytes.bytes.baseAddress, bytes.count, Int32(width), Int32(height), colors, &scaled)
      return result == 0 ? VipsPicture(scaled) : nil
    }
    // Not vips_thumbnail_buffer(), which leaves half of the shrinking to itself: for 856×320 pixels from 12 megapixels
    // that decodes four times as many.
    let opened = VipsPicture(
      vitrine_vips_open_jpeg(
        bytes.bytes.baseAddress, bytes.count, isMapped ? 1 : 0, Int32(jpegShrink),
        Int32(orientation?.number ?? 0)))
    return opened?.map {
      vitrine_vips_thumbnail_image($0, Int32(width), Int32(height), colors, &$1)
    }
  }

  /// The rotation that makes the pixels of a JPEG upright; nil if there is none, or if they are mirrored, too.
  ///
  /// - Parameter opened: The picture with these pixels.
  func rotation(of opened: borrowing VipsPicture) -> PictureRotation? {
    guard decoded == nil, jpegShrink != nil else { return nil }
    let rotation = (orientation ?? opened.orientation).rotation
    return rotation == PictureRotation.none ? nil : rotation
  }

  /// The most that a JPEG can be shrunk by while it is decoded.
  ///
  /// - Parameters:
  ///   - size: The stored size.
  ///   - orientation: The stored picture's.
  static func jpegShrink(
    size: PictureHeader.Size, _ orientation: Orientation, to geometry: PictureGeometry
  ) -> Int {
    let size = size.upright(orientation)
    return [8, 4, 2].first {
      size.width / $0 >= geometry.scaledWidth && size.height / $0 >= geometry.scaledHeight
    } ?? 1
  }
}
