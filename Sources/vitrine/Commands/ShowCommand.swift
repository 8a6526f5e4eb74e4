import ArgumentParser
import GalleryData
import GalleryDomain
import Glibc
import NcursesTerminal
import PictureKit
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
      "Picture files, and URLs (http, https, davs, sftp, s3); - is standard input.",
    completion: CommandLineCompletion.pictures)
  var photos: [String]

  @Option(
    help:
      "The largest size of a photo in cells, e.g. 80x24 (1 to 2000 each; default: the terminal's size).",
    transform: CellSize.init(option:))
  var size: CellSize?

  @OptionGroup var terminalOptions: TerminalOptions

  /// A terminal that is still drawing the pictures of the previous call answers late, and answers after the time limit
  /// would be echoed into the next pictures.
  private static let patience = Duration.seconds(1)

  func validate() throws {
    if photos.contains("") { throw ValidationError("PHOTO is empty.") }
    if photos.contains("-"), isatty(STDIN_FILENO) == 1 {
      throw ValidationError(
        "Can't read a picture from the terminal; redirect standard input to use '-'.")
    }
  }

  func run() throws {
    SourceRun.exit { await show() }
  }

  /// - Returns: The exit status: 1 if a photo could not be shown.
  @MainActor private func show() async -> Int32 {
    let settings = Settings.ofThisProcess(terminalOptions)
    let container = AppContainer(settings: settings)
    // A setting in the configuration is meant for the terminal: files and pipes get a graphics protocol only if the
    // command line says so.
    let isRequested = isatty(STDOUT_FILENO) == 1 || terminalOptions.graphics != nil
    let depth = settings.colorDepth ?? ColorDepth.ofStandardOutput()
    let answers = GraphicsInquiry.ask(
      method: isRequested ? settings.graphics : nil, cellPixelSize: settings.cellPixelSize,
      needsBackground: depth == .monochrome && settings.theme.backdrop == nil,
      patience: Self.patience)
    let canvas = ShowCanvas(
      size: size, depth: depth, backdrop: settings.backdrop(of: answers.graphics),
      answers: answers)
    return await SourceRun.work(with: container, stopsAtOnce: true) {
      await draw(ShownPhotos(in: container, on: canvas))
    }
  }

  /// How many photos are loaded ahead of the next one to be printed; their pictures are in memory.
  private static let lead = 4

  /// Prints each photo as soon as it is ready, in the order of the arguments. Those that can't be shown are reported on
  /// standard error.
  @MainActor private func draw(_ shown: ShownPhotos) async -> Int32 {
    var status: Int32 = 0
    let loads = ParallelMap(photos, width: Self.lead, ahead: Self.lead) {
      photo -> Result<[UInt8], any Error> in
      do {
        return .success(try await shown.bytes(of: photo))
      } catch {
        return .failure(error)
      }
    }
    for await (photo, result) in loads {
      do {
        let bytes = try result.get()
        guard LineOutput().write(bytes: bytes) else {
          guard let reason = StandardOutput.failure(code: errno) else { return status }
          StandardError.complain(reason)
          return 1
        }
      } catch {
        StandardError.complain("\(ShownPhotos.name(photo)): \(shown.words(for: error))")
        status = 1
      }
    }
    return status
  }
}
