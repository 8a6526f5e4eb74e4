import ArgumentParser
import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import Synchronization

/// `vitrine list SOURCE`: prints one photo per line on standard output, or counts the photos by a property.
struct ListCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "Print the photos of a source, one per line.",
    discussion: """
      Prints tab-separated columns: id, status, price, date, title, camera, rating; with --json objects, whose keys \
      'man vitrine' explains. With --count-by prints counts, a tab and values ('-' for none).
      """)

  @Argument(
    help: ArgumentHelp("\(sourceHelp); else this folder.", valueName: "source"),
    completion: CommandLineCompletion.sources)
  var sources: [String] = []

  @Flag(help: "List the built-in sample gallery.")
  var sample = false

  @Flag(help: "One JSON object per line (NDJSON).")
  var json = false

  @Option(
    name: .long,
    help: ArgumentHelp("Count by a property.", valueName: "property"))
  var countBy: PhotoFacet?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Stop after this many photos.", valueName: "number"),
    transform: number(from: 1))
  var limit: Int?

  @Option(
    name: .long, parsing: .unconditional,
    help: ArgumentHelp(
      "Start after the photo with this id.",
      valueName: "id"))
  var after: String?

  @OptionGroup var queryOptions: QueryOptions

  @OptionGroup var sourceOptions: SourceOptions

  func validate() throws {
    guard sources.isEmpty || !sample else {
      throw ValidationError("Only one of SOURCE and --sample can be listed.")
    }
    guard countBy == nil || queryOptions.group == nil else {
      throw ValidationError("Only one of --count-by and --group can be used.")
    }
  }

  func run() throws {
    let isNamed = !sources.isEmpty || sample || sourceOptions.preset != nil
    let folder = isNamed ? nil : try Self.workingFolder()
    SourceRun.exit(Settings.ofFile(sourceOptions), stopsAtOnce: true) {
      container throws(Complaint) in
      if sample { return Place(source: .sampleGallery) }
      if let folder { return Place(source: folder) }
      return try container.locate(sources)
    } work: {
      try await list($0)
    }
  }

  /// How long to look for pictures in the working directory. A script can wait longer than an interactive user, and a
  /// slow disk must not turn a listing into an error.
  private static let searchLimit = Duration.seconds(5)

  /// - Throws: `ValidationError` if there is nothing to list; the sample gallery would be mistaken for the user's own
  ///   photos.
  private static func workingFolder() throws -> PhotoSource {
    guard let folder = FileReference(path: FilePath.workingDirectory),
      QuickFolderCheck.holdsPictures(folder, within: searchLimit)
    else {
      throw ValidationError(
        "Missing SOURCE: this folder has no pictures. --sample lists the built-in sample gallery.")
    }
    return .folder(folder)
  }

  /// - Returns: The exit status.
  @MainActor private func list(_ run: SourceRun) async throws -> Int32 {
    var query = queryOptions.query(at: run.place)
    // Counts have no sections.
    if countBy != nil { query.grouping = nil }
    let status = try await list(run.opened.repository, query)
    // Only known if a worker was needed: the rows are printed without what it would have read.
    if let reason = run.container.pictureLoader.problem?.reason {
      StandardError.complain(
        "nothing could be read from the files (date taken, camera …): \(reason)")
    }
    return status
  }

  @MainActor private func list(
    _ repository: any PhotoRepository, _ query: PhotoQuery
  ) async throws -> Int32 {
    let listing = PhotoPrinter(
      repository: repository, format: format, query: query, limit: limit, after: after)
    let errorCode = Mutex<Int32>(0)
    let notes = try await listing.print { lines in
      let isWritten = LineOutput().write(bytes: lines)
      if !isWritten { errorCode.withLock { $0 = errno } }
      return isWritten
    }
    if let notes { return report(notes) }
    guard let reason = StandardOutput.failure(code: errorCode.withLock { $0 }) else { return 0 }
    StandardError.complain(reason)
    return 1
  }

  private var format: PhotoPrinter.Format {
    if let facet = countBy { return .counts(facet, isJSON: json) }
    return json ? .json : .plain
  }

  private func report(_ notes: SourceNotes) -> Int32 {
    // As with `ls`, a named file that doesn't exist is a failure, whatever else was printed.
    let isIncomplete = StandardError.complain(notes)
    if notes.lacksBeginning, let after {
      StandardError.complain("--after: no photo with the id '\(CommandLineText.clean(after))'")
      return 1
    }
    if let stated = notes.statedCount, notes.ending == nil {
      StandardError.complain(SourceText.endedEarly(after: notes.photoCount, of: stated))
    }
    if let reach = notes.sortReach, !reach.isWhole {
      StandardError.complain(
        "sorted only the first \(CountText.grouped(reach.readCount)) photos of the source")
    }
    if case .incomplete = notes.ending { return 1 }
    guard let error = notes.unreachable, let date = notes.storedAt else {
      // The source exists, but nothing in it could be read.
      let isUnreadable =
        notes.photoCount == 0 && notes.skipped.count > notes.skipped.picturelessCount
        && queryOptions.filter == nil && queryOptions.group == nil
      return isUnreadable || isIncomplete ? 1 : 0
    }
    StandardError.complain(SourceText.offline(error, storedAt: date, now: Date()))
    guard notes.lacksRest else { return 0 }
    StandardError.complain(SourceText.restNotStored)
    return 1
  }
}
