/// Finds the orientation tag in picture files. Implemented by picture workers, which are not trusted: their answer is
/// compared with the file before anything is written.
public protocol OrientationReader: Sendable {
  /// - Returns: nil when the file cannot be read or no worker can be started.
  func orientationPlace(of file: FileReference) async -> OrientationPlace?
}
