/// The raw formats of cameras, recognised by their content.
///
/// Most are TIFF files: only their directories distinguish a raw file from a scan.
enum RawFormat: String {
  case cr2 = "CR2"
  case cr3 = "CR3"
  case raf = "RAF"
  case orf = "ORF"
  case rw2 = "RW2"
  case dng = "DNG"
  case nef = "NEF"
  case arw = "ARW"
  case pef = "PEF"
  case srw = "SRW"
  /// A TIFF of a sensor's colours, by none of the makers above.
  case other = "RAW"

  /// Its name for users: `NEF (raw)`.
  var name: String { self == .other ? rawValue : "\(rawValue) (raw)" }

  /// - Returns: nil unless the file is raw.
  init?(of file: ByteView) {
    if file.starts(with: "ftyp", at: 4) {
      guard file.starts(with: "crx ", at: 8) else { return nil }
      self = .cr3
    } else if file.starts(with: "FUJIFILMCCD-RAW ") {
      self = .raf
    } else if file.starts(with: "IIU\0") {
      self = .rw2
    } else if file.starts(with: "IIRO") || file.starts(with: "IIRS") || file.starts(with: "MMOR") {
      self = .orf
    } else if let directory = TIFFDirectory(first: file) {
      self.init(directory, in: file)
    } else {
      return nil
    }
  }

  private init?(_ first: TIFFDirectory, in file: ByteView) {
    if file.starts(with: "CR\u{2}", at: 8) {
      self = .cr2
      return
    }
    // DNGVersion (DNG 1.4, *DNG tags*).
    if first.has(0xC612) {
      self = .dng
      return
    }
    guard !Self.sensors(of: first).isEmpty else { return nil }
    let maker = (first.text(0x10F) ?? "").lowercased()
    let makers: [(String, RawFormat)] = [
      ("nikon", .nef), ("sony", .arw), ("pentax", .pef), ("ricoh", .pef), ("samsung", .srw),
    ]
    self = makers.first { maker.hasPrefix($0.0) }?.1 ?? .other
  }

  /// The directories of the sensor's pictures.
  static func sensors(of first: TIFFDirectory) -> [TIFFDirectory] {
    var directories = first.directories(0x14A, limit: directoryLimit)
    var next: TIFFDirectory? = first
    for _ in 0..<directoryLimit {
      guard let directory = next else { break }
      directories.append(directory)
      next = directory.next
    }
    return directories.filter(isOfSensor)
  }

  /// By PhotometricInterpretation: colour filter array or linear raw (TIFF/EP; DNG 1.4), else by the compressions of
  /// Sony, Nikon, Pentax and Samsung (ExifTool, *EXIF Compression values*).
  private static func isOfSensor(_ directory: TIFFDirectory) -> Bool {
    if let colors = directory.number(0x106), colors == 32803 || colors == 34892 { return true }
    return directory.number(0x103).map { [32767, 34713, 65535, 32770].contains($0) } ?? false
  }

  /// More than any camera writes.
  private static let directoryLimit = 8
}
