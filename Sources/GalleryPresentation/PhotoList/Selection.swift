import GalleryDomain

/// What the user has selected, in order: photos, whatever the list shows, and a range of rows.
///
/// It holds the ids of the photos, and counts. The photos themselves are kept if the source cannot find them again by
/// id, and a few in any case (`photoLimit`).
struct Selection: Equatable {
  /// As many as are sorted.
  static let limit = 20_000
  /// The most photos that are kept of a source that finds them by their ids, so that a few are there at once.
  static let photoLimit = 1_000

  fileprivate struct Entry: Equatable {
    /// Rises with each photo.
    let number: Int
    /// nil if it is not known.
    var byteCount: Int?
    /// Whether only the photo's name is known.
    var isUnread: Bool
  }

  /// What one step has changed, so that it can be undone.
  struct Change: Equatable {
    private(set) fileprivate var added: Set<Photo.ID> = []
    private(set) fileprivate var removed: [Photo.ID: Entry] = [:]
    private(set) fileprivate var photos: [Photo.ID: Photo] = [:]

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }
    var addedCount: Int { added.count }
    var removedCount: Int { removed.count }

    fileprivate mutating func add(_ id: Photo.ID) { added.insert(id) }

    fileprivate mutating func remove(_ id: Photo.ID, _ entry: Entry, _ photo: Photo?) {
      guard added.remove(id) == nil else { return }
      removed[id] = entry
      photos[id] = photo
    }
  }

  /// Rows that are selected or inverted, from the first to the last, as they are loaded.
  struct Sweep: Equatable {
    enum Kind { case select, invert }

    /// Rows that are loaded together.
    static let rowsAtOnce = 500

    let kind: Kind
    let query: PhotoQuery
    /// Those that are left.
    var rows: Range<Int>
    /// Whether they are those of the range, which ends then.
    var isOfRange = false
    /// Rows may move meanwhile; no photo is inverted twice.
    var seen: Set<Photo.ID> = []
    /// Rows that could not be loaded.
    var missingCount = 0
    var change = Change()

    var next: Range<Int> { rows.prefix(Self.rowsAtOnce) }
  }

  /// Photos that a command waits for.
  struct Gathering: Equatable {
    enum Source: Equatable {
      case selection
      /// The photo that was in focus; nil if its row was not loaded, for the one in focus when its turn comes.
      case photo(Photo.ID?)
    }

    /// Rows that are loaded together; details are read for all of them.
    static let rowsAtOnce = 100

    let id: Int
    let source: Source
    /// Where the focus was when the photo was asked for; nil while there are no rows.
    var row: Int?
    /// Whether photos are read, too, and not only loaded.
    let readsPhotos: Bool
    /// Whether a range stays when the photos are there.
    let keepsRange: Bool
    /// Whether the source was asked for photos of which only the ids are known.
    var hasSought = false
    /// Photos that are not selected because their rows could not be loaded.
    var missingCount = 0
    /// The selected photos that are still to be read, the last first; nil until all are known.
    var unread: [Photo.ID]?

    var isSelection: Bool { source == .selection }
  }

  private var entries: [Photo.ID: Entry] = [:]
  private var photos: [Photo.ID: Photo] = [:]
  /// What the source found again for a command.
  private var found: [Photo.ID: Photo] = [:]
  private var lastNumber = 0
  /// The bytes of the files whose size is known.
  private var knownByteCount = 0
  private var unknownSizeCount = 0
  /// The photos of which only the names are known.
  private(set) var unreadCount = 0

  var range = RowRange()
  /// How many photos of the range are selected anyway.
  private(set) var commonCount = 0
  /// Selecting rows that are still to be loaded.
  var sweep: Sweep?
  /// In the order of the requests; the first is running.
  var gatherings: [Gathering] = []
  /// Whether a command is being performed with its photos, and moves the focus itself.
  var isPerforming = false

  // MARK: Photos

  var count: Int { entries.count }
  var isEmpty: Bool { entries.isEmpty }
  var isFull: Bool { entries.count >= Self.limit }
  /// Those of which the photo is known.
  var knownCount: Int { photos.count + found.count }

  /// The bytes of all the files; nil if the size of one is not known, and for no photo.
  var byteCount: Int? { isEmpty || unknownSizeCount > 0 ? nil : knownByteCount }

  func contains(_ id: Photo.ID) -> Bool { entries[id] != nil }

  func photo(_ id: Photo.ID) -> Photo? { photos[id] ?? found[id] }

  /// - Complexity: O(*n* log *n*); 4 ms for 10,000.
  var ids: [Photo.ID] { entries.sorted { $0.value.number < $1.value.number }.map(\.key) }

  /// Those whose photo is not known.
  var unknownIDs: [Photo.ID] { knownCount == count ? [] : ids.filter { photo($0) == nil } }

  /// Those that are known, in the order in which they were selected.
  var knownPhotos: [Photo] { ids.compactMap(photo) }

  /// - Parameter isKept: Whether the source does not find the photo again.
  /// - Returns: False if there is no room for the photo.
  mutating func insert(_ photo: Photo, isKept: Bool, into change: inout Change) -> Bool {
    guard entries[photo.id] == nil else { return true }
    guard !isFull else { return false }
    lastNumber += 1
    let entry = Entry(
      number: lastNumber, byteCount: photo.countedByteCount, isUnread: photo.needsDetails)
    put(photo.id, entry, isKept || photos.count < Self.photoLimit ? photo : nil)
    change.add(photo.id)
    return true
  }

  mutating func remove(_ id: Photo.ID, into change: inout Change) {
    let photo = photos[id]
    if let entry = take(id) { change.remove(id, entry, photo) }
  }

  mutating func removeAll(into change: inout Change) {
    for id in Array(entries.keys) { remove(id, into: &change) }
  }

  /// Whether anything is left to undo of what was changed.
  func canRevert(_ change: Change) -> Bool {
    change.added.contains { entries[$0] != nil }
      || !isFull && change.removed.keys.contains { entries[$0] == nil }
  }

  /// Undoes what was changed; photos that have been selected or deselected again since stay as they are now.
  mutating func revert(_ change: Change) {
    for id in change.added { _ = take(id) }
    for (id, entry) in change.removed where entries[id] == nil && !isFull {
      put(id, entry, change.photos[id])
    }
  }

  /// Replaces what was known of a photo, if it is selected.
  ///
  /// - Returns: Whether it was something else.
  mutating func update(_ photo: Photo) -> Bool {
    guard var entry = entries[photo.id], !photo.needsDetails || entry.isUnread else { return false }
    let known = self.photo(photo.id)
    (entry.byteCount, entry.isUnread) = (photo.countedByteCount, photo.needsDetails)
    guard known.map({ $0 != photo }) ?? (entry != entries[photo.id]) else { return false }
    let isFound = found[photo.id] != nil
    _ = take(photo.id)
    put(photo.id, entry, known == nil || isFound ? nil : photo)
    if isFound { found[photo.id] = photo }
    return true
  }

  /// Keeps photos that the source has found again until `forgetFound()`.
  mutating func keep(_ photos: [Photo]) {
    for photo in photos where entries[photo.id] != nil && self.photos[photo.id] == nil {
      _ = update(photo)
      found[photo.id] = photo
    }
  }

  mutating func forgetFound() { found = [:] }

  private mutating func put(_ id: Photo.ID, _ entry: Entry, _ photo: Photo?) {
    entries[id] = entry
    photos[id] = photo
    count(entry, 1)
  }

  private mutating func take(_ id: Photo.ID) -> Entry? {
    guard let entry = entries.removeValue(forKey: id) else { return nil }
    photos[id] = nil
    found[id] = nil
    count(entry, -1)
    return entry
  }

  private mutating func count(_ entry: Entry, _ step: Int) {
    if entry.isUnread { unreadCount += step }
    if let size = entry.byteCount {
      knownByteCount += step * size
    } else {
      unknownSizeCount += step
    }
  }

  // MARK: The range

  /// Call when the range or the photos have changed.
  mutating func countCommon() { commonCount = range.photos.count { contains($0.id) } }

  /// The photos of the range that are not selected otherwise, as far as they are loaded.
  var rangePhotos: [Photo] { range.photos.filter { !contains($0.id) } }
}

extension Photo {
  /// The size of the file, to be added up: files state any size, and the sum of the largest ones must not overflow.
  var countedByteCount: Int? { fileSize.map { max(0, min($0, 1 << 48)) } }
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
  /// Whether the photos of all its rows have been loaded and read.
  private(set) var isKnown = true
  /// What is missing before this row could not be loaded.
  private var triedRow = 0
  /// The first row from there on whose photo has not been loaded and read.
  private(set) var firstUnknownRow: Int?
  /// The first row from there on whose photo has not been loaded.
  private(set) var firstUnloadedRow: Int?
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
    focusMoved(in: listing)
  }

  mutating func end() { self = RowRange() }

  mutating func focusMoved(in listing: PhotoListing) {
    lastFocus = Focus(listing)
    triedRow = 0
    remember(listing)
  }

  /// Follows its first photo when the list has other rows, or has them elsewhere.
  ///
  /// - Returns: Whether the rows are still those of its query; if not, it has ended.
  mutating func rowsChanged(in listing: PhotoListing) -> Bool {
    let isThere = follow(listing)
    if !isThere { end() }
    lastFocus = Focus(listing)
    // If a row now has another photo, the rows that are not loaded may have moved too.
    let isMoved = known.contains { row, old in
      listing.pages.photo(at: row).map { $0.id != old.id } ?? false
    }
    if isMoved { (known, triedRow) = ([:], 0) }
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

  /// What the source said before it was asked again may be out of date.
  mutating func reload(from listing: PhotoListing) {
    known = [:]
    triedRow = 0
    remember(listing)
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
    photos.removeAll(keepingCapacity: true)
    isKnown = true
    (firstUnknownRow, firstUnloadedRow) = (nil, nil)
    guard let rows = rows(of: listing) else {
      known = [:]
      return
    }
    if known.count > rows.count || known.contains(where: { !rows.contains($0.key) }) {
      known = known.filter { rows.contains($0.key) }
    }
    for row in rows {
      if let photo = listing.pages.photo(at: row), !photo.needsDetails || known[row] == nil {
        known[row] = photo
      }
      if let photo = known[row] { photos.append(photo) }
      guard known[row]?.needsDetails ?? true else { continue }
      isKnown = false
      guard row >= triedRow else { continue }
      if firstUnloadedRow == nil, known[row] == nil { firstUnloadedRow = row }
      if firstUnknownRow == nil { firstUnknownRow = row }
    }
  }
}
