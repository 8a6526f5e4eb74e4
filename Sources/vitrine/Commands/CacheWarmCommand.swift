import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import NcursesTerminal
import PictureKit

/// `vitrine cache warm FOLDER`: makes a folder's thumbnails in advance.
struct CacheWarmCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "warm",
    abstract: "Make thumbnails of a folder's pictures.",
    discussion: """
      Skips pictures that have a thumbnail of 256 pixels or more, and those that failed before. Exits with status 1 if \
      some fail, or can't be written.
      """)

  @Argument(
    help: "A folder, including subfolders, a collection, library:NAME, or a feed file.",
    completion: .file(extensions: ["json", "xml", "rss", "atom", PhotoCollection.fileExtension]))
  var folder: String

  @MainActor private static var signals: CaughtSignals?

  func run() throws {
    let cache = try CacheCommand.cache()
    Task { @MainActor in Glibc.exit(await warm(cache)) }
    dispatchMain()
  }

  /// - Returns: The exit status.
  @MainActor private func warm(_ cache: ThumbnailCache) async -> Int32 {
    let container = AppContainer()
    let loader = container.pictureLoader
    defer { loader.shutDown() }
    let warming: ThumbnailWarming
    let programs: RunningPrograms?
    let refusal: String?
    do throws(ProgramError) {
      let place = try container.locate(folder)
      if let id = place.source.namedPhoto { throw .sourceIsPicture(name: id) }
      let opened = try container.open(place.source)
      programs = opened.programs
      warming = ThumbnailWarming(
        repository: opened.repository, query: place.search?.query(and: .everything) ?? .everything,
        loader: loader)
      refusal = container.request(of: place.source).map {
        PlacesText.refused($0, of: place.title)
      }
    } catch {
      StandardError.complain(error.message)
      return 1
    }
    let line = ProgressLine()
    let work = Task { @MainActor in
      await warming.run { line.show(CacheText.progress($0)) }
    }
    Self.signals = Interruption.cancelling { work.cancel() }
    let result = await work.value
    programs?.endAll()
    line.clear()
    if let refusal { StandardError.complain(refusal) }
    return max(report(result, problem: loader.problem, cache), refusal == nil ? 0 : 1)
  }

  @MainActor private func report(
    _ result: ThumbnailWarming.Summary, problem: WorkerProblem?, _ cache: ThumbnailCache
  ) -> Int32 {
    if let error = result.sourceError {
      StandardError.complain(ErrorText.line(for: error))
      return 1
    }
    if let problem {
      StandardError.complain(problem.words)
      return 1
    }
    if let code = result.writeError {
      let folder = CommandLineText.clean(cache.folder)
      StandardError.complain(
        "thumbnails can't be written to \(folder): \(SystemError.reason(code).lowercased())")
      return 1
    }
    let words = CacheText.summary(result)
    StandardError.complain(result.wasCancelled ? "interrupted: \(words)" : words)
    if result.wasCancelled { return 130 }
    if result.onServersCount > 0 {
      StandardError.complain("\(CountText.photos(result.onServersCount)) on servers skipped")
    }
    for line in SourceText.skipped(result.skipped) { StandardError.complain(line) }
    StandardError.complain(stopped: result.ending, after: result.photoCount)
    let isIncomplete =
      result.failureCount + result.onServersCount + result.skipped.unreadableCount > 0
      || result.ending?.lacksPhotos ?? false
    return isIncomplete ? 1 : 0
  }
}

extension CacheText {
  /// For example `12 of 1,000 photos, 3 failed`.
  static func progress(_ summary: ThumbnailWarming.Summary) -> String {
    let total = summary.totalCount.map { " of \(CountText.grouped($0))" } ?? ""
    let failures =
      summary.failureCount > 0 ? ", \(CountText.grouped(summary.failureCount)) failed" : ""
    return "\(CountText.grouped(summary.photoCount))\(total) photos\(failures)"
  }

  static func summary(_ summary: ThumbnailWarming.Summary) -> String {
    let failures =
      summary.failureCount > 0 ? ", \(CountText.grouped(summary.failureCount)) failed" : ""
    return "\(count(summary.photoCount, "photo"))\(failures)"
  }
}
