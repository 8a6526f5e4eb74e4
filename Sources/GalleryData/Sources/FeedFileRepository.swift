import FeedFormats
import Foundation
import GalleryDomain

/// The photos of one local feed file in any format, such as a saved API response or an RSS file; or those that another program
/// prints.
///
/// The file is read when first needed, off the caller, and again at a refresh if it changed. If a refresh fails, the
/// previous photos are kept. The next page that it names is not loaded. A program's output is read once.
public final actor FeedFileRepository: PhotoRepository {
  private let input: Input
  private let mapping: FeedPhotoMapping
  private let byteLimit: Int
  private let zone: TimeZone
  private let now: @Sendable () -> Date
  private var loaded: Content?
  private var loading: Task<Result<Content, PhotoSourceError>, Never>?
  /// Of what was loaded.
  private var filtered: FilteredRows?

  /// Of a feed's file in any format: some hundred thousand photos.
  public static let byteLimit = 64 << 20

  private enum Input {
    /// Without a catalog it is one of 500px, or of Vitrine.
    case file(FileReference, preset: String?, catalog: (any FeedFormatCatalog)?)
    /// Photos as `vitrine list --json` writes them.
    case lines(PipedInput)
  }

  private struct Content: Sendable {
    var list: FeedFileRows
    /// nil if it wasn't a file.
    var stamp: FileStamp?
    /// When the first of its prices ends: it is read again then.
    var pricesEnd: Date?
  }

  /// - Parameters:
  ///   - file: Relative paths of pictures are relative to its folder.
  ///   - preset: How to read it, if the user says so.
  ///   - catalog: Recognises formats. A file in no known one is read as one of 500px.
  ///   - zone: For dates without a zone.
  ///   - byteLimit: Larger files are refused.
  ///   - now: The clock, for prices that are valid for a time.
  public init(
    file: FileReference, preset: String? = nil, catalog: (any FeedFormatCatalog)? = nil,
    zone: TimeZone = .current, byteLimit: Int = FeedFileRepository.byteLimit,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    input = .file(file, preset: preset, catalog: catalog)
    self.byteLimit = byteLimit
    self.zone = zone
    self.now = now
    mapping = FeedPhotoMapping(
      directory: FilePath.directory(of: FilePath.absolute(file.path)), zone: zone)
  }

  /// - Parameters:
  ///   - lines: Photos as `vitrine list --json` writes them, which may name files, since the user connected the two
  ///     programs.
  ///   - directory: The base for relative paths.
  ///   - byteLimit: Longer input is refused; 192 MB, since it grows while it is read.
  public init(
    lines: PipedInput, directory: FileReference, zone: TimeZone = .current,
    byteLimit: Int = 192 << 20
  ) {
    input = .lines(lines)
    self.byteLimit = byteLimit
    self.zone = zone
    now = { Date() }
    mapping = FeedPhotoMapping(directory: directory.path, zone: zone)
  }

  /// The feed's own name, else the file's; waits for the file to be read.
  public var title: String {
    get async {
      if let title = (try? await content(isRefresh: false))?.list.title { return title }
      guard case .file(let file, _, _) = input else { return PipedInput.name }
      let stem = FilePath.stem(FilePath.lastComponent(file.path))
      return CleanText.line(String(decoding: stem, as: UTF8.self)) ?? FilePath.shownName(file)
    }
  }

  /// Waits for the file to be read.
  public var orderRoute: OrderRoute {
    get async { (try? await content(isRefresh: false))?.list.orderRoute ?? .file }
  }

  /// Searched and filtered in the file's own bytes.
  public nonisolated var capabilities: SourceCapabilities {
    SourceCapabilities(search: .here, terms: [.forSale])
  }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    photo.file?.statedInformation ?? PhotoInformation()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let list = try await content(isRefresh: request.isRefresh).list
    guard !Task.isCancelled else { throw .cancelled }
    let isFiltered = request.query.leavesOut(.localList)
    var answer: PhotoPage
    if isFiltered {
      answer = try await filtered.rows(of: request.query).page(for: request, of: list)
    } else {
      let rows = PageRows.rows(of: request, photoCount: list.count)
      answer = PhotoPage(
        number: request.page, photos: list.photos(at: Array(rows)).compactMap(\.self),
        totalCount: list.count, hasMorePages: rows.upperBound < list.count,
        skipped: list.skipped(in: rows), anchorRow: request.anchor.flatMap(list.row(of:)))
    }
    guard case .page(let page) = list else { return answer }
    answer.hasGuessedEncoding = page.hasGuessedEncoding
    guard !answer.hasMorePages else { return answer }
    answer.skipped = page.skipped
    // A saved response may be the first page of several.
    if !isFiltered, let stated = page.totalCount, stated > page.photos.count + page.skipped.count {
      answer.statedCount = stated
    }
    return answer
  }

  // MARK: Reading

  /// One read at a time, which concurrent callers share.
  private func content(isRefresh: Bool) async throws(PhotoSourceError) -> Content {
    if let loaded {
      let isCurrent = loaded.pricesEnd.map { now() < $0 } ?? true
      guard isRefresh || !isCurrent, case .file(let file, _, _) = input else { return loaded }
      if isCurrent, await file.hasStamp(loaded.stamp) { return loaded }
    }
    let task = loading ?? load()
    let result = await task.value
    // The data from a pipe is gone, so a failure is permanent.
    if loading == task, case .file = input { loading = nil }
    let content = try result.get()
    if loaded?.stamp != content.stamp || loaded?.pricesEnd != content.pricesEnd { filtered = nil }
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
  /// - Complexity: O(*bytes*), off the caller's actor; memory for the file and twelve bytes a photo, or for the photos.
  @concurrent
  private func read() async throws(PhotoSourceError) -> Content {
    switch input {
    case .lines(let lines):
      let bytes = try await lines.contents(byteLimit: byteLimit)
      return Content(list: try document(bytes, isLines: true, name: PipedInput.name))
    case .file(let file, let preset, let catalog):
      let (bytes, stamp) = try await FileBytes.get(file, byteLimit: byteLimit)
      let time = now()
      if let page = try await page(of: bytes, of: file, preset, catalog, at: time) {
        return Content(
          list: .page(page), stamp: stamp, pricesEnd: page.pricesEnd(after: time))
      }
      let name = FilePath.shownName(file)
      let text: [UInt8]
      do throws(TextEncoding.Fault) {
        text = try TextEncoding.utf8(bytes, byteLimit: byteLimit)
      } catch {
        throw PhotoSourceError(error, name: name)
      }
      return Content(list: try document(text, isLines: false, name: name), stamp: stamp)
    }
  }

  private nonisolated func document(
    _ bytes: [UInt8], isLines: Bool, name: String
  ) throws(PhotoSourceError) -> FeedFileRows {
    do throws(FeedFault) {
      return .document(try FeedDocument(bytes, isLines: isLines), mapping)
    } catch {
      throw PhotoSourceError(error, name: name, bytes: bytes)
    }
  }

  /// - Returns: nil for a file of 500px or of Vitrine, and for one in no known format.
  @concurrent
  private func page(
    of bytes: [UInt8], of file: FileReference, _ preset: String?,
    _ catalog: (any FeedFormatCatalog)?, at time: Date
  ) async throws(PhotoSourceError) -> FeedPage? {
    // Each preset in turn would read all of it.
    guard let catalog, preset != nil || !FeedFileShape.matches(bytes) else { return nil }
    guard let url = file.url else { throw .notFound(name: FilePath.shownName(file)) }
    let answer = HTTPResponse(status: 200, body: bytes, url: url)
    let format: (any FeedFormat)?
    if let preset {
      format = try catalog.format(named: preset, at: url, isNamed: true)
    } else {
      format = await catalog.format(recognising: answer, at: nil)
    }
    guard let format else { return nil }
    var page = try format.decode(
      answer, of: FeedPageRequest(),
      in: FeedContext(
        directory: FilePath.directory(of: FilePath.absolute(file.path)), zone: zone, now: time))
    // Each photo once.
    var seen: Set<Photo.ID> = []
    let photos = page.photos.filter { seen.insert($0.id).inserted }
    page.skipped.count += page.photos.count - photos.count
    page.photos = photos
    return page
  }
}

/// The photos of a feed file, which are all known.
private enum FeedFileRows: RowList {
  /// Made when they are needed.
  case document(FeedDocument, FeedPhotoMapping)
  case page(FeedPage)

  var title: String? {
    switch self {
    case .document(let document, _): document.title
    case .page(let page): page.title
    }
  }

  var orderRoute: OrderRoute? {
    switch self {
    case .document(let document, _): document.orderRoute
    case .page(let page): page.orderRoute
    }
  }

  var count: Int {
    switch self {
    case .document(let document, _): document.photoCount
    case .page(let page): page.photos.count
    }
  }

  /// Those of a page in a format of its own have no place among the photos.
  func skipped(in rows: Range<Int>) -> SkippedItems {
    if case .document(let document, _) = self { document.skipped(in: rows) } else { SkippedItems() }
  }

  func rowCount(atLeast count: Int) -> (count: Int, isComplete: Bool) { (self.count, true) }

  func photos(at rows: [Int]) -> [Photo?] {
    switch self {
    case .document(let document, let mapping):
      rows.map { document.photo(at: $0, mapping: mapping) }
    case .page(let page): rows.map { page.photos[$0] }
    }
  }

  func row(of id: Photo.ID) -> Int? {
    switch self {
    case .document(let document, let mapping): document.row(of: id, mapping: mapping)
    case .page(let page): page.photos.firstIndex { $0.id == id }
    }
  }
}
