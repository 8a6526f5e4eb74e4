import TerminalKit

/// The positions of the parts of the photo screen at a size.
///
/// The picture gets all that the words leave: three lines of facts in a tall terminal, two in a short one, and none in
/// full screen. The information is next to the picture where there is room, else below it, else over it.
nonisolated struct PhotoDetailLayout: Equatable {
  /// nil in full screen.
  let header: Rect?
  let picture: Rect
  /// The lines of facts below the picture; empty if the information shows them, or if there are none.
  let facts: Rect
  /// The photos before and after this one, while culling; else empty.
  let strip: Rect
  /// nil in full screen.
  let keyLine: Rect?
  /// The area of the information, its rule included; empty while it is closed.
  let info: Rect
  let infoPosition: InfoPosition

  enum InfoPosition: Equatable {
    case closed, beside, below, over
  }

  /// From this width on it is next to the picture.
  private static let besideColumns = 80
  /// From this height on it is below the picture.
  private static let belowRows = 20
  /// A rule, margins, and a histogram of 32 columns after its letters.
  private static let minimumInfoColumns = 38
  private static let mostInfoColumns = 48

  /// The height of the strip, its captions included: the photo keeps most of the screen.
  private static func stripRows(in rows: Int) -> Int {
    switch rows {
    case ..<16: 0
    case ..<20: 5
    case ..<36: 6
    default: 7
    }
  }

  /// - Parameters:
  ///   - isFullScreen: Whether only the photo is shown, and the information if that is open.
  ///   - isCulling: Whether the photos before and after this one are shown, where they have thumbnails.
  ///   - sparesLastRow: Whether no picture may be in the last row of the screen.
  init(
    size: Size, showsInfo: Bool = false, isFullScreen: Bool = false, isCulling: Bool = false,
    hasThumbnails: Bool = true, sparesLastRow: Bool = false
  ) {
    let factLines: Int
    switch size.rows {
    case _ where isFullScreen: factLines = 0
    case _ where showsInfo: factLines = 0
    case _ where isCulling: factLines = size.rows < 12 ? 0 : 1
    case ..<16: factLines = 2
    default: factLines = 3
    }
    let stripLines = isCulling && hasThumbnails ? Self.stripRows(in: size.rows) : 0
    let footer = factLines + stripLines + (isFullScreen && !sparesLastRow ? 0 : 1)
    header = isFullScreen ? nil : Chrome.lines(0, of: size)
    let top = isFullScreen ? 0 : 1
    let height = size.rows - top - footer
    let body = Rect(column: 0, row: top, columns: size.columns, rows: height)
    facts = Chrome.lines(top + height, rows: factLines, of: size)
    strip = Rect(
      column: 0, row: top + height + factLines, columns: size.columns, rows: stripLines)
    keyLine = isFullScreen ? nil : Chrome.lines(size.rows - 1, of: size)

    infoPosition =
      !showsInfo
      ? .closed
      : size.columns >= Self.besideColumns
        ? .beside : size.rows >= Self.belowRows ? .below : .over
    switch infoPosition {
    case .closed:
      picture = body
      info = Rect(origin: body.origin, size: .zero)
    case .beside:
      let columns = min(max(size.columns / 3, Self.minimumInfoColumns), Self.mostInfoColumns)
      picture = Rect(
        column: 0, row: body.minRow, columns: size.columns - columns, rows: height)
      info = Rect(
        column: picture.maxColumn, row: body.minRow, columns: columns, rows: height)
    case .below:
      let rows = height / 2
      picture = Rect(column: 0, row: body.minRow, columns: size.columns, rows: height - rows)
      info = Rect(column: 0, row: picture.maxRow, columns: size.columns, rows: rows)
    case .over:
      picture = body
      info = body
    }
  }

  /// The area of the information's text: without the rule and the margins.
  var infoText: Rect {
    switch infoPosition {
    case .closed: info
    case .beside: inside(left: 2, top: 0)
    case .below: inside(left: 1, top: 1)
    case .over: inside(left: 1, top: 0)
    }
  }

  private func inside(left: Int, top: Int) -> Rect {
    Rect(
      column: info.minColumn + left, row: info.minRow + top,
      // The last column is for the scroll indicator.
      columns: info.size.columns - left - 2, rows: info.size.rows - top)
  }
}
