import Files
import Foundation
import GalleryDomain
import GalleryPresentation
import Glibc
import PictureProtocol

/// One export from its first photo to its last, with what `DefaultExportService` was given. Cancelling its task cancels it.
struct ExportRun: Sendable {
  let repository: any PhotoRepository
  let thumbnail: @Sendable (Photo) async -> JPEGPicture?
  let original: @Sendable (Photo) async -> FileReference?
  /// Copies originals, as it copies all files.
  let files: any FileOperationRepository
  let home: String?
  /// For the dates in a sheet.
  var zone = TimeZone.current
  /// The most photos of a sheet: a file of some 200 MB, which viewers still open.
  var sheetLimit = 5_000
  var progress: @Sendable (ExportProgress) async -> Void = { _ in }

  /// How many pictures are made at once: enough to keep the workers of any machine busy.
  private static let width = 12
  /// How many originals are downloaded at once.
  private static let fetchWidth = 4
  /// How many of the user's own photos are copied together: their folders are read once for all of them.
  private static let groupCount = 64
  private static let downloadCount = 8

  @concurrent
  func run(
    _ selection: ExportSelection, to text: String, replaces: Bool
  ) async throws(ExportFailure) -> ExportSummary {
    let path: ExportPath
    do throws(Complaint) {
      path = try ExportPath(text, home: home)
    } catch {
      throw .target(error)
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
      throw error.code == ECANCELED
        ? .source(.cancelled) : ExportFailure(code: error.code, name: name)
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
    case .fileExists where !replaces: throw ExportFailure(code: EEXIST, name: name)
    case .free, .fileExists, .folderMissing: break
    }
    // A link is kept: the file that it leads to is replaced.
    let target = FilePath.split(FilePath.real(path.path.utf8) ?? Array(path.path.utf8))
    HiddenPart.removeUnfinished(in: target.folder)
    let calls = FileSystemCalls()
    let file = try PendingFile(in: calls.openFolder(target.folder), calls, .half, mode: 0o666)
    defer { file.discard() }
    let summary = try await fill(file, selection, path)
    try Task.checkCancellation()
    // On a network, a full disk may be reported only now.
    try calls.syncFile(file.descriptor)
    if replaces { try file.replace(target.name) } else { try file.name(target.name) }
    return summary
  }

  private func fill(
    _ file: PendingFile, _ selection: ExportSelection, _ path: ExportPath
  ) async throws -> ExportSummary {
    let sheet = HTMLSheet(title: await repository.title, date: Date(), zone: zone)
    var summary = ExportSummary(kind: .sheet, path: path.shown, count: 0)
    let limit = sheetLimit
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
      photo: photo, timeZone: zone,
      thumbnail: Task.isCancelled ? nil : await thumbnail(photo))
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
      guard makesFolder else { throw ExportFailure.target(ExportPath.noFolder) }
      guard mkdir(path.path, 0o777) == 0 || errno == EEXIST else {
        throw SystemCallError(code: errno)
      }
    case .free, .fileExists: break
    }
    // Only an empty one is removed.
    defer { if makesFolder { rmdir(path.path) } }
    guard let folder = FileReference(path: path.path) else {
      throw ExportFailure.target(ExportPath.isNoFolder)
    }
    var copies = OriginalCopies(
      folder: folder, files: files,
      summary: ExportSummary(kind: .originals, path: path.shown, count: 0))
    let photos = photos(of: selection, withDetails: false)
    let found = ParallelMap(photos, width: Self.fetchWidth) { photo in
      Task.isCancelled ? nil : await original(photo)
    }
    var groups: [FileGroup] = []
    var done = 0
    var photoCount: Int? { photos.notes.totalCount ?? selection.count }
    func copy() async throws {
      let (begun, total) = (done, photoCount)
      done += groups.count
      try await copies.copy(groups) { [progress] count, title in
        await progress(ExportProgress(count: begun + count, total: total, title: title))
      }
      groups = []
    }
    while let next = try await found.upcoming() {
      // The user's own are there, and are named when they are copied.
      if next.file == nil {
        await progress(ExportProgress(count: done, total: photoCount, title: next.name))
      }
      guard let (photo, file) = try await found.next() else { break }
      try Task.checkCancellation()
      guard let file else {
        done += 1
        copies.summary.withoutPicture += 1
        continue
      }
      groups.append(Self.group(of: photo, file))
      // A cache may not keep what was downloaded for long.
      if groups.count >= (photo.file == file ? Self.groupCount : Self.downloadCount) {
        try await copy()
      }
    }
    try Task.checkCancellation()
    try await copy()
    guard done > 0 else { throw Self.nothing(photos.notes.ending) }
    if let failure = copies.unwritten { throw failure }
    if let failure = copies.failure, copies.summary.count + copies.summary.presentCount == 0 {
      throw failure
    }
    copies.summary.notes = photos.notes
    return copies.summary
  }

  /// What is copied of a photo: of a download, and of what a link leads to, that file alone.
  private static func group(of photo: Photo, _ file: FileReference) -> FileGroup {
    guard photo.file == file else {
      return FileGroup(
        main: file, downloadName: Array(SafeFileName.name(of: photo, downloadedTo: file).utf8))
    }
    if stat(of: file.path, followsLink: false)?.isLink ?? false,
      let target = FilePath.real(file.path).flatMap({ FileReference(path: $0) })
    {
      return FileGroup(main: target, downloadName: Array(FilePath.lastComponent(file.path)))
    }
    return FileGroup(main: file, companions: photo.companions)
  }
}

/// Copies of originals in a folder, and what became of them.
private struct OriginalCopies {
  let folder: FileReference
  let files: any FileOperationRepository
  var summary: ExportSummary
  /// The first of a photo that may not be read.
  private(set) var failure: ExportFailure?
  /// The first that may have another cause than the photo's own file.
  private(set) var unwritten: ExportFailure?

  /// - Parameter progress: Called with the number of groups that are done, and the name of the file that is next.
  mutating func copy(
    _ groups: [FileGroup], progress: @escaping @Sendable (Int, String) async -> Void
  ) async throws {
    let (steps, continuation) = AsyncStream.makeStream(
      of: Int.self, bufferingPolicy: .bufferingNewest(1))
    async let copying = Self.copy(groups, to: folder, with: files, continuation)
    for await count in steps where count < groups.count {
      await progress(count, TextCleaner.line(bytes: Self.name(of: groups[count]), limit: .field))
    }
    let report = await copying
    try Task.checkCancellation()
    for (group, outcome) in zip(groups, report.outcomes) {
      switch outcome {
      case .success(let done):
        summary.count += 1
        if isRenamed(done.files.first, group) { summary.renamedCount += 1 }
      case .failure(.alreadyThere): summary.presentCount += 1
      case .failure(.noSpace(let name)): throw ExportFailure(code: ENOSPC, name: name)
      case .failure(.readOnly(let name)): throw ExportFailure(code: EROFS, name: name)
      case .failure(.folderMissing(let name)): throw ExportFailure(code: ENOENT, name: name)
      case .failure(let error):
        summary.withoutPicture += 1
        // A photo that may not be read, or is gone, is only missing from the copies.
        switch error {
        case .noPermission(let name): failure = failure ?? ExportFailure(code: EACCES, name: name)
        case .failed(let name, let code), .incomplete(let name, let code):
          unwritten = unwritten ?? ExportFailure(code: code, name: name)
        case .tooLarge(let name): unwritten = unwritten ?? ExportFailure(code: EFBIG, name: name)
        default: break
        }
      }
    }
  }

  private static func copy(
    _ groups: [FileGroup], to folder: FileReference, with files: any FileOperationRepository,
    _ steps: AsyncStream<Int>.Continuation
  ) async -> FileOperationReport {
    defer { steps.finish() }
    return await files.perform(
      .copy(to: folder), on: groups
    ) { steps.yield($0.groupsDone) }
  }

  private static func name(of group: FileGroup) -> [UInt8] {
    group.downloadName ?? Array(FilePath.lastComponent(group.main.path))
  }

  /// Whether a copy has a number. (Beside a photo that is there already, the first file is a sidecar or the like.)
  private func isRenamed(_ copy: FileReference?, _ group: FileGroup) -> Bool {
    guard let copy = copy.map({ FilePath.lastComponent($0.path) }) else { return false }
    let name = Self.name(of: group)
    return !copy.elementsEqual(name)
      && !copy.starts(with: FilePath.stem(name[...]) + [UInt8(ascii: ".")])
  }
}
