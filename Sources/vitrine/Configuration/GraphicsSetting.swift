import ArgumentParser
import TerminalKit

/// `--graphics`: how to show pictures in the terminal, overriding detection.
enum GraphicsSetting: String, ExpressibleByArgument, CaseIterable {
  case auto
  case kitty
  case sixel
  case iterm2
  case symbols
  case none

  /// nil: detect automatically. Inside tmux, `.kitty` becomes `.kittyPlaceholders` automatically.
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

/// What the command line says about the terminal; nil if it says nothing, so that the environment and `config.toml`
/// apply.
struct TerminalOptions: ParsableArguments {
  @Option(help: "How pictures are drawn: auto, kitty, sixel, iterm2, symbols or none.")
  var graphics: GraphicsSetting?

  @Option(help: "Colours to use: auto, full (24-bit), 256, 16 or none.")
  var colors: ColorSetting?

  @Option(
    help: "The size of a cell in pixels, e.g. 10x20, if the terminal does not report it correctly.")
  var cellSize: CellPixelSetting?

  /// What the parser makes of a command line without any of them; assigned, because an initializer would make definitions
  /// of options, not values.
  static var unset: TerminalOptions {
    var options = TerminalOptions()
    options.graphics = nil
    options.colors = nil
    options.cellSize = nil
    return options
  }
}
