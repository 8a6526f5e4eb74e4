import CVips
import Glibc
import PictureProtocol

/// Makes pixels of a file: format, header, limits, and only then the decoder.
struct PictureDecoder {
  /// The most scans of a JPEG. Encoders make about ten; each costs about as much as all the pixels.
  static let scanLimit = 100

  var configuration: WorkerConfiguration
  /// Asked now and then while pixels are made.
  var shouldStop: () -> Bool

  /// Reads the header and refuses what must not be decoded.
  func header(
    of file: borrowing MappedFile, from origin: PictureOrigin
  ) throws(PictureFailure) -> PictureHeader {
    let header = try PictureHeader(of: file.view)
    guard header.format.isAllowed(from: origin) else { throw .formatNotAllowed(header.format) }
    if let size = header.size { try PictureHeader.check(size, against: configuration) }
    if let jpeg = header.jpeg, jpeg.isProgressive || !jpeg.firstScanHasAllComponents,
      jpeg.scanCount(in: file.view, limit: Self.scanLimit) > Self.scanLimit
    {
      throw .broken("more than \(Self.scanLimit) scans")
    }
    return header
  }

  /// Opens the picture with its decoder, which reads its header again and finds the same or less.
  func open(
    _ bytes: ByteView, as format: PictureFormat
  ) throws(PictureFailure) -> VipsPicture {
    guard Vips.canRead(format) else { throw .unsupportedFormat(name: format.name) }
    let loader = vips_foreign_find_load_buffer(bytes.bytes.baseAddress, bytes.count)
    guard let loader, String(cString: loader) == Vips.loaderName(of: format) else {
      throw Vips.takeFailure()
    }
    let opened = VipsPicture(vitrine_vips_open(bytes.bytes.baseAddress, bytes.count))
    guard let opened else { throw Vips.takeFailure() }
    try PictureHeader.check(opened.uprightSize, against: configuration)
    return opened
  }

  /// Decodes, turns, scales and cuts; in sRGB with alpha.
  func pixels(
    of bytes: ByteView, opened: borrowing VipsPicture, geometry: PictureGeometry
  ) throws(PictureFailure) -> PixelBuffer {
    let profile: String? = opened.isCMYK && !opened.hasProfile ? "cmyk" : nil
    do throws(PictureFailure) {
      return try pixels(of: bytes, geometry, profile: profile, converts: opened.hasProfile)
    } catch {
      // A profile that does not belong to the picture is no reason not to show it.
      guard case .broken = error, opened.hasProfile, !opened.isCMYK else { throw error }
      return try pixels(of: bytes, geometry, profile: nil, converts: false)
    }
  }

  private func pixels(
    of bytes: ByteView, _ geometry: PictureGeometry, profile: String?, converts: Bool
  ) throws(PictureFailure) -> PixelBuffer {
    var scaled: UnsafeMutablePointer<VipsImage>?
    let result = vitrine_vips_thumbnail(
      bytes.bytes.baseAddress, bytes.count, Int32(geometry.scaledWidth),
      Int32(geometry.scaledHeight), profile, converts ? 1 : 0, &scaled)
    guard result == 0, let whole = VipsPicture(scaled) else { throw Vips.takeFailure() }
    if shouldStop() { throw .cancelled }
    let image = try finish(try cut(whole, geometry))
    return try write(image)
  }

  private func cut(
    _ picture: consuming VipsPicture, _ geometry: PictureGeometry
  ) throws(PictureFailure) -> VipsPicture {
    var picture = picture
    if geometry.cropWidth != picture.width || geometry.cropHeight != picture.height {
      guard
        let cut = picture.map({
          vitrine_vips_crop(
            $0, Int32(geometry.cropX), Int32(geometry.cropY), Int32(geometry.cropWidth),
            Int32(geometry.cropHeight), &$1)
        })
      else { throw Vips.takeFailure() }
      picture = cut
    }
    if geometry.width != picture.width || geometry.height != picture.height {
      guard
        let resized = picture.map({
          vitrine_vips_resize($0, Int32(geometry.width), Int32(geometry.height), &$1)
        })
      else { throw Vips.takeFailure() }
      picture = resized
    }
    return picture
  }

  /// sRGB in bytes with alpha, whatever came.
  private func finish(_ picture: consuming VipsPicture) throws(PictureFailure) -> VipsPicture {
    var picture = picture
    if !picture.isSRGB {
      guard let converted = picture.map({ vitrine_vips_to_srgb($0, &$1) }) else {
        throw Vips.takeFailure()
      }
      picture = converted
    }
    if !picture.isBytes {
      guard let converted = picture.map({ vitrine_vips_to_bytes($0, &$1) }) else {
        throw Vips.takeFailure()
      }
      picture = converted
    }
    if picture.bands > 4 {
      guard let cut = picture.map({ vitrine_vips_first_bands($0, 4, &$1) }) else {
        throw Vips.takeFailure()
      }
      picture = cut
    }
    if picture.bands == 3 {
      guard let whole = picture.map({ vitrine_vips_add_opaque_alpha($0, &$1) }) else {
        throw Vips.takeFailure()
      }
      picture = whole
    }
    guard picture.bands == 4 else { throw .broken("\(picture.bands) channels") }
    return picture
  }

  private func write(_ picture: borrowing VipsPicture) throws(PictureFailure) -> PixelBuffer {
    var count = 0
    let width = picture.width
    let height = picture.height
    let memory = withVipsWatch(shouldStop) { watch in
      vitrine_vips_pixels(picture.image, watch, &count)
    }
    guard let memory else {
      if shouldStop() {
        vips_error_clear()
        throw .cancelled
      }
      throw Vips.takeFailure()
    }
    defer { g_free(memory) }
    guard count == width * height * 4 else { throw .broken("\(count) bytes of pixels") }
    return PixelBuffer(
      width: width, height: height,
      bytes: [UInt8](UnsafeRawBufferPointer(start: memory, count: count)))
  }
}

/// Lends a Swift function to libvips' progress signal for the time of a call.
private func withVipsWatch<Result>(
  _ shouldStop: () -> Bool, _ body: (UnsafeMutablePointer<VitrineVipsWatch>) -> Result
) -> Result {
  withoutActuallyEscaping(shouldStop) { function in
    withUnsafePointer(to: function) { pointer in
      var watch = VitrineVipsWatch(
        should_stop: { context in
          guard let context else { return 0 }
          return context.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0
        }, context: UnsafeMutableRawPointer(mutating: pointer))
      return withUnsafeMutablePointer(to: &watch, body)
    }
  }
}
