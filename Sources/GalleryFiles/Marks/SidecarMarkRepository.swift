import GalleryData
import GalleryDomain

/// Marks of a folder's photos, in their sidecars.
///
/// Remembers what each mark replaced, so that undoing a mark restores the sidecar byte for byte.
public final actor SidecarMarkRepository: SaleMarkRepository {
  private struct Performed {
    /// What the photo was shown with before.
    let former: SaleMark
    let mark: SaleMark
    let outcome: SidecarMarks.Outcome
  }

  /// The most undo steps.
  private static let limit = 100

  private let folder: FolderRepository
  private let marks = SidecarMarks()
  /// The marks of each photo, the latest last.
  private var performed: [Photo.ID: [Performed]] = [:]

  /// - Parameter folder: Returns the photos as they are afterwards.
  public init(folder: FolderRepository) {
    self.folder = folder
  }

  public func write(
    _ mark: SaleMark, of photo: Photo, over former: SaleMark
  ) async throws(SidecarError) -> MarkedPhoto {
    guard let file = photo.file else { throw .notOwn }
    let folder = folder
    await folder.sidecarWillBeWritten(of: photo)
    let keywords: @Sendable () async -> [String]? = { await folder.keywords(of: photo) }
    let last = performed[photo.id]?.last
    // What was written here counts as shown, as long as the row shows it.
    let written = last?.mark == former ? last?.outcome.written : nil
    if let last, last.former == mark, last.mark == former {
      try await marks.undo(last.outcome, of: file, keywords: keywords)
      _ = performed[photo.id]?.popLast()
      return MarkedPhoto(photo: await folder.markWritten(of: photo), isChanged: true)
    }
    let outcome = try await marks.mark(file, as: mark, over: written, keywords: keywords)
    if outcome.isChanged {
      performed[photo.id, default: []].append(
        Performed(former: former, mark: mark, outcome: outcome))
      if let count = performed[photo.id]?.count, count > Self.limit {
        performed[photo.id]?.removeFirst()
      }
    }
    return MarkedPhoto(
      photo: await folder.markWritten(of: photo), isChanged: outcome.isChanged)
  }
}
