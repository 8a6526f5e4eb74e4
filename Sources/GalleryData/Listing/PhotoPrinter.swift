import Foundation
import GalleryDomain

/// Prints what a source holds, one photo a line (`vitrine list`).
///
/// Page by page, so that the first lines come before a large folder is read to its end and memory
/// holds one page; what files tell is read for each photo, several at a time, and printed in order.
public struct PhotoPrinter: Sendable {
  public enum Format: Sendable {
    /// Columns with tabs between them: id, status, price, date, title, camera.
    case plain
    /// A JSON object a line, see `PhotoJSONLine`.
    case json
  }

  /// What was printed.
  public struct Summary: Hashable, Sendable {
    public var photoCount = 0
    /// Whether the photo behind which to begin was not there.
    public var lacksBeginning = false
    /// Items that are no photos or could not be read.
    public var skippedCount = 0
    /// Those of them that have no picture.
    public var picturelessCount = 0
    /// Those of them that were named one by one, and are not there or are no files.
    public var unreadableCount = 0
    /// The first that could not be read.
    public var skipped: [SkippedItem] = []
    /// Photos in all as the source says, where it ended before.
    public var statedCount: Int?
    /// Whether pictures lie on a server that the file does not name.
    public var lacksServer = false
    /// Whether nothing names the encoding of the source's text, and it was read as windows-1252.
    public var hasGuessedEncoding = false
    /// Whether the reader of the lines went away first.
    public var wasCutShort = false
    /// Why the source was stopped that would have gone on.
    public var ending: FeedEnding?
    /// Why the source could not be reached, where what was stored of it was printed.
    public var unreachable: PhotoSourceError?
    /// When the oldest page that was printed from the store was fetched.
    public var storedAt: Date?
    /// How far the source was read to sort it; nil where it was not sorted.
    public var sortReach: SortReach?
    /// Whether the source holds more that was not stored.
    public var lacksRest = false
  }

  private let repository: any PhotoRepository
  private let format: Format
  private let query: PhotoQuery
  private let zone: TimeZone
  private let details = DetailsReader()
  private let limit: Int
  private let after: Photo.ID?

  /// Photos of a page where many are read at a time; the most that a page may have.
  private static let longPageSize = 500
  /// Pages without a photo, one after the other, behind which nothing is expected any more.
  private static let emptyPageLimit = 1_000

  /// - Parameters:
  ///   - query: Which photos.
  ///   - limit: Photos to print at the most; nil for all.
  ///   - after: The photo behind which to begin; nil for the first. Of those before it nothing is read.
  ///   - zone: In which dates are written.
  public init(
    repository: any PhotoRepository, format: Format, query: PhotoQuery = .everything,
    limit: Int? = nil, after: Photo.ID? = nil,
    zone: TimeZone = .current
  ) {
    self.limit = max(limit ?? Int.max, 0)
    self.after = after
    self.repository = repository
    self.format = format
    self.query = query
    self.zone = zone
  }

  /// - Parameter write: Called with the lines of a page; returns whether more is wanted.
  /// - Throws: What the source throws; the lines before it stand. A source that cannot be reached and of
  ///   which something was stored throws nothing.
  public func print(
    _ write: @Sendable (String) -> Bool
  ) async throws(PhotoSourceError) -> Summary {
    var summary = Summary()
    summary.lacksBeginning = after != nil
    var request = PageRequest(query)
    request.readsAll = true
    // Reading ends with each page: short ones would leave a server idle between them.
    if repository.capabilities.parallelReads.count > 1 { request.pageSize = Self.longPageSize }
    var emptyCount = 0
    while summary.photoCount < limit {
      guard let page = try await page(for: request, &summary) else { return summary }
      summary.skippedCount += page.skippedCount
      summary.picturelessCount += page.picturelessCount
      summary.unreadableCount += page.unreadableCount
      summary.skipped += page.skipped.prefix(SkippedItem.keptCount - summary.skipped.count)
      summary.lacksServer = summary.lacksServer || page.lacksServer
      summary.hasGuessedEncoding = summary.hasGuessedEncoding || page.hasGuessedEncoding
      var lines = ""
      var found = page.photos[...]
      if summary.lacksBeginning {
        let place = found.firstIndex { $0.id == after }
        summary.lacksBeginning = place == nil
        found = place.map { found[($0 + 1)...] } ?? []
      }
      let photos = found.prefix(limit - summary.photoCount)
      for photo in await details.read(Array(photos), of: repository) { lines += line(photo) + "\n" }
      if !lines.isEmpty, !write(lines) {
        summary.wasCutShort = true
        return summary
      }
      summary.photoCount += photos.count
      summary.statedCount =
        photos.count == page.photos.count && after == nil ? page.statedCount : nil
      summary.ending = page.ending
      summary.sortReach = page.sortReach
      // A page of which a filter left nothing was not empty.
      emptyCount = page.photos.isEmpty && page.filteredCount <= 0 ? emptyCount + 1 : 0
      guard page.hasMorePages, emptyCount < Self.emptyPageLimit else { return summary }
      request.page += 1
    }
    return summary
  }

  /// The page as it is now, else as it was stored; nil where the rest was not stored.
  private func page(
    for request: PageRequest, _ summary: inout Summary
  ) async throws(PhotoSourceError) -> PhotoPage? {
    if summary.unreachable == nil {
      do throws(PhotoSourceError) {
        return try await repository.page(for: request)
      } catch {
        guard error.isUnreachable else { throw error }
        // Asked once: each further page would take as long to fail.
        guard let stored = await stored(request, &summary) else { throw error }
        summary.unreachable = error
        return stored
      }
    }
    let stored = await stored(request, &summary)
    summary.lacksRest = stored == nil
    return stored
  }

  private func stored(_ request: PageRequest, _ summary: inout Summary) async -> PhotoPage? {
    guard let page = await repository.storedPage(for: request), let date = page.storedAt else {
      return nil
    }
    summary.storedAt = min(date, summary.storedAt ?? date)
    return page
  }

  private func line(_ photo: Photo) -> String {
    switch format {
    case .plain: PhotoPlainLine.text(photo, zone: zone)
    case .json: PhotoJSONLine.text(photo, zone: zone)
    }
  }
}
