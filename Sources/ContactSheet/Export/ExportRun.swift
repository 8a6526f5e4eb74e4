import Files
import Foundation
import GalleryDomain
import GalleryPresentation
import Glibc

/// One export from its first photo to its last. Cancelling its task cancels it.
struct ExportRun: Sendable {
  let repository: any PhotoRepository
  let thumbnails: any SheetThumbnails
  let originals: any OriginalFiles
  let options: ExportOptions
  let progress: @Sendable (ExportProgress) async -> Void

  /// How many pictures are made at once: enough to keep the workers of any machine busy.
  private static let width = 12
  /// How many originals are downloaded at once.
  private static let fetchWidth = 4

  @concurrent
  func run(
    _ selection: ExportSelection, to text: String, replaces: Bool
  ) async throws(ExportFailure) -> ExportSummary {
    let path: ExportPath
    do throws(ExportPath.FaultOfPath) {
      path = try ExportPath(text, environment: options.environment)
    } catch {
      throw .target(error.fault)
    }
    let name = TextCleaner.line(path.name.isEmpty ? text : path.name)
    do {
      return switch path.kind {
      case .sheet: try await write(selection, to: path, name, replaces: replaces)
      case .originals: try await copy(selection, to: path, makesFolder: replaces)
      }
    } catch let failure as ExportFailure {
      throw failure
    } catch let error as SystemCallError {
      throw error.code == ECANCELED ? .source(.cancelled) : error.exportFailure(name: name)
    } catch let error as PhotoSourceError {
      throw .source(error)
    } catch {
      throw .source(.cancelled)
    }
  }

  // MARK: Sheets

  private func write(
    _ selection: ExportSelection, to path: ExportPath, _ name: String, replaces: Bool
  ) async throws -> ExportSummary {
    switch path.target {
    case .fault(let fault): throw ExportFailure.target(fault)
    case .fileExists where !replaces: throw ExportFailure.exists(name: name)
    case .free, .fileExists, .folderMissing: break
    }
    // A link is kept: the file that it leads to is replaced.
    let place = FilePath.split(FilePath.real(path.path.utf8) ?? Array(path.path.utf8))
    HiddenPart.removeHalves(in: place.folder)
    let calls = FileSystemCalls()
    let file = try PendingFile(in: calls.openFolder(place.folder), calls, .half, mode: 0o666)
    defer { file.discard() }
    let summary = try await fill(file, selection, path)
    try Task.checkCancellation()
    // On a network, a full disk may be reported only now.
    try calls.syncFile(file.descriptor)
    if replaces { try file.replace(place.name) } else { try file.name(place.name) }
    return summary
  }

  private func fill(
    _ file: PendingFile, _ selection: ExportSelection, _ path: ExportPath
  ) async throws -> ExportSummary {
    let sheet = HTMLSheet(
      title: await repository.title, date: options.dateText)
    var summary = ExportSummary(kind: .sheet, path: options.shown(path.path), count: 0)
    let limit = options.sheetLimit
    // One more shows that the sheet is cut.
    let photos = photos(of: selection, limit: limit + 1, withDetails: true)
    let entries = ParallelMap(photos, width: Self.width) { photo in
      await entry(of: photo)
    }
    try file.write(Array(sheet.head.utf8))
    while let photo = try await entries.upcoming() {
      guard summary.count < limit else {
        summary.isCut = true
        break
      }
      let total = photos.notes.totalCount ?? selection.count
      await progress(
        ExportProgress(
          count: summary.count, total: total.map { min($0, limit) }, title: photo.name))
      guard let (_, entry) = try await entries.next() else { break }
      try Task.checkCancellation()
      try file.write(Array(sheet.entry(entry).utf8))
      summary.count += 1
      if entry.thumbnail == nil { summary.withoutPicture += 1 }
    }
    guard summary.count > 0 else { throw Self.nothing(photos.notes.ending) }
    summary.notes = photos.notes
    // Nothing is read for a sheet that is full.
    if summary.isCut { summary.notes.ending = nil }
    try file.write(Array(sheet.foot(Self.words(summary)).utf8))
    return summary
  }

  private func entry(of photo: Photo) async -> SheetEntry {
    SheetEntry(
      photo: photo, timeZone: options.timeZone,
      thumbnail: Task.isCancelled ? nil : await thumbnails.thumbnail(of: photo))
  }

  private func photos(
    of selection: ExportSelection, limit: Int = .max, withDetails: Bool
  ) -> PhotoSequence {
    switch selection {
    case .photos(let photos):
      repository.photos(Array(photos.prefix(limit)), withDetails: withDetails)
    case .listing(let query, _):
      repository.photos(query, limit: limit, withDetails: withDetails)
    }
  }

  /// The text below the photos.
  private static func words(_ summary: ExportSummary) -> String {
    var words = CountText.photos(summary.count)
    if summary.withoutPicture > 0 {
      words += ", \(CountText.grouped(summary.withoutPicture)) without a picture"
    }
    guard let ending = summary.notes.ending else { return words }
    return "\(words). \(SourceText.unfinished(ending, after: summary.count))"
  }

  /// Why there is no photo to export.
  private static func nothing(_ ending: FeedEnding?) -> ExportFailure {
    guard case .incomplete(let missing) = ending, let folder = missing.folders.first else {
      return .nothing
    }
    return .source(folder.error)
  }

  // MARK: Originals

  private func copy(
    _ selection: ExportSelection, to path: ExportPath, makesFolder: Bool
  ) async throws -> ExportSummary {
    switch path.target {
    case .fault(let fault): throw ExportFailure.target(fault)
    case .folderMissing:
      guard makesFolder else { throw ExportFailure.target(.folderMissing) }
      guard mkdir(path.path, 0o777) == 0 || errno == EEXIST else {
        throw SystemCallError(code: errno)
      }
    case .free, .fileExists: break
    }
    // Only an empty one is removed.
    defer { if makesFolder { rmdir(path.path) } }
    HiddenPart.removeHalves(in: path.path.utf8)
    let folder = OriginalsFolder(path: path.path)
    var summary = ExportSummary(kind: .originals, path: options.shown(path.path), count: 0)
    let photos = photos(of: selection, withDetails: false)
    let files = ParallelMap(photos, width: Self.fetchWidth) { photo in
      Task.isCancelled ? nil : await originals.original(of: photo)
    }
    var done = 0
    while let photo = try await files.upcoming() {
      await progress(
        ExportProgress(
          count: done, total: photos.notes.totalCount ?? selection.count, title: photo.name))
      guard let (_, file) = try await files.next() else { break }
      try Task.checkCancellation()
      done += 1
      guard let file else {
        summary.withoutPicture += 1
        continue
      }
      do {
        switch try folder.copy(photo, from: file, shouldStop: { Task.isCancelled }) {
        case .copied(let isRenamed):
          summary.count += 1
          if isRenamed { summary.renamedCount += 1 }
        case .present: summary.presentCount += 1
        }
      } catch {
        guard error.isOfSource else { throw error }
        summary.withoutPicture += 1
      }
    }
    try Task.checkCancellation()
    guard done > 0 else { throw Self.nothing(photos.notes.ending) }
    summary.notes = photos.notes
    return summary
  }
}

/// The options of an export.
public struct ExportOptions: Sendable {
  public var timeZone: TimeZone
  /// For `~`.
  public var environment: [String: String]
  /// `2026-11-21`.
  public var dateText: String
  /// The most photos of a sheet: a file of some 200 MB, which viewers still open.
  public var sheetLimit: Int

  public init(
    timeZone: TimeZone = .current,
    environment: [String: String] = [:], dateText: String = "", sheetLimit: Int = 5_000
  ) {
    self.timeZone = timeZone
    self.environment = environment
    self.dateText = dateText
    self.sheetLimit = sheetLimit
  }

  /// A path for messages: with `~` for the home folder, cleaned.
  func shown(_ path: String) -> String {
    guard let home = environment["HOME"], home.count > 1, path.hasPrefix("\(home)/") else {
      return TextCleaner.line(path)
    }
    return TextCleaner.line("~" + path.dropFirst(home.count))
  }
}
