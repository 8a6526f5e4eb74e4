import ArgumentParser
import TerminalKit

/// `--graphics`: how pictures are given to the terminal, whatever it seems to know.
enum GraphicsSetting: String, ExpressibleByArgument, CaseIterable {
  case auto
  case kitty
  case sixel
  case iterm2
  case symbols
  case none

  /// nil: find out. Inside tmux `.kitty` becomes `.kittyPlaceholders` by itself.
  var method: GraphicsMethod? {
    switch self {
    case .auto: nil
    case .kitty: .kitty
    case .sixel: .sixel
    case .iterm2: .iTerm2
    case .symbols: .symbols
    case .none: GraphicsMethod.none
    }
  }
}

/// What the command line says of the terminal; each nil where it says nothing, so that the environment
/// and `config.toml` come next.
struct TerminalOptions: ParsableArguments {
  @Option(help: "How pictures are drawn: auto, kitty, sixel, iterm2, symbols or none.")
  var graphics: GraphicsSetting?

  @Option(help: "Colours to use: auto, full (24-bit), 256, 16 or none.")
  var colors: ColorSetting?

  @Option(
    help: "The size of a cell in pixels, e.g. 10x20, if the terminal does not report it correctly.")
  var cellSize: CellPixelSetting?
}
