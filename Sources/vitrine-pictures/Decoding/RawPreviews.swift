import CGexiv2
import CTags
import CVips
import PictureProtocol

/// The previews in a camera's raw file, and their orientation. The sensor's own data are not decoded.
///
/// They are found by exiv2, in CR3 files by `CanonBoxes`.
struct RawPreviews {
  private struct Preview {
    /// As stored.
    var size: PictureHeader.Size
    var format: PictureFormat
    var file: File

    enum File {
      case part(ByteView)
      /// By its index among those that exiv2 has found.
      case tags(Int)
    }
  }

  private let tags: TagReader?
  /// The smallest first; at least one.
  private let previews: [Preview]
  /// As the raw file states it, which holds for all of them; nil if only a preview may state it.
  private let orientation: Orientation?
  private let decoder: PictureDecoder

  /// - Throws: `noPreview` if there is none.
  init(of file: ByteView, decoder: PictureDecoder) throws(PictureFailure) {
    self.decoder = decoder
    let format = RawFormat(of: file) ?? .other
    let found: [Preview]
    if format == .cr3 {
      let boxes = CanonBoxes(of: file)
      orientation = boxes.orientation
      tags = nil
      found = boxes.previews.compactMap { bytes in
        guard PictureFormat(beginning: bytes.bytes) == .jpeg,
          let header = try? JPEGHeader(of: bytes)
        else { return nil }
        return Preview(size: header.size, format: .jpeg, file: .part(bytes))
      }
    } else {
      tags = TagReader(file)
      orientation = tags?.orientation
      found = (tags?.previews() ?? []).map {
        Preview(size: $0.size, format: $0.format, file: .tags($0.index))
      }
    }
    previews =
      found.filter { $0.size.width > 0 && $0.size.height > 0 && $0.size.pixelCount != nil }
      .sorted { $0.size.width * $0.size.height < $1.size.width * $1.size.height }
    guard !previews.isEmpty else {
      throw .noPreview(name: format.rawValue)
    }
  }

  private static let bitmapPixelLimit = 100_000_000

  /// The size of the largest preview, which the user sees as the size of the picture.
  func uprightSize() throws(PictureFailure) -> PictureHeader.Size {
    if let orientation { return previews[previews.count - 1].size.upright(orientation) }
    var size = PictureHeader.Size(width: 0, height: 0)
    try withFile(previews.count - 1) { (bytes, format) throws(PictureFailure) in
      size = try decoder.open(bytes, as: format).uprightSize
    }
    return size
  }

  /// The picture of the smallest preview that is large enough, else of the largest.
  func sharp(_ geometry: PictureGeometry) throws(PictureFailure) -> PixelBuffer {
    let source = try uprightSize()
    return try pixels(of: index(for: geometry, source: source), geometry, source: source)
  }

  /// From the smallest preview, if a larger one is needed.
  func rough(_ geometry: PictureGeometry) -> PixelBuffer? {
    guard let source = try? uprightSize(), index(for: geometry, source: source) > 0 else {
      return nil
    }
    return try? pixels(of: 0, geometry, source: source)
  }

  private func index(for geometry: PictureGeometry, source: PictureHeader.Size) -> Int {
    let index = previews.firstIndex { preview in
      let size = preview.size.upright(orientation ?? .upright)
      let part = EmbeddedThumbnail.visiblePart(thumbnail: size, source: source)
      return Double(size.width) * part.width >= Double(geometry.scaledWidth)
        && Double(size.height) * part.height >= Double(geometry.scaledHeight)
    }
    return index ?? previews.count - 1
  }

  private func pixels(
    of index: Int, _ geometry: PictureGeometry, source: PictureHeader.Size
  ) throws(PictureFailure) -> PixelBuffer {
    var pixels: PixelBuffer?
    try withFile(index) { (bytes, format) throws(PictureFailure) in
      pixels = try self.pixels(of: bytes, format, geometry, source: source)
    }
    guard let pixels else { throw .truncated }
    return pixels
  }

  private func pixels(
    of bytes: ByteView, _ format: PictureFormat, _ geometry: PictureGeometry,
    source: PictureHeader.Size
  ) throws(PictureFailure) -> PixelBuffer {
    let header = try decoder.header(of: bytes, from: .localFile)
    // The declared format of a preview is only accepted for these two.
    guard header.format == format, let stored = header.size else { throw .notAPicture }
    let opened = try decoder.open(bytes, as: format)
    // The raw file's own orientation, once: previews have none, or the same.
    let orientation = orientation ?? opened.orientation
    let size = stored.upright(orientation)
    let part = EmbeddedThumbnail.visiblePart(thumbnail: size, source: source)
    let isWhole = part.width == 1 && part.height == 1
    let geometry = isWhole ? geometry : geometry.from(part: part)
    if format == .jpeg {
      let shrink = PixelSource.jpegShrink(size: stored, orientation, to: geometry)
      return try decoder.pixels(
        of: PixelSource(bytes: bytes, jpegShrink: shrink, orientation: orientation),
        opened: opened, geometry: geometry)
    }
    // It is decoded as a whole: previews other than JPEGs are small.
    guard (stored.pixelCount ?? .max) <= Self.bitmapPixelLimit else {
      throw .tooLarge(
        width: UInt32(clamping: stored.width), height: UInt32(clamping: stored.height),
        memoryBytes: UInt64(clamping: stored.pixelCount ?? .max).multipliedReportingOverflow(by: 4)
          .partialValue)
    }
    let turned = opened.map { vitrine_vips_with_orientation($0, Int32(orientation.number), &$1) }
    guard let turned else { throw Vips.takeFailure() }
    return try decoder.pixels(
      of: PixelSource(bytes: .empty, decoded: turned.image), opened: turned, geometry: geometry)
  }

  /// Lends the bytes of a preview.
  private func withFile(
    _ index: Int, _ body: (ByteView, PictureFormat) throws(PictureFailure) -> Void
  ) throws(PictureFailure) {
    let preview = previews[index]
    switch preview.file {
    case .part(let bytes): try body(bytes, preview.format)
    case .tags(let index):
      guard let tags else { throw .truncated }
      try tags.withPreview(index) { (bytes) throws(PictureFailure) in
        try body(bytes, preview.format)
      }
    }
  }
}

extension TagReader {
  /// JPEGs and TIFFs of the first of its parts; none is read.
  func previews() -> [(index: Int, size: PictureHeader.Size, format: PictureFormat)] {
    guard let metadata = sources.first else { return [] }
    var found = [vitrine_tags_preview](repeating: vitrine_tags_preview(), count: Self.previewLimit)
    let count = vitrine_tags_previews(metadata, &found, found.count)
    return found.prefix(count).enumerated().compactMap { index, preview in
      guard preview.is_jpeg != 0 || preview.is_tiff != 0 else { return nil }
      return (
        index, .init(width: Int(preview.width), height: Int(preview.height)),
        preview.is_jpeg != 0 ? .jpeg : .tiff
      )
    }
  }

  /// Lends the bytes of one of them.
  func withPreview(
    _ index: Int, _ body: (ByteView) throws(PictureFailure) -> Void
  ) throws(PictureFailure) {
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    guard let metadata = sources.first,
      let file = vitrine_tags_preview_file(metadata, index, &bytes, &count)
    else { throw .truncated }
    defer { g_object_unref(file) }
    try body(ByteView(bytes: UnsafeRawBufferPointer(start: bytes, count: bytes == nil ? 0 : count)))
  }

  /// The orientation of the picture; nil if it is not stated.
  var orientation: Orientation? {
    Orientation(
      wholeNumber("Exif.Image.Orientation", "Exif.PanasonicRaw.Orientation").map(Int.init))
  }

  /// The stored size of the picture itself; for a raw file, of the sensor's picture.
  var size: PictureHeader.Size? {
    var width: UInt32 = 0
    var height: UInt32 = 0
    guard let metadata = sources.first, vitrine_tags_size(metadata, &width, &height) != 0 else {
      return nil
    }
    return .init(width: Int(width), height: Int(height))
  }

  /// The size as the camera states it among the exposure's tags.
  var exposedSize: PictureHeader.Size? {
    guard let width = wholeNumber("Exif.Photo.PixelXDimension"), width > 0,
      let height = wholeNumber("Exif.Photo.PixelYDimension"), height > 0
    else { return nil }
    return .init(width: Int(width), height: Int(height))
  }

  /// exiv2 looks in about thirty places.
  private static var previewLimit: Int { 32 }
}
