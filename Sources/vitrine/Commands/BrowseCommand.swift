import ArgumentParser
import Dispatch
import NcursesTerminal

/// `vitrine [SOURCE]`: the gallery in the terminal.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse a gallery (the default).")

  @Argument(help: "A folder, a picture or a feed file; the built-in sample gallery without one.")
  var source: String?

  @OptionGroup var terminalOptions: TerminalOptions

  /// Held for the life of the process: `dispatchMain` never returns.
  @MainActor private static var program: GalleryProgram?

  func run() throws {
    try MainActor.assumeIsolated { try start() }
    dispatchMain()
  }

  @MainActor private func start() throws {
    let container = AppContainer()
    let settings = Settings.load(terminalOptions)
    do {
      // The source first: what is wrong with it is said where the person typed it.
      let photoSource = try container.openSource(source)
      let terminal = try container.makeTerminal(settings)
      let gallery: GalleryContainer
      do {
        gallery = try container.makeGallery(
          on: terminal, showing: photoSource, settings: settings)
      } catch {
        terminal.restore()
        throw error
      }
      let program = GalleryProgram(container: gallery)
      Self.program = program
      program.start(source: source.map(CommandLineText.clean) ?? "Sample gallery")
    } catch let error as ProgramError {
      StandardError.complain(error.message)
      throw ExitCode(1)
    } catch let error as TerminalError {
      StandardError.complain("\(error); vitrine list and vitrine show need none")
      throw ExitCode(1)
    }
  }
}
