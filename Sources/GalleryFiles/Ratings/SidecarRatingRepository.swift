import GalleryData
import GalleryDomain

/// Ratings and labels of a folder's photos, in their sidecars.
///
/// Remembers what a sidecar said before it was first written, so that undoing a rating removes it again instead of
/// writing down the picture's own; and what was written last, so that undoing doesn't overwrite what other programs
/// have written since.
public final actor SidecarRatingRepository: RatingRepository {
  private let folder: FolderRepository
  private let writer = SidecarWriter()
  private var rated: [Photo.ID: Rated] = [:]

  private struct Rated {
    /// Before it was first rated here.
    let origin: State
    /// As it was last written.
    var written: State
  }

  /// A photo with its sidecar.
  private struct State {
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
    let (origin, written) = (rated[photo.id]?.origin, rated[photo.id]?.written)
    let folder = folder
    let open = { () async throws(SidecarError) in try await folder.openSidecar(of: photo) }
    // Including what others have changed.
    var base = former
    let outcome = try await writer.edit(
      open,
      conflict: { divergence in
        base = Self.rating(in: divergence, shownAs: former, written: written)
        return Self.isConflict(rating, over: former, with: base)
          ? .ratedElsewhere(name: divergence.name, base) : nil
      }, value: Stated.init,
      change: { (bytes) throws(SidecarFault) in
        try Self.edited(bytes, rating, over: former, origin)
      })
    let rating = rating.rebased(from: former, onto: base)
    rated[photo.id] = Rated(
      origin: origin ?? State(shown: base, stated: outcome.former),
      written: State(shown: rating, stated: outcome.written))
    await folder.ratingWritten(of: photo)
    return rating
  }

  /// What a sidecar says that others have written since; the photo's own values where that says nothing new.
  ///
  /// - Parameter written: As it was last written here; it counts for what the row still shows.
  private static func rating(
    in divergence: SidecarWriter.Divergence, shownAs former: PhotoRating, written: State?
  ) -> PhotoRating {
    let now = Stated(divergence.now)
    let shown = divergence.shown.map(Stated.init)
    var rating = former
    var (ratingShown, labelShown) = (shown, shown)
    if let written, written.shown.stars == former.stars { ratingShown = written.stated }
    if let written, written.shown.label == former.label { labelShown = written.stated }
    // If it is unknown what was shown, a sidecar that says the same as the row counts as unchanged.
    if ratingShown.map({ $0.rating != now.rating }) ?? (now.rating != nil || former.stars != nil) {
      rating.stars = now.rating.flatMap(stars)
    }
    if labelShown.map({ $0.label != now.label }) ?? (now.label != nil || former.label != nil) {
      rating.label = PhotoLabel(now.label)
    }
    return rating
  }

  /// XMP's rating is a real number: some programs write `4.0`.
  private static func stars(_ text: String) -> Int? {
    Double(text).flatMap { Int(exactly: $0) }
      .flatMap { PhotoRating.range.contains($0) ? $0 : nil }
  }

  /// Whether others have changed the same property to a different value.
  private static func isConflict(
    _ rating: PhotoRating, over former: PhotoRating, with theirs: PhotoRating
  ) -> Bool {
    Set([rating.stars, former.stars, theirs.stars]).count == 3
      || Set([rating.label, former.label, theirs.label]).count == 3
  }

  private static func edited(
    _ bytes: [UInt8]?, _ rating: PhotoRating, over former: PhotoRating, _ origin: State?
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
    _ label: PhotoLabel?, _ bytes: [UInt8]?, over former: PhotoRating, _ origin: State?
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
