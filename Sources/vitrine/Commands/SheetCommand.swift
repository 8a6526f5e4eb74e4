import ArgumentParser
import ContactSheet
import GalleryData
import GalleryDomain
import GalleryPresentation
import PictureKit

/// `vitrine sheet SOURCE -o FILE`: a contact sheet, as `e` in the gallery makes it.
struct SheetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "sheet",
    abstract: "Write a contact sheet of a source's photos.",
    usage: "vitrine sheet <source> ... -o <file> [<options>]",
    discussion: """
      Writes one self-contained web page with up to 5,000 photos, which a browser prints. The file appears when it is complete.
      """)

  @Argument(
    help: ArgumentHelp("\(sourceHelp).", valueName: "source"),
    completion: CommandLineCompletion.sources)
  var sources: [String]

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Where to write it; ends in .html.", valueName: "file"),
    completion: .file(extensions: ["html"]))
  var output: String

  @Flag(help: "Replace the file if there is one.")
  var replace = false

  @OptionGroup var queryOptions: QueryOptions

  @OptionGroup var sourceOptions: SourceOptions

  func validate() throws {
    guard ExportKind(path: output) == .sheet else {
      throw ValidationError(
        output, for: "--output <file>",
        "expected a name that ends in .html, which a browser prints, also to PDF")
    }
  }

  func run() throws {
    SourceRun.exit(Settings.ofFile(sourceOptions), stopsAtOnce: true) {
      container throws(Complaint) in
      try container.locate(sources)
    } work: { run in
      await write(run.opened, queryOptions.query(at: run.place), run.container)
    }
  }

  @MainActor private func write(
    _ opened: OpenSource, _ query: PhotoQuery, _ container: AppContainer
  ) async -> Int32 {
    let images =
      opened.images ?? container.network.makeImageRepository(request: opened.imageRequest)
    let service = container.makeExportService(of: opened.repository, images: images)
    switch service.target(at: output) {
    case .fileExists where !replace:
      StandardError.complain("\(TextCleaner.line(output)) exists; --replace replaces it")
      return 1
    case .fault(let fault): return failed(.target(fault))
    case .free, .fileExists, .folderMissing: break
    }
    let line = ProgressLine()
    let result = await withCheckedContinuation { continuation in
      _ = service.export(
        .listing(query, total: nil), to: output, replaces: replace,
        progress: { line.show(ExportText.progress($0)) },
        completion: { continuation.resume(returning: $0) })
    }
    line.clear()
    switch result {
    case .failure(let failure): return failed(failure)
    case .success(let summary):
      StandardError.complain(CommandLineText.uncapitalized(ExportText.outcome(summary)))
      for line in SourceText.skipped(summary.notes.skipped) { StandardError.complain(line) }
      return summary.notes.lacksPhotos ? 1 : 0
    }
  }

  @MainActor private func failed(_ failure: ExportFailure) -> Int32 {
    switch failure {
    // What is wrong with the source isn't the file's.
    case .source(let error): StandardError.complain(ErrorText.line(for: error))
    default:
      let words = CommandLineText.uncapitalized(ExportText.failure(failure))
      StandardError.complain("\(TextCleaner.line(output)): \(words)")
    }
    return 1
  }
}
