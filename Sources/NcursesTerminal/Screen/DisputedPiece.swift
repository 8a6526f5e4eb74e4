import TerminalKit

/// A piece of a row to which terminals give different widths.
nonisolated struct DisputedPiece: Hashable {
  var columns: Range<Int>
  /// How many more columns a terminal may need for it.
  var excess: Int

  /// The pieces of a row that terminals draw with different widths.
  ///
  /// - Parameter columns: How many columns the screen has.
  static func pieces(inRow row: Int, of surface: Surface, columns: Int) -> [DisputedPiece] {
    guard surface.mayHaveDisputes(inRow: row) else { return [] }
    let cells = Array(surface.cells(inRow: row).prefix(columns))
    // Without an array for each cell.
    var kinds = cells.map {
      $0.hasMarks ? DisputedWidth.kind(of: $0.scalars) : DisputedWidth.kind(of: $0.scalar)
    }
    guard kinds.contains(.disputed) else { return [] }
    // The right half of a wide glyph is of the same kind.
    for column in cells.indices.dropFirst() where cells[column].width == 0 {
      kinds[column] = kinds[column - 1]
    }
    return DisputedWidth.pieces(in: cells.indices) { kinds[$0] }
      .map { columns in
        let excess = cells[columns].reduce(0) { $0 + DisputedWidth.excess(of: $1.scalars) }
        return DisputedPiece(columns: columns, excess: excess)
      }
  }
}
