import GalleryData
import GalleryDomain

extension FolderRepository {
  /// Reads the sidecar of a photo, on the disk or on a server, to change it.
  ///
  /// - Throws: `.notOwn` for a photo from elsewhere.
  nonisolated func openSidecar(of photo: Photo) async throws(SidecarError) -> OpenSidecar {
    if let file = photo.file {
      await sidecarWillBeWritten(of: photo)
      return try .local(of: file)
    }
    let sidecar = try await openRemoteSidecar(of: photo)
    return OpenSidecar(
      name: sidecar.name, bytes: sidecar.bytes, shown: sidecar.shown,
      acknowledge: { await self.acknowledge(sidecar, of: photo) },
      replace: { (wanted) async throws(SidecarError) in
        // Nothing is deleted on a server: an empty sidecar says as much as none.
        try await self.replace(
          sidecar, of: photo, with: wanted ?? Array(SidecarText.emptyDocument.utf8))
      })
  }
}
