import TerminalKit

/// Pictures that are drawn at the cursor, like text: sixel and iTerm2.
///
/// It tracks what each cell of the terminal shows. A picture is drawn again only if one of its cells shows something
/// else, and over the old content. Cells that no picture covers any more contain text that ncurses writes, or are
/// erased here. A picture that is partly covered cannot be drawn, but what is already visible of it stays.
nonisolated struct InlineWriter: GraphicsWriter {
  /// The content of a cell.
  struct Content: Hashable {
    /// The id of the graphic; 0 for text.
    var id: UInt32
    var subject: Int?
    var column = 0
    var row = 0

    static let text = Content(id: 0)
    /// Part of a picture, or unknown.
    static let unknown = Content(id: .max)
  }

  private let dialect: InlineDialect
  private var size = Size.zero
  private var contents: [Content] = []
  private var cursor = Point.zero
  private var waiting: [GraphicPlacement] = []
  private var drawing: (placement: GraphicPlacement, rest: ArraySlice<UInt8>)?
  /// How often a picture was interrupted for text; in the end text waits for it.
  private var breakOffs: [UInt32: Int] = [:]

  private static let breakOffLimit = 2

  init(dialect: InlineDialect) {
    self.dialect = dialect
  }

  var isWaiting: Bool { drawing != nil || !waiting.isEmpty }
  var isBetweenCommands: Bool { drawing == nil }
  var needsFrame: Bool { false }

  func content(atColumn column: Int, row: Int) -> Content {
    guard column < size.columns, row < size.rows else { return .text }
    return contents[row * size.columns + column]
  }

  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface) {
    (endDrawing(byteLimit: byteLimit), surface)
  }

  /// Text must not get into a half-written picture: finishes the picture, or aborts it if it is long.
  private mutating func endDrawing(byteLimit: Int) -> [UInt8] {
    guard let (placement, rest) = drawing else { return [] }
    drawing = nil
    let id = placement.graphic.id
    guard rest.count <= byteLimit || breakOffs[id, default: 0] >= Self.breakOffLimit else {
      breakOffs[id, default: 0] += 1
      return ControlSequence.breakOff + ControlSequence.restoreCursor
    }
    note(placement)
    return Array(rest)
  }

  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8] {
    noteText(text, size: surface.size)
    waiting.removeAll()
    let present = Set(surface.graphics.map(\.graphic.id))
    breakOffs = breakOffs.filter { present.contains($0.key) }
    var isClaimed = Array(repeating: false, count: contents.count)
    var drawn: [(placement: GraphicPlacement, bytes: [UInt8])] = []
    var left = byteLimit
    let ready = surface.graphics
      .filter { needsDrawing($0, on: surface) }
      .compactMap { placement in bytes(placement).map { (placement, $0) } }
      .sorted { $0.1.count < $1.1.count }
    for (placement, bytes) in ready {
      if bytes.count <= left {
        left -= bytes.count
        drawn.append((placement, bytes))
        claim(placement, in: &isClaimed)
      } else {
        waiting.append(placement)
        keepSubject(placement, in: &isClaimed)
      }
    }
    let output =
      erase(surface, except: isClaimed)
      + drawn.flatMap { placement, bytes in
        note(placement)
        return ControlSequence.move(to: placement.origin) + bytes
      }
    guard !output.isEmpty else { return [] }
    return ControlSequence.saveCursor + output + ControlSequence.restoreCursor
  }

  mutating func nextPiece(byteLimit: Int) -> [UInt8] {
    if drawing == nil, !waiting.isEmpty {
      let placement = waiting.removeFirst()
      guard let bytes = bytes(placement) else { return [] }
      drawing = (
        placement,
        (ControlSequence.saveCursor + ControlSequence.move(to: placement.origin) + bytes
          + ControlSequence.restoreCursor)[...]
      )
      fill(placement) { _, _ in .unknown }
    }
    guard let (placement, rest) = drawing else { return [] }
    let piece = rest.prefix(byteLimit)
    drawing = (placement, rest.dropFirst(piece.count))
    if piece.count == rest.count {
      drawing = nil
      note(placement)
    }
    return Array(piece)
  }

  mutating func invalidate() {
    contents = Array(repeating: .text, count: contents.count)
    waiting.removeAll()
  }

  mutating func forget() {
    invalidate()
    drawing = nil
  }

  /// The cells disappear with the screen.
  mutating func leave() -> [UInt8] {
    let bytes = drawing == nil ? [] : ControlSequence.breakOff
    forget()
    return bytes
  }

  var crashBytes: [UInt8] { ControlSequence.breakOff }

  /// xterm *ctlseqs*, mode 8452: the cursor stays to the right of a sixel picture, and never goes where it would scroll the screen.
  var enterModes: [UInt8] { dialect == .sixel ? Array("\u{1B}[?8452h".utf8) : [] }
  var leaveModes: [UInt8] { dialect == .sixel ? Array("\u{1B}[?8452l".utf8) : [] }

  private func bytes(_ placement: GraphicPlacement) -> [UInt8]? {
    dialect.scrolls(placement, on: size) ? nil : dialect.bytes(placement.graphic)
  }

  // MARK: - The contents of the cells

  private mutating func noteText(_ text: [UInt8], size: Size) {
    if size != self.size {
      self.size = size
      contents = Array(repeating: .text, count: size.columns * size.rows)
      cursor = .zero
    }
    var written = WrittenCells(size: size, from: cursor)
    written.feed(text)
    cursor = written.position
    for row in 0..<size.rows {
      for column in 0..<size.columns where written.contains(column: column, row: row) {
        contents[row * size.columns + column] = .text
      }
    }
  }

  private func needsDrawing(_ placement: GraphicPlacement, on surface: Surface) -> Bool {
    var isRight = true
    for row in placement.rect.minRow..<placement.rect.maxRow {
      for column in placement.rect.minColumn..<placement.rect.maxColumn {
        guard surface.showsGraphic(atColumn: column, row: row) else { return false }
        if content(atColumn: column, row: row) != Self.expected(of: placement, column, row) {
          isRight = false
        }
      }
    }
    return !isRight
  }

  private static func expected(of placement: GraphicPlacement, _ column: Int, _ row: Int) -> Content
  {
    Content(
      id: placement.graphic.id, subject: placement.graphic.subject,
      column: column - placement.origin.column, row: row - placement.origin.row)
  }

  /// Erases what must disappear and what nothing else will write over.
  private mutating func erase(_ surface: Surface, except isClaimed: [Bool]) -> [UInt8] {
    var wanted = Array(repeating: Content.text, count: contents.count)
    for placement in surface.graphics {
      for part in surface.visibleParts(of: placement) {
        for row in part.minRow..<part.maxRow {
          for column in part.minColumn..<part.maxColumn {
            wanted[row * size.columns + column] = Self.expected(of: placement, column, row)
          }
        }
      }
    }
    var bytes: [UInt8] = []
    for row in 0..<size.rows {
      var column = 0
      while column < size.columns {
        let start = column
        while column < size.columns, isWrong(row * size.columns + column, wanted, isClaimed) {
          contents[row * size.columns + column] = .text
          column += 1
        }
        if column > start {
          bytes += ControlSequence.move(to: Point(column: start, row: row))
          bytes += Self.blanks(column - start)
        }
        column += 1
      }
    }
    return bytes
  }

  private func isWrong(_ index: Int, _ wanted: [Content], _ isClaimed: [Bool]) -> Bool {
    contents[index] != .text && contents[index] != wanted[index] && !isClaimed[index]
  }

  /// What ncurses assumes these cells contain: no-break spaces in default colours.
  private static func blanks(_ count: Int) -> [UInt8] {
    Array(("\u{1B}[m" + String(repeating: "\u{A0}", count: count)).utf8)
  }

  /// Claims the cells that the picture will cover. It covers the cells at its edge only in part, so pixels of another
  /// picture would remain next to it: they are erased first, unless they show the rough version of this picture.
  private func claim(_ placement: GraphicPlacement, in isClaimed: inout [Bool]) {
    let rect = placement.rect
    for row in rect.minRow..<min(size.rows, rect.maxRow) {
      for column in rect.minColumn..<min(size.columns, rect.maxColumn) {
        let isEdge =
          row == rect.minRow || row == rect.maxRow - 1 || column == rect.minColumn
          || column == rect.maxColumn - 1
        isClaimed[row * size.columns + column] =
          !isEdge || showsSubject(of: placement, column, row)
      }
    }
  }

  /// Whether a cell shows the same part of another picture of the same subject.
  private func showsSubject(of placement: GraphicPlacement, _ column: Int, _ row: Int) -> Bool {
    var shown = contents[row * size.columns + column]
    shown.id = placement.graphic.id
    return shown.subject != nil && shown == Self.expected(of: placement, column, row)
  }

  /// Keeps the current picture while a better one of the same subject is waiting.
  private func keepSubject(_ placement: GraphicPlacement, in isClaimed: inout [Bool]) {
    for row in placement.rect.minRow..<min(size.rows, placement.rect.maxRow) {
      for column in placement.rect.minColumn..<min(size.columns, placement.rect.maxColumn)
      where showsSubject(of: placement, column, row) {
        isClaimed[row * size.columns + column] = true
      }
    }
  }

  private mutating func note(_ placement: GraphicPlacement) {
    fill(placement) { Self.expected(of: placement, $0, $1) }
    breakOffs[placement.graphic.id] = nil
  }

  private mutating func fill(
    _ placement: GraphicPlacement, _ content: (_ column: Int, _ row: Int) -> Content
  ) {
    let rect = placement.rect
    for row in rect.minRow..<min(size.rows, rect.maxRow) {
      for column in rect.minColumn..<min(size.columns, rect.maxColumn) {
        contents[row * size.columns + column] = content(column, row)
      }
    }
  }
}
