import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import NcursesTerminal
import PictureKit

/// `vitrine [SOURCE]`: the gallery in the terminal.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse a gallery (the default).")

  @Argument(help: "A folder or a feed file; the built-in sample gallery without one.")
  var source: String?

  /// Kept for the life of the process; commands are values that come and go.
  @MainActor private static var program: GalleryProgram?

  func run() throws {
    try MainActor.assumeIsolated {
      let terminal = try NcursesTerminal()
      let loader = PictureLoader()
      let repository: any PhotoRepository
      let path = source ?? ProgramFiles().sampleGallery ?? ""
      if path.hasSuffix(".json") {
        repository = FeedFileRepository(file: FileReference(path: path)!)
      } else {
        repository = FolderRepository(folder: FileReference(path: path)!, reader: WorkerMetadataReader(loader: loader))
      }
      let container = AppContainer(
        terminal: terminal, isUnicode: terminal.isUnicode, repository: repository,
        pictureLoader: loader, title: path)
      let program = GalleryProgram(container: container)
      Self.program = program
      program.start()
    }
    dispatchMain()
  }
}
