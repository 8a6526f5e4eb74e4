import GalleryDomain

/// Rates and labels the user's own photos.
///
/// Bound to no actor and not `Sendable`, like all view models.
public final class RatingEdits {
  private let editSidecar: (any EditSidecarUseCase)?
  private let refusal: SidecarError
  private let runner: EditRunner

  /// - Parameters:
  ///   - editSidecar: nil if the source's photos are not rated.
  ///   - refusal: Why not.
  public init(
    editSidecar: (any EditSidecarUseCase)?, refusal: SidecarError = .notOwn, runner: EditRunner
  ) {
    self.editSidecar = editSidecar
    self.refusal = refusal
    self.runner = runner
  }

  /// Whether the source's photos are not rated; the inputs then only say why.
  public var isRefused: Bool { editSidecar == nil }

  /// Call when the user gives 0–5 stars.
  ///
  /// - Returns: Whether it was done, so that the next photo may follow.
  @discardableResult
  public func rated(_ photos: PhotoGathering, stars: Int) -> Bool {
    edit(photos) { _ in .stars(stars) }
  }

  /// Call when the user rejects photos; if all of them are rejected, their rejection is removed instead.
  @discardableResult
  public func rejectPressed(_ photos: PhotoGathering) -> Bool {
    edit(photos) { [runner] photos in
      let areRejected = photos.allSatisfy { runner.current($0, .rating).isRejected }
      return .stars(areRejected ? 0 : PhotoRating.rejected)
    }
  }

  /// Call when the user chooses a label; nil removes it.
  @discardableResult
  public func labelled(_ photos: PhotoGathering, color: PhotoLabel.Color?) -> Bool {
    edit(photos) { _ in .label(color.map { PhotoLabel($0) }) }
  }

  private func edit(
    _ photos: PhotoGathering, _ change: @escaping ([Photo]) -> PropertyEdit.Change
  ) -> Bool {
    guard runner.hasAny(photos) else { return false }
    guard let editSidecar else {
      runner.showNoticeClosure?(RatingText.refusal(refusal, keys: runner.keys))
      return false
    }
    runner.edit(photos) { [keys = runner.keys] photos in
      .property(PropertyEdit(change: change(photos), editSidecar: editSidecar, keys: keys))
    }
    return true
  }
}
