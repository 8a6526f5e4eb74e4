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

  init(size: CellSize, colors: ColorSetting) {
    self.size = size
    options = SymbolOptions(
      colorDepth: .init(colors.depth ?? ColorDepth.ofStandardOutput()), symbolSet: .rich)
  }

  func key(for file: PictureFile) -> PictureKey {
    PictureKey(
      file: file,
      target: PictureTarget(
        columns: UInt32(clamping: size.columns), rows: UInt32(clamping: size.rows)),
      output: .symbols(options))
  }
}
