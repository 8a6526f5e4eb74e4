import TerminalKit

/// Why a picture cannot be drawn in its place.
nonisolated enum GraphicRefusal: Hashable {
  /// It has more bytes or cells than a picture may have.
  case tooLarge
  /// The terminal has reported repeatedly that it doesn't have it, or cannot draw it there.
  case notTaken

  /// The texts to show, the longest first; the first one that fits is used.
  var words: [String] {
    switch self {
    case .tooLarge: ["too large for this terminal", "too large"]
    case .notTaken: ["not shown by this terminal", "not shown"]
    }
  }
}

nonisolated extension Surface {
  /// The surface with words in place of refused pictures: blank cells would look like a picture that is still loading.
  ///
  /// Anything that covers such a picture stays. The pictures have no visible parts any more.
  ///
  /// - Complexity: O(*pictures* + *cells of refused ones*).
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
