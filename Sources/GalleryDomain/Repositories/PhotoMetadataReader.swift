/// Reads the metadata of picture files; implemented by picture workers, which are not trusted: where they find the
/// orientation is compared with the file before anything is written.
public protocol PhotoMetadataReader: Sendable {
  /// - Parameters:
  ///   - file: The picture.
  ///   - sidecar: The photo's XMP sidecar; nil for the one next to the file, if there is one (`photo.jpg.xmp`,
  ///     otherwise `photo.xmp`).
  ///   - urgency: Which files go first when several are waiting.
  /// - Returns: nil when the file cannot be read or no worker can be started.
  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata?

  /// Like `metadata(of:sidecar:urgency:)` for a photo on the screen, and includes `PhotoMetadata.details`.
  func detailedMetadata(of file: FileReference, sidecar: FileReference?) async -> PhotoMetadata?
}

extension PhotoMetadataReader {
  /// For readers that have no details.
  public func detailedMetadata(
    of file: FileReference, sidecar: FileReference?
  ) async -> PhotoMetadata? {
    await metadata(of: file, sidecar: sidecar, urgency: .visible)
  }
}
