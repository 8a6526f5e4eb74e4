import ArgumentParser
import TerminalKit

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
}

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

/// `--colors`: how many colours to use, overriding detection.
enum ColorSetting: String, ExpressibleByArgument, CaseIterable {
  case auto
  case full
  case indexed256 = "256"
  case ansi16 = "16"
  case none

  /// nil: detect automatically.
  var depth: ColorDepth? {
    switch self {
    case .auto: nil
    case .full: .truecolor
    case .indexed256: .indexed256
    case .ansi16: .ansi16
    case .none: .monochrome
    }
  }
}

/// `--cell-size`: the size of a cell in pixels, such as `10x20`.
struct CellPixelSetting: Equatable, ExpressibleByArgument {
  let size: PixelSize

  static let widths = 4...80
  static let heights = 6...160
  /// The expected form, in words.
  static let form = "a width of 4 to 80 and a height of 6 to 160 pixels, e.g. 10x20"

  /// - Parameter argument: Width, `x`, height.
  init?(argument: String) {
    let parts = argument.split(separator: "x", omittingEmptySubsequences: false)
    guard parts.count == 2, let width = Int(parts[0]), let height = Int(parts[1]),
      Self.widths.contains(width), Self.heights.contains(height)
    else { return nil }
    size = PixelSize(width: width, height: height)
  }

  var defaultValueDescription: String { "\(size.width)x\(size.height)" }
}
