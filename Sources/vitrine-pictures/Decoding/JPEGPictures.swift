import CVips
import PictureProtocol

/// The pictures in a JPEG: itself, at an eighth of its size, the thumbnail in its EXIF data.
struct JPEGPictures {
  private let file: ByteView
  private let header: JPEGHeader
  private let orientation: Orientation

  /// nil for other formats.
  init?(file: ByteView, header: PictureHeader, opened: borrowing VipsPicture) {
    guard let jpeg = header.jpeg else { return nil }
    self.file = file
    self.header = jpeg
    orientation = opened.orientation
  }

  /// The picture itself.
  ///
  /// - Parameter mayBeLarger: Whether all of the picture may have more pixels than wanted: those that cost least.
  func sharp(
    opened: borrowing VipsPicture, geometry: PictureGeometry, decoder: PictureDecoder,
    mayBeLarger: Bool = false
  ) throws(PictureFailure) -> PixelBuffer {
    let shrink = shrink(to: geometry)
    if shrink == 8, let pixels = try pixelsOfMeans(opened, geometry, decoder, mayBeLarger) {
      return pixels
    }
    return try decoder.pixels(
      of: PixelSource(bytes: file, isMapped: true, jpegShrink: shrink), opened: opened,
      geometry: geometry)
  }

  /// A rough picture that costs next to nothing compared with the picture, if there is one.
  func rough(
    opened: borrowing VipsPicture, geometry: PictureGeometry, decoder: PictureDecoder
  ) -> PixelBuffer? {
    if let thumbnail = try? EmbeddedThumbnail.pixels(in: header, decoder: decoder),
      let pixels = try? decoder.pixels(of: thumbnail, geometry: geometry)
    {
      return pixels
    }
    guard header.frame.isProgressive, shrink(to: geometry) < 8 else { return nil }
    return try? pixelsOfMeans(opened, geometry, decoder, false)
  }

  /// At an eighth of its size, without libjpeg; nil if only that reads the file.
  private func pixelsOfMeans(
    _ opened: borrowing VipsPicture, _ geometry: PictureGeometry, _ decoder: PictureDecoder,
    _ mayBeLarger: Bool
  ) throws(PictureFailure) -> PixelBuffer? {
    guard let means = try BlockMeans(of: file, shouldStop: decoder.shouldStop) else { return nil }
    if mayBeLarger, !opened.hasProfile, geometry.isWhole, let rotation = orientation.rotation {
      let pixels = means.pixels.rotated(by: rotation)
      if pixels.width >= geometry.width, pixels.height >= geometry.height { return pixels }
    }
    return try means.bytes.withView { (view) throws(PictureFailure) in
      let frame = VipsPicture(
        vitrine_vips_frame(
          opened.image, view.bytes.baseAddress, view.count, Int32(means.width),
          Int32(means.height), Int32(means.bands)))
      guard let frame else { return nil }
      do throws(PictureFailure) {
        return try decoder.pixels(
          of: PixelSource(bytes: .empty, decoded: frame.image), opened: opened, geometry: geometry)
      } catch {
        guard error != .cancelled else { throw error }
        return nil
      }
    }
  }

  private func shrink(to geometry: PictureGeometry) -> Int {
    PixelSource.jpegShrink(size: header.size, orientation, to: geometry)
  }
}
