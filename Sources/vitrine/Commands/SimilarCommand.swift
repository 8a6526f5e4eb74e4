import ArgumentParser
import GalleryData
import GalleryDomain
import GalleryPresentation

/// `vitrine similar FOLDER`: groups of photos that look alike, or are the same file.
struct SimilarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar",
    abstract: "Find photos that look alike, or are the same.",
    discussion: """
      Prints a line for each photo of a group: the number of the group, the size of the file, its path. With --json prints one \
      JSON object per group, with the keys kind (similar or duplicate) and photos, each with path, url, size, width, height, \
      rating, keep. Nothing is deleted.

      The first time, each picture is looked at, by its thumbnail; what was found is remembered. Interrupted by Ctrl-C, it \
      continues there the next time.
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder, including subfolders; several are compared as one.", valueName: "folder"),
    completion: .file())
  var arguments: [String]

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How much photos may differ, 0 to \(FingerprintTable.groupLimit) of 64 (default: \(FingerprintTable.usualDistance)).",
      valueName: "number"),
    transform: number(from: 0, through: FingerprintTable.groupLimit))
  var threshold: Int?

  @Flag(help: "Only files with the same bytes, whatever they show.")
  var duplicates = false

  @Option(
    help: ArgumentHelp(
      "Mark which photo of each group to keep.", valueName: "rule"))
  var keep: KeptPhoto?

  @Flag(help: "One JSON object per group (NDJSON).")
  var json = false

  func validate() throws {
    guard !arguments.contains("") else { throw ValidationError("A path is empty.") }
  }

  func run() throws {
    SourceRun.exit { container throws(Complaint) in
      try container.locate(arguments)
    } work: {
      try await find($0)
    }
  }

  private var question: ComparisonQuestion {
    duplicates ? .duplicate : .similar(distance: threshold ?? FingerprintTable.usualDistance)
  }

  /// - Returns: The exit status.
  @MainActor private func find(_ run: SourceRun) async throws -> Int32 {
    let repository = run.opened.repository
    let comparison = try await repository.comparisonWithProgress(question)
    if let reason = run.container.pictureLoader.problem?.reason, !duplicates {
      StandardError.complain("can't look at the pictures: \(reason)")
      return 1
    }
    let groups = try await parts(of: comparison.groups, found: run.place.search, repository)
    let text = await SimilarOutput(
      repository: repository, isDuplicate: duplicates, marksLargest: keep != nil, isJSON: json
    ).text(of: groups)
    try StandardOutput.write(text)
    if comparison.missingCount > 0 {
      StandardError.complain("\(CountText.photos(comparison.missingCount)) can't be compared")
    }
    return await complaint(about: repository) ? 1 : 0
  }

  /// What a saved search finds of groups.
  @MainActor private func parts(
    of groups: [[Photo.ID]], found search: SavedSearch?, _ repository: LocalQueryRepository
  ) async throws(PhotoSourceError) -> [[Photo.ID]] {
    guard let search, !search.filter.isEmpty, !groups.isEmpty else { return groups }
    var found: Set<Photo.ID> = []
    for try await photo in repository.photos(PhotoQuery(filter: search.filter)) {
      found.insert(photo.id)
    }
    return groups.map { $0.filter(found.contains) }.filter { $0.count > 1 }
  }

  /// Says which of several folders, or of the files that a collection names, are not there.
  @MainActor private func complaint(
    about repository: LocalQueryRepository
  ) async -> Bool {
    // Behind the end: the last page says what is missing.
    let page = try? await repository.page(for: PageRequest(page: .max, pageSize: 1))
    guard let page, page.skipped.unreadableCount > 0 else { return false }
    var notes = SourceNotes()
    notes.skipped = page.skipped
    return StandardError.complain(notes)
  }
}

/// `--keep`.
enum KeptPhoto: String, CaseIterable, ExpressibleByArgument {
  /// The most pixels, then the most bytes, then the oldest.
  case largest
}

extension LocalQueryRepository {
  /// Compares the pictures of a folder for a command, with a line of progress.
  @MainActor func comparisonWithProgress(
    _ question: ComparisonQuestion
  ) async throws(PhotoSourceError) -> PhotoComparison {
    let line = ProgressLine()
    defer { line.clear() }
    return try await comparison(question) { reading in
      Task { @MainActor in line.show(SourceText.comparing(reading)) }
    }
  }
}
