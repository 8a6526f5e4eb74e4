import GalleryPresentation
import TerminalKit

/// A QR code in cells, dark on light in every theme: with half blocks, two modules per cell, one above the other; without
/// Unicode, one module in two spaces.
///
/// The quiet zone is four modules wide (ISO/IEC 18004, section 6.3.8); two were enough for the readers that we tried.
nonisolated struct CodeView: Equatable {
  let matrix: QRMatrix
  /// Light modules around the code.
  private let quietZone: Int
  let theme: Theme

  private static let quietZones = [4, 2]

  /// The code with the widest quiet zone that fits.
  ///
  /// - Returns: nil if none fits.
  init?(_ matrix: QRMatrix, fitting size: Size, theme: Theme) {
    for zone in Self.quietZones {
      self.init(matrix, quietZone: zone, theme: theme)
      if self.size.columns <= size.columns, self.size.rows <= size.rows { return }
    }
    return nil
  }

  private init(_ matrix: QRMatrix, quietZone: Int, theme: Theme) {
    self.matrix = matrix
    self.quietZone = quietZone
    self.theme = theme
  }

  /// Its size in cells.
  var size: Size {
    let modules = matrix.size + 2 * quietZone
    return isASCII
      ? Size(columns: 2 * modules, rows: modules)
      : Size(columns: modules, rows: (modules + 1) / 2)
  }

  func draw(on surface: inout Surface, at origin: Point) {
    for row in 0..<size.rows {
      for column in 0..<size.columns {
        surface[origin.column + column, origin.row + row] = cell(column, row)
      }
    }
  }

  private func cell(_ column: Int, _ row: Int) -> Cell {
    guard !isASCII else {
      let isDark = isDark(column / 2, row)
      guard theme.hasColors else { return Cell(style: Style(attributes: isDark ? [] : .reverse)) }
      return Cell(style: Style(background: isDark ? Self.dark : Self.light))
    }
    let upper = isDark(column, 2 * row)
    let lower = isDark(column, 2 * row + 1)
    guard theme.hasColors else {
      // Assumes that the foreground is the lighter one; readers also know inverted codes.
      let character: Character =
        switch (upper, lower) {
        case (false, false): "█"
        case (false, true): "▀"
        case (true, false): "▄"
        case (true, true): " "
        }
      return Cell(character: character)
    }
    return Cell(
      character: "▀",
      style: Style(
        foreground: upper ? Self.dark : Self.light, background: lower ? Self.dark : Self.light))
  }

  /// In coordinates of the view; with an odd number of modules, the last half line is light.
  private func isDark(_ column: Int, _ row: Int) -> Bool {
    matrix.isDark(column: column - quietZone, row: row - quietZone)
  }

  private static let dark = Color.rgb(0, 0, 0)
  private static let light = Color.rgb(255, 255, 255)

  private var isASCII: Bool { theme.glyphs.ellipsis.isASCII }
}
