import TerminalKit

/// Writes to the terminal, in parallel with ncurses, so that it shows the pictures of a frame and none of the previous
/// ones.
///
/// For each frame `begin` is called, ncurses draws the cells that it returns, and `finish` is called; the three pieces
/// are written together, in this order. Large pictures wait for the time between frames: `nextPiece` is called whenever
/// the terminal has accepted everything.
nonisolated protocol GraphicsWriter {
  /// - Parameter byteLimit: Approximately what the line accepts without delaying keys.
  /// - Returns: The bytes to write before ncurses' output, and the cells for ncurses to draw.
  mutating func begin(_ surface: Surface, byteLimit: Int) -> (bytes: [UInt8], cells: Surface)

  /// - Parameter text: What ncurses writes for the frame.
  /// - Returns: The bytes to write after ncurses' output; they leave the cursor where it was.
  mutating func finish(_ surface: Surface, text: [UInt8], byteLimit: Int) -> [UInt8]

  /// More data of waiting pictures, at most about `byteLimit` bytes; empty if nothing is waiting.
  mutating func nextPiece(byteLimit: Int) -> [UInt8]

  /// Whether `nextPiece` has something to send.
  var isWaiting: Bool { get }

  /// Whether other sequences may follow what `nextPiece` returned last.
  var isBetweenCommands: Bool { get }

  /// Whether a picture has arrived that the last frame could not show yet, so that the frame has to be drawn again.
  var needsFrame: Bool { get }

  /// The screen was cleared, or its contents are unknown.
  mutating func invalidate()

  /// The terminal may have lost all pictures: another program used it.
  mutating func forget()

  /// The terminal reports that it doesn't have a picture, by the picture's number in the terminal.
  mutating func lost(_ number: UInt32)

  /// Removes everything that the writer put on the screen.
  mutating func leave() -> [UInt8]

  /// The same for crashes: fixed bytes that are correct at any time, even in the middle of a picture.
  var crashBytes: [UInt8] { get }

  /// Modes that the terminal needs for this method; `leaveModes` resets them.
  var enterModes: [UInt8] { get }
  var leaveModes: [UInt8] { get }
}

nonisolated extension GraphicsWriter {
  mutating func nextPiece(byteLimit: Int) -> [UInt8] { [] }
  var isBetweenCommands: Bool { true }
  mutating func lost(_ number: UInt32) {}
  var enterModes: [UInt8] { [] }
  var leaveModes: [UInt8] { [] }
}

/// Sequences of ECMA-48 and xterm used for pictures.
nonisolated enum ControlSequence {
  /// DECSC and DECRC: save and restore the cursor's position and attributes, whose changes ncurses must not notice.
  static let saveCursor = Array("\u{1B}7".utf8)
  static let restoreCursor = Array("\u{1B}8".utf8)
  /// ST, which ends APC, DCS and OSC; does nothing if none is open.
  static let stringEnd = Array("\u{1B}\\".utf8)
  /// CAN aborts a string in terminals that support it (ECMA-48 8.3.6); ST ends it in others.
  static let breakOff = [0x18] + stringEnd

  /// What tmux passes on to its terminal: a DCS, in which each ESC is doubled (tmux(1), *allow-passthrough*).
  static func passedThroughTmux(_ sequence: [UInt8]) -> [UInt8] {
    let inside = sequence.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
    return Array("\u{1B}Ptmux;".utf8) + inside + stringEnd
  }

  /// CUP.
  static func move(to point: Point) -> [UInt8] {
    Array("\u{1B}[\(point.row + 1);\(point.column + 1)H".utf8)
  }
}

nonisolated extension Surface {
  /// The uncovered cells of a picture as a few rectangles, from top to bottom: one for a whole picture, four around a
  /// box in the middle.
  ///
  /// - Complexity: O(*cells of the picture*).
  func visibleParts(of placement: GraphicPlacement) -> [Rect] {
    let rect = placement.rect.intersection(bounds)
    var done: [Rect] = []
    /// The rectangles that reach the row above.
    var open: [Rect] = []
    for row in rect.minRow..<rect.maxRow {
      let columns = rect.minColumn..<rect.maxColumn
      let runs = columns.split { !showsGraphic(atColumn: $0, row: row) }
      var next: [Rect] = []
      for run in runs {
        if let index = open.firstIndex(where: {
          $0.minColumn == run.lowerBound && $0.size.columns == run.count
        }) {
          var grown = open.remove(at: index)
          grown.size.rows += 1
          next.append(grown)
        } else {
          next.append(Rect(column: run.lowerBound, row: row, columns: run.count, rows: 1))
        }
      }
      done += open
      open = next
    }
    done += open
    return done.sorted { ($0.minRow, $0.minColumn) < ($1.minRow, $1.minColumn) }
  }
}
