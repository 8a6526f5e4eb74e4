/// The size of the photo that a camera makes of a raw file, as stored.
///
/// A sensor has borders that no photo shows, and previews may be smaller than the photo.
struct RawSize {
  let file: ByteView
  let format: RawFormat
  /// Those of the file.
  let tags: TagReader?

  /// nil if nothing but the previews says more.
  var size: PictureHeader.Size? {
    switch format {
    case .dng: cropped ?? sensor
    case .raf: fujifilm ?? tags?.exposedSize
    case .rw2: panasonic ?? tags?.size
    case .cr3: tags?.exposedSize
    case .cr2, .orf, .nef, .arw, .pef, .srw, .other: exposed ?? cropped ?? preview ?? sensor
    }
  }

  private var directories: [TIFFDirectory] {
    TIFFDirectory(first: file).map(RawFormat.sensors) ?? []
  }

  /// The largest, because a file may have the sensor's picture in several sizes.
  private var sensor: PictureHeader.Size? {
    directories.compactMap(\.size).max { $0.pixelCount ?? 0 < $1.pixelCount ?? 0 } ?? tags?.size
  }

  /// What the photo leaves of the sensor (DNG 1.4, DefaultCropSize, else ActiveArea: top, left, bottom, right).
  private var cropped: PictureHeader.Size? {
    let directory = directories.max { $0.size?.pixelCount ?? 0 < $1.size?.pixelCount ?? 0 }
    guard let directory else { return nil }
    let crop = directory.quantities(0xC620, limit: 2)
    if crop.count == 2 { return Self.size(crop[0], crop[1]) }
    let area = directory.quantities(0xC68D, limit: 4)
    return area.count == 4 ? Self.size(area[3] - area[1], area[2] - area[0]) : nil
  }

  /// Where the photo begins and ends on the sensor; exiv2 calls the ends a width and a height (ExifTool, *PanasonicRaw tags*, 4 to 7).
  private var panasonic: PictureHeader.Size? {
    guard let tags, let top = tags.wholeNumber("Exif.PanasonicRaw.SensorTopBorder"),
      let left = tags.wholeNumber("Exif.PanasonicRaw.SensorLeftBorder"),
      let bottom = tags.wholeNumber("Exif.PanasonicRaw.ImageHeight"),
      let right = tags.wholeNumber("Exif.PanasonicRaw.ImageWidth")
    else { return nil }
    return Self.size(Double(right) - Double(left), Double(bottom) - Double(top))
  }

  /// A list of tags and lengths whose place is in the file's head (ExifTool, *FujiFilm RAF tags*, RawImageCroppedSize).
  private var fujifilm: PictureHeader.Size? {
    guard let start = file.uint32(92, bigEndian: true), start > 0,
      let count = file.uint32(start, bigEndian: true)
    else { return nil }
    var offset = start + 4
    for _ in 0..<min(count, 256) {
      guard let tag = file.uint16(offset, bigEndian: true),
        let length = file.uint16(offset + 2, bigEndian: true)
      else { return nil }
      if tag == 0x111, length >= 4, let height = file.uint16(offset + 4, bigEndian: true),
        let width = file.uint16(offset + 6, bigEndian: true)
      {
        return Self.size(Double(width), Double(height))
      }
      offset += 4 + length
    }
    return nil
  }

  /// The size among the exposure's tags, which for some cameras is that of a small preview.
  private var exposed: PictureHeader.Size? {
    guard let size = tags?.exposedSize else { return nil }
    guard let sensor else { return size }
    return size.width <= sensor.width && size.height <= sensor.height
      && size.width * 2 >= sensor.width && size.height * 2 >= sensor.height ? size : nil
  }

  /// That of the largest preview if it is nearly as large as the sensor, so that it has all of the photo: Nikon's say it nowhere
  /// else.
  private var preview: PictureHeader.Size? {
    guard let sensor, let size = tags?.previews().map(\.size).max(by: { $0.width < $1.width })
    else { return nil }
    return size.width <= sensor.width && size.height <= sensor.height
      && size.width * 10 >= sensor.width * 9 && size.height * 10 >= sensor.height * 9 ? size : nil
  }

  /// - Returns: nil for what isn't an area.
  private static func size(_ width: Double, _ height: Double) -> PictureHeader.Size? {
    guard (1...1_000_000).contains(width), (1...1_000_000).contains(height) else { return nil }
    return .init(width: Int(width.rounded()), height: Int(height.rounded()))
  }
}
