import GalleryDomain

/// What the user has selected, in order: photos, answers that were selected as a whole, and a range of rows.
struct Selection: Equatable {
  /// The most photos of a source that does not find them again by their ids, and of one on the network.
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
    /// What was selected then, if the query asks for it.
    let formerIDs: [Photo.ID]
    let formerPhotos: [Photo]
    /// The number of the listing in which it began.
    let listing: Int
    /// The most rows.
    let limit: Int
    var page = 1
    /// The page as it was stored, should the source not answer.
    var stored: PhotoPage?
    /// How many rows have been gone through, of how many as far as is known.
    var doneCount = 0
    var rowCount: Int
    /// How many pages in a row had no photo.
    var emptyCount = 0
    /// Photos that the user has taken out before their rows came.
    var leftOut: Set<Photo.ID> = []
    var change = Change()
    /// What the user has changed meanwhile: it is undone before.
    var laterChanges: [Change] = []

    var totalCount: Int { min(limit, max(rowCount, doneCount)) }
    var wantedCount: Int { max(0, totalCount - leftOut.count) }
  }

  private var chosen: [Photo.ID: Chosen] = [:]
  private(set) var answers: [PhotoAnswer] = []
  private var lastPlace = 0
  /// The most photos; nil for as many as there are.
  var limit: Int? = Self.keptLimit
  /// Whether the source finds photos by their ids, so that not all of them have to be kept.
  var isFoundAgain = false
  /// The bytes of all the files; nil if the size of one is not known, and for no photo.
  private(set) var byteCount: Int?

  var range = RowRange()
  /// How many photos of the range are selected anyway.
  private(set) var commonCount = 0
  /// Selecting rows that are still to be loaded.
  var sweep: Sweep?
  /// Whether a command waits for the photos.
  var isAwaited = false
  /// The next page of the source, from which answers become ids.
  var namingPage = 1
  /// What a command wants to be read, the last first.
  var unread: [Photo] = []

  // MARK: Photos

  var isEmpty: Bool { chosen.isEmpty && answers.isEmpty }
  var count: Int { answers.reduce(chosen.count) { $0 + $1.count } }
  var isFull: Bool { limit.map { count >= $0 } ?? false }
  /// Whether all ids are known.
  var isNamed: Bool { answers.allSatisfy(\.isNamed) }

  func contains(_ id: Photo.ID) -> Bool { chosen[id] != nil || answer(with: id) != nil }

  /// The photo, if it is one that is kept.
  func photo(_ id: Photo.ID) -> Photo? { chosen[id]?.photo }

  private func answer(with id: Photo.ID) -> Int? {
    guard !answers.isEmpty else { return nil }
    let key = PhotoAnswer.key(of: id)
    return answers.firstIndex { $0.contains(key) }
  }

  /// Those that are known, in the order in which they were selected.
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

  /// - Returns: False if there is no room for the photo.
  mutating func insert(_ photo: Photo, into change: inout Change) -> Bool {
    guard !contains(photo.id) else { return true }
    guard !isFull else { return false }
    lastPlace += 1
    chosen[photo.id] = Chosen(place: lastPlace, photo: photo)
    change.added.append(photo.id)
    change.addedCount += 1
    return true
  }

  /// The same for a photo of a row that is selected with all others: if it isn't kept, as a part of an answer.
  ///
  /// - Parameter listing: The number of the listing that has the row.
  mutating func insertRow(
    _ photo: Photo, of query: PhotoQuery, listing: Int, into change: inout Change
  ) -> Bool {
    guard isFoundAgain, chosen.count >= Self.photoLimit else { return insert(photo, into: &change) }
    guard !contains(photo.id) else { return true }
    guard !isFull else { return false }
    if let index = answers.lastIndex(where: { $0.place == change.addedAnswer }) {
      answers[index].append(photo)
    } else {
      lastPlace += 1
      change.addedAnswer = lastPlace
      namingPage = 1
      var answer = PhotoAnswer(query: query, listing: listing, place: lastPlace)
      answer.append(photo)
      answers.append(answer)
    }
    change.addedCount += 1
    return true
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
    answers.removeAll { $0.place == change.addedAnswer }
    for removed in change.removed where !isFull && !contains(removed.photo.id) {
      chosen[removed.photo.id] = removed
    }
    for var answer in change.removedAnswers {
      for id in chosen.keys { answer.remove(PhotoAnswer.key(of: id), nil) }
      for other in answers { answer.subtract(other) }
      answers.append(answer)
    }
    answers.removeAll { $0.count == 0 }
    // The pages that were gone through may have had photos of these.
    if !change.removedAnswers.isEmpty { namingPage = 1 }
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

  /// Call when the selection or the range has changed.
  mutating func countAgain() {
    commonCount = range.photos.count { contains($0.id) }
    guard sweep == nil else { return }
    let sizes = chosen.values.lazy.map(\.photo.countedByteCount) + answers.map(\.byteCount)
    byteCount =
      isEmpty ? nil : sizes.reduce(0) { sum, size in sum.flatMap { sum in size.map { sum + $0 } } }
  }

  /// The photos of the range that are not selected otherwise, as far as they are loaded.
  var rangePhotos: [Photo] { range.photos.filter { !contains($0.id) } }

  // MARK: Answers become ids

  /// Photos of the source have come.
  mutating func name(_ photos: [Photo]) {
    for index in answers.indices where !answers[index].isNamed { answers[index].name(photos) }
  }

  /// There are no more.
  ///
  /// - Returns: How many were not among them.
  mutating func endNaming() -> Int {
    namingPage = 1
    for index in answers.indices where !answers[index].isNamed { answers[index].endNaming() }
    return answers.reduce(0) { $0 + $1.count - $1.ids.count }
  }

  /// Photos that were not found then may be there now.
  mutating func nameMissing() {
    for index in answers.indices { answers[index].forgetIncompleteNames() }
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

/// Photos that were selected together, as they stood in an answer of the source.
///
/// Each is a number made of its id, and its place: a few bytes, where the id takes eighty. A command gets their ids when the
/// source has been gone through once more (`name`). Photos that are there only since then are not among them.
struct PhotoAnswer: Equatable {
  let query: PhotoQuery
  /// The number of the listing in whose rows they all are.
  let listing: Int
  /// When they were selected.
  let place: Int
  private var places: [UInt64: UInt32] = [:]
  private var lastPlace: UInt32 = 0
  /// The bytes of the files; nil if the size of one is not known.
  private(set) var byteCount: Int? = 0
  /// The ids in their order, once they are known.
  private var names: [Photo.ID]?
  private var found: [UInt32: Photo.ID] = [:]

  init(query: PhotoQuery, listing: Int, place: Int) {
    (self.query, self.listing, self.place) = (query, listing, place)
  }

  /// Nobody can choose names with the same number: it depends on a seed of this process.
  static func key(of id: Photo.ID) -> UInt64 { UInt64(bitPattern: Int64(id.hashValue)) }

  var count: Int { places.count }
  func contains(_ key: UInt64) -> Bool { places[key] != nil }

  mutating func append(_ photo: Photo) {
    lastPlace &+= 1
    places[Self.key(of: photo.id)] = lastPlace
    add(photo.countedByteCount, 1)
    names = nil
  }

  /// - Parameter photo: If it is known: its size no longer counts.
  mutating func remove(_ key: UInt64, _ photo: Photo?) {
    if places.removeValue(forKey: key) != nil { add(photo?.countedByteCount, -1) }
  }

  /// An unknown size stays unknown when its photo goes: nobody knows what it has added.
  private mutating func add(_ size: Int?, _ step: Int) {
    byteCount = byteCount.flatMap { sum in size.map { sum + step * $0 } }
  }

  mutating func subtract(_ other: PhotoAnswer) {
    for key in other.places.keys { remove(key, nil) }
  }

  // MARK: Ids

  var isNamed: Bool { names != nil }

  /// Those that are known.
  var ids: [Photo.ID] { names?.filter { contains(Self.key(of: $0)) } ?? [] }

  mutating func name(_ photos: [Photo]) {
    for photo in photos {
      if let place = places[Self.key(of: photo.id)] { found[place] = photo.id }
    }
  }

  mutating func endNaming() {
    names = found.sorted { $0.key < $1.key }.map(\.value)
    found = [:]
  }

  mutating func forgetIncompleteNames() { if isNamed, ids.count < count { names = nil } }
}

extension Photo {
  /// The size of the file, to be added up: files state any size, and the sum of ten million large ones must not overflow.
  var countedByteCount: Int? { self.fileSize.map { max(0, min($0, 1 << 39)) } }
}

/// A range of rows, from where it was begun to the focus, like lines selected with vi's `V`; or none.
///
/// It begins at a photo, not at a row, and stays with it when the list is loaded again. What was loaded of it is
/// remembered, because the list drops the pages far from its window.
struct RowRange: Equatable {
  /// The most rows in a range: all of them are remembered, and visited at each key.
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
  /// The photos that were loaded in its rows, as they were last seen.
  private var known: [Int: Photo] = [:]
  /// The photos of its rows that were loaded, in the order of the rows.
  private(set) var photos: [Photo] = []
  /// The first row whose photo has not been loaded, after those that could not be.
  private(set) var missingRow: Int?
  /// What is missing before this row could not be loaded.
  private var triedRow = 0
  /// See `PhotoListing.number`.
  private var listing = 0
  /// Whether its photos become part of the selection once they are loaded.
  var isKept = false
  /// The focus at the last check.
  private var lastFocus: Focus?

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
    self.listing = listing.number
    focusMoved(in: listing)
  }

  mutating func end() { self = RowRange() }

  mutating func focusMoved(in listing: PhotoListing) {
    lastFocus = Focus(listing)
    giveUp(before: 0, in: listing)
  }

  /// Follows its first photo when the list has other rows, or has them elsewhere.
  ///
  /// - Returns: Whether the rows are still those of its query; if not, it has ended.
  mutating func rowsChanged(in listing: PhotoListing) -> Bool {
    let isThere = follow(listing)
    if !isThere { end() }
    lastFocus = Focus(listing)
    // If a row now has another photo, the rows that are not loaded may have moved too; and what the source said before it
    // was asked again may be out of date.
    let isMoved =
      self.listing != listing.number
      || known.contains { row, old in
        listing.pages.photo(at: row).map { $0.id != old.id } ?? false
      }
    if isMoved { (known, triedRow, self.listing) = ([:], 0, listing.number) }
    remember(listing)
    return isThere
  }

  private mutating func follow(_ listing: PhotoListing) -> Bool {
    guard var anchor else { return true }
    let count = listing.pages.rowCount
    guard count > 0, listing.query == anchor.query else { return false }
    if let id = anchor.id, let found = listing.row(of: id) {
      anchor.row = found
    } else if let photo = listing.pages.photo(at: anchor.row) {
      // The photo is gone, or known only now: the range begins at its row.
      anchor.id = photo.id
    } else if let old = lastFocus, let new = Focus(listing), old.id != nil, old.id == new.id {
      // Its page is not loaded: it moved as far as the focus did.
      anchor.row += new.row - old.row
    }
    anchor.row = max(0, min(anchor.row, count - 1))
    self.anchor = anchor
    return true
  }

  /// Call when what is missing before a row could not be loaded: the rows from there on come next.
  mutating func giveUp(before row: Int, in listing: PhotoListing) {
    triedRow = row
    remember(listing)
  }

  /// A photo has been read; its row's page may have been dropped, and may be gone.
  ///
  /// - Complexity: O(*rows*).
  mutating func update(_ photo: Photo, in listing: PhotoListing) {
    guard let row = known.first(where: { $0.value.id == photo.id })?.key,
      listing.pages.photo(at: row) == nil
    else { return }
    known[row] = photo
    remember(listing)
  }

  /// Remembers what is loaded of its rows.
  private mutating func remember(_ listing: PhotoListing) {
    let rows = rows(of: listing) ?? 0..<0
    if known.count > rows.count || known.contains(where: { !rows.contains($0.key) }) {
      known = known.filter { rows.contains($0.key) }
    }
    photos.removeAll(keepingCapacity: true)
    missingRow = nil
    for row in rows {
      if let photo = listing.pages.photo(at: row), !photo.needsDetails || known[row] == nil {
        known[row] = photo
      }
      if let photo = known[row] {
        photos.append(photo)
      } else if row >= triedRow, missingRow == nil {
        missingRow = row
      }
    }
  }
}
