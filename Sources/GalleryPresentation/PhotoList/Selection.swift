import GalleryDomain

/// What the user has selected, in order: photos, answers that were selected as a whole, and a range of rows.
struct Selection: Equatable {
  /// The most rows that are selected together of a source that does not find photos again by their ids.
  static let keptLimit = 20_000
  /// The most photos that are kept of a source that finds them by their ids; what is selected beyond them is an answer.
  static let photoLimit = 1_000

  fileprivate struct Chosen: Equatable {
    /// Rises with each step of selecting.
    let place: Int
    var photo: Photo
  }

  /// What one step has changed, so that it can be undone.
  struct Change: Equatable {
    fileprivate var added: [Photo.ID] = []
    fileprivate var addedAnswer: Int?
    fileprivate var removed: [Chosen] = []
    fileprivate var removedAnswers: [PhotoAnswer] = []
    fileprivate(set) var addedCount = 0
    fileprivate(set) var removedCount = 0

    var isEmpty: Bool { addedCount == 0 && removedCount == 0 }
  }

  /// Selecting all photos of a query, one page of the source after the other, whatever the list shows meanwhile.
  struct Sweep: Equatable {
    let query: PhotoQuery
    /// The number of the listing in which it began.
    let listing: Int
    /// The most rows.
    let limit: Int
    /// How many photos are kept.
    let photoLimit: Int
    var page = 1
    /// The page as it was stored, should the source not answer.
    var stored: PhotoPage?
    /// How many rows have been gone through, of how many as far as is known.
    private(set) var doneCount = 0
    var rowCount: Int
    /// How many pages in a row had no photo.
    private(set) var emptyCount = 0
    /// Photos that the user has taken out, before their rows came or after.
    var leftOut: Set<Photo.ID> = []
    /// What has been found: photos that are kept, and the others.
    private(set) var photos: [Photo] = []
    private(set) var others: PhotoAnswer
    /// Of the photos that are kept.
    private var ids: Set<Photo.ID> = []

    init(_ query: PhotoQuery, listing: Int, limit: Int, photoLimit: Int, rowCount: Int) {
      (self.query, self.listing, self.rowCount) = (query, listing, rowCount)
      (self.limit, self.photoLimit) = (limit, photoLimit)
      others = PhotoAnswer(query: query, listing: listing)
    }

    var totalCount: Int { min(limit, max(rowCount, doneCount)) }
    var wantedCount: Int { max(0, totalCount - leftOut.count) }
    /// Whether its limit is reached.
    var isFull: Bool { doneCount >= limit }

    /// Takes the photos of the next page.
    mutating func take(_ page: [Photo]) {
      emptyCount = page.isEmpty ? emptyCount + 1 : 0
      for photo in page.prefix(limit - doneCount) {
        doneCount += 1
        // A source that changes meanwhile may list a photo twice.
        guard !has(photo.id) else { continue }
        if photos.count < photoLimit {
          photos.append(photo)
          ids.insert(photo.id)
        } else {
          others.append(photo)
        }
      }
      (self.page, stored) = (self.page + 1, nil)
    }

    /// Whether a photo was found and not taken out; or its row will be, which shows at once.
    ///
    /// - Parameter row: Among those of the query; nil if it isn't.
    func selects(_ id: Photo.ID, row: Int?) -> Bool {
      !leftOut.contains(id) && finds(id, row)
    }

    private func finds(_ id: Photo.ID, _ row: Int?) -> Bool {
      if let row, (doneCount..<max(doneCount, limit)).contains(row) { return true }
      return has(id)
    }

    private func has(_ id: Photo.ID) -> Bool {
      ids.contains(id) || others.contains(PhotoAnswer.key(of: id))
    }

    /// Takes a photo out, or puts it back.
    ///
    /// - Returns: Whether it is one of them.
    mutating func toggle(_ id: Photo.ID, row: Int?) -> Bool {
      guard finds(id, row) else { return false }
      leftOut.formSymmetricDifference([id])
      return true
    }
  }

  private var chosen: [Photo.ID: Chosen] = [:]
  private(set) var answers: [PhotoAnswer] = []
  private var lastPlace = 0
  var range = RowRange()
  /// Selecting rows that are still to be loaded; they become part of the selection when all are there.
  var sweep: Sweep?
  /// Whether a command waits for the photos.
  var isAwaited = false
  /// What a command wants to be read, the last first.
  var unread: [Photo] = []

  // MARK: Photos

  var isEmpty: Bool { chosen.isEmpty && answers.isEmpty }
  var count: Int { answers.reduce(chosen.count) { $0 + $1.count } }

  func contains(_ id: Photo.ID) -> Bool { chosen[id] != nil || answer(with: id) != nil }

  /// The photo, if it is one that is kept.
  func photo(_ id: Photo.ID) -> Photo? { chosen[id]?.photo }

  private func answer(with id: Photo.ID) -> Int? {
    guard !answers.isEmpty else { return nil }
    let key = PhotoAnswer.key(of: id)
    return answers.firstIndex { $0.contains(key) }
  }

  /// In the order in which they were selected.
  ///
  /// - Complexity: O(*n* log *n*).
  var ids: [Photo.ID] {
    let steps =
      chosen.map { ($0.value.place, [$0.key]) } + answers.map { ($0.place, $0.ids) }
    return steps.sorted { $0.0 < $1.0 }.flatMap(\.1)
  }

  /// Those that are kept, in the order in which they were selected.
  ///
  /// - Complexity: O(*n* log *n*).
  var photos: [Photo] { chosen.values.sorted { $0.place < $1.place }.map(\.photo) }

  /// Whether all photos are kept and have been read.
  var isRead: Bool { answers.isEmpty && !chosen.values.contains(where: \.photo.needsDetails) }

  /// The bytes of all the files; nil if the size of one is not known, and for no photo.
  var byteCount: Int? {
    let sizes = chosen.values.lazy.map(\.photo.countedByteCount) + answers.map(\.byteCount)
    return isEmpty
      ? nil : sizes.reduce(0) { sum, size in sum.flatMap { sum in size.map { sum + $0 } } }
  }

  mutating func insert(_ photo: Photo, into change: inout Change) {
    guard !contains(photo.id) else { return }
    lastPlace += 1
    chosen[photo.id] = Chosen(place: lastPlace, photo: photo)
    change.added.append(photo.id)
    change.addedCount += 1
  }

  /// What has been found becomes part of the selection.
  mutating func insert(_ sweep: Sweep, into change: inout Change) {
    for photo in sweep.photos where !sweep.leftOut.contains(photo.id) {
      insert(photo, into: &change)
    }
    var answer = sweep.others
    for id in sweep.leftOut.union(chosen.keys) { answer.remove(PhotoAnswer.key(of: id), nil) }
    for other in answers { answer.subtract(other) }
    guard answer.count > 0 else { return }
    lastPlace += 1
    answer.place = lastPlace
    answers.append(answer)
    change.addedAnswer = lastPlace
    change.addedCount += answer.count
  }

  /// - Parameter photo: If it is known, so that it can be put back.
  mutating func remove(_ id: Photo.ID, _ photo: Photo?, into change: inout Change) {
    if let removed = chosen.removeValue(forKey: id) {
      change.removed.append(removed)
    } else if let index = answer(with: id) {
      answers[index].remove(PhotoAnswer.key(of: id), photo)
      // Put back, it is by itself, beside the others.
      if let photo { change.removed.append(Chosen(place: answers[index].place, photo: photo)) }
      if answers[index].count == 0 { answers.remove(at: index) }
    } else {
      return
    }
    change.removedCount += 1
    unread.removeAll { $0.id == id }
  }

  mutating func removeAll(into change: inout Change) {
    change.removedCount += count
    change.removed += chosen.values
    change.removedAnswers += answers
    (chosen, answers, unread) = ([:], [], [])
  }

  /// Whether anything is left to undo of what was changed.
  func canRevert(_ change: Change) -> Bool {
    var reverted = self
    reverted.revert(change)
    return reverted.chosen != chosen || reverted.answers != answers
  }

  /// Undoes what was changed; photos that have been selected or deselected again since stay as they are now.
  mutating func revert(_ change: Change) {
    for id in change.added { chosen[id] = nil }
    if let place = change.addedAnswer {
      answers.removeAll { $0.place == place }
      // Also what was taken out of it and put back by itself.
      for photo in chosen.values where photo.place == place { chosen[photo.photo.id] = nil }
    }
    for removed in change.removed where !contains(removed.photo.id) {
      chosen[removed.photo.id] = removed
    }
    for var answer in change.removedAnswers {
      for id in chosen.keys { answer.remove(PhotoAnswer.key(of: id), nil) }
      for other in answers { answer.subtract(other) }
      answers.append(answer)
    }
    answers.removeAll { $0.count == 0 }
  }

  /// Replaces what was known of a photo, if it is kept.
  ///
  /// - Returns: Whether it was something else.
  mutating func update(_ photo: Photo) -> Bool {
    guard let known = chosen[photo.id]?.photo, !photo.needsDetails || known.needsDetails,
      known != photo
    else { return false }
    chosen[photo.id]?.photo = photo
    return true
  }

  // MARK: What the list shows of it

  /// How many of the selected photos are not among some rows.
  ///
  /// - Parameters:
  ///   - isShown: Whether a photo that is kept is among the rows.
  ///   - hidden: How many of an answer are not.
  func hiddenCount(where isShown: (Photo.ID) -> Bool, of hidden: (PhotoAnswer) -> Int) -> Int {
    answers.reduce(chosen.keys.count { !isShown($0) }) { $0 + hidden($1) }
  }

  /// The photos that are kept and for which `keeps` holds.
  func ids(where keeps: (Photo) -> Bool) -> Set<Photo.ID> {
    Set(chosen.filter { keeps($0.value.photo) }.keys)
  }
}

/// Photos that were selected together, as they stood in an answer of the source. Photos that are there only since then are not
/// among them.
///
/// Each takes some twenty bytes, where an id takes eighty: a number made of its id, and how the id differs from the one before.
/// They become ids when a command needs them.
struct PhotoAnswer: Equatable {
  let query: PhotoQuery
  /// The number of the listing in whose rows they all are.
  let listing: Int
  /// When they were selected.
  var place = 0
  private var keys: Set<UInt64> = []
  /// For each id how many bytes it has in common with the one before, the others, and a byte that no text has.
  private var bytes: [UInt8] = []
  private var lastID: [UInt8] = []
  /// The bytes of the files; nil if the size of one is not known.
  private(set) var byteCount: Int? = 0

  private static let end: UInt8 = 0xFF

  init(query: PhotoQuery, listing: Int) { (self.query, self.listing) = (query, listing) }

  /// Nobody can choose names with the same number: it depends on a seed of this process.
  static func key(of id: Photo.ID) -> UInt64 { UInt64(bitPattern: Int64(id.hashValue)) }

  var count: Int { keys.count }
  func contains(_ key: UInt64) -> Bool { keys.contains(key) }

  /// In the order in which they were found.
  var ids: [Photo.ID] {
    var id: [UInt8] = []
    return bytes.split(separator: Self.end).compactMap { part in
      id.replaceSubrange(Int(part[part.startIndex])..., with: part.dropFirst())
      let found = String(decoding: id, as: UTF8.self)
      return contains(Self.key(of: found)) ? found : nil
    }
  }

  mutating func append(_ photo: Photo) {
    keys.insert(Self.key(of: photo.id))
    add(photo.countedByteCount, 1)
    let id = Array(photo.id.utf8)
    let common = min(zip(lastID, id).prefix { $0 == $1 }.count, Int(Self.end) - 1)
    bytes.append(UInt8(common))
    bytes += id[common...]
    bytes.append(Self.end)
    lastID = id
  }

  /// - Parameter photo: If it is known: its size no longer counts.
  mutating func remove(_ key: UInt64, _ photo: Photo?) {
    if keys.remove(key) != nil { add(photo?.countedByteCount, -1) }
  }

  /// An unknown size stays unknown when its photo goes: nobody knows what it has added.
  private mutating func add(_ size: Int?, _ step: Int) {
    byteCount = byteCount.flatMap { sum in size.map { sum + step * $0 } }
  }

  mutating func subtract(_ other: PhotoAnswer) {
    for key in other.keys { remove(key, nil) }
  }
}

extension Photo {
  /// The size of the file, to be added up: files state any size, and the sum of ten million large ones must not overflow.
  var countedByteCount: Int? { self.fileSize.map { max(0, min($0, 1 << 39)) } }
}

/// A range of rows, from where it was begun to the focus, like lines selected with vi's `V`; or none.
///
/// It begins at a photo, not at a row, and stays with it when the list is loaded again.
struct RowRange: Equatable {
  /// The most rows in a range: all of them are loaded for a command, and visited at each key.
  static let limit = 5_000

  /// Where it was begun.
  private struct Anchor: Equatable {
    /// nil while the row is not loaded.
    var id: Photo.ID?
    var row: Int
    /// It ends when the list shows another query, whose rows are others.
    let query: PhotoQuery
  }

  private struct Focus: Equatable {
    let id: Photo.ID?
    let row: Int

    init?(_ listing: PhotoListing) {
      guard let row = listing.focusRow else { return nil }
      (id, self.row) = (listing.pages.photo(at: row)?.id, row)
    }
  }

  private var anchor: Anchor?
  /// The focus at the last check.
  private var lastFocus: Focus?
  /// Whether its photos become part of the selection once they are loaded.
  var isKept = false

  var isBegun: Bool { anchor != nil }

  /// nil if there is no range.
  func rows(of listing: PhotoListing) -> Range<Int>? {
    let last = listing.pages.rowCount - 1
    guard let anchor, last >= 0, let focus = listing.focusRow else { return nil }
    let start = max(0, min(anchor.row, last))
    let end = max(0, min(focus, last))
    return end >= start
      ? start..<(min(end, start + Self.limit - 1) + 1)
      : max(end, start - Self.limit + 1)..<(start + 1)
  }

  /// Begins at the row in focus, if there is one.
  mutating func begin(in listing: PhotoListing) {
    guard let row = listing.focusRow, row < listing.pages.rowCount else { return }
    anchor = Anchor(id: listing.pages.photo(at: row)?.id, row: row, query: listing.query)
    focusMoved(in: listing)
  }

  mutating func end() { self = RowRange() }

  mutating func focusMoved(in listing: PhotoListing) { lastFocus = Focus(listing) }

  /// Follows its first photo when the list has other rows, or has them elsewhere.
  ///
  /// - Returns: Whether the rows are still those of its query; if not, it has ended.
  mutating func rowsChanged(in listing: PhotoListing) -> Bool {
    guard var anchor else { return true }
    let count = listing.pages.rowCount
    guard count > 0, listing.query == anchor.query else {
      end()
      return false
    }
    if let id = anchor.id, let found = listing.row(of: id) {
      anchor.row = found
    } else if let photo = listing.pages.photo(at: anchor.row) {
      // The photo is gone, or known only now: the range begins at its row.
      anchor.id = photo.id
    } else if let old = lastFocus, let new = Focus(listing), old.id != nil,
      old.id == new.id
    {
      // Its page is not loaded: it moved as far as the focus did.
      anchor.row += new.row - old.row
    }
    anchor.row = max(0, min(anchor.row, count - 1))
    self.anchor = anchor
    focusMoved(in: listing)
    return true
  }
}
