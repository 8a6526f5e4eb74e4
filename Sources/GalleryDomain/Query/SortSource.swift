import Foundation

/// The pages of a source, collected for sorting.
struct SortSource: Sendable {
  /// The same for all copies, whose rows are the same.
  final class Origin: Sendable {}

  let origin = Origin()
  private let limit: Int
  private let emptyPageLimit: Int
  var photos = CompactPhotos()
  /// Items read, including those that were filtered out or unreadable.
  private(set) var readCount = 0
  private(set) var skippedCount = 0
  private(set) var picturelessCount = 0
  private(set) var skipped: [SkippedItem] = []
  private(set) var statedCount: Int?
  private(set) var lacksServer = false
  private(set) var hasGuessedEncoding = false
  private(set) var totalCount: Int?
  private(set) var storedAt: Date?
  private(set) var ending: FeedEnding?
  private(set) var hasMore = true
  private var emptyPages = 0
  private let isBased: Bool

  /// - Parameter base: What most of its photos will probably be the same as.
  init(limit: Int, emptyPageLimit: Int, base: CompactPhotos? = nil) {
    self.limit = limit
    self.emptyPageLimit = emptyPageLimit
    isBased = base != nil
    if let base { photos = CompactPhotos(sharing: base) }
  }

  /// All photos of a source, as they were kept.
  init(_ photos: CompactPhotos, keptAt date: Date) {
    (limit, emptyPageLimit, isBased) = (.max, 0, false)
    self.photos = photos
    (readCount, totalCount, storedAt, hasMore) = (photos.count, photos.count, date, false)
  }

  /// Whether a page came from the store.
  var isOffline: Bool { storedAt != nil }
  var wantsMore: Bool { hasMore && readCount < limit }
  /// Whether the whole source was read.
  var isWhole: Bool { !hasMore }

  /// - Parameters:
  ///   - versions: In which states the files of the page's photos are; empty if that isn't known.
  ///   - known: For each photo of the page the row of the base that it is; empty without a base.
  mutating func add(
    _ page: PhotoPage, versions: [UInt64] = [], known: [CompactPhotos.Row?] = []
  ) {
    let held = page.photos.count + bounded(page.filteredCount)
    emptyPages = held == 0 ? emptyPages + 1 : 0
    readCount += held + bounded(page.skippedCount)
    skippedCount += bounded(page.skippedCount)
    picturelessCount += bounded(page.picturelessCount)
    skipped += page.skipped.prefix(SkippedItem.keptCount - skipped.count)
    statedCount = page.statedCount
    lacksServer = lacksServer || page.lacksServer
    hasGuessedEncoding = hasGuessedEncoding || page.hasGuessedEncoding
    // A feed that changes while it is being read may list a photo twice.
    for (place, photo) in page.photos.enumerated() {
      if !known.isEmpty, let row = known[place] {
        photos.append(row, of: photo.id)
      } else {
        photos.append(photo, version: versions.isEmpty ? 0 : versions[place])
      }
    }
    totalCount = page.totalCount ?? totalCount
    ending = page.ending
    if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
    hasMore = page.hasMorePages && page.ending == nil && emptyPages < emptyPageLimit
  }

  /// Replaces photos that have changed.
  mutating func replace(_ changed: [Photo.ID: Photo]) {
    for photo in changed.values { photos.replace(photo) }
  }

  /// Drops what replaced photos have left behind, once it is half as much as the rest.
  mutating func compact() {
    if photos.unusedCount > photos.count / 2 { photos = photos.compacted() }
  }

  private func bounded(_ count: Int) -> Int { max(0, min(count, 1 << 31)) }

  var progress: SourceProgress {
    let known = min(max(totalCount ?? 0, readCount), max(limit, readCount))
    return SourceProgress(
      photoCount: readCount, completedSteps: readCount,
      knownSteps: totalCount == nil ? 0 : known, isComplete: false,
      activity: isBased ? .checking : .sorting)
  }
}
