import ArgumentParser
import TerminalKit

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
