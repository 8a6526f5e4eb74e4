import TerminalKit

/// Why a picture is never drawn where it is to stand.
nonisolated enum GraphicRefusal: Hashable {
  /// More bytes or cells than there may be in one picture.
  case tooLarge
  /// The terminal said again and again that it has not got it, or cannot draw it there.
  case notTaken

  /// The longest first, for where there is room.
  var words: [String] {
    switch self {
    case .tooLarge: ["too large for this terminal", "too large"]
    case .notTaken: ["not shown by this terminal", "not shown"]
    }
  }
}

nonisolated extension Surface {
  /// The same with words in place of pictures that are refused: blank cells would look like a picture
  /// that is still to come.
  ///
  /// What covers such a picture stays. Those pictures have no visible parts any more.
  ///
  /// - Complexity: O(*pictures* + *cells of those refused*).
  func saying(_ refusal: (GraphicPlacement) -> GraphicRefusal?) -> Surface {
    var said = self
    for placement in graphics {
      guard let refusal = refusal(placement) else { continue }
      let rect = placement.rect
      let row = rect.minRow + (rect.size.rows - 1) / 2
      let place = refusal.words.lazy
        .map { ($0, rect.minColumn + (rect.size.columns - $0.utf8.count) / 2) }
        .first { words, column in
          column >= rect.minColumn
            && (column..<column + words.utf8.count).allSatisfy {
              showsGraphic(atColumn: $0, row: row)
            }
        }
      for part in visibleParts(of: placement) { said.fill(part, with: Cell(style: .plain)) }
      if let (words, column) = place {
        said.write(
          words, at: Point(column: column, row: row), style: Style(attributes: .dim),
          maxColumns: rect.maxColumn - column)
      }
    }
    return said
  }
}
