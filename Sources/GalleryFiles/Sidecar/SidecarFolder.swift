import GalleryData
import GalleryDomain

/// The user's own folder, as seen by the code that writes its sidecars.
public protocol SidecarFolder: Sendable {
  /// Reads the sidecar of a photo to change it.
  ///
  /// - Throws: `.notOwn` for a photo from elsewhere.
  func openSidecar(of photo: Photo) async throws(SidecarError) -> OpenSidecar

  /// The keywords that the photo itself has; nil if they are unknown.
  func keywords(of photo: Photo) async -> [String]?

  /// - Returns: The photo as its file and its sidecar describe it now.
  func markWritten(of photo: Photo) async -> Photo

  func ratingWritten(of photo: Photo) async
}

/// A folder on the disk.
public struct LocalSidecarFolder: SidecarFolder {
  private let folder: FolderRepository
  private let reader: (any PhotoMetadataReader)?

  /// - Parameter reader: Reads the photo's own keywords if its sidecar has none.
  public init(_ folder: FolderRepository, reader: (any PhotoMetadataReader)?) {
    self.folder = folder
    self.reader = reader
  }

  public func openSidecar(of photo: Photo) async throws(SidecarError) -> OpenSidecar {
    guard let file = photo.file else { throw .notOwn }
    await folder.sidecarWillBeWritten(of: photo)
    return try .local(of: file)
  }

  public func keywords(of photo: Photo) async -> [String]? {
    guard let file = photo.file else { return nil }
    return await reader?.metadata(of: file)?.keywords
  }

  public func markWritten(of photo: Photo) async -> Photo { await folder.markWritten(of: photo) }

  public func ratingWritten(of photo: Photo) async { await folder.ratingWritten(of: photo) }
}

/// A folder on a server, which may be writable.
public struct RemoteSidecarFolder: SidecarFolder {
  private let folder: RemoteFolderRepository

  public init(_ folder: RemoteFolderRepository) {
    self.folder = folder
  }

  public func openSidecar(of photo: Photo) async throws(SidecarError) -> OpenSidecar {
    let sidecar = try await folder.openSidecar(of: photo)
    return OpenSidecar(
      name: sidecar.name, bytes: sidecar.bytes, shown: sidecar.shown,
      acknowledge: { [folder] in await folder.acknowledge(sidecar, of: photo) },
      replace: { [folder] (wanted) async throws(SidecarError) in
        // Nothing is deleted on a server: an empty sidecar says as much as none.
        try await folder.replace(
          sidecar, of: photo, with: wanted ?? Array(SidecarText.emptyDocument.utf8))
      })
  }

  public func keywords(of photo: Photo) async -> [String]? { await folder.keywords(of: photo) }

  public func markWritten(of photo: Photo) async -> Photo { await folder.markWritten(of: photo) }

  /// The change is known since `replace`.
  public func ratingWritten(of photo: Photo) async {}
}
