import Foundation

/// The pages of a source, collected for sorting.
struct SortSource: Sendable {
  /// The same for all copies, whose rows are the same.
  final class Origin: Sendable {}

  let origin = Origin()
  private let limit: Int
  /// Empty pages in a row after which the source counts as ended.
  private static let emptyPageLimit = 3
  var photos = CompactPhotos()
  /// Items read, including those that were filtered out or unreadable.
  private(set) var readCount = 0
  private(set) var skipped = SkippedItems()
  private(set) var statedCount: Int?
  private(set) var hasGuessedEncoding = false
  private(set) var totalCount: Int?
  private(set) var storedAt: Date?
  private(set) var ending: FeedEnding?
  private(set) var hasMore = true
  private var emptyPages = 0
  /// What most of the photos will probably be the same as.
  private var base: CompactPhotos?
  /// How many photos of the base these are, as long as they are its first ones and nothing else: then they aren't copied, and
  /// `photos` is empty until `end`.
  private var sameCount: Int?
  /// Whether all photos are those of the base, in its order; known at the end.
  private(set) var isSameAsBase = false

  /// - Parameter base: What most of its photos will probably be the same as.
  init(limit: Int, base: CompactPhotos? = nil) {
    self.limit = limit
    self.base = base
    if base != nil { sameCount = 0 }
  }

  /// All photos of a source, as they were kept.
  init(_ photos: CompactPhotos, keptAt date: Date) {
    limit = .max
    self.photos = photos
    (readCount, totalCount, storedAt, hasMore) = (photos.count, photos.count, date, false)
  }

  /// Whether a page came from the store.
  var isOffline: Bool { storedAt != nil }
  var wantsMore: Bool { hasMore && readCount < limit }
  /// Whether the whole source was read.
  var isWhole: Bool { !hasMore }

  /// - Parameters:
  ///   - page: Its photos are those that `known` has no row for.
  ///   - versions: In which states the files of the page's photos are; empty if that isn't known.
  ///   - known: For each photo, the row of the base that it is, or nil for the next one of the page; empty if all are of the
  ///     page.
  mutating func add(_ page: PhotoPage, versions: [UInt64] = [], known: [Int?] = []) {
    let held = max(page.photos.count, known.count) + bounded(page.filteredCount)
    emptyPages = held == 0 ? emptyPages + 1 : 0
    readCount += held + bounded(page.skipped.count)
    skipped.add(page.skipped)
    statedCount = page.statedCount
    hasGuessedEncoding = hasGuessedEncoding || page.hasGuessedEncoding
    // A feed that changes while it is being read may list a photo twice.
    var new = zip(page.photos, versions.isEmpty ? page.photos.map { _ in 0 } : versions)
      .makeIterator()
    for row in known {
      if let row { take(row) } else if let (photo, version) = new.next() { take(photo, version) }
    }
    while let (photo, version) = new.next() { take(photo, version) }
    totalCount = page.totalCount ?? totalCount
    ending = page.ending
    if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
    hasMore = page.hasMorePages && page.ending == nil && emptyPages < Self.emptyPageLimit
  }

  private mutating func take(_ row: Int) {
    if sameCount == row {
      sameCount = row + 1
    } else if let base {
      copySame()
      photos.append(rowOf: base, at: row)
    }
  }

  private mutating func take(_ photo: Photo, _ version: UInt64) {
    copySame()
    photos.append(photo, version: version)
  }

  private mutating func copySame() {
    guard let base, let count = sameCount else { return }
    sameCount = nil
    photos = count == base.count ? base : CompactPhotos(sharing: base, first: count)
  }

  /// Replaces photos that have changed.
  mutating func replace(_ changed: [Photo.ID: Photo]) {
    for photo in changed.values { photos.replace(photo) }
  }

  /// Call after the last page. Drops what replaced photos have left behind, once it is half as much as the rest.
  mutating func end() {
    isSameAsBase = base != nil && sameCount == base?.count
    copySame()
    base = nil
    if photos.unusedCount > photos.count / 2 { photos = photos.compacted() }
  }

  private func bounded(_ count: Int) -> Int { max(0, min(count, 1 << 31)) }

  var progress: SourceProgress {
    let known = min(max(totalCount ?? 0, readCount), max(limit, readCount))
    return SourceProgress(
      photoCount: readCount, completedSteps: readCount,
      knownSteps: totalCount == nil ? 0 : known, isComplete: false,
      activity: base == nil ? .sorting : .checking)
  }
}
