import GalleryData
import GalleryDomain

/// Ratings and labels of a folder's photos, in their sidecars.
///
/// Remembers what a sidecar said before it was first written, so that undoing a rating removes it again instead of
/// writing down the picture's own.
public actor SidecarRatingRepository: RatingRepository {
  private let folder: FolderRepository
  private let writer = SidecarWriter()
  private var origins: [Photo.ID: Origin] = [:]

  /// A photo before it was first rated here.
  private struct Origin {
    var shown: PhotoRating
    var stated: Stated
  }

  /// What a sidecar says, in its own texts; nil if it doesn't.
  private struct Stated: Sendable {
    var rating: String?
    var label: String?

    init(_ document: SidecarDocument?) {
      rating = document?.value(of: .rating)
      label = document?.value(of: .label)
    }
  }

  /// - Parameter folder: Filters its photos again after a rating.
  public init(folder: FolderRepository) {
    self.folder = folder
  }

  public func write(
    _ rating: PhotoRating, of photo: Photo, over former: PhotoRating
  ) async throws(SidecarError) -> PhotoRating {
    let origin = origins[photo.id]
    let folder = folder
    let open = { () async throws(SidecarError) in try await folder.openSidecar(of: photo) }
    // Including what others have changed.
    var base = former
    let outcome = try await writer.edit(
      open,
      conflict: { divergence in
        base = Self.rating(in: divergence, shownAs: former)
        return Self.isConflict(rating, over: former, with: base)
          ? .ratedElsewhere(name: divergence.name, base) : nil
      }, former: Stated.init,
      change: { (bytes) throws(SidecarFault) in
        try Self.edited(bytes, rating, over: former, origin)
      })
    if origin == nil { origins[photo.id] = Origin(shown: base, stated: outcome.former) }
    await folder.ratingWritten(of: photo)
    return rating.rebased(from: former, onto: base)
  }

  /// What a sidecar that others have written says; the photo's own values where that says nothing new.
  private static func rating(
    in divergence: SidecarWriter.Divergence, shownAs former: PhotoRating
  ) -> PhotoRating {
    let now = Stated(divergence.now)
    let shown = divergence.shown.map(Stated.init)
    var rating = former
    // If it is unknown what was shown, a sidecar that says the same as the row counts as unchanged.
    if shown.map({ $0.rating != now.rating }) ?? (now.rating != nil || former.stars != nil) {
      rating.stars = now.rating.flatMap { Int($0) }
        .flatMap { PhotoRating.range.contains($0) ? $0 : nil }
    }
    if shown.map({ $0.label != now.label }) ?? (now.label != nil || former.label != nil) {
      rating.label = PhotoLabel(now.label)
    }
    return rating
  }

  /// Whether others have changed the same property to a different value.
  private static func isConflict(
    _ rating: PhotoRating, over former: PhotoRating, with theirs: PhotoRating
  ) -> Bool {
    Set([rating.stars, former.stars, theirs.stars]).count == 3
      || Set([rating.label, former.label, theirs.label]).count == 3
  }

  private static func edited(
    _ bytes: [UInt8]?, _ rating: PhotoRating, over former: PhotoRating, _ origin: Origin?
  ) throws(SidecarFault) -> [UInt8]? {
    var values: [(property: XMPProperty, value: String?)] = []
    if rating.stars != former.stars {
      let isOriginal = origin.map { $0.shown.stars == rating.stars } ?? false
      values.append(
        (.rating, isOriginal ? origin?.stated.rating : rating.stars.map(String.init)))
    }
    if rating.label != former.label {
      values.append((.label, try label(rating.label, bytes, over: former, origin)))
    }
    return try XMPPropertyEditor.edited(bytes, values)
  }

  private static func label(
    _ label: PhotoLabel?, _ bytes: [UInt8]?, over former: PhotoRating, _ origin: Origin?
  ) throws(SidecarFault) -> String? {
    if let origin, origin.shown.label == label { return origin.stated.label }
    if let label { return label.text }
    // No program supports an empty label that would hide the picture's own.
    guard try bytes.map(SidecarReader.document)?.value(of: .label) != nil else {
      throw SidecarFault("the label is in the picture itself")
    }
    return nil
  }
}
