import GalleryDomain

/// What the user has selected, in order, and a range of rows.
///
/// Of each photo the id, position and size are kept: some hundred bytes. The photo itself is kept of all or, where the source
/// finds photos by their ids, of the first thousand.
struct Selection: Equatable {
  /// The most rows that are selected together of a source that does not find photos again by their ids.
  static let keptLimit = 20_000
  /// The most photos that are kept, when all are selected, of a source that finds them by their ids.
  static let photoLimit = 1_000

  fileprivate struct Chosen: Equatable {
    /// Rises with each photo.
    var position: Int
    /// nil if only the id is kept.
    var photo: Photo?
    var byteCount: Int?

    init(_ position: Int, _ photo: Photo, isKept: Bool = true) {
      self.position = position
      self.photo = isKept ? photo : nil
      byteCount = photo.countedByteCount
    }
  }

  /// What one step has changed, so that it can be undone.
  struct Change: Equatable {
    fileprivate var added: [Photo.ID] = []
    fileprivate var removed: [Photo.ID: Chosen] = [:]

    var addedCount: Int { added.count }
    var removedCount: Int { removed.count }
    var isEmpty: Bool { added.isEmpty && removed.isEmpty }

    /// Splits off the part that removed some photos.
    mutating func split(_ ids: [Photo.ID]) -> Change {
      var change = Change()
      for id in ids { change.removed[id] = removed.removeValue(forKey: id) }
      return change
    }
  }

  /// Selecting all photos of a query, one page of the source after the other, whatever the list shows meanwhile. Each page is
  /// selected as it comes; undo takes them all back.
  struct Sweep: Equatable {
    let query: PhotoQuery
    /// The number of the listing in which it began.
    let listing: Int
    /// The most rows.
    let limit: Int
    /// How many photos are kept.
    let photoLimit: Int
    fileprivate(set) var page = 1
    /// The page as it was stored, should the source not answer.
    var stored: PhotoPage?
    fileprivate(set) var doneCount = 0
    /// All rows, as far as is known.
    var rowCount: Int
    /// How many pages in a row had no photo.
    fileprivate(set) var emptyCount = 0
    /// Photos that the user has taken out meanwhile.
    var leftOut: Set<Photo.ID> = []
    fileprivate(set) var change = Change()

    var totalCount: Int { min(limit, max(rowCount, doneCount)) }
    var wantedCount: Int { max(0, totalCount - leftOut.count) }
    /// Whether its limit is reached.
    var isFull: Bool { doneCount >= limit }
  }

  private var chosen: [Photo.ID: Chosen] = [:]
  private var lastPosition = 0
  /// The bytes of the files whose size is known.
  private var knownBytes = 0
  private var unknownSizeCount = 0
  var range = RowRange()
  /// Selecting all photos; nil unless that is under way.
  var sweep: Sweep?
  /// Whether a command waits for the photos.
  var isAwaited = false
  /// Photos to read for a command, the first one last.
  var unread: [Photo] = []

  // MARK: Photos

  var isEmpty: Bool { chosen.isEmpty }
  var count: Int { chosen.count }

  func contains(_ id: Photo.ID) -> Bool { chosen[id] != nil }

  /// nil if only its id is kept.
  func photo(_ id: Photo.ID) -> Photo? { chosen[id]?.photo }

  /// In the order in which they were selected.
  ///
  /// - Complexity: O(*n* log *n*).
  var ids: [Photo.ID] { chosen.sorted { $0.value.position < $1.value.position }.map(\.key) }

  /// The photos that are kept, in the order in which they were selected.
  ///
  /// - Complexity: O(*n* log *n*).
  var photos: [Photo] {
    chosen.values.filter { $0.photo != nil }.sorted { $0.position < $1.position }
      .compactMap(\.photo)
  }

  /// Whether all photos are kept and have been read.
  var isRead: Bool { chosen.values.allSatisfy { $0.photo?.needsDetails == false } }

  /// The bytes of all the files; nil if the size of one is not known, and for no photo.
  var byteCount: Int? { isEmpty || unknownSizeCount > 0 ? nil : knownBytes }

  /// Only here are photos selected and deselected one by one.
  ///
  /// - Returns: The former value.
  @discardableResult
  private mutating func set(_ new: Chosen?, for id: Photo.ID) -> Chosen? {
    let old = new.map { chosen.updateValue($0, forKey: id) } ?? chosen.removeValue(forKey: id)
    for (photo, step) in [(old, -1), (new, 1)] {
      guard let photo else { continue }
      if let size = photo.byteCount { knownBytes += step * size } else { unknownSizeCount += step }
    }
    return old
  }

  /// - Parameter isKept: Whether the photo is, and not only its id.
  mutating func insert(_ photo: Photo, isKept: Bool = true, into change: inout Change) {
    guard chosen[photo.id] == nil else { return }
    lastPosition += 1
    set(Chosen(lastPosition, photo, isKept: isKept), for: photo.id)
    change.added.append(photo.id)
  }

  /// Selects the photos of the next page of all.
  mutating func addPage(_ photos: [Photo]) {
    guard var sweep else { return }
    // The only reference to a large change: a second one would copy it.
    self.sweep = nil
    sweep.emptyCount = photos.isEmpty ? sweep.emptyCount + 1 : 0
    for photo in photos.prefix(sweep.limit - sweep.doneCount) {
      let isKept = sweep.doneCount < sweep.photoLimit
      sweep.doneCount += 1
      guard !sweep.leftOut.contains(photo.id) else { continue }
      insert(photo, isKept: isKept, into: &sweep.change)
    }
    (sweep.page, sweep.stored) = (sweep.page + 1, nil)
    self.sweep = sweep
  }

  mutating func remove(_ id: Photo.ID, into change: inout Change) {
    guard let removed = set(nil, for: id) else { return }
    change.removed[id] = removed
    unread.removeAll { $0.id == id }
  }

  mutating func removeAll(into change: inout Change) {
    change.removed = chosen
    (chosen, unread) = ([:], [])
    (knownBytes, unknownSizeCount) = (0, 0)
  }

  /// Whether anything is left to undo of a change.
  func canRevert(_ change: Change) -> Bool {
    change.added.contains(where: contains) || !change.removed.keys.allSatisfy(contains)
  }

  /// Undoes a change; photos that have been selected or deselected again since stay as they are now.
  mutating func revert(_ change: Change) {
    for id in change.added { set(nil, for: id) }
    for (id, removed) in change.removed where !contains(id) { set(removed, for: id) }
  }

  /// Replaces a photo that is kept by what is known of it now.
  ///
  /// - Returns: Whether that is something else.
  mutating func update(_ photo: Photo) -> Bool {
    guard let former = chosen[photo.id], let known = former.photo,
      !photo.needsDetails || known.needsDetails, known != photo
    else { return false }
    set(Chosen(former.position, photo), for: photo.id)
    return true
  }

  // MARK: What the list shows of it

  /// Counts those that aren't among some photos.
  ///
  /// - Returns: Those that are kept and for which `isCounted` holds; and the others.
  func counts(
    besides shown: Set<Photo.ID>, where isCounted: (Photo.ID) -> Bool
  ) -> (kept: Int, others: Int) {
    var counts = (kept: 0, others: 0)
    for (id, photo) in chosen where !shown.contains(id) {
      if photo.photo == nil { counts.others += 1 } else if isCounted(id) { counts.kept += 1 }
    }
    return counts
  }

  /// The photos that are kept and for which `keeps` holds.
  func ids(where keeps: (Photo) -> Bool) -> Set<Photo.ID> {
    Set(chosen.filter { $0.value.photo.map(keeps) ?? false }.keys)
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
    let start = min(anchor.row, last)
    let end = min(focus, last)
    return end >= start
      ? start..<(min(end, start + Self.limit - 1) + 1)
      : max(end, start - Self.limit + 1)..<(start + 1)
  }

  /// Whether the focus was beyond the last row that it may have at the last check.
  var isExceeded: Bool {
    guard let anchor, let lastFocus else { return false }
    return abs(lastFocus.row - anchor.row) >= Self.limit
  }

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
    } else if let old = lastFocus, let new = Focus(listing), old.id != nil, old.id == new.id {
      // Its page is not loaded: it moved as far as the focus did.
      anchor.row += new.row - old.row
    }
    anchor.row = max(0, min(anchor.row, count - 1))
    self.anchor = anchor
    focusMoved(in: listing)
    return true
  }
}
