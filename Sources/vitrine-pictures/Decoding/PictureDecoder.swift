import CVips
import Glibc
import PictureProtocol

/// Makes pixels from a file: format, header, limits, and only then the decoder.
struct PictureDecoder {
  /// The most scans of a JPEG. Encoders make about ten; each costs about as much as all the pixels.
  private static let scanLimit = 100

  /// The most bytes that decoding a picture may need.
  var memoryLimit: UInt64
  /// Whether a picture may be decoded that has to be the only one; see `PictureRequest.allowsLarge`.
  var allowsLarge: Bool
  /// Called now and then while pixels are made.
  var shouldStop: () -> Bool

  /// Reads the header and refuses what must not be decoded.
  func header(
    of file: ByteView, from origin: PictureOrigin
  ) throws(PictureFailure) -> PictureHeader {
    let header = try PictureHeader(of: file)
    guard header.format.isAllowed(from: origin) else { throw .formatNotAllowed(header.format) }
    // JPEG as it was in TIFF before 1995 (TIFF 6.0, section 22): libvips 8.14 takes its colours for RGB.
    if header.format == .tiff, TIFFDirectory(first: file)?.number(0x103) == 6 {
      throw .unsupportedFormat(name: "old-style JPEG")
    }
    if let size = header.size {
      let cost = try check(size, header, in: file)
      if cost.isLarge, !header.canBeWhole(in: file) { throw .truncated }
    }
    if let jpeg = header.jpeg, jpeg.frame.isProgressive || !jpeg.firstScanHasAllComponents,
      jpeg.scanCount(in: file, limit: Self.scanLimit) > Self.scanLimit
    {
      throw .broken("more than \(Self.scanLimit) scans")
    }
    if header.frameCount(in: file) > AnimationFacts.countLimit {
      throw .broken("more than \(AnimationFacts.countLimit) frames")
    }
    return header
  }

  /// What decoding takes, if it is allowed.
  ///
  /// - Throws: `tooLarge` above the limit, `large` if the picture would have to be the only one, `broken` without an
  ///   area.
  @discardableResult
  func check(
    _ size: PictureHeader.Size, _ header: PictureHeader, in file: ByteView, isDeep: Bool = false
  ) throws(PictureFailure) -> DecodingCost {
    guard size.width > 0, size.height > 0 else { throw .broken("a side of 0 pixels") }
    let cost = DecodingCost(of: size, header, in: file, isDeep: isDeep)
    let isBeyondDecoder =
      header.format == .jpeg && max(size.width, size.height) > JPEGHeader.sideLimit
    if isBeyondDecoder || UInt64(cost.memoryBytes) > memoryLimit {
      throw .tooLarge(
        width: UInt32(clamping: size.width), height: UInt32(clamping: size.height),
        memoryBytes: isBeyondDecoder ? 0 : UInt64(cost.memoryBytes))
    }
    if cost.isLarge, !allowsLarge { throw .large }
    return cost
  }

  /// Opens the picture to decode it.
  ///
  /// - Parameter header: As accepted by `header(of:from:)`.
  func open(
    _ file: ByteView, _ header: PictureHeader
  ) throws(PictureFailure) -> VipsPicture {
    let opened = try open(file, as: header.format)
    // The decoder finds at most what the header says, except for what only the decoder knows.
    try check(opened.uprightSize, header, in: file, isDeep: !opened.isBytes)
    return opened
  }

  /// Opens the picture with its decoder, which reads its header and no pixels, however large it is.
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
    return opened
  }

  /// Decodes, rotates, scales and crops; in sRGB with alpha.
  func pixels(
    of source: PixelSource, opened: borrowing VipsPicture, geometry: PictureGeometry
  ) throws(PictureFailure) -> PixelBuffer {
    if let rotation = source.rotation(of: opened) {
      // libvips rotates a copy of all pixels in memory: for a part of a gigapixel at 100 % that would be three
      // gigabytes.
      var unrotated = source
      unrotated.orientation = .upright
      return try pixels(of: unrotated, opened: opened, geometry: geometry.upright(from: rotation))
        .rotated(by: rotation)
    }
    if opened.isCMYK, !opened.hasProfile {
      return try pixels(of: source, geometry, VITRINE_COLORS_CMYK)
    }
    guard opened.hasProfile else {
      return try pixels(of: source, geometry, VITRINE_COLORS_AS_STORED)
    }
    do throws(PictureFailure) {
      return try pixels(of: source, geometry, VITRINE_COLORS_BY_PROFILE)
    } catch {
      // A profile that does not fit the picture is not a reason to hide the picture.
      guard case .broken = error else { throw error }
      return try pixels(
        of: source, geometry, opened.isCMYK ? VITRINE_COLORS_CMYK : VITRINE_COLORS_AS_STORED)
    }
  }

  private func pixels(
    of source: PixelSource, _ geometry: PictureGeometry, _ colors: VitrineColors
  ) throws(PictureFailure) -> PixelBuffer {
    let scaled = source.scaled(
      width: geometry.scaledWidth, height: geometry.scaledHeight, colors: colors)
    guard let scaled else { throw Vips.takeFailure() }
    if shouldStop() { throw .cancelled }
    return try write(scaled, geometry)
  }

  /// The visible part of the scaled picture, in sRGB.
  private func write(
    _ scaled: consuming VipsPicture, _ geometry: PictureGeometry
  ) throws(PictureFailure) -> PixelBuffer {
    // Some rows above the part are needed to scale it.
    let rows = geometry.cropY - Self.keptRows
    if rows > 0 {
      let result = withVipsWatch(shouldStop) { watch in
        vitrine_vips_skip(scaled.image, Int32(clamping: rows), watch)
      }
      guard result == 0 else { throw failureOrCancelled() }
    }
    let pixels = try write(try scaled.cut(by: geometry).inSRGB())
    guard geometry.isByWholePixels else { return pixels }
    return pixels.enlarged(width: geometry.width, height: geometry.height)
  }

  private static let keptRows = 128

  private func failureOrCancelled() -> PictureFailure {
    guard shouldStop() else { return Vips.takeFailure() }
    vips_error_clear()
    return .cancelled
  }

  private func write(_ picture: borrowing VipsPicture) throws(PictureFailure) -> PixelBuffer {
    guard let bytes = bytes(of: picture) else { throw failureOrCancelled() }
    guard bytes.count == picture.width * picture.height * 4 else {
      throw .broken("\(bytes.count) bytes of pixels")
    }
    return PixelBuffer(width: picture.width, height: picture.height, bytes: bytes)
  }

  /// - Returns: nil after an error, which is in libvips' buffer, and when stopped.
  private func bytes(of picture: borrowing VipsPicture) -> [UInt8]? {
    var count = 0
    let memory = withVipsWatch(shouldStop) { watch in
      vitrine_vips_pixels(picture.image, watch, &count)
    }
    guard let memory else { return nil }
    defer { g_free(memory) }
    return [UInt8](UnsafeRawBufferPointer(start: memory, count: count))
  }
}

extension PictureDecoder {
  /// The pixels of a small JPEG as they are stored, opaque.
  ///
  /// - Returns: nil for other colours than grey and RGB, and for what can't be decoded.
  /// - Throws: `cancelled`.
  func storedPixels(ofJPEG bytes: ByteView) throws(PictureFailure) -> PixelBuffer? {
    guard
      let picture = VipsPicture(
        vitrine_vips_open_sequentially(bytes.bytes.baseAddress, bytes.count))
    else {
      Vips.forgetErrors()
      return nil
    }
    let (width, height, bands) = (picture.width, picture.height, picture.bands)
    guard picture.isBytes, bands == 1 || bands == 3 else { return nil }
    guard let bytes = self.bytes(of: picture) else {
      Vips.forgetErrors()
      if shouldStop() { throw .cancelled }
      return nil
    }
    guard bytes.count == width * height * bands else { return nil }
    return bytes.withView { PixelBuffer(width: width, height: height, bands: bands, $0.bytes) }
  }
}

/// Lends a Swift function to libvips' progress signal for the duration of a call.
private func withVipsWatch<Result>(
  _ shouldStop: () -> Bool, _ body: (UnsafeMutablePointer<VitrineVipsWatch>) -> Result
) -> Result {
  withoutActuallyEscaping(shouldStop) { function in
    withUnsafePointer(to: function) { pointer in
      var watch = VitrineVipsWatch(
        should_stop: { context in
          guard let context else { return 0 }
          return context.assumingMemoryBound(to: (() -> Bool).self).pointee() ? 1 : 0
        }, context: UnsafeMutableRawPointer(mutating: pointer), is_asking: 0)
      return withUnsafeMutablePointer(to: &watch, body)
    }
  }
}

extension PictureDecoder {
  /// The size of a picture's upright form, reading as little as possible; nil if it cannot be known.
  func uprightSize(of file: ByteView, _ header: PictureHeader) -> PictureHeader.Size? {
    if let jpeg = header.jpeg { return jpeg.size.upright(jpeg.orientation) }
    if header.format == .png { return header.size }
    if header.format == .raw {
      return try? RawPreviews(of: file, decoder: self).uprightSize()
    }
    guard let opened = try? open(file, as: header.format) else {
      Vips.forgetErrors()
      return nil
    }
    return opened.uprightSize
  }

  /// Scales and crops pixels that are there: a thumbnail, upright and in sRGB.
  func pixels(
    of pixels: PixelBuffer, geometry: PictureGeometry
  ) throws(PictureFailure) -> PixelBuffer {
    let isWhole =
      geometry.cropWidth == geometry.scaledWidth && geometry.cropHeight == geometry.scaledHeight
    if isWhole, let shrunk = pixels.shrunk(width: geometry.width, height: geometry.height) {
      return shrunk
    }
    return try pixels.bytes.withView { (view) throws(PictureFailure) in
      let small = VipsPicture(
        vitrine_vips_from_memory(
          view.bytes.baseAddress, view.count, Int32(pixels.width), Int32(pixels.height), 4))
      let scaled = small?.map {
        vitrine_vips_thumbnail_image(
          $0, Int32(geometry.scaledWidth), Int32(geometry.scaledHeight), VITRINE_COLORS_AS_STORED,
          &$1)
      }
      guard let scaled else { throw Vips.takeFailure() }
      return try write(scaled, geometry)
    }
  }
}
