/// Reads the metadata of picture files; implemented by picture workers.
public protocol PhotoMetadataReader: Sendable {
  /// - Parameters:
  ///   - sidecar: The photo's XMP sidecar; nil for the one that lies next to the file, if there is one
  ///     (`photo.jpg.xmp`, else `photo.xmp`).
  ///   - urgency: Which files go first when several are waiting.
  /// - Returns: nil when the file cannot be read or no worker can be started.
  /// - Parameters:
  ///   - file: The picture.
  ///   - sidecar: The photo's XMP sidecar; nil for the one next to the file, if there is one (`photo.jpg.xmp`,
  ///     otherwise `photo.xmp`).
  func metadata(
    of file: FileReference, sidecar: FileReference?, urgency: ReadingUrgency
  ) async -> PhotoMetadata?

  /// Like `metadata(of:sidecar:urgency:)` for a photo on the screen, and includes `PhotoMetadata.details`.
  func detailedMetadata(of file: FileReference, sidecar: FileReference?) async -> PhotoMetadata?
}

extension PhotoMetadataReader {
  public func metadata(
    of file: FileReference, urgency: ReadingUrgency = .visible
  ) async -> PhotoMetadata? {
    await metadata(of: file, sidecar: nil, urgency: urgency)
  }

  public func detailedMetadata(of file: FileReference) async -> PhotoMetadata? {
    await detailedMetadata(of: file, sidecar: nil)
  }

  /// For readers that have no details.
  public func detailedMetadata(
    of file: FileReference, sidecar: FileReference?
  ) async -> PhotoMetadata? {
    await metadata(of: file, sidecar: sidecar, urgency: .visible)
  }
}
