import FeedFormats
import GalleryData
import GalleryDomain
import PictureProtocol

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

  /// What a sidecar says.
  private struct Stated: Sendable {
    /// In its own texts; nil for what it doesn't say.
    private var texts: [MarkTag: String] = [:]
    /// In whatever spelling.
    let stars: Int?
    let label: String?

    init(_ document: SidecarDocument?) {
      let stated = document?.stated()
      stars = stated?.rating.map(Int.init)
      label = stated?.label.flatMap { CleanText.line($0) }
      for tag in [MarkTag.rating, .label, .pick, .digiKamPick] {
        texts[tag] = document?.value(of: tag)
      }
    }

    func text(of tag: MarkTag) -> String? { texts[tag] }
  }

  /// - Parameter folder: Filters its photos again after a rating.
  public init(folder: FolderRepository) {
    self.folder = folder
  }

  public func write(
    _ rating: PhotoRating, of photo: Photo, over former: PhotoRating
  ) async throws(SidecarError) -> PhotoRating {
    guard let file = photo.file else { throw .notOwn }
    let (origin, written) = (rated[photo.id]?.origin, rated[photo.id]?.written)
    await folder.sidecarWillBeWritten(of: photo)
    // Including what others have changed.
    var base = former
    let outcome = try await writer.edit(
      sidecarOf: file,
      conflict: { name, document in
        base = Self.rating(Stated(document), shownAs: former, written: written)
        return Self.isConflict(rating, over: former, with: base)
          ? .ratedElsewhere(name: name, base) : nil
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

  /// What a sidecar says that others have written since it was written here; the photo's own values where that says
  /// nothing new, or where the row shows something else by now.
  private static func rating(
    _ now: Stated, shownAs former: PhotoRating, written: State?
  ) -> PhotoRating {
    var rating = former
    guard let written else { return rating }
    if written.shown.stars == former.stars, written.stated.stars != now.stars {
      rating.stars = now.stars
    }
    if written.shown.label == former.label, written.stated.label != now.label {
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
    _ bytes: [UInt8]?, _ rating: PhotoRating, over former: PhotoRating, _ origin: State?
  ) throws(SidecarFault) -> [UInt8]? {
    var values: [(property: MarkTag, value: String?)] = []
    if rating.stars != former.stars {
      if let origin, origin.shown.stars == rating.stars {
        values += [MarkTag.rating, .pick, .digiKamPick].map { ($0, origin.stated.text(of: $0)) }
      } else {
        values.append((.rating, rating.stars.map(String.init)))
        if rating.stars != PhotoRating.rejected { values += try withoutRejection(bytes) }
      }
    }
    if rating.label != former.label {
      values.append((.label, try label(rating.label, bytes, over: former, origin)))
    }
    return try XMPPropertyEditor.edited(bytes, values)
  }

  /// Takes back other programs' rejections, which would hide the stars: they are marks apart from them.
  private static func withoutRejection(
    _ bytes: [UInt8]?
  ) throws(SidecarFault) -> [(property: MarkTag, value: String?)] {
    guard let document = try bytes.map(SidecarReader.document) else { return [] }
    var (leavesOut, values): (Set<MarkTag>, [(property: MarkTag, value: String?)]) = ([], [])
    if document.stated(leavesOut: [.digiKamPick]).isRejected == true {
      // It comes before other marks of that schema.
      values.append((.pick, "0"))
      leavesOut = [.pick, .good]
    }
    if document.stated(leavesOut: leavesOut).isRejected == true, values.isEmpty {
      values.append((.digiKamPick, "0"))
    }
    return values
  }

  private static func label(
    _ label: PhotoLabel?, _ bytes: [UInt8]?, over former: PhotoRating, _ origin: State?
  ) throws(SidecarFault) -> String? {
    if let origin, origin.shown.label == label { return origin.stated.text(of: .label) }
    if let label { return label.text }
    let document = try bytes.map(SidecarReader.document)
    // An empty one hides what other programs wrote beside it, which stays theirs.
    if document?.stated(leavesOut: [.label]).label != nil { return "" }
    // But no program supports one that would hide the picture's own.
    guard document?.value(of: .label) != nil else {
      throw SidecarFault("the label is in the picture itself")
    }
    return nil
  }
}
