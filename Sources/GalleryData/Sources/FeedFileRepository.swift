import FeedFormats
import Foundation
import GalleryDomain

/// The photos of one local document, a file or what another program prints: a feed in any format, such as a saved API response
/// or an RSS file, or photos as `vitrine list --json` writes them.
///
/// It is read when first needed, off the caller, and again at a refresh if it is a file that changed. If a refresh fails, the
/// previous photos are kept. The next page that it names is not loaded. A program's output is read once.
public final actor FeedFileRepository: PhotoRepository {
  private let input: Input
  private let preset: String?
  private let catalog: any FeedFormatCatalog
  /// The base for relative paths.
  private let directory: [UInt8]
  private let zone: TimeZone
  private let byteLimit: Int
  private let lineLimits: PrintedPhotos.Limits
  private let now: @Sendable () -> Date
  private var loaded: Content?
  private var loading: Task<Result<Content, PhotoSourceError>, Never>?
  private var searched: SearchedList?

  /// Of a feed's file in any format: some hundred thousand photos.
  public static let byteLimit = 64 << 20
  /// Of photos as another program prints them.
  package static let lineLimits = {
    var limits = PrintedPhotos.Limits()
    limits.byteCount = 192 << 20
    return limits
  }()
  /// Enough to tell photos from a feed.
  private static let startByteCount = 64 << 10

  private enum Input {
    case file(FileReference)
    case piped(PipedInput)
  }

  private struct Content: Sendable {
    var count: Int
    var photo: @Sendable (Int) -> Photo?
    var row: @Sendable (Photo.ID) -> Int?
    /// What it says besides its photos.
    var page: FeedPage
    var ending: FeedEnding?
    /// nil if it wasn't a file.
    var stamp: FileStamp?
    /// When the first of its prices ends: it is read again then.
    var pricesEnd: Date?
  }

  /// - Parameters:
  ///   - file: Relative paths of pictures are relative to its folder.
  ///   - preset: How to read it, if the user says so.
  ///   - catalog: Recognises formats otherwise.
  ///   - zone: For dates without a zone.
  ///   - byteLimit: Larger files are refused.
  ///   - now: The clock, for prices that are valid for a time.
  public init(
    file: FileReference, preset: String? = nil, catalog: any FeedFormatCatalog,
    zone: TimeZone = .current, byteLimit: Int = FeedFileRepository.byteLimit,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    input = .file(file)
    self.preset = preset
    self.catalog = catalog
    self.zone = zone
    self.byteLimit = byteLimit
    self.now = now
    directory = FilePath.directory(of: FilePath.absolute(file.path))
    lineLimits = PrintedPhotos.Limits()
  }

  /// - Parameters:
  ///   - piped: May name files, since the user connected the two programs.
  ///   - directory: The base for relative paths.
  package init(
    piped: PipedInput, directory: FileReference, catalog: any FeedFormatCatalog,
    zone: TimeZone = .current, limits: PrintedPhotos.Limits = lineLimits
  ) {
    input = .piped(piped)
    preset = nil
    self.catalog = catalog
    self.zone = zone
    byteLimit = Self.byteLimit
    now = { Date() }
    self.directory = directory.path
    lineLimits = limits
  }

  /// The feed's own name, else the file's; waits for the file to be read.
  public var title: String {
    get async {
      if let title = (try? await content(isRefresh: false))?.page.title { return title }
      guard case .file(let file) = input else { return PipedInput.name }
      let stem = FilePath.stem(FilePath.lastComponent(file.path))
      return CleanText.line(String(decoding: stem, as: UTF8.self)) ?? FilePath.shownName(file)
    }
  }

  public var orderRoute: OrderRoute {
    get async { (try? await content(isRefresh: false))?.page.orderRoute ?? .file }
  }

  public nonisolated var capabilities: SourceCapabilities { SourceCapabilities(search: .here) }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    photo.file?.statedInformation ?? PhotoInformation()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let content = try await content(isRefresh: request.isRefresh)
    guard !Task.isCancelled else { throw .cancelled }
    let isFiltered = request.query.leavesOut(.localList)
    var page: PhotoPage
    if isFiltered {
      page = try await search(content, for: request.query).page(for: request)
    } else {
      let rows = PageRows.rows(of: request, photoCount: content.count)
      page = PhotoPage(
        number: request.page, photos: rows.compactMap(content.photo), totalCount: content.count,
        hasMorePages: rows.upperBound < content.count,
        anchorRow: request.anchor.flatMap(content.row))
    }
    guard !page.hasMorePages else { return page }
    page.ending = content.ending
    page.skipped = content.page.skipped
    // A saved response may be the first page of several.
    if !isFiltered, let stated = content.page.totalCount,
      stated > content.count + content.page.skipped.count
    {
      page.statedCount = stated
    }
    return page
  }

  private func search(_ content: Content, for query: PhotoQuery) -> SearchedList {
    if let searched, searched.query == query { return searched }
    let filter = LocalFilter(query)
    let search = SearchedList(query) { piece in
      let start = piece * Self.searchedRows
      let rows = start..<min(content.count, start + Self.searchedRows)
      return (rows.compactMap(content.photo).filter(filter.keeps), rows.endIndex == content.count)
    }
    searched = search
    return search
  }

  /// So many photos are searched before others get a turn, and cancellation is noticed.
  private static let searchedRows = 2_000

  // MARK: Reading

  /// One read at a time, which concurrent callers share. A task and no `SharedLoads`: what was read of a pipe would be gone
  /// when the last of them is cancelled.
  private func content(isRefresh: Bool) async throws(PhotoSourceError) -> Content {
    if let loaded {
      let isCurrent = loaded.pricesEnd.map { now() < $0 } ?? true
      guard isRefresh || !isCurrent, case .file(let file) = input else { return loaded }
      if isCurrent, await file.hasStamp(loaded.stamp) { return loaded }
    }
    let task = loading ?? load()
    let result = await task.value
    // The data from a pipe is gone, so a failure is permanent.
    if loading == task, case .file = input { loading = nil }
    let content = try result.get()
    if loaded?.stamp != content.stamp || loaded?.pricesEnd != content.pricesEnd { searched = nil }
    loaded = content
    return content
  }

  private func load() -> Task<Result<Content, PhotoSourceError>, Never> {
    let task = Task<Result<Content, PhotoSourceError>, Never> {
      do throws(PhotoSourceError) {
        return .success(try await read())
      } catch {
        return .failure(error)
      }
    }
    loading = task
    return task
  }

  /// - Throws: The error about a bad feed, with its line and column.
  /// - Complexity: O(*bytes*), off the caller's actor; memory for the photos of a feed, or for lines.
  @concurrent
  private func read() async throws(PhotoSourceError) -> Content {
    var photos = PrintedPhotos(
      mapping: PrintedPhotoMapping(directory: directory, zone: zone), limits: lineLimits)
    switch input {
    case .file(let file):
      let (bytes, stamp) = try await FileBytes.get(file, byteLimit: byteLimit)
      var content: Content
      if preset == nil, PrintedPhotos.areLines(bytes) {
        photos.append(bytes)
        content = try Self.content(photos, of: FilePath.shownName(file))
      } else {
        content = try await feed(bytes, in: file)
      }
      content.stamp = stamp
      return content
    case .piped(let piped):
      let start = try await piped.read(into: piped.beginning) {
        $0 += $1
        return $0.count < Self.startByteCount
      }
      // As if it were a file in the folder for relative paths.
      let path = FilePath.join(directory, Array(PipedInput.name.utf8))
      if PrintedPhotos.isFeed(start), let file = FileReference(path: path) {
        let bytes = try await piped.read(into: start) { [byteLimit] in
          $0 += $1
          return $0.count <= byteLimit
        }
        guard bytes.count <= byteLimit else {
          throw .tooLarge(name: PipedInput.name, byteCount: bytes.count, byteLimit: byteLimit)
        }
        return try await feed(bytes, in: file)
      }
      photos.append(start)
      if photos.excess == nil {
        photos = try await piped.read(into: photos) {
          $0.append($1)
          return $0.excess == nil
        }
      }
      return try Self.content(photos, of: PipedInput.name)
    }
  }

  private static func content(
    _ photos: PrintedPhotos, of name: String
  ) throws(PhotoSourceError) -> Content {
    var photos = photos
    photos.end()
    let ending = try photos.ending(of: name).get()
    let page = FeedPage(photos: [], skipped: photos.removeSkipped())
    return Content(
      count: photos.count, photo: { [photos] in photos.photo(at: $0) },
      row: { [photos] in photos.row(of: $0) }, page: page, ending: ending)
  }

  @concurrent
  private func feed(
    _ bytes: [UInt8], in file: FileReference
  ) async throws(PhotoSourceError) -> Content {
    let name = FilePath.shownName(file)
    guard let url = file.url else { throw .notFound(name: name) }
    let time = now()
    let response = HTTPResponse(status: 200, body: bytes, url: url)
    let format: (any FeedFormat)?
    if let preset {
      format = try catalog.format(named: preset, at: url, isNamed: true)
    } else {
      format = await catalog.format(recognising: response, at: nil)
    }
    guard let format else { throw .notAFeed(bytes, name: name) }
    var page = try format.decode(
      response, of: FeedPageRequest(),
      in: FeedContext(directory: directory, zone: zone, now: time))
    var seen: Set<Photo.ID> = []
    let photos = page.photos.filter { seen.insert($0.id).inserted }
    page.skipped.count += page.photos.count - photos.count
    page.photos = photos
    return Content(
      count: photos.count, photo: { photos[$0] },
      row: { id in photos.firstIndex { $0.id == id } }, page: page,
      pricesEnd: page.pricesEnd(after: time))
  }
}
