import ArgumentParser
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
  /// How many photos are in a row.
  let columnCount: Int
  let fit: ShowFit
  /// Whether photos that are smaller than the box are enlarged.
  let enlarges: Bool
  /// Kitty, sixel, iTerm2, symbols or none.
  let method: GraphicsMethod
  /// Whether the output must not contain escape sequences.
  let isPlain: Bool
  private let graphics: GraphicsSupport
  private let cell: PixelSize
  private let options: SymbolOptions

  /// Empty columns between two photos.
  static let gap = 2
  private static let usualCell = PixelSize(width: 10, height: 20)

  /// - Parameters:
  ///   - size: The maximum size of a photo that the user has set.
  ///   - screen: The available cells.
  ///   - hasTitles: Whether to leave a line for the title.
  ///   - backdrop: The terminal's background, if known.
  init(
    size: CellSize?, screen: CellSize, columnCount: Int, hasTitles: Bool, fit: ShowFit,
    enlarges: Bool = false, colorDepth: ColorDepth, backdrop: Backdrop?, answers: TerminalAnswers
  ) {
    self.columnCount = columnCount
    self.fit = fit
    self.enlarges = enlarges
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

    let box =
      size
      ?? Self.box(on: screen, columnCount: columnCount, hasTitles: hasTitles, cell: cell)
    self.box = Self.limited(box, to: method == .sixel ? graphics.sixelPixelLimit : nil, cell)
  }

  /// The whole screen for one photo per row; otherwise squares.
  private static func box(
    on screen: CellSize, columnCount: Int, hasTitles: Bool, cell: PixelSize
  ) -> CellSize {
    let rows = max(1, screen.rows - (hasTitles ? 1 : 0))
    guard columnCount > 1 else { return CellSize(columns: screen.columns, rows: rows) }
    let columns = max(1, (screen.columns - (columnCount - 1) * gap) / columnCount)
    let square = max(1, (columns * cell.width + cell.height / 2) / cell.height)
    return CellSize(columns: columns, rows: min(rows, square))
  }

  private static func limited(
    _ box: CellSize, to limit: PixelSize?, _ cell: PixelSize
  ) -> CellSize {
    guard let limit, limit.width > 0, limit.height > 0 else { return box }
    return CellSize(
      columns: max(1, min(box.columns, limit.width / cell.width)),
      rows: max(1, min(box.rows, limit.height / cell.height)))
  }

  /// The picture to request first; if it is larger than its box or too small, `otherKey` is requested next.
  func key(for file: PictureFile) -> PictureKey {
    let limit = PictureProtocolLimits.cellsPerSide
    return switch fit {
    case .contain: key(for: file, box.columns, box.rows, .contain)
    case .cover: key(for: file, box.columns, box.rows, .cover)
    case .width: key(for: file, box.columns, limit, .contain)
    case .height: key(for: file, limit, box.rows, .contain)
    }
  }

  /// What to request in place of a picture that is too wide, or that is to be enlarged; nil for neither.
  func otherKey(for file: PictureFile, after picture: Picture) -> PictureKey? {
    if picture.size.columns > box.columns {
      return key(for: file, box.columns, box.rows, .cover)
    }
    guard enlarges, fit == .contain else { return nil }
    let enlargement = enlargement(of: picture.sourceSize)
    guard enlargement > 1 else { return nil }
    var key = key(for: file, box.columns, box.rows, .contain)
    key.enlargement = UInt32(clamping: enlargement)
    return key
  }

  /// How many pixels of the output a side of each pixel of the photo can have in the box; columns for symbols.
  private func enlargement(of size: PixelSize) -> Int {
    guard size.width > 0, size.height > 0 else { return 1 }
    let dot = method == .symbols ? cell.width : 1
    let factor = min(
      box.columns * cell.width / (size.width * dot), box.rows * cell.height / (size.height * dot))
    return min(max(1, factor), Int(PictureProtocolLimits.enlargement))
  }

  private func key(
    for file: PictureFile, _ columns: Int, _ rows: Int, _ fit: PictureFit
  ) -> PictureKey {
    PictureKey(
      file: file,
      target: PictureTarget(
        columns: UInt32(clamping: columns), rows: UInt32(clamping: rows),
        cellPixelWidth: UInt32(clamping: min(256, cell.width)),
        cellPixelHeight: UInt32(clamping: min(256, cell.height))),
      output: output, fit: fit, background: PictureBackground(on: graphics, method: method))
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

/// `--fit`: how a photo fills its cells.
enum ShowFit: String, ExpressibleByArgument, CaseIterable {
  /// The whole photo, within the cells.
  case contain
  /// All of the cells; the excess is cropped evenly.
  case cover
  /// The full width, whatever the height.
  case width
  /// The full height; excess width is cropped evenly.
  case height
}
