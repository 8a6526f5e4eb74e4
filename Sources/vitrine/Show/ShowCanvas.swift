import GalleryScreens
import Glibc
import NcursesTerminal
import PictureKit
import PictureProtocol
import TerminalKit

/// What `vitrine show` draws on: a size in cells, and colours.
@MainActor
struct ShowCanvas {
  let size: CellSize
  let options: SymbolOptions
  /// Whether the output takes no sequences.
  let isPlain: Bool

  init(size: CellSize, colors: ColorSetting) {
    self.size = size
    let depth = colors.depth ?? ColorDepth.ofStandardOutput()
    let type = getenv("TERM").map { String(cString: $0) }
    isPlain = depth == .monochrome && PlainSymbols.isNeeded(terminalType: type)
    options = SymbolOptions(
      colorDepth: .init(depth), symbolSet: isPlain ? .quadrants : .rich)
  }

  func key(for file: PictureFile) -> PictureKey {
    PictureKey(
      file: file,
      target: PictureTarget(
        columns: UInt32(clamping: size.columns), rows: UInt32(clamping: size.rows)),
      output: .symbols(options))
  }
}
