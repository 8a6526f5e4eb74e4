import GalleryDomain

/// Replaces bytes of a file to change a picture's orientation.
///
/// Made from a worker's answer, which isn't trusted. So the old bytes are a whole entry of a TIFF directory, or the
/// beginning of a JPEG; the file must have them there, and only one byte of an entry changes, from one orientation to
/// another.
struct OrientationEdit: Hashable {
  let offset: Int
  /// The bytes that must be there.
  let old: [UInt8]
  let new: [UInt8]

  var inverse: OrientationEdit { OrientationEdit(offset: offset, old: new, new: old) }

  private init(offset: Int, old: [UInt8], new: [UInt8]) {
    self.offset = offset
    self.old = old
    self.new = new
  }

  /// For a JPEG without EXIF data: a segment with nothing but the orientation, at the position given by Exif 2.32
  /// (4.5.2).
  init(adding orientation: PhotoOrientation) {
    let start: [UInt8] = [0xFF, 0xD8]
    self.init(
      offset: 0, old: start + [0xFF], new: start + Self.segment(orientation) + [0xFF])
  }

  /// - Parameter entry: The bytes at the offset, as many as `entryByteCount`; nil if they aren't an orientation.
  init?(rotating entry: [UInt8], at offset: Int, isBigEndian: Bool, by rotation: Rotation) {
    let match = PhotoOrientation.allCases.first {
      Self.entry($0, isBigEndian: isBigEndian) == entry
    }
    guard let match else { return nil }
    self.init(
      offset: offset, old: entry,
      new: Self.entry(match.rotated(by: rotation), isBigEndian: isBigEndian))
  }

  /// Tag, type, count, and the value, which is left-aligned in its four bytes (TIFF 6.0, section 2).
  static let entryByteCount = 10

  private static func entry(_ orientation: PhotoOrientation, isBigEndian: Bool) -> [UInt8] {
    isBigEndian
      ? [1, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation.rawValue]
      : [0x12, 1, 3, 0, 1, 0, 0, 0, orientation.rawValue, 0]
  }

  private static func segment(_ orientation: PhotoOrientation) -> [UInt8] {
    let directory: [UInt8] = [0, 1] + entry(orientation, isBigEndian: true) + [0, 0, 0, 0, 0, 0]
    let data = Array("Exif\0\0MM\0*".utf8) + [0, 0, 0, 8] + directory
    // APP1; the length includes its own bytes.
    return [0xFF, 0xE1, 0, UInt8(data.count + 2)] + data
  }
}
