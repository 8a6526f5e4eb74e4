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
