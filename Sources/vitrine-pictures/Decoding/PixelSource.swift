import CVips
import PictureProtocol

/// Where pixels come from: a file's bytes, and for JPEG how much of them is decoded; or what is decoded.
struct PixelSource {
  var bytes: ByteView
  /// Whether the bytes are a mapped file's, so that those that were read can leave memory.
  var isMapped = false
  /// A picture in memory, taken instead of the bytes; it must outlive the source.
  var decoded: UnsafeMutablePointer<VipsImage>?
  /// For JPEG: 1, 2, 4 or 8, of which the decoder makes only every such pixel, cheaply and well.
  var jpegShrink: Int?
  /// Taken instead of the file's own, for thumbnails that have none. 0 is "its own".
  var orientation = 0
  /// For HEIC and AVIF: whether the thumbnail in the file may be taken where it is large enough.
  var takesThumbnail = true

  /// The picture at exactly this size, upright, or nil with words in libvips' buffer.
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
    // Not vips_thumbnail_buffer(), which leaves half of the shrinking to itself: at 856×320 pixels from
    // 12 megapixels that decodes four times as many.
    let opened = VipsPicture(
      vitrine_vips_open_jpeg(
        bytes.bytes.baseAddress, bytes.count, isMapped ? 1 : 0, Int32(jpegShrink),
        Int32(orientation)))
    guard let opened else { return nil }
    return opened.map {
      vitrine_vips_thumbnail_image($0, Int32(width), Int32(height), colors, &$1)
    }
  }

  /// How the pixels of a JPEG are rotated to stand upright; nil where they are not, or are mirrored, too.
  ///
  /// - Parameter opened: The picture that they are of.
  func rotation(of opened: borrowing VipsPicture) -> PictureRotation? {
    guard decoded == nil, jpegShrink != nil else { return nil }
    switch orientation > 0 ? orientation : Int(vips_image_get_orientation(opened.image)) {
    case 3: return .half
    case 6: return .right
    case 8: return .left
    default: return nil
    }
  }

  /// The most that a JPEG can be shrunk by while it is decoded.
  ///
  /// - Parameters:
  ///   - size: The stored size.
  ///   - isRotated: Whether the sides change places (orientations 5...8).
  static func jpegShrink(
    size: PictureHeader.Size, isRotated: Bool, to geometry: PictureGeometry
  ) -> Int {
    let width = isRotated ? geometry.scaledHeight : geometry.scaledWidth
    let height = isRotated ? geometry.scaledWidth : geometry.scaledHeight
    return [8, 4, 2].first { size.width / $0 >= width && size.height / $0 >= height } ?? 1
  }
}
