/// What a picture's file begins with.
///
/// Only those formats that are taken from the network: a decoder is never shown anything else from there.
/// The worker looks at the whole header again.
enum ImageSignature: CaseIterable {
  case jpeg, png, webp, gif, avif

  /// As many bytes as tell all of them apart.
  static let byteCount = 64

  /// - Returns: nil where the bytes are the beginning of none.
  init?(_ beginning: some Collection<UInt8>) {
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

  private static func holds(_ text: StaticString, at offset: Int, in bytes: [UInt8]) -> Bool {
    text.withUTF8Buffer { bytes.dropFirst(offset).starts(with: $0) }
  }
}
