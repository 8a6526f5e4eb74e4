import GalleryDomain

/// Marks of a folder's photos, in their sidecars.
public struct SidecarMarkRepository: SaleMarkRepository {
  private let folder: any SidecarFolder
  private let marks = SidecarMarks()

  /// - Parameter folder: Answers the photos as they are afterwards.
  public init(folder: any SidecarFolder) {
    self.folder = folder
  }

  public func mark(_ photo: Photo, as mark: SaleMark) async throws(SidecarError) -> MarkedPhoto {
    let (folder, marks) = (folder, marks)
    let open: @Sendable () async throws(SidecarError) -> OpenSidecar = {
      () async throws(SidecarError) in
      try await folder.openSidecar(of: photo)
    }
    let keywords: @Sendable () async -> [String]? = { await folder.keywords(of: photo) }
    let outcome = try await marks.mark(open, as: mark, keywords: keywords)
    return MarkedPhoto(
      photo: await folder.markWritten(of: photo), isChanged: outcome.isChanged,
      takeBack: { () async throws(SidecarError) -> Photo in
        try await marks.takeBack(outcome, of: open, keywords: keywords)
        return await folder.markWritten(of: photo)
      })
  }
}
