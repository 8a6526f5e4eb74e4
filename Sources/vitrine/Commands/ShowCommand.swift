import ArgumentParser
import Dispatch
import FeedFormats
import GalleryData
import GalleryDomain
import Glibc
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

/// `vitrine show PHOTO ...`: draws photos on standard output, without an interface.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Draw photos on standard output.",
    discussion: """
      Uses the best graphics protocol the terminal supports, and characters in a file or a pipe. Exits with status 1 if \
      a photo can't be shown; the others are drawn.
      """)

  @Argument(
    help:
      "Picture files, URLs (http, https, davs, sftp, s3), and the photos of library:NAME or of a collection; - is standard input.",
    completion: CommandLineCompletion.pictures)
  var photos: [String]

  @Option(
    help:
      "The largest size of a photo in cells, e.g. 80x24 (1 to 2000 each; default: the terminal's size)."
  )
  var size: CellSize?

  @OptionGroup var terminalOptions: TerminalOptions

  /// A terminal that is still drawing the pictures of the previous call answers late, and answers after the time limit
  /// would be echoed into the next pictures.
  private static let patience = Duration.seconds(1)

  func validate() throws {
    if photos.isEmpty {
      throw ValidationError("Name at least one picture file, or - for standard input.")
    }
    if photos.contains("-"), isatty(STDIN_FILENO) == 1 {
      throw ValidationError(
        "Can't read a picture from the terminal; redirect standard input to use '-'.")
    }
  }

  func run() throws {
    Task { @MainActor in Glibc.exit(await show()) }
    dispatchMain()
  }

  /// - Returns: The exit status: 1 if a photo could not be shown.
  @MainActor private func show() async -> Int32 {
    // A reader that stops early (`| head`) is not an error.
    signal(SIGPIPE, SIG_IGN)
    let file = Configuration.ofThisProcess()
    let container = AppContainer(settings: SourceSettings(file))
    let loader = container.pictureLoader
    defer { loader.shutDown() }
    defer { container.network.removeTemporaryFiles() }
    let arguments = await ShownArguments(photos, in: container)
    let screen = CellSize.ofTerminal()
    let settings = Settings.load(terminalOptions, file: file)
    // A setting in the configuration is meant for the terminal: files and pipes get a graphics protocol only if the
    // command line says so.
    let isRequested = isatty(STDOUT_FILENO) == 1 || terminalOptions.graphics != nil
    let depth = settings.colorDepth ?? ColorDepth.ofStandardOutput()
    let answers = GraphicsInquiry.ask(
      method: isRequested ? settings.graphics : nil, cellPixelSize: settings.cellPixelSize,
      needsBackground: depth == .monochrome && settings.theme.backdrop == nil,
      patience: Self.patience)
    let canvas = ShowCanvas(
      size: size, screen: screen, colorDepth: depth,
      backdrop: settings.backdrop(of: answers.graphics),
      answers: answers)
    let sheet = PhotoSheet(
      photos: arguments.photos, loader: loader,
      addresses: ShownAddresses(arguments, in: container),
      canvas: canvas,
      screenRows: screen.rows)
    let status = await sheet.print()
    await loader.finishWriting()
    await container.network.finishWriting()
    return arguments.hasFailed ? max(status, 1) : status
  }
}
