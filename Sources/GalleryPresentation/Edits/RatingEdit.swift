import GalleryDomain

/// Stars or a label: shown with the key, written afterwards.
///
/// Stars do not affect labels that another program sets meanwhile, nor the reverse: both are kept.
struct RatingEdit: PropertyEdit {
  static let kind = EditKind(name: "rating")

  enum Change {
    /// 0–5, or `PhotoRating.rejected`.
    case stars(Int)
    /// nil removes it.
    case label(PhotoLabel?)
  }

  let change: Change
  let editSidecar: any EditSidecarUseCase
  let keys: KeyHints

  var kind: EditKind { Self.kind }
  var isInstant: Bool { true }
  var property: WritableKeyPath<Photo, PhotoRating> { \.userRating }
  var words: EditWords {
    if case .label = change { return EditWords(verb: "label", noun: "label") }
    return EditWords(verb: "rate", noun: "rating")
  }

  func edited(_ rating: PhotoRating) -> PhotoRating {
    switch change {
    case .stars(let stars): PhotoRating(stars: stars, label: rating.label)
    case .label(let label): PhotoRating(stars: rating.stars, label: label)
    }
  }

  func restored(_ rating: PhotoRating, to former: PhotoRating) -> PhotoRating {
    switch change {
    case .stars: PhotoRating(stars: former.stars, label: rating.label)
    case .label: PhotoRating(stars: rating.stars, label: former.label)
    }
  }

  func rebased(_ own: PhotoRating, from former: PhotoRating, onto theirs: PhotoRating)
    -> PhotoRating
  {
    own.rebased(from: former, onto: theirs)
  }

  func reason(_ error: SidecarError) -> String { RatingText.refusal(error, keys: keys) }

  func barLabel(count: Int) -> String? { nil }

  func done(_ photos: [Photo], of total: Int, isStopped: Bool) -> String {
    switch change {
    case .stars(let stars): RatingText.done(photos, stars: stars)
    case .label(let label): RatingText.done(photos, label: label)
    }
  }

  func unchanged(_ photos: [Photo]) -> String { done(photos, of: photos.count, isStopped: false) }

  func undoing(_ photos: [Photo]) -> String {
    if case .label = change { return "labelling \(SaleMarkText.subject(photos))" }
    return "rating \(SaleMarkText.subject(photos))"
  }
}

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
    edit(photos) { _, _ in .stars(stars) }
  }

  /// Call when the user rejects photos; if all of them are rejected, their rejection is removed instead.
  @discardableResult
  public func rejectPressed(_ photos: PhotoGathering) -> Bool {
    edit(photos) { [runner] photos, edit in
      let areRejected = photos.allSatisfy { runner.current($0, for: edit).isRejected }
      return .stars(areRejected ? 0 : PhotoRating.rejected)
    }
  }

  /// Call when the user chooses a label; nil removes it.
  @discardableResult
  public func labelled(_ photos: PhotoGathering, color: PhotoLabel.Color?) -> Bool {
    edit(photos) { _, _ in .label(color.map { PhotoLabel($0) }) }
  }

  private func edit(
    _ photos: PhotoGathering, _ change: @escaping ([Photo], RatingEdit) -> RatingEdit.Change
  ) -> Bool {
    guard runner.hasAny(photos) else { return false }
    guard let editSidecar else {
      runner.showNoticeClosure?(RatingText.refusal(refusal, keys: runner.keys))
      return false
    }
    runner.edit(photos) { [keys = runner.keys] photos in
      let edit = RatingEdit(change: .stars(0), editSidecar: editSidecar, keys: keys)
      return RatingEdit(change: change(photos, edit), editSidecar: editSidecar, keys: keys)
    }
    return true
  }
}
