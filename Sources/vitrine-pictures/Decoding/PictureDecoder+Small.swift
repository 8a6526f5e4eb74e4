import CVips
import PictureProtocol

extension PictureDecoder {
  /// The same of pixels that are there: a thumbnail, upright and in sRGB.
  func pixels(
    of pixels: PixelBuffer, geometry: PictureGeometry
  ) throws(PictureFailure) -> PixelBuffer {
    let isWhole =
      geometry.cropWidth == geometry.scaledWidth && geometry.cropHeight == geometry.scaledHeight
    if isWhole, let shrunk = pixels.shrunk(width: geometry.width, height: geometry.height) {
      return shrunk
    }
    var result = Result<PixelBuffer, PictureFailure>.failure(.outOfMemory)
    pixels.bytes.withUnsafeBytes { buffer in
      let image = vitrine_vips_from_memory(
        buffer.baseAddress, buffer.count, Int32(pixels.width), Int32(pixels.height), 4)
      guard let picture = VipsPicture(image) else { return }
      do throws(PictureFailure) {
        result = .success(try self.pixels(of: picture, geometry: geometry))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func pixels(
    of small: consuming VipsPicture, geometry: PictureGeometry
  ) throws(PictureFailure) -> PixelBuffer {
    let scaled = small.map {
      vitrine_vips_thumbnail_image(
        $0, Int32(geometry.scaledWidth), Int32(geometry.scaledHeight), VITRINE_COLORS_AS_STORED,
        &$1)
    }
    guard let scaled else { throw Vips.takeFailure() }
    return try write(try scaled.cut(by: geometry).inSRGB())
  }
}
