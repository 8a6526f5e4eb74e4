import CVips
import PictureProtocol

/// A picture of libvips, released at the end of its life.
struct VipsPicture: ~Copyable {
  let image: UnsafeMutablePointer<VipsImage>

  init?(_ image: UnsafeMutablePointer<VipsImage>?) {
    guard let image else { return nil }
    self.image = image
  }

  deinit { g_object_unref(image) }

  var width: Int { Int(vips_image_get_width(image)) }
  var height: Int { Int(vips_image_get_height(image)) }
  var bands: Int { Int(vips_image_get_bands(image)) }
  var isCMYK: Bool { vips_image_get_interpretation(image) == VIPS_INTERPRETATION_CMYK }
  private var isSRGB: Bool { vips_image_get_interpretation(image) == VIPS_INTERPRETATION_sRGB }
  var isBytes: Bool { vips_image_get_format(image) == VIPS_FORMAT_UCHAR }
  var hasProfile: Bool { vitrine_vips_has_profile(image) != 0 }

  /// According to its EXIF data.
  var orientation: Orientation { Orientation(Int(vips_image_get_orientation(image))) ?? .upright }

  /// The size of the picture as displayed, after the rotation that EXIF states.
  var uprightSize: PictureHeader.Size {
    PictureHeader.Size(width: width, height: height).upright(orientation)
  }

  /// The EXIF data as a TIFF structure; empty if there are none.
  var exif: ByteView { EXIFBlock.tiff(in: blob("exif-data")) }

  /// The ICC profile; empty if there is none.
  var profile: ByteView { blob("icc-profile-data") }

  private func blob(_ name: String) -> ByteView {
    var data: UnsafeRawPointer?
    var count = 0
    guard vips_image_get_typeof(image, name) != 0,
      vips_image_get_blob(image, name, &data, &count) == 0, let data
    else { return .empty }
    return ByteView(bytes: UnsafeRawBufferPointer(start: data, count: count))
  }

  /// The picture that an operation makes from this one; nil after an error, which is in libvips' buffer.
  consuming func map(
    _ operation: (
      UnsafeMutablePointer<VipsImage>, inout UnsafeMutablePointer<VipsImage>?
    ) -> Int32
  ) -> VipsPicture? {
    var result: UnsafeMutablePointer<VipsImage>?
    guard operation(image, &result) == 0 else { return nil }
    return VipsPicture(result)
  }
}

extension VipsPicture {
  /// The visible part, at its final size; if it is enlarged by whole pixels, at its own size.
  consuming func cut(by geometry: PictureGeometry) throws(PictureFailure) -> VipsPicture {
    var picture = self
    if geometry.cropWidth != picture.width || geometry.cropHeight != picture.height {
      picture = try picture.changed {
        vitrine_vips_crop(
          $0, Int32(geometry.cropX), Int32(geometry.cropY), Int32(geometry.cropWidth),
          Int32(geometry.cropHeight), &$1)
      }
    }
    if !geometry.isByWholePixels,
      geometry.width != picture.width || geometry.height != picture.height
    {
      picture = try picture.changed {
        vitrine_vips_resize($0, Int32(geometry.width), Int32(geometry.height), &$1)
      }
    }
    return picture
  }

  /// sRGB in bytes with alpha, whatever the picture was.
  consuming func inSRGB() throws(PictureFailure) -> VipsPicture {
    var picture = self
    if !picture.isSRGB { picture = try picture.changed { vitrine_vips_to_srgb($0, &$1) } }
    if !picture.isBytes { picture = try picture.changed { vitrine_vips_to_bytes($0, &$1) } }
    if picture.bands > 4 {
      picture = try picture.changed { vitrine_vips_first_bands($0, 4, &$1) }
    }
    if picture.bands == 3 {
      picture = try picture.changed { vitrine_vips_add_opaque_alpha($0, &$1) }
    }
    guard picture.bands == 4 else { throw .broken("\(picture.bands) channels") }
    return picture
  }

  private consuming func changed(
    _ operation: (
      UnsafeMutablePointer<VipsImage>, inout UnsafeMutablePointer<VipsImage>?
    ) -> Int32
  ) throws(PictureFailure) -> VipsPicture {
    guard let result = map(operation) else { throw Vips.takeFailure() }
    return result
  }
}
