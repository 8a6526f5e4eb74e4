import Foundation
import GalleryDomain

/// The photos of a feed file in the 500px v1 shape.
///
/// The file is read when first needed, off the caller, and again at a refresh if it changed. When
/// a refresh fails, what was read before stays.
public actor FeedFileRepository: PhotoRepository {
  private let file: FileReference
  private let mapping: FeedPhotoMapping
  private let byteLimit: Int
  private var loaded: FeedFile?
  private var loading: Task<Result<FeedFile, PhotoSourceError>, Never>?

  /// - Parameters:
  ///   - file: Its folder is where relative pictures are looked for.
  ///   - zone: For dates that tell none.
  ///   - byteLimit: Larger files are refused; 256 MB.
  public init(
    file: FileReference, zone: TimeZone = .current, byteLimit: Int = 256 * 1_024 * 1_024
  ) {
    self.file = file
    self.byteLimit = byteLimit
    mapping = FeedPhotoMapping(
      directory: FilePath.directory(of: FilePath.absolute(file.path)), zone: zone)
  }

  /// The feed's own name, else the file's; waits for the file to be read.
  public var title: String {
    get async {
      let feed = try? await feed(isRefresh: false)
      if let title = feed?.document.title { return title }
      let stem = FilePath.stem(FilePath.lastComponent(file.path))
      return CleanText.line(String(decoding: stem, as: UTF8.self)) ?? FilePath.shownName(file)
    }
  }

  public func page(for query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
    let document = try await feed(isRefresh: query.isRefresh).document
    guard !Task.isCancelled else { throw .cancelled }
    let rows = PageRows.rows(of: query, photoCount: document.photoCount)
    return PhotoPage(
      number: query.page,
      photos: document.photos(in: rows, mapping: mapping),
      totalCount: document.photoCount,
      hasMorePages: rows.upperBound < document.photoCount,
      skippedCount: document.skippedCount(in: rows),
      anchorRow: query.anchor.flatMap { document.row(of: $0, mapping: mapping) })
  }

  /// One read at a time: who asks meanwhile gets the same.
  private func feed(isRefresh: Bool) async throws(PhotoSourceError) -> FeedFile {
    if let loaded {
      guard isRefresh, FileStamp(of: file) != loaded.stamp else { return loaded }
    }
    let task = loading ?? load()
    let result = await task.value
    if loading == task { loading = nil }
    switch result {
    case .success(let feed):
      loaded = feed
      return feed
    case .failure(let error): throw error
    }
  }

  private func load() -> Task<Result<FeedFile, PhotoSourceError>, Never> {
    let (file, byteLimit) = (file, byteLimit)
    let task = Task<Result<FeedFile, PhotoSourceError>, Never> {
      do throws(PhotoSourceError) {
        return .success(try await FeedFile.read(file, byteLimit: byteLimit))
      } catch {
        return .failure(error)
      }
    }
    loading = task
    return task
  }
}
