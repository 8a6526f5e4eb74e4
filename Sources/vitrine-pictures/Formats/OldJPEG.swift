import PictureProtocol

/// JPEG in TIFF as it was before 1995 (TIFF 6.0, section 22; compression 6), converted to a JPEG file.
///
/// libvips 8.14 refuses such files, or takes their colours for RGB. Most contain a whole JPEG; others have its tables
/// in tags, and the rest in strips.
struct OldJPEG {
  /// As the TIFF states it.
  let orientation: Orientation
  private let stream: Stream

  private enum Stream {
    case part(ByteView)
    case made([UInt8])
  }

  /// More than a scanner of that time made.
  private static let byteLimit = 256 << 20
  private static let stripLimit = 10_000

  /// - Returns: nil for other compressions, and if the pieces of a JPEG are not there.
  init?(in file: ByteView) {
    guard let directory = TIFFDirectory(first: file), directory.number(0x103) == 6 else {
      return nil
    }
    orientation = Orientation(directory.number(0x112)) ?? .upright
    let strips = Strips(directory, in: file)
    var markers: [UInt8]?
    if let start = directory.number(0x201), start > 0, start < file.count {
      let length = directory.number(0x202) ?? 0
      let part = file.part(from: start, count: length > 0 ? length : .max)
      if let header = try? JPEGHeader(of: part) {
        guard let first = strips.offsets.first, first >= start + part.count else {
          stream = .part(part)
          return
        }
        // The markers are separate from the data.
        markers = [UInt8](part.part(from: 0, count: header.dataOffset).bytes)
      }
    }
    guard let markers = markers ?? Self.header(directory, strips, in: file),
      let made = strips.appended(to: markers, limit: Self.byteLimit)
    else { return nil }
    stream = .made(made)
  }

  /// Lends the JPEG file.
  func read<Result>(
    _ body: (ByteView) throws(PictureFailure) -> Result
  ) throws(PictureFailure) -> Result {
    switch stream {
    case .part(let view): try body(view)
    case .made(let bytes): try bytes.withView(body)
    }
  }

  private struct Strips {
    let offsets: [Int]
    let counts: [Int]
    private let file: ByteView

    init(_ directory: TIFFDirectory, in file: ByteView) {
      self.file = file
      offsets = directory.numbers(0x111, limit: OldJPEG.stripLimit)
      counts = directory.numbers(0x117, limit: OldJPEG.stripLimit)
    }

    /// Each strip starts with a clean state, as after a restart marker.
    func appended(to header: [UInt8], limit: Int) -> [UInt8]? {
      guard !offsets.isEmpty, offsets.count == counts.count else { return nil }
      var bytes = header
      for (index, (offset, count)) in zip(offsets, counts).enumerated() {
        let strip = file.part(from: offset, count: count)
        guard bytes.count + strip.count <= limit else { return nil }
        if index > 0 { bytes += [0xFF, 0xD0 + UInt8((index - 1) % 8)] }
        bytes += strip.bytes
      }
      return bytes + [0xFF, 0xD9]
    }
  }

  /// The markers of a baseline JPEG, made from the tables in tags; nil if one is missing.
  private static func header(
    _ directory: TIFFDirectory, _ strips: Strips, in file: ByteView
  ) -> [UInt8]? {
    let samples = directory.number(0x115) ?? 3
    guard samples == 1 || samples == 3, let width = directory.number(0x100),
      let height = directory.number(0x101), (1...65_500).contains(width),
      (1...65_500).contains(height)
    else { return nil }
    let tables = [0x207, 0x208, 0x209].map { directory.numbers($0, limit: samples) }
    guard tables.allSatisfy({ $0.count == samples }) else { return nil }
    var bytes: [UInt8] = [0xFF, 0xD8]
    for index in 0..<samples {
      let quantization = file.part(from: tables[0][index], count: 64)
      guard quantization.count == 64 else { return nil }
      bytes += [0xFF, 0xDB, 0, 67, UInt8(index)] + quantization.bytes
      for (kind, offset) in [(0x00, tables[1][index]), (0x10, tables[2][index])] {
        let lengths = file.part(from: offset, count: 16)
        let values = file.part(from: offset).part(
          from: 16, count: lengths.bytes.reduce(0) { $0 + Int($1) })
        guard lengths.count == 16, values.count <= 256 else { return nil }
        bytes += [0xFF, 0xC4] + [UInt8](19 + values.count, count: 2)
        bytes += [UInt8(kind | index)] + lengths.bytes
        bytes += values.bytes
      }
    }
    let factors = directory.numbers(0x212, limit: 2)
    let across = samples == 1 ? 1 : min(max(1, factors.first ?? 2), 4)
    let down = samples == 1 ? 1 : min(max(1, factors.last ?? 2), 4)
    bytes += [0xFF, 0xC0, 0, UInt8(8 + 3 * samples), 8]
    bytes += [UInt8](height, count: 2) + [UInt8](width, count: 2) + [UInt8(samples)]
    for index in 0..<samples {
      bytes += [UInt8(index + 1), index == 0 ? UInt8(across << 4 | down) : 0x11, UInt8(index)]
    }
    var restart = directory.number(0x203) ?? 0
    if strips.offsets.count > 1 {
      let rows = directory.number(0x116) ?? height
      guard (1...65_500).contains(rows) else { return nil }
      let units = (width + 8 * across - 1) / (8 * across) * ((rows + 8 * down - 1) / (8 * down))
      guard restart == 0 || restart == units else { return nil }
      restart = units
    }
    guard restart <= 0xFFFF else { return nil }
    if restart > 0 { bytes += [0xFF, 0xDD, 0, 4] + [UInt8](restart, count: 2) }
    bytes += [0xFF, 0xDA, 0, UInt8(6 + 2 * samples), UInt8(samples)]
    for index in 0..<samples { bytes += [UInt8(index + 1), UInt8(index << 4 | index)] }
    return bytes + [0, 63, 0]
  }
}
