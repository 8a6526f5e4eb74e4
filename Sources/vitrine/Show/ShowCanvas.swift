import GalleryScreens
import Glibc
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

/// Where `vitrine show` draws: how many cells a photo may take, and what the output supports.
@MainActor
struct ShowCanvas {
  /// Kitty, sixel, iTerm2, symbols or none.
  let method: GraphicsMethod
  private let look: PictureLook

  /// - Parameters:
  ///   - size: The maximum size of a photo that the user has set; what the terminal draws itself is not higher than the screen.
  ///   - backdrop: The terminal's background, if known.
  init(size: CellSize?, depth: ColorDepth, backdrop: Backdrop?, answers: TerminalAnswers) {
    let graphics = answers.graphics
    let type = processVariable("TERM")
    let takesEscapes = depth != .monochrome || type != "dumb"
    switch graphics.method {
    // Placeholder cells in tmux work only in the interface.
    case .symbols, .kittyPlaceholders: method = takesEscapes ? .symbols : .none
    case let other: method = other
    }
    let output: PictureOutput
    switch method {
    case .kitty: output = .kitty(.compressed)
    case .sixel: output = .sixel(SixelOptions(for: graphics))
    case .iTerm2: output = .iTerm2
    case .kittyPlaceholders, .symbols, .none:
      output = .symbols(SymbolOptions(SymbolOptions(colorDepth: .init(depth)), on: backdrop))
    }

    let usual = PixelSize(width: 10, height: 20)
    let reported = answers.cellPixelSize ?? usual
    let cell = reported.width > 0 && reported.height > 0 ? reported : usual
    let screen = CellSize.ofTerminal()
    var box = size?.size ?? screen
    if method != .symbols {
      box.rows = min(box.rows, screen.rows)
      box = graphics.box(in: box, cell: cell)
    }
    look = PictureLook(
      target: PictureTarget(
        columns: UInt32(clamping: box.columns), rows: UInt32(clamping: box.rows),
        cellPixelWidth: UInt32(clamping: min(256, cell.width)),
        cellPixelHeight: UInt32(clamping: min(256, cell.height))),
      background: PictureBackground(on: graphics, method: method), output: output)
  }

  func key(for file: PictureFile) -> PictureKey { PictureKey(file: file, look: look) }

  /// What draws a picture; nil if the terminal doesn't take it.
  func bytes(of picture: Picture) -> [UInt8]? {
    if case .cells(let cells) = picture.payload {
      return Array(SymbolText.lines(of: cells).utf8)
    }
    return Graphic(picture).flatMap { PrintedGraphic.lines($0, by: method) }
  }
}
