import GalleryScreens
import Glibc
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

/// The canvas of `vitrine show`: the cells for each photo, and what the output supports.
@MainActor
struct ShowCanvas {
  /// The maximum number of cells for a photo.
  let box: CellSize
  /// Kitty, sixel, iTerm2, symbols or none.
  let method: GraphicsMethod
  /// Whether the output must not contain escape sequences.
  let isPlain: Bool
  private let graphics: GraphicsSupport
  private let cell: PixelSize
  private let options: SymbolOptions

  private static let usualCell = PixelSize(width: 10, height: 20)

  /// - Parameters:
  ///   - size: The maximum size of a photo that the user has set.
  ///   - screen: The available cells.
  ///   - backdrop: The terminal's background, if known.
  init(
    size: CellSize?, screen: CellSize, colorDepth: ColorDepth, backdrop: Backdrop?,
    answers: TerminalAnswers
  ) {
    graphics = answers.graphics
    // Placeholder cells in tmux work only in the interface.
    method = graphics.method == .kittyPlaceholders ? .symbols : graphics.method
    let told = answers.cellPixelSize ?? Self.usualCell
    cell = told.width > 0 && told.height > 0 ? told : Self.usualCell

    let type = getenv("TERM").map { String(cString: $0) }
    isPlain = colorDepth == .monochrome && PlainSymbols.isNeeded(terminalType: type)
    options = SymbolOptions(
      SymbolOptions(colorDepth: .init(colorDepth), symbolSet: isPlain ? .quadrants : .rich),
      on: backdrop)

    box = Self.limited(size ?? screen, to: method == .sixel ? graphics.sixelPixelLimit : nil, cell)
  }

  private static func limited(
    _ box: CellSize, to limit: PixelSize?, _ cell: PixelSize
  ) -> CellSize {
    guard let limit, limit.width > 0, limit.height > 0 else { return box }
    return CellSize(
      columns: max(1, min(box.columns, limit.width / cell.width)),
      rows: max(1, min(box.rows, limit.height / cell.height)))
  }

  func key(for file: PictureFile) -> PictureKey {
    PictureKey(
      file: file,
      target: PictureTarget(
        columns: UInt32(clamping: box.columns), rows: UInt32(clamping: box.rows),
        cellPixelWidth: UInt32(clamping: min(256, cell.width)),
        cellPixelHeight: UInt32(clamping: min(256, cell.height))),
      output: output, background: PictureBackground(on: graphics, method: method))
  }

  private var output: PictureOutput {
    switch method {
    case .kitty, .kittyPlaceholders: .kitty(.compressed)
    case .sixel:
      .sixel(
        SixelOptions(
          colorCount: UInt16(clamping: min(1024, max(2, graphics.sixelColorCount ?? 256)))))
    case .iTerm2: .iTerm2
    case .symbols, .none: .symbols(options)
    }
  }
}
