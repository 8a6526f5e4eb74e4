import ArgumentParser
import Dispatch
import FeedFormats
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
    var mistakes: [String] = []
    let file = Configuration.ofThisProcess { mistakes.append($0) }
    let settings = Settings.load(terminalOptions, file: file) { mistakes.append($0) }
    // Where nothing comes to be shown, and on leaving, they stand in the terminal.
    for mistake in mistakes { StandardError.complain(mistake) }
    let container = AppContainer(settings: SourceSettings(sourceOptions, file: file))
    do {
      // The source first: what is wrong with it is said where the user typed it.
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
      if sourceOptions.preset == nil {
        RecentSources(folder: container.network.folders.state)
          .add(photoSource, argument: source)
      }
      for mistake in mistakes { container.network.log.write(mistake) }
      program.start(
        source: title(of: photoSource), advice: advice(on: photoSource),
        warning: Self.warning(mistakes))
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

  /// For the foot of the first screen: the first mistake, and how many more the log has.
  private static func warning(_ mistakes: [String]) -> String? {
    guard let first = mistakes.first else { return nil }
    return mistakes.count == 1 ? first : "\(first) · \(mistakes.count - 1) more in vitrine.log"
  }

  /// What somebody who has just come wants to know next.
  private func advice(on photoSource: PhotoSource) -> String? {
    guard case .sampleGallery = photoSource else { return nil }
    return "Your own photos: vitrine ~/Pictures"
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
