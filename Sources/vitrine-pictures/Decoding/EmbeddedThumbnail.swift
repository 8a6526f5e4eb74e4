import PictureProtocol

/// The small JPEG that cameras put into the EXIF data (EXIF 2.32, 4.5.8).
enum EmbeddedThumbnail {
  /// The bytes of the thumbnail, if there is one that looks like a JPEG.
  static func find(in jpeg: JPEGHeader) -> ByteView? {
    guard let exif = jpeg.exif, let directory = TIFFDirectory(first: exif)?.next,
      let offset = directory.number(0x201),
      let length = directory.number(0x202), offset > 0, length > 0,
      length <= exif.count - offset
    else { return nil }
    let thumbnail = exif.part(from: offset, count: length)
    return PictureFormat(beginning: thumbnail.bytes) == .jpeg ? thumbnail : nil
  }

  /// The part of a thumbnail that is the picture.
  ///
  /// Thumbnails are 160×120 whatever the picture's shape; other shapes have black bars above and below or at the sides.
  static func visiblePart(
    thumbnail: PictureHeader.Size, source: PictureHeader.Size
  ) -> PictureRegion {
    let shape = Double(source.width) / Double(source.height)
    let thumbnailShape = Double(thumbnail.width) / Double(thumbnail.height)
    let ratio = shape / thumbnailShape
    if abs(ratio - 1) < 0.02 { return .whole }
    if ratio > 1 { return PictureRegion(x: 0, y: (1 - 1 / ratio) / 2, width: 1, height: 1 / ratio) }
    return PictureRegion(x: (1 - ratio) / 2, y: 0, width: ratio, height: 1)
  }

  /// The thumbnail in a file, upright, without black bars, and in its own size: scaling and converting its colours takes libvips
  /// five times as long to set up as the rest takes in all.
  ///
  /// - Returns: nil if there is none, or it is not in grey or RGB.
  /// - Throws: `cancelled`.
  static func pixels(
    in jpeg: JPEGHeader, decoder: PictureDecoder
  ) throws(PictureFailure) -> PixelBuffer? {
    // The EXIF data has at most 64 kB; a thumbnail with more pixels than these is a trap.
    guard let thumbnail = find(in: jpeg),
      let size = try? JPEGHeader(of: thumbnail).size, (1...2048).contains(size.width),
      (1...2048).contains(size.height), jpeg.size.width > 0, jpeg.size.height > 0,
      let pixels = try decoder.storedPixels(ofJPEG: thumbnail), pixels.width == size.width,
      pixels.height == size.height
    else { return nil }
    // Both as they are stored.
    let part = visiblePart(thumbnail: size, source: jpeg.size)
    return pixels.part(
      columns: range(of: part.x, part.width, in: size.width),
      rows: range(of: part.y, part.height, in: size.height)
    ).upright(from: jpeg.orientation)
  }

  private static func range(of start: Double, _ length: Double, in side: Int) -> Range<Int> {
    let first = max(0, min(Int((start * Double(side)).rounded()), side - 1))
    let end = Int(((start + length) * Double(side)).rounded())
    return first..<max(first + 1, min(end, side))
  }
}
