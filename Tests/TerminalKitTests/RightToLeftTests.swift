import ExpectationSupport
import TerminalTestSupport
import Testing

@testable import TerminalKit

/// Right-to-left texts next to others, in terminals that reorder a line and in those that do not.
struct RightToLeftTests {
  private func row(_ texts: [(column: Int, text: String)], columns: Int = 24) -> Surface {
    var surface = Surface(size: Size(columns: columns, rows: 1))
    for (column, text) in texts { surface.write(text, at: Point(column: column, row: 0)) }
    return surface
  }

  /// The positions of the isolators, as `^`.
  private func isolators(_ surface: Surface) -> String {
    let isolated = surface.isolatingRightToLeftText()
    return String((0..<surface.size.columns).map { isolated[$0, 0].isIsolator ? "^" : "." })
  }

  @Test func `a number after a title is separated from it, directly after the title`() {
    expectEqual(isolators(row([(1, "שלום"), (16, "1 of 33")])), ".....^..................")
    expectEqual(isolators(row([(1, "مرحبا 7"), (16, "€9.50")])), "........^...............")
  }

  @Test func `two titles are separated, regardless of a line between them`() {
    expectEqual(isolators(row([(1, "שלום"), (8, "│"), (10, "שלום")])), ".....^..................")
  }

  @Test func `the facts of one text are separated at the dot`() {
    expectEqual(isolators(row([(0, "דוד · 2017-10-01")])), "...^....................")
    expectEqual(isolators(row([(0, "דוד · שלום · 2")])), "...^......^.............")
  }

  @Test func `nothing changes if nothing would move`() {
    for texts in [
      [(1, "vienna"), (16, "1 of 33")], [(1, "שלום")], [(1, "שלום"), (16, "for sale")],
      [(1, "12 שלום")], [(1, "תמונה 12 מתוך 33")], [(1, "日本"), (16, "12")],
    ] {
      let surface = row(texts)
      expectEqual(surface.isolatingRightToLeftText(), surface, "\(texts)")
    }
  }

  @Test
  func `a title without a blank after it is unchanged, and so are cells under a picture`() {
    let tight = row([(0, "שלום"), (4, "12")])
    expectEqual(tight.isolatingRightToLeftText(), tight)

    var surface = row([(0, "שלום"), (8, "12")])
    for column in 4..<6 { surface[column, 0] = Cell(style: Style(attributes: .graphic)) }
    expectEqual(isolators(surface), "......^.................")
  }

  @Test func `text written over a title is not part of it`() {
    var surface = row([(1, "שלום"), (16, "12")])
    surface.fill(Rect(column: 0, row: 0, columns: 10, rows: 1))

    expectEqual(isolators(surface), String(repeating: ".", count: 24))
  }

  @Test func `a terminal that reorders changes only the right-to-left texts themselves`() {
    var generator = SeededGenerator(state: 15)
    let latin = ["vienna", "12", "1 of 33", "€9.50", "● for sale", "(7)", "│", "½", "a-1", "日本"]
    let others = ["שלום", "שלום עולם", "مرحبا", "שלום 12", "12 שלום", "(שלום)", "שלום, 3 × 4"]
    for _ in 0..<500 {
      var surface = Surface(size: Size(columns: 70, rows: 1))
      var column = 0
      var own: [Range<Int>] = []
      while true {
        let isOther = Bool.random(using: &generator)
        let text = (isOther ? others : latin).randomElement(using: &generator) ?? ""
        let columns = GlyphWidth.columns(of: text)
        guard column + columns < 70 else { break }
        surface.write(text, at: Point(column: column, row: 0))
        if isOther { own.append(column..<column + columns) }
        column += columns + Int.random(in: 1...9, using: &generator)
      }
      let isolated = surface.isolatingRightToLeftText()

      let places = Self.visualOrder(of: isolated)
      for (place, column) in places.enumerated() {
        let text = own.first { $0.contains(column) }
        #expect(
          text?.contains(place) ?? (place == column),
          "\(column) of \(surface.framedText.debugDescription) stands at \(place)")
      }
    }
  }

  /// The columns of a line in the order in which a terminal shows them: UAX #9 with a left-to-right paragraph, for
  /// letters, European numbers and neutrals (W2 and W7, N1 and N2, I1, L2).
  private static func visualOrder(of surface: Surface) -> [Int] {
    enum Class { case left, right, number, neutral }
    var lastStrong = Class.left
    let classes = (0..<surface.size.columns).map { column -> Class in
      let cell = surface[column, 0]
      let glyph = cell.width == 0 ? surface[column - 1, 0].character : cell.character
      guard let scalar = glyph.unicodeScalars.first else { return .neutral }
      if scalar.properties.numericType != nil, scalar.value < 0x590 {
        return lastStrong == .left ? .left : .number
      }
      if (0x590..<0x800).contains(scalar.value) {
        lastStrong = .right
      } else if scalar.properties.isAlphabetic || scalar.value == 0x2800 {
        lastStrong = .left
      } else {
        return .neutral
      }
      return lastStrong
    }
    var levels = classes.map { $0 == .left ? 0 : $0 == .number ? 2 : 1 }
    for column in classes.indices where classes[column] == .neutral {
      let before = classes[..<column].last { $0 != .neutral } ?? .left
      let after = classes[column...].first { $0 != .neutral } ?? .left
      levels[column] = before != .left && after != .left ? 1 : 0
    }
    var order = Array(classes.indices)
    for level in [2, 1] {
      var start = 0
      while start < order.count {
        guard levels[start] >= level else {
          start += 1
          continue
        }
        var end = start
        while end < order.count, levels[end] >= level { end += 1 }
        order[start..<end].reverse()
        start = end
      }
    }
    return order
  }
}
