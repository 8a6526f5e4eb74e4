import GalleryData
import GalleryDomain

/// Marks of a folder's photos, in their sidecars.
public struct SidecarMarkRepository: SaleMarkRepository {
  private let folder: FolderRepository
  private let reader: (any PhotoMetadataReader)?
  private let marks = SidecarMarks()

  /// - Parameters:
  ///   - folder: Answers the photos as they are afterwards.
  ///   - reader: For the keywords that a photo has itself, where its sidecar has none.
  public init(folder: FolderRepository, reader: (any PhotoMetadataReader)?) {
    self.folder = folder
    self.reader = reader
  }

  public func mark(_ photo: Photo, as mark: SaleMark) async throws(SidecarError) -> MarkedPhoto {
    guard let file = photo.file else { throw .notOwn }
    let keywords = keywords(of: file)
    await folder.sidecarWillBeWritten(of: photo)
    let outcome = try await marks.mark(file, as: mark, keywords: keywords)
    let (folder, marks) = (folder, marks)
    return MarkedPhoto(
      photo: await folder.markWritten(of: photo), isChanged: outcome.isChanged,
      takeBack: { () async throws(SidecarError) -> Photo in
        await folder.sidecarWillBeWritten(of: photo)
        try await marks.takeBack(outcome, of: file, keywords: keywords)
        return await folder.markWritten(of: photo)
      })
  }

  private func keywords(of file: FileReference) -> @Sendable () async -> [String]? {
    { [reader] in await reader?.metadata(of: file)?.keywords }
  }
}
