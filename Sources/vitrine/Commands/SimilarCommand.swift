import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import GalleryPresentation
import Glibc
import NcursesTerminal

/// `vitrine similar FOLDER`: groups of photos that look alike, or are the same file.
struct SimilarCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "similar",
    abstract: "Find photos that look alike, or files that are the same.",
    discussion: """
      Prints a line for each photo of a group: the number of the group, the size of the file, its path. With --json prints one \
      JSON object per group, with the keys kind (similar or duplicate) and photos, each with path, url, size, width, height, \
      rating, keep. Nothing is deleted.

      The first time, each picture is looked at, by its thumbnail; what was found is remembered. Interrupted by Ctrl-C, it \
      continues there the next time.

      --ignore says that photos are not alike: they are in no group together any more, here and in the interface, wherever \
      their files are moved. It is kept in $XDG_STATE_HOME/vitrine or ~/.local/state/vitrine. --ignored prints a line for each \
      such pair: the two paths as they were; with --json a JSON object, with the keys photos, each with path and url, and \
      ignored_at. --unignore takes back each pair of some photos, or all pairs of one.
      """)

  @Argument(
    help: ArgumentHelp(
      "A folder, including subfolders; after --ignore and --unignore, photos.",
      valueName: "folder"),
    completion: .file())
  var arguments: [String] = []

  @Option(
    help: ArgumentHelp(
      "How much photos may differ, 0 to \(FingerprintTable.groupLimit) of 64 (default: \(FingerprintTable.usualDistance)).",
      valueName: "number"))
  var threshold: Int?

  @Flag(help: "Only files with the same bytes, whatever they show.")
  var duplicates = false

  @Option(
    help: ArgumentHelp(
      "Mark which photo of each group to keep: the largest, the raw one, the best-rated or the oldest.",
      valueName: "rule"))
  var keep: KeepRule?

  @Flag(help: "Say that some photos are not alike, instead of finding any.")
  var ignore = false

  @Flag(help: "Take that back.")
  var unignore = false

  @Flag(help: "Print which photos are not alike.")
  var ignored = false

  @Flag(help: "One JSON object per group (NDJSON).")
  var json = false

  @MainActor private static var signals: CaughtSignals?

  private var pairAction: IgnoredPairsCall.Action? {
    if ignore { return .ignore }
    if unignore { return .stopIgnoring }
    return ignored ? .list : nil
  }

  /// The options that mean nothing beside another one.
  private var meaningless: (option: String, action: String)? {
    guard let pairAction else { return nil }
    let isList = pairAction == .list
    let options = [
      ("--threshold", threshold != nil), ("--duplicates", duplicates), ("--keep", keep != nil),
      ("--json", json && !isList),
    ].filter(\.1).map(\.0)
    let action = isList ? "--ignored" : pairAction == .ignore ? "--ignore" : "--unignore"
    return options.isEmpty ? nil : (options.joined(separator: ", "), action)
  }

  func validate() throws {
    guard [ignore, unignore, ignored].count(where: \.self) < 2 else {
      throw ValidationError("Only one of --ignore, --unignore and --ignored can be used.")
    }
    guard !arguments.contains("") else { throw ValidationError("A path is empty.") }
    switch pairAction {
    case .ignore where arguments.count < 2:
      throw ValidationError("--ignore needs the paths of two photos or more.")
    case .stopIgnoring where arguments.isEmpty:
      throw ValidationError("--unignore needs the paths of photos.")
    case .list where !arguments.isEmpty:
      throw ValidationError("--ignored takes no folder: it prints all pairs.")
    case nil where arguments.isEmpty:
      throw ValidationError("Missing expected argument '<folder>'.")
    default: break
    }
    if let without = meaningless {
      throw ValidationError("\(without.option) can't be used with \(without.action).")
    }
    guard let threshold else { return }
    guard (0...FingerprintTable.groupLimit).contains(threshold) else {
      throw ValidationError(
        """
        The value '\(threshold)' is invalid for '--threshold <number>': expected 0 to \
        \(FingerprintTable.groupLimit).
        """)
    }
  }

  func run() throws {
    Task { @MainActor in Glibc.exit(await find()) }
    dispatchMain()
  }

  private var question: ComparisonQuestion {
    duplicates ? .duplicate : .similar(distance: threshold ?? FingerprintTable.usualDistance)
  }

  /// - Returns: The exit status.
  @MainActor private func find() async -> Int32 {
    let container = AppContainer(settings: SourceSettings(.ofThisProcess()))
    defer { container.pictureLoader.shutDown() }
    if let pairAction {
      let status = await IgnoredPairsCall(action: pairAction, files: arguments, isJSON: json)
        .run(container)
      await container.network.finishWriting()
      return status
    }
    let repository: LocalQueryRepository
    let place: Place
    do throws(ProgramError) {
      place = try container.locate(arguments)
      if let id = place.source.namedPhoto { throw .sourceIsPicture(name: id) }
      repository = try container.open(place.source).repository
    } catch {
      StandardError.complain(error.message)
      return 1
    }
    let comparing = ComparisonRun(repository: repository)
    let result = await comparing.run(question) { Self.signals = $0 }
    await container.network.finishWriting()
    if let reason = container.pictureLoader.problem?.reason, !duplicates {
      StandardError.complain("can't look at the pictures: \(reason)")
      return 1
    }
    switch result {
    case .failure(let status): return status
    case .success(let comparison):
      let groups: [[Photo.ID]]
      do throws(PhotoSourceError) {
        groups = try await parts(of: comparison.groups, found: place.search, repository)
      } catch {
        StandardError.complain(ErrorText.line(for: error))
        return 1
      }
      let text = await SimilarOutput(
        repository: repository, isDuplicate: duplicates, rule: keep, isJSON: json
      ).text(of: groups)
      await container.network.finishWriting()
      guard (try? StandardOutput.write(text)) != nil else { return 1 }
      if comparison.missingCount > 0 {
        StandardError.complain(
          "\(CountText.photos(comparison.missingCount)) can't be compared")
      }
      return await complaint(about: place, repository, container) ? 1 : 0
    }
  }

  /// What a saved search finds of groups.
  @MainActor private func parts(
    of groups: [[Photo.ID]], found search: SavedSearch?, _ repository: LocalQueryRepository
  ) async throws(PhotoSourceError) -> [[Photo.ID]] {
    guard let search, !search.filter.isEmpty, !groups.isEmpty else { return groups }
    var request = PageRequest(PhotoQuery(filter: search.filter), pageSize: 500)
    request.readsAll = true
    var found: Set<Photo.ID> = []
    while true {
      let page = try await repository.page(for: request)
      found.formUnion(page.photos.lazy.map(\.id))
      guard page.hasMorePages else { break }
      request.page += 1
    }
    return groups.map { $0.filter(found.contains) }.filter { $0.count > 1 }
  }

  /// Says which of several folders, or of the files that a collection names, are not there.
  @MainActor private func complaint(
    about place: Place, _ repository: LocalQueryRepository, _ container: AppContainer
  ) async -> Bool {
    if let request = container.request(of: place.source) {
      StandardError.complain(PlacesText.refused(request, of: place.title))
    }
    // Behind the end: the last page says what is missing.
    let page = try? await repository.page(for: PageRequest(page: .max, pageSize: 1))
    guard let page, page.skipped.unreadableCount > 0 else { return false }
    for line in SourceText.skipped(page.skipped) { StandardError.complain(line) }
    return true
  }
}

/// `--keep`.
extension KeepRule: ExpressibleByArgument {}

/// Compares the pictures of a folder for a command, with a line of progress; Ctrl-C stops it.
@MainActor
struct ComparisonRun {
  let repository: LocalQueryRepository

  /// - Parameter hold: Gets what has to be kept until the command ends.
  /// - Returns: An exit status if there is no answer; the reason has been printed.
  func run(
    _ question: ComparisonQuestion, hold: (CaughtSignals) -> Void
  ) async -> ComparisonOutcome {
    let line = ProgressLine()
    let last = LastReading()
    let work = Task { [repository] () async -> Result<PhotoComparison, PhotoSourceError> in
      do throws(PhotoSourceError) {
        return .success(
          try await repository.comparison(question) { reading in
            Task { @MainActor in
              last.reading = reading
              if !last.isOver { line.show(SourceText.comparing(reading)) }
            }
          })
      } catch {
        return .failure(error)
      }
    }
    hold(Interruption.cancelling { work.cancel() })
    let result = await work.value
    last.isOver = true
    line.clear()
    switch result {
    case .success(let comparison): return .success(comparison)
    case .failure(.cancelled):
      let text = last.reading.map { ": \(SourceText.comparing($0))" } ?? ""
      StandardError.complain("interrupted\(text)")
      return .failure(130)
    case .failure(let error):
      StandardError.complain(ErrorText.line(for: error))
      return .failure(1)
    }
  }

  @MainActor private final class LastReading {
    var reading: FileReading?
    var isOver = false
  }
}

enum ComparisonOutcome {
  case success(PhotoComparison)
  /// The exit status of the command; the reason has been printed.
  case failure(Int32)
}
