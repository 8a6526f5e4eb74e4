/// Finds the orientation tag in picture files. Implemented by picture workers, which are not trusted: their answer is
/// compared with the file before anything is written.
public protocol OrientationReader: Sendable {
  /// - Returns: nil when the file cannot be read or no worker can be started.
  func orientationPlace(of file: FileReference) async -> OrientationPlace?
}

/// The location of a file's orientation tag.
public enum OrientationPlace: Hashable, Sendable {
  /// The format has no orientation, or none that can be changed in place.
  case unsupported
  /// A JPEG without EXIF data, to which a segment can be added.
  case absent
  /// The file has EXIF data without an orientation.
  case unstated
  /// An entry of a TIFF directory, by its first byte in the file.
  case entry(offset: Int, isBigEndian: Bool)
}
