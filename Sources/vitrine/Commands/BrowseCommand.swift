import ArgumentParser
import Dispatch
import GalleryData
import NcursesTerminal

/// `vitrine [SOURCE]`: the gallery in the terminal.
struct BrowseCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "browse",
    abstract: "Browse a gallery (the default).")

  @Argument(
    help:
      "A folder, picture, feed file, URL or preset:argument (default: the built-in sample gallery)."
  )
  var source: String?

  @OptionGroup var sourceOptions: SourceOptions

  @OptionGroup var arrangement: ArrangementOptions

  @OptionGroup var terminalOptions: TerminalOptions

  @OptionGroup(title: "Output") var outputOptions: OutputOptions

  /// Held for the life of the process: `dispatchMain` never returns.
  @MainActor private static var program: GalleryProgram?

  func run() throws {
    StandardDescriptors.fill()
    try MainActor.assumeIsolated { try start() }
    dispatchMain()
  }

  @MainActor private func start() throws {
    let file = Configuration.ofThisProcess()
    let settings = Settings.load(terminalOptions, file: file)
    let container = AppContainer(settings: SourceSettings(sourceOptions, file: file))
    do {
      // The source first: what is wrong with it is said where the person typed it.
      let photoSource = try container.locateSource(source)
      let output = try leavingOutput()
      let terminal = try container.makeTerminal(settings)
      let gallery: GalleryContainer
      do {
        gallery = try container.makeGallery(
          on: terminal, showing: photoSource, arrangement: arrangement, settings: settings,
          isChooser: output.isChooser)
      } catch {
        terminal.restore()
        throw error
      }
      let program = GalleryProgram(container: gallery, output: output)
      Self.program = program
      program.start(source: title(of: photoSource))
    } catch let error as ProgramError {
      StandardError.complain(error.message)
      throw ExitCode(1)
    } catch let error as TerminalError {
      StandardError.complain("\(error); 'vitrine list' and 'vitrine show' work without one")
      throw ExitCode(1)
    }
  }

  private func leavingOutput() throws(ProgramError) -> LeavingOutput {
    do throws(OutputFileError) {
      return try LeavingOutput(outputOptions)
    } catch {
      throw .output(error)
    }
  }

  /// Until the source tells its own.
  private func title(of photoSource: PhotoSource) -> String {
    switch photoSource {
    case .sampleGallery: "Sample gallery"
    // A name and a password in an address are not for the screen.
    case .address(let url, _): WebAddress.shown(url)
    case .preset(let name, _) where source == nil: name
    default: source.map(CommandLineText.clean) ?? ""
    }
  }
}
