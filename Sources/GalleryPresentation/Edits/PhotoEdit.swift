import GalleryDomain

/// Something that is done to photos: a property that their sidecars store is set, or their files are copied, moved, changed.
/// `EditRunner` does it.
enum PhotoEdit {
  case property(PropertyEdit)
  case files(FileEdit)

  var words: EditWords {
    switch self {
    case .property(let edit): edit.words
    case .files(let edit): edit.words
    }
  }

  var isOfFiles: Bool { if case .files = self { true } else { false } }
}

/// The forms of a verb.
struct EditWords: Hashable {
  /// `rate`, as in `Can't rate`.
  let verb: String
  /// `rating`, for what was not written.
  let noun: String
  /// `rating`, for what is being done, or was undone.
  let gerund: String

  init(_ verb: String, _ noun: String, _ gerund: String) {
    (self.verb, self.noun, self.gerund) = (verb, noun, gerund)
  }
}

/// Photos by what was to be done to them, in the order of the edits, with the reason why that failed with the first.
struct EditedPhotos {
  private(set) var kinds: [(words: EditWords, photos: [Photo], reason: String)] = []
  private var known: [EditWords: Set<Photo.ID>] = [:]

  /// Once, however often it was edited.
  mutating func add(_ photo: Photo, _ words: EditWords, reason: String = "") {
    let isNew = known[words, default: []].insert(photo.id).inserted
    guard let index = kinds.firstIndex(where: { $0.words == words }) else {
      return kinds.append((words, [photo], reason))
    }
    if isNew { kinds[index].photos.append(photo) }
    if kinds[index].photos[0].id == photo.id { kinds[index].reason = reason }
  }
}

/// A photo whose property is edited.
struct EditTarget {
  /// With the edit.
  var photo: Photo
  /// The photo as it was last read or written.
  var former: Photo

  var isChanged: Bool { !photo.isMarked(like: former) }
}

/// Sets a property that photos store in their sidecars. Rows change with the key, before anything is written, and keys
/// continue to work meanwhile.
struct PropertyEdit {
  enum Change {
    /// 0–5, or `PhotoRating.rejected`.
    case stars(Int)
    /// nil removes it.
    case label(PhotoLabel?)
    case saleMark(SaleMark)
    case caption(CaptionEdit)
  }

  let change: Change
  /// Writes what the user says about a photo.
  let editSidecar: any EditSidecarUseCase
  let keys: KeyHints

  // MARK: What it does to photos

  /// The photo as the edit makes it.
  func edited(_ photo: Photo) -> Photo {
    var photo = photo
    switch change {
    case .stars(let stars):
      photo.userRating = PhotoRating(stars: stars, label: photo.userRating.label)
    case .label(let label):
      photo.userRating = PhotoRating(stars: photo.userRating.stars, label: label)
    case .saleMark(let mark): photo.saleMark = mark
    case .caption(let edit): photo = edit.applied(to: photo)
    }
    return photo
  }

  /// Whether it is said only of the photos that it changes.
  var isOfCaption: Bool { if case .caption = change { true } else { false } }

  /// The photo with what the edit set put back to what it was.
  func restored(_ photo: Photo, to former: Photo) -> Photo {
    photo.marked(like: former.rebased(from: edited(former), onto: photo))
  }

  // MARK: Its words

  var words: EditWords {
    switch change {
    case .stars(PhotoRating.rejected): EditWords("reject", "rejection", "rejecting")
    case .stars: EditWords("rate", "rating", "rating")
    case .label: EditWords("label", "label", "labelling")
    case .saleMark: EditWords("mark", "sale mark", "marking")
    case .caption: EditWords("caption", "caption", "captioning")
    }
  }

  /// `★★★ 12 photos`; without a word about undo.
  func done(_ photos: [Photo]) -> String {
    switch change {
    case .stars(let stars): RatingText.done(photos, stars: stars)
    case .label(let label): RatingText.done(photos, label: label)
    case .saleMark(let mark): SaleMarkText.done(photos, mark)
    case .caption(let edit): CaptionText.done(photos, edit)
    }
  }

  /// What is said instead of `done` if nothing changes.
  func unchanged(_ photos: [Photo]) -> String {
    switch change {
    case .saleMark(let mark): SaleMarkText.already(photos, mark)
    case .caption: CaptionText.unchanged
    case .stars, .label: done(photos)
    }
  }

  /// Why it could not be written.
  func reason(_ error: SidecarError) -> String {
    let notOwn =
      switch change {
      case .stars, .label: RatingText.notOwn
      case .saleMark: SaleMarkText.notOwn
      case .caption: CaptionText.notOwn
      }
    return SaleMarkText.message(error, notOwn: notOwn, keys: keys)
  }
}

/// Words about edits of any kind.
enum EditText {
  /// What undo does, as it follows "Undone:": `rating 25 photos`.
  static func undoing(_ words: EditWords, _ photos: [Photo]) -> String {
    "\(words.gerund) \(SaleMarkText.subject(photos))"
  }

  /// `rating 25 photos · nothing left of 12 more`.
  static func undone(_ text: String, leaving count: Int) -> String {
    "\(text) · nothing left of \(CountText.grouped(count)) more"
  }

  /// `Can't rate a and 1 more. No permission to write a.jpg.xmp`.
  static func failure(_ failed: EditedPhotos) -> String {
    let texts = failed.kinds.flatMap { words, photos, reason in
      let more = photos.count > 1 ? " and \(CountText.grouped(photos.count - 1)) more" : ""
      return ["Can't \(words.verb) \(photos[0].name)\(more)", reason]
    }
    return joined(texts, by: ". ")
  }

  /// `Can't copy 2 of 12 photos. lake.jpg is gone`; of one photo the reason says which.
  static func failure(_ verb: String, _ count: Int, of total: Int, _ reason: String) -> String {
    total == 1
      ? reason
      : "Can't \(verb) \(CountText.grouped(count)) of \(CountText.photos(total)). \(reason)"
  }

  /// What the program leaves unwritten, after its end: `Can't write 2 ratings: a, b`.
  static func unwritten(_ photos: [Photo], _ words: EditWords) -> String {
    let names = photos.prefix(3).map(\.name) + (photos.count > 3 ? ["…"] : [])
    let what =
      photos.count == 1 ? words.noun : "\(CountText.grouped(photos.count)) \(words.noun)s"
    return "Can't write \(what): \(names.joined(separator: ", "))"
  }
}
