import ArgumentParser
import Dispatch
import GalleryData
import GalleryDomain
import Glibc
import NcursesTerminal
import PictureKit
import PictureProtocol

/// `vitrine show PHOTO ...`: photos on standard output, without an interface.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Draw photos on standard output and leave.",
    discussion: """
      In a terminal it is drawn by the best protocol that the terminal speaks, in a file or a pipe \
      with characters. The exit status is 1 when a photo could not be shown; the others are drawn.
      """)

  @Argument(
    help: "Picture files and http or https addresses; - is standard input.", completion: .file())
  var photos: [String]

  @Option(
    help: ArgumentHelp(
      "How many photos stand side by side (1 to 100).", valueName: "number"))
  var columns = 1

  @Option(
    help:
      "The most cells a photo may take, such as 80x24 (each 1 to 2000); without it the terminal's size, or a square of its share in a row."
  )
  var size: CellSize?

  @Option(
    help: ArgumentHelp(
      "contain: all of the photo; cover: all of the cells, cutting what overhangs; width: all of the width, however high; height: all of the height, cutting the sides.",
      valueName: "how"))
  var fit = ShowFit.contain

  @Flag(
    inversion: .prefixedNo,
    help: "Each photo's name below it (the default for several).")
  var titles: Bool?

  @OptionGroup var terminalOptions: TerminalOptions

  /// A terminal that still draws the pictures of the last call answers late, and what comes when nobody
  /// waits any more is echoed into the next pictures.
  private static let patience = Duration.seconds(1)

  func validate() throws {
    if photos.isEmpty { throw ValidationError("Name at least one picture file, or - .") }
    if photos.contains("-"), isatty(STDIN_FILENO) == 1 {
      throw ValidationError("- reads a picture from standard input, which is the terminal.")
    }
    if !(1...100).contains(columns) {
      throw ValidationError("The value '\(columns)' is invalid for '--columns <number>': 1 to 100.")
    }
  }

  func run() throws {
    Task { @MainActor in Glibc.exit(await show()) }
    dispatchMain()
  }

  /// - Returns: The exit status: 1 when a photo could not be shown.
  @MainActor private func show() async -> Int32 {
    // A reader that has seen enough (`| head`) is no failure.
    signal(SIGPIPE, SIG_IGN)
    let file = Configuration.ofThisProcess()
    let container = AppContainer(settings: SourceSettings(file))
    let loader = container.pictureLoader
    defer { loader.shutDown() }
    defer { container.network.removeTemporaryImages() }
    let hasTitles = titles ?? (photos.count > 1)
    let screen = CellSize.ofTerminal()
    let settings = Settings.load(terminalOptions, file: file)
    // What is set once for all is meant for the terminal: files and pipes get pictures of its protocol
    // only when the command line says so.
    let isWished = isatty(STDOUT_FILENO) == 1 || terminalOptions.graphics != nil
    let answers = GraphicsInquiry.ask(
      method: isWished ? settings.graphics : nil, cellPixelSize: settings.cellPixelSize,
      patience: Self.patience)
    let canvas = ShowCanvas(
      size: size, screen: screen, columnCount: columns, hasTitles: hasTitles, fit: fit,
      colorDepth: settings.colorDepth, answers: answers)
    let sheet = PhotoSheet(
      photos: photos, loader: loader, images: images(container), canvas: canvas,
      hasTitles: hasTitles,
      screenRows: screen.rows)
    let status = await sheet.print()
    await loader.finishWriting()
    return status
  }

  @MainActor private func images(_ container: AppContainer) -> any PhotoImageRepository {
    let requests = Dictionary(
      photos.compactMap(ImageAddress.init).map { ($0.url, $0.request) },
      uniquingKeysWith: { first, _ in first })
    return container.network.makeImageRepository { requests[$0] ?? HTTPRequest(url: $0) }
  }
}
