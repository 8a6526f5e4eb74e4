/// Finds where picture files say how they lie; implemented by picture workers, which are not trusted: what they say is
/// compared with the file before anything is written.
public protocol OrientationReader: Sendable {
  /// - Returns: nil when the file cannot be read or no worker can be started.
  func orientationPlace(of file: FileReference) async -> OrientationPlace?
}

/// Where a file says how its picture lies.
public enum OrientationPlace: Hashable, Sendable {
  /// The format has none, or none that can be changed by itself.
  case unsupported
  /// A JPEG without EXIF data, to which a segment can be added.
  case absent
  /// The file has EXIF data without an orientation.
  case unstated
  /// An entry of a TIFF directory, by its first byte in the file.
  case entry(offset: Int, isBigEndian: Bool)
}
