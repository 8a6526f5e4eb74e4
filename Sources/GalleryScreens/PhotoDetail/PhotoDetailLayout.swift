import TerminalKit

/// Where the parts of the photo screen stand at a size.
///
/// The picture gets all that the words leave: three lines of facts in a tall terminal, one in a
/// short one.
nonisolated struct PhotoDetailLayout: Equatable {
  let header: Int
  let picture: Rect
  /// The lines of facts below the picture.
  let facts: Rect
  let keyLine: Int?

  init(size: Size) {
    let factLines: Int
    switch size.rows {
    case ..<8: factLines = 1
    case 8..<16: factLines = 2
    default: factLines = 3
    }
    let hasKeyLine = size.rows >= 8
    let footer = factLines + (hasKeyLine ? 1 : 0)
    header = 0
    let height = max(0, size.rows - 1 - footer)
    picture = Rect(column: 0, row: 1, columns: size.columns, rows: height)
    facts = Rect(column: 0, row: 1 + height, columns: size.columns, rows: factLines)
    keyLine = hasKeyLine ? size.rows - 1 : nil
  }
}
