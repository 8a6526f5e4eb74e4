/// What a picture's file begins with.
///
/// Only those formats that are taken from the network: a decoder is never shown anything else from there.
/// The worker looks at the whole header again.
package enum ImageSignature: CaseIterable {
  case jpeg, png, webp, gif, avif

  /// As many bytes as tell all of them apart.
  package static let byteCount = 64

  /// - Returns: nil where the bytes are the beginning of none.
  package init?(_ beginning: some Collection<UInt8>) {
    let bytes = Array(beginning.prefix(Self.byteCount))
    guard let match = Self.allCases.first(where: { $0.matches(bytes) }) else { return nil }
    self = match
  }

  private func matches(_ bytes: [UInt8]) -> Bool {
    switch self {
    // ISO 10918-1, B.1.1.3: SOI, then the first byte of the next marker.
    case .jpeg: bytes.starts(with: [0xFF, 0xD8, 0xFF])
    // PNG, 5.2.
    case .png: bytes.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A])
    // RFC 9649, 2.4.
    case .webp: Self.holds("RIFF", at: 0, in: bytes) && Self.holds("WEBP", at: 8, in: bytes)
    case .gif: Self.holds("GIF87a", at: 0, in: bytes) || Self.holds("GIF89a", at: 0, in: bytes)
    case .avif: Self.holds("ftyp", at: 4, in: bytes) && Self.hasAVIFBrand(bytes)
    }
  }

  /// The major brand, or one of those that the file also keeps to (ISO 14496-12, 4.3); `mif1` as a major
  /// brand is what some writers put before them.
  private static func hasAVIFBrand(_ bytes: [UInt8]) -> Bool {
    stride(from: 8, to: bytes.count - 3, by: 4).contains {
      $0 != 12 && (holds("avif", at: $0, in: bytes) || holds("avis", at: $0, in: bytes))
    }
  }

  // MARK: Local files

  /// Whether a file of one's own is a picture of a format that is shown: those of the network, TIFF, HEIC, SVG, JPEG XL,
  /// JPEG 2000, and raw files that tell what they are in their first bytes.
  ///
  /// - Parameter mayBeTIFF: false for a camera's raw file, most of which begin as TIFFs do.
  package static func isLocalPicture(_ beginning: some Collection<UInt8>, mayBeTIFF: Bool) -> Bool {
    if ImageSignature(beginning) != nil { return true }
    let bytes = Array(beginning)
    // TIFF 6.0, section 2, and BigTIFF. Canon's raw files (CR2) have their mark behind the header.
    if ["II*\0", "MM\0*", "II+\0", "MM\0+"].contains(where: { holds($0, at: 0, in: bytes) }) {
      return mayBeTIFF || holds("CR", at: 8, in: bytes)
    }
    // Fujifilm, Panasonic, Olympus.
    let raws: [StaticString] = ["FUJIFILMCCD-RAW ", "IIU\0", "IIRO", "IIRS", "MMOR"]
    if raws.contains(where: { holds($0, at: 0, in: bytes) }) { return true }
    // ISO/IEC 18181-2, and the codestream alone; ISO/IEC 15444-1, annexes I and A.
    if holds("\0\0\0\u{C}JXL ", at: 0, in: bytes) || holds("\0\0\0\u{C}jP  ", at: 0, in: bytes)
      || bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: [0xFF, 0x4F, 0xFF, 0x51])
    {
      return true
    }
    // ISO 23008-12, annex B.4, and Canon's raw files (CR3); brands of films are others.
    if holds("ftyp", at: 4, in: bytes) {
      let brands: [StaticString] = [
        "heic", "heix", "heim", "heis", "hevc", "hevx", "mif1", "msf1", "crx ",
      ]
      return brands.contains { holds($0, at: 8, in: bytes) }
    }
    return isSVG(bytes)
  }

  /// Whether the first element is `svg`, as far as the beginning of the text goes.
  private static func isSVG(_ bytes: [UInt8]) -> Bool {
    var reader = XMLReader(
      bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes)
    guard case .start(let tag)? = try? reader.next() else { return false }
    return tag.name.local == "svg"
  }

  private static func holds(
    _ text: StaticString, at offset: Int, in bytes: [UInt8]
  ) -> Bool {
    text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }
}
