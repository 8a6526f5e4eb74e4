import Foundation
import GalleryDomain

/// Prints the photos of a source, one a line, or how many have each value of a property (`vitrine list`).
///
/// Works page by page, so that the first lines are printed before a large folder is completely read, and at most two pages
/// are in memory; the metadata is read for several photos at a time, and printed in order. What is known as a whole is printed
/// as it is (`PhotoRows`).
public struct PhotoPrinter: Sendable {
  public enum Format: Sendable {
    /// Columns separated by tabs: id, status, price, date, title, camera, rating.
    case plain
    /// A JSON object a line, see `PhotoJSONLine`.
    case json
    /// A line for each value of a property, with how many photos have it, see `PhotoCountLine`.
    case counts(PhotoFacet, isJSON: Bool)
  }

  /// What was printed.
  public struct Summary: Hashable, Sendable {
    public var photoCount = 0
    /// Whether the photo after which to start was not there.
    public var lacksBeginning = false
    /// Items that aren't photos or couldn't be read.
    public var skipped = SkippedItems()
    /// How many photos there are according to the source, if it ended before that.
    public var statedCount: Int?
    /// Whether nothing names the encoding of the source's text, so that it was read as windows-1252.
    public var hasGuessedEncoding = false
    /// Whether the reader of the lines went away first.
    public var wasCutShort = false
    /// Why a source was stopped that would have continued.
    public var ending: FeedEnding?
    /// Why the source couldn't be reached, if its stored photos were printed instead.
    public var unreachable: PhotoSourceError?
    /// When the oldest printed page from the store was fetched.
    public var storedAt: Date?
    /// How far the source was read to sort it; nil if it wasn't sorted.
    public var sortReach: SortReach?
    /// Whether the source has more photos that were not stored.
    public var lacksRest = false
  }

  private let repository: any PhotoRepository
  private let format: Format
  private let query: PhotoQuery
  private let zone: TimeZone
  private let limit: Int
  private let after: Photo.ID?

  /// Photos per page if many are read at a time; the most that a page may have.
  private static let longPageSize = 500
  /// After this many pages in a row without a photo, no more are expected.
  private static let emptyPageLimit = 1_000

  /// - Parameters:
  ///   - query: Which photos.
  ///   - limit: The most photos to print; nil for all.
  ///   - after: The photo after which to start; nil for the first. Earlier photos are not read.
  ///   - zone: The time zone for dates.
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

  /// - Parameter write: Called with some lines, in UTF-8; returns whether to continue.
  /// - Throws: The source's errors, after the lines printed before. An unreachable source with stored photos doesn't
  ///   throw.
  public func print(
    _ write: @Sendable ([UInt8]) -> Bool
  ) async throws(PhotoSourceError) -> Summary {
    var request = PageRequest(query)
    request.readsAll = true
    if let rows = await rows(for: request) { return try await print(rows, write) }
    var summary = Summary()
    summary.lacksBeginning = after != nil
    // A page is begun when the previous one has only photos left that are being read.
    if repository.capabilities.parallelReads.count > 1 { request.pageSize = Self.longPageSize }
    var (readCount, emptyCount, isOver) = (0, 0, false)
    var failure: PhotoSourceError?
    var tally = tally
    await DetailsReader.read(of: repository) {
      guard !isOver, readCount < limit else { return nil }
      let page: PhotoPage
      do throws(PhotoSourceError) {
        guard let next = try await self.page(for: request, &summary) else { return nil }
        page = next
      } catch {
        failure = error
        return nil
      }
      summary.note(page)
      var found = page.photos[...]
      if summary.lacksBeginning {
        let place = found.firstIndex { $0.id == after }
        summary.lacksBeginning = place == nil
        found = place.map { found[($0 + 1)...] } ?? []
      }
      let photos = found.prefix(limit - readCount)
      readCount += photos.count
      summary.statedCount =
        photos.count == page.photos.count && after == nil ? page.statedCount : nil
      // A page whose photos were all filtered out wasn't empty.
      emptyCount = page.photos.isEmpty && page.filteredCount <= 0 ? emptyCount + 1 : 0
      isOver = !page.hasMorePages || emptyCount >= Self.emptyPageLimit
      request.page += 1
      return Array(photos)
    } finish: { photos in
      if tally == nil {
        var lines = Lines(format, zone)
        for photo in photos { lines.append(photo, photo.imageURL?.absoluteString) }
        if !photos.isEmpty, !write(lines.bytes) {
          summary.wasCutShort = true
          return false
        }
      } else {
        for photo in photos { tally?.add(photo) }
      }
      summary.photoCount += photos.count
      return true
    }
    if let failure, !summary.wasCutShort { throw failure }
    if let tally { summary.wasCutShort = !print(tally, write) }
    return summary
  }

  // MARK: What is there as a whole

  /// So many are printed at once.
  private static let rowsAtOnce = 2_048

  /// nil if the photos come page by page, and if they can't be read: then a page says why.
  private func rows(for request: PageRequest) async -> PhotoRows? {
    // In the source's order the first photos are there before the last ones are known.
    let isInOrder = query.sort == nil && query.grouping == nil && query.search == nil
    guard limit == .max || !isInOrder else { return nil }
    return try? await repository.rows(for: request)
  }

  @concurrent
  private func print(
    _ rows: PhotoRows, _ write: @Sendable ([UInt8]) -> Bool
  ) async throws(PhotoSourceError) -> Summary {
    var summary = Summary()
    summary.note(rows.page)
    let before = after.map { rows.row(of: $0) }
    summary.lacksBeginning = before == .some(nil)
    let start = before.map { $0.map { $0 + 1 } ?? rows.count } ?? 0
    let end = start + min(limit, rows.count - start)
    if start == 0, end == rows.count { summary.statedCount = rows.page.statedCount }
    if end < rows.count { summary.ending = nil }
    var tally = tally
    var lines = (Lines(format, zone), Lines(format, zone))
    for first in stride(from: start, to: end, by: Self.rowsAtOnce) {
      guard !Task.isCancelled else { throw .cancelled }
      let part = first..<min(first + Self.rowsAtOnce, end)
      if tally == nil {
        let halves = rows.inHalves(part, from: lines) { $0.append($1, $2) }
        guard halves.allSatisfy({ write($0.bytes) }) else {
          summary.wasCutShort = true
          return summary
        }
        if let first = halves.first, let last = halves.last { lines = (first.next, last.next) }
      } else {
        let halves = rows.inHalves(part, from: ([], [])) { photos, photo, _ in
          photos.append(photo)
        }
        for photo in halves.joined() { tally?.add(photo) }
      }
      summary.photoCount += part.count
    }
    if let tally { summary.wasCutShort = !print(tally, write) }
    return summary
  }

  private func print(_ tally: PhotoTally, _ write: @Sendable ([UInt8]) -> Bool) -> Bool {
    let lines = tally.photoCounts.map { line($0, of: tally.facet) + "\n" }.joined()
    return lines.isEmpty || write(Array(lines.utf8))
  }

  /// Lines of photos that follow each other.
  private struct Lines {
    private let isJSON: Bool
    private var offsets: ZoneOffsets
    /// In UTF-8.
    private(set) var bytes: [UInt8] = []
    /// How many bytes the lines before them took.
    private var expectedCount = 0

    init(_ format: Format, _ zone: TimeZone) {
      isJSON = if case .json = format { true } else { false }
      offsets = ZoneOffsets(zone)
    }

    /// Without lines, but with what was looked up for them.
    var next: Lines {
      var lines = self
      lines.bytes = []
      lines.expectedCount = bytes.count + bytes.count / 8
      return lines
    }

    /// - Parameter imageURL: In place of the photo's own.
    mutating func append(_ photo: Photo, _ imageURL: String?) {
      if bytes.isEmpty { bytes.reserveCapacity(expectedCount) }
      let offset = photo.createdAt.map { offsets.seconds(at: $0.timeIntervalSince1970) } ?? 0
      if isJSON {
        PhotoJSONLine.append(photo, imageURL: imageURL, offset: offset, to: &bytes)
      } else {
        let clock = photo.clockZone?.secondsFromGMT()
        PhotoPlainLine.append(photo, to: &bytes, offset: clock ?? offset)
      }
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Counts the photos instead of printing them; nil for the other formats.
  private var tally: PhotoTally? {
    if case .counts(let facet, _) = format { PhotoTally(facet, zone: zone) } else { nil }
  }

  /// The current page, else the stored one; nil if the rest was not stored.
  private func page(
    for request: PageRequest, _ summary: inout Summary
  ) async throws(PhotoSourceError) -> PhotoPage? {
    if summary.unreachable == nil {
      do throws(PhotoSourceError) {
        return try await repository.page(for: request)
      } catch {
        guard error.isUnreachable else { throw error }
        // Tried only once: each further page would take as long to fail.
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

  private func line(_ count: PhotoCount, of facet: PhotoFacet) -> String {
    if case .counts(_, isJSON: true) = format { return PhotoCountLine.json(count, of: facet) }
    return PhotoCountLine.text(count)
  }
}

extension PhotoPrinter.Summary {
  fileprivate mutating func note(_ page: PhotoPage) {
    skipped.add(page.skipped)
    hasGuessedEncoding = hasGuessedEncoding || page.hasGuessedEncoding
    (ending, sortReach) = (page.ending, page.sortReach)
  }
}
