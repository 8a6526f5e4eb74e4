import CVips
import PictureProtocol

/// The pictures in a JPEG: itself, its first scan, the thumbnail in its EXIF data.
struct JPEGPictures {
  private let file: ByteView
  private let header: JPEGHeader
  private let orientation: Int
  private let uprightSize: PictureHeader.Size

  /// nil for other formats.
  init?(file: ByteView, header: PictureHeader, opened: borrowing VipsPicture) {
    guard let jpeg = header.jpeg else { return nil }
    self.file = file
    self.header = jpeg
    orientation = Int(vips_image_get_orientation(opened.image))
    uprightSize = opened.uprightSize
  }

  /// The picture itself.
  ///
  /// - Parameter mayBeLarger: Whether all of the picture may have more pixels than wanted: those that cost least.
  func sharp(
    opened: borrowing VipsPicture, geometry: PictureGeometry, decoder: PictureDecoder,
    mayBeLarger: Bool = false
  ) throws(PictureFailure) -> PixelBuffer {
    let shrink = shrink(to: geometry)
    if shrink == 8 {
      if let pixels = try pixelsOfMeans(opened, geometry, decoder, mayBeLarger) { return pixels }
      if let bytes = header.firstScan(of: file),
        let pixels = try? pixels(ofBytes: bytes, opened, geometry, decoder)
      {
        return pixels
      }
    }
    return try decoder.pixels(
      of: PixelSource(bytes: file, isMapped: true, jpegShrink: shrink), opened: opened,
      geometry: geometry)
  }

  /// A rough picture that costs next to nothing compared with the picture, if there is one.
  func rough(
    opened: borrowing VipsPicture, geometry: PictureGeometry, decoder: PictureDecoder
  ) -> PixelBuffer? {
    if let thumbnail = EmbeddedThumbnail.find(in: file, jpeg: header),
      let pixels = try? pixels(ofThumbnail: thumbnail, geometry, decoder)
    {
      return pixels
    }
    guard header.isProgressive, shrink(to: geometry) < 8 else { return nil }
    if let pixels = try? pixelsOfMeans(opened, geometry, decoder, false) { return pixels }
    // For libjpeg a first scan needs as much memory as all of them.
    guard header.coefficientBytes <= DecodingCost.largeBytes,
      let bytes = header.firstScan(of: file)
    else { return nil }
    return try? pixels(ofBytes: bytes, opened, geometry, decoder)
  }

  /// At an eighth of its size, without libjpeg; nil if only that reads the file.
  private func pixelsOfMeans(
    _ opened: borrowing VipsPicture, _ geometry: PictureGeometry, _ decoder: PictureDecoder,
    _ mayBeLarger: Bool
  ) throws(PictureFailure) -> PixelBuffer? {
    guard let means = try BlockMeans(of: file, shouldStop: decoder.shouldStop) else { return nil }
    if mayBeLarger, !opened.hasProfile, geometry.isWhole, let rotation {
      let pixels = means.pixels.rotated(by: rotation)
      if pixels.width >= geometry.width, pixels.height >= geometry.height { return pixels }
    }
    var result: Result<PixelBuffer, PictureFailure>?
    means.bytes.withUnsafeBytes { buffer in
      let frame = VipsPicture(
        vitrine_vips_frame(
          opened.image, buffer.baseAddress, buffer.count, Int32(means.width), Int32(means.height),
          Int32(means.bands)))
      guard let frame else { return }
      do throws(PictureFailure) {
        result = .success(
          try decoder.pixels(
            of: PixelSource(bytes: .empty, decoded: frame.image), opened: opened,
            geometry: geometry))
      } catch {
        result = .failure(error)
      }
    }
    if case .failure(.cancelled) = result { throw .cancelled }
    return try? result?.get()
  }

  /// What makes the stored pixels upright; nil if they are mirrored, too.
  private var rotation: PictureRotation? { PictureRotation(orientation: orientation) }

  private func shrink(to geometry: PictureGeometry) -> Int {
    PixelSource.jpegShrink(size: header.size, isRotated: orientation >= 5, to: geometry)
  }

  private func pixels(
    ofBytes bytes: [UInt8], _ opened: borrowing VipsPicture, _ geometry: PictureGeometry,
    _ decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer {
    var result = Result<PixelBuffer, PictureFailure>.failure(.truncated)
    bytes.withUnsafeBytes { buffer in
      let source = PixelSource(bytes: ByteView(bytes: buffer), jpegShrink: 8)
      do throws(PictureFailure) {
        result = .success(try decoder.pixels(of: source, opened: opened, geometry: geometry))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  private func pixels(
    ofThumbnail thumbnail: ByteView, _ geometry: PictureGeometry, _ decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer {
    let size = try JPEGHeader(of: thumbnail).size
    // The EXIF data has at most 64 kB; a thumbnail with more pixels than these is a trap.
    guard (1...2048).contains(size.width), (1...2048).contains(size.height) else {
      throw .broken("thumbnail size")
    }
    let opened = try decoder.open(thumbnail, as: .jpeg)
    // A thumbnail has no orientation of its own; it is oriented as the picture is stored.
    let upright =
      orientation >= 5 ? PictureHeader.Size(width: size.height, height: size.width) : size
    let part = EmbeddedThumbnail.visiblePart(thumbnail: upright, source: uprightSize)
    return try decoder.pixels(
      of: PixelSource(bytes: thumbnail, jpegShrink: 1, orientation: orientation), opened: opened,
      geometry: geometry.from(part: part))
  }
}
