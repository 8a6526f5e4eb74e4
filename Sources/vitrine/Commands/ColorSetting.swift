import ArgumentParser
import TerminalKit

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
