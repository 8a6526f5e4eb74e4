import ArgumentParser
import Dispatch
import GalleryData
import Glibc
import PictureKit
import PictureProtocol

/// `vitrine show PHOTO ...`: photos on standard output, without an interface.
struct ShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Draw photos on standard output and leave.")

  @Argument(help: "Picture files.", completion: .file())
  var photos: [String]

  @Option(help: "The most cells a photo may take, such as 80x24; the terminal's size without it.")
  var size: CellSize?

  @Option(help: "Colours to use: auto, full (24 bits), 256, 16 or none.")
  var colors = ColorSetting.auto

  func validate() throws {
    if photos.isEmpty { throw ValidationError("Name at least one picture file.") }
  }

  func run() throws {
    Task { @MainActor in Glibc.exit(await show()) }
    dispatchMain()
  }

  /// - Returns: The exit status: 1 when a photo could not be shown.
  @MainActor private func show() async -> Int32 {
    // A reader that has seen enough (`| head`) is no failure.
    signal(SIGPIPE, SIG_IGN)
    let loader = AppContainer().pictureLoader
    defer { loader.shutDown() }
    let canvas = ShowCanvas(size: size ?? .ofTerminal(), colors: colors)
    var status: Int32 = 0
    for photo in photos {
      do throws(PictureFailure) {
        let key = canvas.key(for: PictureFile(path: RawArguments.bytes(of: photo)))
        let picture = try await loader.picture(key)
        guard case .cells(let cells) = picture.payload else { throw .unsupportedOutput }
        let symbols = SymbolText(picture: cells, isPlain: canvas.isPlain)
        guard LineOutput().write(symbols.text) else { return outputFailed(status) }
      } catch {
        let reason = loader.problem?.words ?? error.words
        StandardError.complain("\(CommandLineText.clean(photo)): \(reason)")
        status = 1
      }
    }
    return status
  }

  /// - Parameter status: What it would be if the reader had only seen enough.
  private func outputFailed(_ status: Int32) -> Int32 {
    guard let reason = StandardError.outputFailure(code: errno) else { return status }
    StandardError.complain(reason)
    return 1
  }
}
