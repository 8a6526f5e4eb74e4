import FeedFormats
import Foundation
import GalleryDomain

/// The photos of one local feed file in any format: a saved API response, an RSS file.
///
/// The next page that it names is not loaded. A file in no other known shape is read as one of 500px, by
/// `FeedFileRepository`.
public final actor DocumentRepository: PhotoRepository {
  private let file: FileReference
  private let preset: String?
  private let catalog: any FeedFormatCatalog
  private let byteLimit: Int
  private let zone: TimeZone
  private let now: @Sendable () -> Date
  private var loaded: Loaded?
  private var loading: SharedLoad<Loaded>?
  /// Of the loaded document.
  private var filtered: FilteredRows?

  /// What the file turned out to be.
  private enum Loaded: Sendable {
    /// Read again when the first of its prices ends.
    case document(FeedPage, FileStamp, pricesEnd: Date?)
    case feedFile(FeedFileRepository)
  }

  /// - Parameters:
  ///   - preset: How to read it, if the user says so.
  ///   - byteLimit: A larger file is refused.
  ///   - now: The clock, for prices that are valid for a time.
  public init(
    file: FileReference, preset: String? = nil, catalog: any FeedFormatCatalog,
    byteLimit: Int = FeedFileRepository.byteLimit, zone: TimeZone = .current,
    now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.file = file
    self.preset = preset
    self.catalog = catalog
    self.byteLimit = byteLimit
    self.zone = zone
    self.now = now
  }

  public var title: String {
    get async {
      switch try? await content(isRefresh: false) {
      case .feedFile(let repository): return await repository.title
      case .document(let page, _, _): if let title = page.title { return title }
      case nil: break
      }
      let stem = FilePath.stem(FilePath.lastComponent(file.path))
      return CleanText.line(String(decoding: stem, as: UTF8.self)) ?? FilePath.shownName(file)
    }
  }

  /// Waits for the file to be read.
  public var orderRoute: OrderRoute {
    get async {
      switch try? await content(isRefresh: false) {
      case .feedFile(let repository): await repository.orderRoute
      case .document(let page, _, _): page.orderRoute ?? .file
      case nil: .file
      }
    }
  }

  public nonisolated var capabilities: SourceCapabilities {
    SourceCapabilities(search: .here, terms: [.forSale])
  }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    photo.file?.statedInformation ?? PhotoInformation()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    switch try await content(isRefresh: request.isRefresh) {
    case .feedFile(let repository): return try await repository.page(for: request)
    case .document(let page, _, _):
      guard !Task.isCancelled else { throw .cancelled }
      return try await self.page(for: request, of: page)
    }
  }

  private func page(
    for request: PageRequest, of page: FeedPage
  ) async throws(PhotoSourceError) -> PhotoPage {
    let isFiltered = request.query.leavesOut(.localList)
    let list = DocumentRows(photos: page.photos)
    var answer: PhotoPage
    if isFiltered {
      answer = try await filtered.rows(of: request.query).page(for: request, of: list)
    } else {
      let rows = PageRows.rows(of: request, photoCount: page.photos.count)
      answer = PhotoPage(
        number: request.page, photos: Array(page.photos[rows]), totalCount: page.photos.count,
        hasMorePages: rows.upperBound < page.photos.count,
        anchorRow: request.anchor.flatMap(list.row(of:)))
    }
    answer.hasGuessedEncoding = page.hasGuessedEncoding
    guard !answer.hasMorePages else { return answer }
    answer.skipped = page.skipped
    // A saved response may be the first page of several.
    if !isFiltered, let stated = page.totalCount,
      stated > page.photos.count + page.skipped.count
    {
      answer.statedCount = stated
    }
    return answer
  }

  // MARK: Reading

  /// One read at a time.
  private func content(isRefresh: Bool) async throws(PhotoSourceError) -> Loaded {
    switch loaded {
    case .feedFile(let repository) where preset == nil && !isRefresh: return .feedFile(repository)
    case .document(_, let stamp, let pricesEnd)?:
      let isCurrent = pricesEnd.map { now() < $0 } ?? true
      let isSame = isRefresh ? await file.hasStamp(stamp) : true
      if isCurrent, isSame, let loaded { return loaded }
    default: break
    }
    let load: SharedLoad<Loaded>
    if let loading, loading.isOpen {
      load = loading
    } else {
      load = SharedLoad { [weak self] in
        guard let self else { return .failure(.cancelled) }
        do throws(PhotoSourceError) {
          return .success(try await self.read())
        } catch {
          return .failure(error)
        }
      }
      loading = load
    }
    defer { if loading === load { loading = nil } }
    let content = try await load.value()
    // A refresh keeps the reader of a feed of 500px, which itself knows what changed.
    if case .feedFile = content, case .feedFile = loaded, let loaded { return loaded }
    (loaded, filtered) = (content, nil)
    return content
  }

  @concurrent
  private func read() async throws(PhotoSourceError) -> Loaded {
    let name = FilePath.shownName(file)
    let (bytes, stamp) = try await FileBytes.get(file, byteLimit: byteLimit)
    // Each preset in turn would read all of it.
    if preset == nil, FeedFileShape.matches(bytes) {
      return .feedFile(FeedFileRepository(file: file, zone: zone))
    }
    guard let url = file.url else { throw .notFound(name: name) }
    let answer = HTTPResponse(status: 200, body: bytes, url: url)
    let format: (any FeedFormat)?
    if let preset {
      format = try catalog.format(named: preset, at: url, isNamed: true)
    } else {
      format = await catalog.format(recognising: answer, at: nil)
    }
    guard let format else { return .feedFile(FeedFileRepository(file: file, zone: zone)) }
    let directory = FilePath.directory(of: FilePath.absolute(file.path))
    let time = now()
    let page = try format.decode(
      answer, of: FeedPageRequest(), in: FeedContext(directory: directory, zone: zone, now: time))
    return .document(Self.distinct(page), stamp, pricesEnd: page.pricesEnd(after: time))
  }

  /// Each photo once.
  private static func distinct(_ page: FeedPage) -> FeedPage {
    var page = page
    var seen: Set<Photo.ID> = []
    let photos = page.photos.filter { seen.insert($0.id).inserted }
    page.skipped.count += page.photos.count - photos.count
    page.photos = photos
    return page
  }
}

/// The photos of a document, which are all known.
private struct DocumentRows: RowList {
  let photos: [Photo]

  func rowCount(atLeast count: Int) -> (count: Int, isComplete: Bool) { (photos.count, true) }
  func photos(at rows: [Int]) -> [Photo?] { rows.map { photos[$0] } }
  func row(of id: Photo.ID) -> Int? { photos.firstIndex { $0.id == id } }
}
