import ArgumentParser

/// `--fit`: how a photo fills the cells that it may take.
enum ShowFit: String, ExpressibleByArgument, CaseIterable {
  /// All of it, within the cells.
  case contain
  /// All of the cells; what overhangs is cut off evenly.
  case cover
  /// All of the width, however high that makes it.
  case width
  /// All of the height; what is too wide for the cells is cut off evenly.
  case height
}
