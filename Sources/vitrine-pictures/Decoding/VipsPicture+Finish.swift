import CVips
import PictureProtocol

extension VipsPicture {
  /// The part that is seen, at its size.
  consuming func cut(by geometry: PictureGeometry) throws(PictureFailure) -> VipsPicture {
    var picture = self
    if geometry.cropWidth != picture.width || geometry.cropHeight != picture.height {
      picture = try picture.changed {
        vitrine_vips_crop(
          $0, Int32(geometry.cropX), Int32(geometry.cropY), Int32(geometry.cropWidth),
          Int32(geometry.cropHeight), &$1)
      }
    }
    if geometry.width != picture.width || geometry.height != picture.height {
      picture = try picture.changed {
        vitrine_vips_resize($0, Int32(geometry.width), Int32(geometry.height), &$1)
      }
    }
    return picture
  }

  /// sRGB in bytes with alpha, whatever it was.
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
