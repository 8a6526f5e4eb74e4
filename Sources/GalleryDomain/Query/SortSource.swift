import Foundation

/// The pages of a source, collected for sorting.
struct SortSource: Sendable {
  private let limit: Int
  private let emptyPageLimit: Int
  private(set) var photos = CompactPhotos()
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

  init(limit: Int, emptyPageLimit: Int) {
    self.limit = limit
    self.emptyPageLimit = emptyPageLimit
  }

  /// Whether a page came from the store.
  var isOffline: Bool { storedAt != nil }
  var wantsMore: Bool { hasMore && readCount < limit }
  /// Whether the whole source was read.
  var isWhole: Bool { !hasMore }

  mutating func add(_ page: PhotoPage) {
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
    for photo in page.photos { photos.append(photo) }
    totalCount = page.totalCount ?? totalCount
    ending = page.ending
    if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
    hasMore = page.hasMorePages && page.ending == nil && emptyPages < emptyPageLimit
  }

  /// Replaces photos that have changed.
  mutating func replace(_ changed: [Photo.ID: Photo]) {
    for photo in changed.values { photos.replace(photo) }
  }

  /// The photos that pass, as if they alone had been in the source; the others count as read.
  func filtered(by filter: LocalFilter) -> SortSource {
    var filtered = self
    filtered.photos = CompactPhotos()
    for (index, isMatching) in photos.matching(filter).enumerated() where isMatching {
      filtered.photos.append(photos[index])
    }
    return filtered
  }

  private func bounded(_ count: Int) -> Int { max(0, min(count, 1 << 31)) }

  var progress: SourceProgress {
    let known = min(max(totalCount ?? 0, readCount), max(limit, readCount))
    return SourceProgress(
      photoCount: readCount, completedSteps: readCount,
      knownSteps: totalCount == nil ? 0 : known, isComplete: false, activity: .sorting)
  }
}
