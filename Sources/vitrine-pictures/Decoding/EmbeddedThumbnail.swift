import PictureProtocol

/// The small JPEG that cameras put into the EXIF data (EXIF 2.32, 4.5.8).
enum EmbeddedThumbnail {
  /// The bytes of the thumbnail, if there is one that looks like a JPEG.
  static func find(in file: ByteView, jpeg: JPEGHeader) -> ByteView? {
    guard let range = jpeg.exif else { return nil }
    let exif = file.part(from: range.lowerBound, count: range.count)
    guard let directory = TIFFDirectory(first: exif)?.next, let offset = directory.number(0x201),
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
    if abs(ratio - 1) < 0.02 { return PictureRegion(x: 0, y: 0, width: 1, height: 1) }
    if ratio > 1 { return PictureRegion(x: 0, y: (1 - 1 / ratio) / 2, width: 1, height: 1 / ratio) }
    return PictureRegion(x: (1 - ratio) / 2, y: 0, width: ratio, height: 1)
  }
}
