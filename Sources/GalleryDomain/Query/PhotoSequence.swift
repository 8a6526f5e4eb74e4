import Foundation

/// What a source says beside its photos, on all the pages that were read.
public struct SourceNotes: Hashable, Sendable {
  /// Photos that were given out.
  public var photoCount = 0
  /// How many there are; nil as long as that isn't known, as of a source that is filtered page by page.
  public var totalCount: Int?
  /// Photos that were left out because they don't meet the query.
  public var filteredCount = 0
  /// Whether the photo after which to start was not there.
  public var lacksBeginning = false
  /// Items that aren't photos or couldn't be read.
  public var skipped = SkippedItems()
  /// How many photos there are according to the source, if it ended before that.
  public var statedCount: Int?
  /// Why a source was stopped that would have continued.
  public var ending: FeedEnding?
  /// How far the source was read to sort it; nil if it wasn't sorted.
  public var sortReach: SortReach?
  /// Why the source couldn't be reached, if its stored photos were given out instead.
  public var unreachable: PhotoSourceError?
  /// When the oldest page from the store was fetched.
  public var storedAt: Date?
  /// Whether the source has more photos that were not stored.
  public var lacksRest = false

  public init(ending: FeedEnding? = nil) {
    self.ending = ending
  }

  /// Items of the source that were read, including those that were filtered out or unreadable.
  var readCount: Int { photoCount + filteredCount + min(skipped.count, 1 << 31) }

  /// Whether photos are certainly missing, so that a command that should process all of them has failed.
  public var lacksPhotos: Bool { skipped.unreadableCount > 0 || ending?.lacksPhotos ?? false }

  /// Adds what the next page says.
  public mutating func add(_ page: PhotoPage) {
    skipped.add(page.skipped)
    filteredCount = min(filteredCount, 1 << 31) + max(0, min(page.filteredCount, 1 << 31))
    (ending, sortReach) = (page.ending, page.sortReach)
    if let date = page.storedAt { storedAt = min(date, storedAt ?? date) }
  }
}

extension PhotoRepository {
  /// The photos of a query in its order, all of them, page after page.
  ///
  /// - Parameters:
  ///   - after: The photo after which to start; nil for the first. The files of earlier photos are not read.
  ///   - limit: The most photos; nil for all.
  ///   - withDetails: Whether with the properties that only their files have: several are read at a time.
  ///   - isStoredEnough: Whether the stored pages are enough if the source can't be reached (`SourceNotes.unreachable`); otherwise
  ///     that is an error.
  public func photos(
    _ query: PhotoQuery = .everything, after: Photo.ID? = nil, limit: Int? = nil,
    withDetails: Bool = false, isStoredEnough: Bool = false
  ) -> PhotoSequence {
    var request = PageRequest(query)
    request.readsAll = true
    // A feed's server may refuse so many.
    if capabilities.isReadWhole || capabilities.holdsOwnFiles { request.pageSize = 500 }
    return PhotoSequence(
      self, limit == 0 ? nil : request, after: after, limit: limit ?? .max,
      withDetails: withDetails, isStoredEnough: isStoredEnough)
  }

  /// Photos that are listed already.
  public func photos(_ listed: [Photo], withDetails: Bool = false) -> PhotoSequence {
    PhotoSequence(self, nil, listed: listed, withDetails: withDetails)
  }
}

/// Photos of a source one after the other (`PhotoRepository.photos`), and what the source says beside them.
///
/// Iterate it once. A page is read while the last photos of the previous one are read, so that a server isn't idle between
/// them; no more are in memory. Throws `.cancelled` when the task is cancelled, and what the source throws after the photos
/// before.
public final class PhotoSequence: AsyncSequence, AsyncIteratorProtocol {
  public typealias Element = Photo
  public typealias Failure = PhotoSourceError

  /// As far as pages have been read.
  public private(set) var notes = SourceNotes()

  private let repository: any PhotoRepository
  /// The next page; nil after the last one.
  private var request: PageRequest?
  /// Photos of the last page that haven't been given out.
  private var listed: ArraySlice<Photo>
  private let after: Photo.ID?
  /// How many may still be listed.
  private var limit: Int
  private let isStoredEnough: Bool
  private var emptyCount = 0
  private let withDetails: Bool
  private lazy var unread = repository.readingDetails {
    [unowned self] () throws(PhotoSourceError) in
    try await readPages()
    return listed.popFirst()
  }
  /// Of what `nextPart` gave, what `next` hasn't.
  private var part: ArraySlice<Photo> = []

  /// After this many pages in a row without a photo, no more are expected; sources end earlier by themselves.
  private static let emptyPageLimit = 1_000

  fileprivate init(
    _ repository: any PhotoRepository, _ request: PageRequest?, listed: [Photo] = [],
    after: Photo.ID? = nil, limit: Int = .max, withDetails: Bool, isStoredEnough: Bool = false
  ) {
    self.repository = repository
    self.request = request
    self.listed = listed[...]
    self.after = after
    self.limit = limit
    self.isStoredEnough = isStoredEnough
    self.withDetails = withDetails
    notes.lacksBeginning = after != nil
  }

  public func makeAsyncIterator() -> PhotoSequence { self }

  public func next() async throws(PhotoSourceError) -> Photo? {
    if part.isEmpty { part = try await nextPart()?[...] ?? [] }
    return part.popFirst()
  }

  /// The next photos, as many as there are without waiting; nil after the last one.
  public func nextPart() async throws(PhotoSourceError) -> [Photo]? {
    guard !Task.isCancelled else { throw .cancelled }
    var photos: [Photo] = []
    if !withDetails || unread.isIdle {
      try await readPages()
      photos = Array(!withDetails ? listed : listed.prefix { !$0.needsDetails })
      listed.removeFirst(photos.count)
    }
    if photos.isEmpty, withDetails, let photo = try await unread.next() { photos = [photo.result] }
    guard !Task.isCancelled else { throw .cancelled }
    notes.photoCount += photos.count
    return photos.isEmpty ? nil : photos
  }

  // MARK: Pages

  /// Until there is a photo, or no further page.
  private func readPages() async throws(PhotoSourceError) {
    while listed.isEmpty, let request {
      self.request = nil
      guard let page = try await page(for: request) else { return }
      notes.add(page)
      // A total of everything says nothing about how many are left.
      if !request.query.leavesOut(repository.capabilities)
        || request.isAnsweredFromRows(knowing: repository.capabilities)
      {
        notes.totalCount = page.totalCount
      }
      var photos = page.photos[...]
      if notes.lacksBeginning {
        let index = photos.firstIndex { $0.id == after }
        notes.lacksBeginning = index == nil
        photos = index.map { photos[($0 + 1)...] } ?? []
      }
      photos = photos.prefix(limit)
      limit -= photos.count
      notes.statedCount = photos.count == page.photos.count && after == nil ? page.statedCount : nil
      listed =
        withDetails && photos.contains(where: \.needsDetails)
        ? await repository.knownDetails(of: Array(photos))[...] : photos
      // A page whose photos were all filtered out wasn't empty.
      emptyCount = page.photos.isEmpty && page.filteredCount <= 0 ? emptyCount + 1 : 0
      if page.hasMorePages, limit > 0, emptyCount < Self.emptyPageLimit {
        self.request = request
        self.request?.page += 1
      }
    }
  }

  /// The current page, else the stored one; nil if the rest was not stored.
  private func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage? {
    if notes.unreachable == nil {
      do throws(PhotoSourceError) {
        return try await repository.page(for: request)
      } catch {
        // Tried only once: each further page would take as long to fail.
        guard isStoredEnough, error.isUnreachable,
          let stored = await repository.storedPage(for: request)
        else { throw error }
        notes.unreachable = error
        return stored
      }
    }
    let stored = await repository.storedPage(for: request)
    notes.lacksRest = stored == nil
    return stored
  }
}
