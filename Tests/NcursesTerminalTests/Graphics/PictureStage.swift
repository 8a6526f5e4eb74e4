import Glibc
import PseudoTerminalSupport
import TerminalKit

@testable import NcursesTerminal

/// ncurses, a picture writer and a model of a terminal, connected as in `NcursesTerminal`.
@MainActor
final class PictureStage {
  let screen: CursesScreen
  var writer: any GraphicsWriter
  var model: PictureTerminalModel
  private(set) var surface: Surface
  /// How often a picture was placed that the terminal didn't have.
  private(set) var lostCount = 0
  let isInline: Bool
  private let isSixel: Bool
  private var isAnswering: Bool

  init(_ writer: any GraphicsWriter, size: Size, memory: TestMemory? = nil, isTmux: Bool = false)
    throws
  {
    setlocale(LC_CTYPE, "C.UTF-8")
    screen = try CursesScreen(type: .unknown, name: "xterm-256color", depth: .truecolor, size: size)
    self.writer = writer
    isInline = writer is InlineWriter
    // Only its pictures change the scrolling of the terminal.
    isSixel = !writer.enterModes.isEmpty && isInline
    isAnswering = !isTmux
    model = PictureTerminalModel(size: size, memory: memory, isTmux: isTmux)
    surface = Surface(size: size)
  }

  func close() { screen.close() }

  func show(_ surface: Surface, byteLimit: Int = 1 << 20) {
    self.surface = surface
    let (before, cells) = writer.begin(surface, byteLimit: byteLimit)
    let text = screen.frame(cells, cursor: nil)
    let after = writer.finish(surface, text: text, byteLimit: byteLimit)
    model.feed(before + text + after)
  }

  /// Sends waiting data, at most this many pieces.
  func feed(pieces: Int = .max, byteLimit: Int = 1 << 14) {
    var count = 0
    while count < pieces {
      if isAnswering {
        for number in model.missing { writer.lost(number) }
        lostCount += model.missing.count
      }
      model.missing = []
      if writer.needsFrame {
        show(surface, byteLimit: byteLimit)
      } else if writer.isWaiting {
        model.feed(writer.nextPiece(byteLimit: byteLimit))
      } else {
        return
      }
      count += 1
    }
  }

  func resize(to size: Size) {
    screen.resize(to: size)
    writer.invalidate()
    model.resize(to: size)
  }

  func invalidate() {
    screen.invalidate()
    writer.invalidate()
  }

  /// Another program used the terminal in the meantime.
  func suspend() {
    let bytes = writer.leave()
    model.feed(ControlSequence.stringEnd + bytes + writer.crashBytes)
    screen.invalidate()
    writer.forget()
  }

  /// The faults on the terminal.
  ///
  /// - Parameter isComplete: Whether everything was sent; until then, a picture may be missing, or an earlier one of
  ///   the same subject may be in its place.
  func differences(isComplete: Bool, subjects: [UInt32: Int] = [:]) -> [String] {
    var found = model.errors
    for row in 0..<surface.size.rows {
      for column in 0..<surface.size.columns {
        let parts = model.parts(atColumn: column, row: row)
        let expected = expectedPart(column, row)
        if parts.count > 1 { found.append("\(column),\(row): \(parts)") }
        guard let expected else {
          if !parts.isEmpty { found.append("\(column),\(row): \(parts) left behind") }
          let text = model.screen.cells[row][column].text
          let wanted = String(surface[column, row].character)
          if text != wanted, !surface.showsGraphic(atColumn: column, row: row) {
            found.append("\(column),\(row): text \(text) for \(wanted)")
          }
          continue
        }
        guard let part = parts.first else {
          if isComplete, !expected.isOptional {
            found.append("\(column),\(row): nothing for \(expected.part)")
          }
          continue
        }
        if part == expected.part { continue }
        let isRough =
          part.column == expected.part.column && part.row == expected.part.row
          && subjects[part.id] != nil && subjects[part.id] == subjects[expected.part.id]
        if isComplete || !isRough {
          found.append("\(column),\(row): \(part) for \(expected.part)")
        }
      }
    }
    return found
  }

  private func expectedPart(_ column: Int, _ row: Int) -> (
    part: PictureTerminalModel.Part, isOptional: Bool
  )? {
    guard surface.showsGraphic(atColumn: column, row: row),
      let placement = surface.graphics.first(where: {
        $0.rect.contains(Point(column: column, row: row))
      })
    else { return nil }
    let isWhole = surface.visibleParts(of: placement) == [placement.rect]
    // Sixel pictures never reach the last row.
    let isAtBottom = isSixel && placement.rect.maxRow == surface.size.rows
    return (
      PictureTerminalModel.Part(
        id: placement.graphic.id, column: column - placement.origin.column,
        row: row - placement.origin.row),
      isInline && (!isWhole || isAtBottom)
    )
  }
}
