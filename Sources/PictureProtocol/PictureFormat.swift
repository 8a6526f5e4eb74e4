/// The formats that are recognised by the first bytes of a file.
public enum PictureFormat: UInt8, Hashable, Sendable, CaseIterable, Codable {
  case jpeg
  case png
  case webp
  case gif
  case avif
  case tiff
  case heic
  case svg
  /// A camera's raw file, whose embedded previews are shown.
  case raw
  case jpegXL
  case jpeg2000

  /// Its usual name, such as `JPEG`.
  public var name: String { facts.name }

  /// The file name extensions of the format, in lower case, the usual one first; none for raw files, whose cameras have
  /// extensions of their own.
  public var fileNameEndings: [String] { facts.endings }

  private var facts: (name: String, endings: [String]) {
    switch self {
    case .jpeg: ("JPEG", [".jpg", ".jpeg", ".jpe"])
    case .png: ("PNG", [".png"])
    case .webp: ("WebP", [".webp"])
    case .gif: ("GIF", [".gif"])
    case .avif: ("AVIF", [".avif"])
    case .tiff: ("TIFF", [".tif", ".tiff"])
    case .heic: ("HEIC", [".heic", ".heif", ".hif"])
    case .svg: ("SVG", [".svg"])
    case .raw: ("RAW", [])
    case .jpegXL: ("JPEG XL", [".jxl"])
    case .jpeg2000: ("JPEG 2000", [".jp2"])
    }
  }

  /// Whether pictures of this format are decoded if they have this origin.
  public func isAllowed(from origin: PictureOrigin) -> Bool {
    switch self {
    case .jpeg, .png, .webp, .gif, .avif: true
    case .tiff, .heic, .svg, .raw, .jpegXL, .jpeg2000: origin != .network
    }
  }
}

/// The origin of a picture, which determines the decoders that it may reach.
public enum PictureOrigin: UInt8, Hashable, Sendable, CaseIterable, Codable {
  /// Downloaded: JPEG, PNG, WebP, GIF and AVIF only.
  case network
  /// A file in a folder of the user: every format.
  case localFile
  /// Downloaded from the user's own folder on a server: every format.
  case ownServer
}

extension PictureFormat {
  /// The most first bytes of a file that determine its format; all but SVG need 256 at most.
  public static let beginningByteCount = 4_096
  private static let binaryByteCount = 256

  /// The format of a file that begins with these bytes; nil for anything that Vitrine doesn't open.
  ///
  /// The one place where formats are recognised: the program asks whether a file is worth opening, the worker which
  /// decoder may see it. Names are never consulted. A raw file that begins like any TIFF is `tiff` here: only its
  /// directories say more, and only the worker reads those.
  public init?(beginning: some Collection<UInt8>) {
    let bytes = Beginning(bytes: Array(beginning.prefix(Self.binaryByteCount)))
    // ISO 10918-1, B.1.1.3: SOI, then the first byte of the next marker.
    if bytes.starts(with: [0xFF, 0xD8, 0xFF]) {
      self = .jpeg
    } else if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) {
      // PNG, 5.2.
      self = .png
    } else if bytes.holds("GIF87a") || bytes.holds("GIF89a") {
      self = .gif
    } else if bytes.holds("RIFF"), bytes.holds("WEBP", at: 8) {
      // RFC 9649, 2.4.
      self = .webp
    } else if bytes.holds("ftyp", at: 4) {
      guard let format = bytes.isoMediaFormat else { return nil }
      self = format
    } else if bytes.holds("\0\0\0\u{C}JXL \r\n") || bytes.starts(with: [0xFF, 0x0A]) {
      // In boxes, or only the codestream (ISO/IEC 18181-2).
      self = .jpegXL
    } else if bytes.holds("\0\0\0\u{C}jP  \r\n") || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51]) {
      // In boxes, or only the codestream: SOC and SIZ (ISO/IEC 15444-1, annexes I and A).
      self = .jpeg2000
    } else if bytes.isRaw {
      self = .raw
    } else if bytes.isTIFF {
      self = .tiff
    } else if Beginning(bytes: Array(beginning.prefix(Self.beginningByteCount))).isSVG {
      self = .svg
    } else {
      return nil
    }
  }
}

/// The first bytes of a file.
private struct Beginning {
  let bytes: [UInt8]

  func starts(with other: [UInt8]) -> Bool { bytes.starts(with: other) }

  func holds(_ text: StaticString, at offset: Int = 0) -> Bool {
    text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }

  /// TIFF 6.0, section 2, and BigTIFF.
  var isTIFF: Bool { holds("II*\0") || holds("MM\0*") || holds("II+\0") || holds("MM\0+") }

  /// Of Fujifilm, Panasonic and Olympus, and of Canon, whose mark follows the header of the TIFF (CR2).
  var isRaw: Bool {
    holds("FUJIFILMCCD-RAW ") || holds("IIU\0") || holds("IIRO") || holds("IIRS") || holds("MMOR")
      || isTIFF && holds("CR\u{2}", at: 8)
  }

  /// By its brands (ISO/IEC 14496-12, 4.3; ISO/IEC 23008-12, annex B.4): films have others.
  var isoMediaFormat: PictureFormat? {
    // Canon's raw files (CR3).
    if holds("crx ", at: 8) { return .raw }
    let length = bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    let heic: [StaticString] = [
      "heic", "heix", "hevc", "hevx", "heim", "heis", "mif1", "msf1",
    ]
    var format: PictureFormat?
    // The major brand, and the compatible ones after the minor version.
    for offset in [8] + Array(stride(from: 16, to: min(length, 256, bytes.count), by: 4)) {
      if holds("avif", at: offset) || holds("avis", at: offset) { return .avif }
      if heic.contains(where: { holds($0, at: offset) }) { format = .heic }
    }
    return format
  }

  /// Whether the first element is `svg`, after a byte order mark, blanks, a declaration, comments and a document type.
  var isSVG: Bool {
    var position = starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    while position < bytes.count {
      if [0x20, 0x09, 0x0A, 0x0D].contains(bytes[position]) {
        position += 1
      } else if holds("<?", at: position) {
        position = end(of: "?>", from: position)
      } else if holds("<!--", at: position) {
        position = end(of: "-->", from: position)
      } else if holds("<!DOCTYPE", at: position) {
        position = endOfDocumentType(from: position)
      } else {
        return isElement("<svg", at: position) || isElement("<svg:svg", at: position)
      }
    }
    return false
  }

  /// Whether the name ends there: `<svgfoo>` is another element.
  private func isElement(_ start: StaticString, at position: Int) -> Bool {
    guard holds(start, at: position) else { return false }
    let end = position + start.utf8CodeUnitCount
    return end < bytes.count && [0x20, 0x09, 0x0A, 0x0D, 0x2F, 0x3E].contains(bytes[end])
  }

  private func end(of mark: StaticString, from start: Int) -> Int {
    var position = start
    while position < bytes.count, !holds(mark, at: position) { position += 1 }
    return position + mark.utf8CodeUnitCount
  }

  private func endOfDocumentType(from start: Int) -> Int {
    var position = start
    var isInSubset = false
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == UInt8(ascii: "[") { isInSubset = true }
      if byte == UInt8(ascii: "]") { isInSubset = false }
      if byte == UInt8(ascii: ">"), !isInSubset { break }
    }
    return position
  }
}
