import GalleryDomain

/// What the user has selected, in order: photos, whatever the list shows, and a range of rows.
///
/// It holds the ids of the photos, as numbers, and counts: a million photos take 50 MB. The photos themselves are kept
/// if the source cannot find them again by id, and a few in any case (`photoLimit`).
struct Selection: Equatable {
  /// The most photos of a source that does not find them again by their ids, and of one on the network.
  static let keptLimit = 20_000
  /// The most photos that are kept of a source that finds them by their ids, so that a few are there at once.
  static let photoLimit = 1_000

  /// What is known of a photo's file, and when the photo was selected.
  fileprivate struct Entry: Equatable {
    /// Rises with each photo that is selected; 0 if this one isn't.
    var place: UInt32 = 0
    /// Whether only the photo's name is known.
    var isUnread = false
    /// -1 if it is not known.
    private var size = -1

    var isSelected: Bool { place > 0 }

    /// nil if it is not known.
    var byteCount: Int? { size < 0 ? nil : size }

    mutating func describe(_ photo: Photo) {
      (isUnread, size) = (photo.needsDetails, photo.countedByteCount ?? -1)
    }
  }

  /// What one step has changed, so that it can be undone.
  struct Change: Equatable {
    fileprivate struct Removal: Equatable {
      let number: UInt32
      let place: UInt32
    }

    fileprivate var added = NumberSet()
    fileprivate var removed: [Removal] = []
    fileprivate var photos: [Int: Photo] = [:]

    var isEmpty: Bool { added.isEmpty && removed.isEmpty }
    var addedCount: Int { added.count }
    var removedCount: Int { removed.count }

    fileprivate mutating func remove(_ number: Int, _ place: UInt32, _ photo: Photo?) {
      guard !added.remove(number) else { return }
      removed.append(Removal(number: UInt32(truncatingIfNeeded: number), place: place))
      photos[number] = photo
    }
  }

  /// Rows that are selected, from the first to the last, as they are loaded.
  struct Sweep: Equatable {
    /// Rows that are loaded together.
    static let rowsAtOnce = 500

    let query: PhotoQuery
    /// Those that are left.
    var rows: Range<Int>
    /// Whether they are those of the range, which ends then.
    var isOfRange = false
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

  private var numbers = PhotoNumbers()
  /// One for each number.
  private var entries: [Entry] = []
  private(set) var count = 0
  private var photos: [Int: Photo] = [:]
  /// What the source found again for a command.
  private var found: [Int: Photo] = [:]
  private var lastPlace: UInt32 = 0
  /// The bytes of the files whose size is known.
  private var knownByteCount = 0
  private var unknownSizeCount = 0
  /// The photos of which only the names are known.
  private(set) var unreadCount = 0
  /// The most photos; nil for as many as there are.
  var limit: Int? = Self.keptLimit

  /// Photos that were among the rows of the list since it has these, and in `expected` also those that its query keeps of
  /// what was known then.
  private var listed = NumberSet()
  private var expected = NumberSet()
  /// How many of them are selected.
  private(set) var listedCount = 0
  private(set) var expectedCount = 0

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

  var isEmpty: Bool { count == 0 }
  var isFull: Bool { limit.map { count >= $0 } ?? false || lastPlace == .max }
  /// Those of which the photo is known.
  var knownCount: Int { photos.count + found.count }

  /// The bytes of all the files; nil if the size of one is not known, and for no photo.
  var byteCount: Int? { isEmpty || unknownSizeCount > 0 ? nil : knownByteCount }

  func contains(_ id: Photo.ID) -> Bool { selectedNumber(of: id) != nil }

  func photo(_ id: Photo.ID) -> Photo? { numbers.number(of: id).flatMap(photo) }

  private func photo(numbered number: Int) -> Photo? { photos[number] ?? found[number] }

  private func selectedNumber(of id: Photo.ID) -> Int? {
    numbers.number(of: id).flatMap { entries[$0].isSelected ? $0 : nil }
  }

  /// The selected numbers, in the order in which they were selected.
  ///
  /// - Complexity: O(*n* log *n*); O(*n*) if they were selected in the order in which they got their numbers.
  private func ordered(_ numbers: some Sequence<Int>) -> [Int] {
    var places = numbers.map { UInt64(entries[$0].place) << 32 | UInt64($0) }
    if zip(places, places.dropFirst()).contains(where: >) { places.sort() }
    return places.map { Int($0 & 0xFFFF_FFFF) }
  }

  private var selectedNumbers: [Int] {
    ordered(entries.indices.lazy.filter { entries[$0].isSelected })
  }

  /// - Complexity: O(*n* log *n*).
  var ids: [Photo.ID] { selectedNumbers.map(numbers.id) }

  /// Those whose photo is not known.
  var unknownIDs: [Photo.ID] {
    knownCount == count
      ? [] : selectedNumbers.lazy.filter { photo(numbered: $0) == nil }.map(numbers.id)
  }

  /// Those that are known, in the order in which they were selected.
  var knownPhotos: [Photo] {
    ordered(Array(photos.keys) + found.keys).compactMap(photo(numbered:))
  }

  /// - Parameters:
  ///   - isKept: Whether the source does not find the photo again.
  ///   - isListed: Whether it is among the rows.
  /// - Returns: False if there is no room for the photo.
  mutating func insert(
    _ photo: Photo, isKept: Bool, isListed: Bool, into change: inout Change
  ) -> Bool {
    guard !contains(photo.id) else { return true }
    guard !isFull, let number = number(for: photo.id) else { return false }
    lastPlace += 1
    entries[number].describe(photo)
    put(number, at: lastPlace, isKept || photos.count < Self.photoLimit ? photo : nil)
    if isListed { list(number) }
    change.added.insert(number)
    return true
  }

  private mutating func number(for id: Photo.ID) -> Int? {
    guard let number = numbers.number(for: id) else { return nil }
    if number == entries.count { entries.append(Entry()) }
    return number
  }

  mutating func remove(_ id: Photo.ID, into change: inout Change) {
    if let number = selectedNumber(of: id) { remove(number, into: &change) }
  }

  private mutating func remove(_ number: Int, into change: inout Change) {
    change.remove(number, entries[number].place, photos[number])
    take(number)
  }

  mutating func removeAll(into change: inout Change) {
    for number in entries.indices where entries[number].isSelected {
      remove(number, into: &change)
    }
  }

  /// Whether anything is left to undo of what was changed.
  func canRevert(_ change: Change) -> Bool {
    change.added.numbers.contains { entries[$0].isSelected }
      || !isFull && change.removed.contains { !entries[Int($0.number)].isSelected }
  }

  /// Undoes what was changed; photos that have been selected or deselected again since stay as they are now.
  mutating func revert(_ change: Change) {
    for number in change.added.numbers where entries[number].isSelected { take(number) }
    for removal in change.removed where !isFull {
      let number = Int(removal.number)
      if !entries[number].isSelected { put(number, at: removal.place, change.photos[number]) }
    }
  }

  /// Replaces what was known of a photo, if it is selected.
  ///
  /// - Returns: Whether it was something else.
  mutating func update(_ photo: Photo) -> Bool {
    guard let number = selectedNumber(of: photo.id) else { return false }
    let former = entries[number]
    guard !photo.needsDetails || former.isUnread else { return false }
    let known = self.photo(numbered: number)
    var entry = former
    entry.describe(photo)
    guard known.map({ $0 != photo }) ?? (entry != former) else { return false }
    count(former, -1)
    count(entry, 1)
    entries[number] = entry
    if found[number] != nil {
      found[number] = photo
    } else if known != nil {
      photos[number] = photo
    }
    return true
  }

  /// Keeps photos that the source has found again until `forgetFound()`.
  mutating func keep(_ photos: [Photo]) {
    for photo in photos {
      guard let number = selectedNumber(of: photo.id), self.photos[number] == nil else { continue }
      _ = update(photo)
      found[number] = photo
    }
  }

  mutating func forgetFound() { found = [:] }

  private mutating func put(_ number: Int, at place: UInt32, _ photo: Photo?) {
    entries[number].place = place
    photos[number] = photo
    count += 1
    count(entries[number], 1)
    countListed(number, 1)
  }

  private mutating func take(_ number: Int) {
    entries[number].place = 0
    photos[number] = nil
    found[number] = nil
    count -= 1
    count(entries[number], -1)
    countListed(number, -1)
  }

  private mutating func countListed(_ number: Int, _ step: Int) {
    if listed.contains(number) { listedCount += step }
    if expected.contains(number) { expectedCount += step }
  }

  private mutating func count(_ entry: Entry, _ step: Int) {
    if entry.isUnread { unreadCount += step }
    if let size = entry.byteCount {
      knownByteCount += step * size
    } else {
      unknownSizeCount += step
    }
  }

  // MARK: What the list shows of it

  /// The list has other rows.
  ///
  /// - Parameter keeps: Whether a photo is among them, loaded or not.
  /// - Complexity: O(*known photos*).
  mutating func beginListing(where keeps: (Photo) -> Bool) {
    (listed, expected, listedCount, expectedCount) = (NumberSet(), NumberSet(), 0, 0)
    for (number, photo) in photos where keeps(photo) { expect(number) }
  }

  /// Photos are among the rows. Those that were never selected have no number, and cost nothing.
  mutating func list(_ photos: [Photo]) {
    guard !entries.isEmpty else { return }
    for photo in photos { if let number = numbers.number(of: photo.id) { list(number) } }
  }

  private mutating func list(_ number: Int) {
    guard listed.insert(number) else { return }
    if entries[number].isSelected { listedCount += 1 }
    expect(number)
  }

  private mutating func expect(_ number: Int) {
    if expected.insert(number), entries[number].isSelected { expectedCount += 1 }
  }

  /// Whether a selected photo is among the rows.
  ///
  /// - Parameter isExpected: Whether it may be one that is not loaded.
  func isListed(_ id: Photo.ID, isExpected: Bool) -> Bool {
    numbers.number(of: id).map { (isExpected ? expected : listed).contains($0) } ?? false
  }

  // MARK: The range

  /// Call when the range or the photos have changed.
  mutating func countCommon() { commonCount = range.photos.count { contains($0.id) } }

  /// The photos of the range that are not selected otherwise, as far as they are loaded.
  var rangePhotos: [Photo] { range.photos.filter { !contains($0.id) } }
}

extension Photo {
  /// The size of the file, to be added up: files state any size, and the sum of the largest ones must not overflow.
  var countedByteCount: Int? { self.fileSize.map { max(0, min($0, 1 << 48)) } }
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
