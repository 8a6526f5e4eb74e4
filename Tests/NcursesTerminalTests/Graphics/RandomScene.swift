import TerminalKit
import TerminalTestSupport

@testable import NcursesTerminal

/// A list with pictures that scrolls, gets boxes over it, and changes in all the ways that a gallery does.
struct RandomScene {
  struct Item {
    var subject: Int
    var graphic: Graphic?
    var size: Size
    var column: Int
    var row: Int
  }

  private(set) var size: Size
  private(set) var subjects: [UInt32: Int] = [:]
  private var items: [Item] = []
  private var box: Rect?
  private var scroll = 0
  private var ticks = 0
  private var nextID: UInt32 = 1
  private let kinds: [TestPicture.Kind]
  private var generator: SeededGenerator

  init(size: Size, kinds: [TestPicture.Kind], seed: UInt64) {
    self.size = size
    self.kinds = kinds
    generator = SeededGenerator(state: seed)
    for _ in 0..<6 { add() }
  }

  mutating func random(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func add() {
    let size = Size(columns: random(1...9), rows: random(1...5))
    items.append(
      Item(
        subject: random(1...1_000_000), graphic: nil, size: size,
        column: random(0...max(0, self.size.columns - 1)), row: random(-6...self.size.rows + 6)))
    sharpen(items.count - 1)
  }

  /// Another picture of the same subject.
  private mutating func sharpen(_ index: Int) {
    let kind = kinds[random(0...kinds.count - 1)]
    let padding = [10, 200, 5000, 30_000][random(0...3)]
    let picture = TestPicture(id: nextID, size: items[index].size)
    nextID += 1
    // Half of the pictures have a subject.
    let subject = items[index].subject % 2 == 0 ? items[index].subject : nil
    items[index].graphic = picture.graphic(kind, padding: padding, subject: subject)
    if let subject { subjects[picture.id] = subject }
  }

  /// Makes a random change.
  ///
  /// - Returns: Whether the terminal's size changed.
  mutating func change() -> Bool {
    ticks += 1
    switch random(0...15) {
    case 0...4: scroll += [-3, -1, 1, 2][random(0...3)]
    case 5, 6:
      box =
        box == nil
        ? Rect(
          column: random(0...size.columns - 1), row: random(0...size.rows - 1),
          columns: random(1...12), rows: random(1...6)) : nil
    case 7: add()
    case 8: if items.count > 3 { items.remove(at: random(0...items.count - 1)) }
    case 9, 10: if !items.isEmpty { sharpen(random(0...items.count - 1)) }
    case 11:
      if !items.isEmpty {
        let index = random(0...items.count - 1)
        items[index].column = max(0, items[index].column + random(-2...2))
      }
    case 12: scroll = random(-4...4)
    case 13:
      // One photo in two places.
      if let item = items.first {
        var copy = item
        copy.row += random(1...7)
        items.append(copy)
      }
    case 14 where random(0...3) == 0:
      size = Size(columns: random(8...36), rows: random(4...16))
      return true
    default: break
    }
    return false
  }

  func surface() -> Surface {
    var surface = Surface(size: size)
    for row in 0..<size.rows {
      surface.write("row \(row + scroll) \(ticks % 7) text", at: Point(column: row % 5, row: row))
    }
    for item in items {
      guard let graphic = item.graphic else { continue }
      surface.place(graphic, at: Point(column: item.column, row: item.row - scroll))
    }
    if let box {
      surface.fill(box, with: Cell(character: "#", style: Style(attributes: .reverse)))
    }
    return surface
  }
}
