import FeedFormats
import Foundation
import GalleryDomain

/// The photos of a feed file in the 500px v1 format, or those that another program prints.
///
/// The file is read when first needed, off the caller, and again at a refresh if it changed. If a refresh fails, the
/// previous photos are kept. A program's output is read once.
public final actor FeedFileRepository: PhotoRepository {
  private let input: Input
  private let mapping: FeedPhotoMapping
  private let byteLimit: Int
  private var loaded: FeedFile?
  private var loading: Task<Result<FeedFile, PhotoSourceError>, Never>?
  /// Of the loaded file.
  private var filtered: FilteredRows?

  /// Of a feed's file in any format: some hundred thousand photos.
  public static let byteLimit = 64 << 20

  private enum Input {
    case file(FileReference)
    /// Photos as `vitrine list --json` writes them.
    case lines(PipedInput)
  }

  /// - Parameters:
  ///   - file: Relative paths of pictures are relative to its folder.
  ///   - zone: For dates without a zone.
  ///   - byteLimit: Larger files are refused.
  public init(
    file: FileReference, zone: TimeZone = .current, byteLimit: Int = FeedFileRepository.byteLimit
  ) {
    input = .file(file)
    self.byteLimit = byteLimit
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
    mapping = FeedPhotoMapping(directory: directory.path, zone: zone)
  }

  /// The feed's own name, else the file's; waits for the file to be read.
  public var title: String {
    get async {
      let feed = try? await feed(isRefresh: false)
      if let title = feed?.document.title { return title }
      guard case .file(let file) = input else { return PipedInput.name }
      let stem = FilePath.stem(FilePath.lastComponent(file.path))
      return CleanText.line(String(decoding: stem, as: UTF8.self)) ?? FilePath.shownName(file)
    }
  }

  /// Waits for the file to be read.
  public var orderRoute: OrderRoute {
    get async { (try? await feed(isRefresh: false))?.document.orderRoute ?? .file }
  }

  /// Searched and filtered in the file's own bytes.
  public nonisolated var capabilities: SourceCapabilities {
    SourceCapabilities(search: .here, terms: [.forSale])
  }

  public nonisolated func information(of photo: Photo) async -> PhotoInformation {
    photo.file?.statedInformation ?? PhotoInformation()
  }

  public func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    let document = try await feed(isRefresh: request.isRefresh).document
    guard !Task.isCancelled else { throw .cancelled }
    let list = FeedFileRows(document: document, mapping: mapping)
    if request.query.leavesOut(.localList) {
      return try await filtered.rows(of: request.query).page(for: request, of: list)
    }
    let rows = PageRows.rows(of: request, photoCount: document.photoCount)
    return PhotoPage(
      number: request.page,
      photos: document.photos(in: rows, mapping: mapping),
      totalCount: document.photoCount,
      hasMorePages: rows.upperBound < document.photoCount,
      skipped: document.skipped(in: rows),
      anchorRow: request.anchor.flatMap(list.row(of:)))
  }

  /// One read at a time, which concurrent callers share.
  private func feed(isRefresh: Bool) async throws(PhotoSourceError) -> FeedFile {
    if let loaded {
      guard isRefresh, case .file(let file) = input else { return loaded }
      if await file.hasStamp(loaded.stamp) { return loaded }
    }
    let task = loading ?? load()
    let result = await task.value
    // The data from a pipe is gone, so a failure is permanent.
    if loading == task, case .file = input { loading = nil }
    switch result {
    case .success(let feed):
      if loaded?.stamp != feed.stamp { filtered = nil }
      loaded = feed
      return feed
    case .failure(let error): throw error
    }
  }

  private func load() -> Task<Result<FeedFile, PhotoSourceError>, Never> {
    let (input, byteLimit) = (input, byteLimit)
    let task = Task<Result<FeedFile, PhotoSourceError>, Never> {
      do throws(PhotoSourceError) {
        switch input {
        case .file(let file): return .success(try await FeedFile.read(file, byteLimit: byteLimit))
        case .lines(let lines):
          return .success(try await FeedFile.read(lines, byteLimit: byteLimit))
        }
      } catch {
        return .failure(error)
      }
    }
    loading = task
    return task
  }
}

/// The photos of a feed file, which are all known, and made when they are needed.
private struct FeedFileRows: RowList {
  let document: FeedDocument
  let mapping: FeedPhotoMapping

  func rowCount(atLeast count: Int) -> (count: Int, isComplete: Bool) {
    (document.photoCount, true)
  }

  func photos(at rows: [Int]) -> [Photo?] { rows.map { document.photo(at: $0, mapping: mapping) } }
  func row(of id: Photo.ID) -> Int? { document.row(of: id, mapping: mapping) }
}

/// A feed file as it was read.
struct FeedFile: Sendable {
  let document: FeedDocument
  /// nil if it wasn't a file.
  let stamp: FileStamp?

  /// - Throws: The error about a bad feed, with its line and column.
  /// - Complexity: O(*bytes*), off the caller's actor; memory for the file and twelve bytes a photo.
  @concurrent
  static func read(
    _ file: FileReference, byteLimit: Int
  ) async throws(PhotoSourceError) -> FeedFile {
    let (raw, stamp) = try await FileBytes.get(file, byteLimit: byteLimit)
    let name = FilePath.shownName(file)
    let bytes: [UInt8]
    do throws(TextEncoding.Fault) {
      bytes = try TextEncoding.utf8(raw, byteLimit: byteLimit)
    } catch {
      throw PhotoSourceError(error, name: name)
    }
    do throws(FeedFault) {
      return FeedFile(document: try FeedDocument(bytes), stamp: stamp)
    } catch {
      throw PhotoSourceError(error, name: name, bytes: bytes)
    }
  }
  /// The same for the output of another program. Call once.
  @concurrent
  static func read(_ lines: PipedInput, byteLimit: Int) async throws(PhotoSourceError) -> FeedFile {
    let bytes = try await lines.contents(byteLimit: byteLimit)
    do throws(FeedFault) {
      return FeedFile(document: try FeedDocument(bytes, isLines: true), stamp: nil)
    } catch {
      throw PhotoSourceError(error, name: PipedInput.name, bytes: bytes)
    }
  }
}
