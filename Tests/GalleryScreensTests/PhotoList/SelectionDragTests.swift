import ExpectationSupport
import Testing

@testable import GalleryScreens

/// Dragging along the signs of the rows.
struct SelectionDragTests {
  private var selected: Set<Int> = [2, 6]

  private mutating func move(_ drag: inout SelectionDrag, to row: Int) {
    for change in drag.move(to: row, isSelected: selected.contains) {
      if change.isSelected { selected.insert(change.row) } else { selected.remove(change.row) }
    }
  }

  @Test mutating func `rows become what the first one becomes, and again what they were`() {
    var drag = SelectionDrag(at: 4, isSelected: false)
    move(&drag, to: 4)
    expectEqual(selected, [2, 4, 6])
    move(&drag, to: 7)
    expectEqual(selected, [2, 4, 5, 6, 7])
    move(&drag, to: 1)
    expectEqual(selected, [1, 2, 3, 4, 6])
    move(&drag, to: 4)

    expectEqual(selected, [2, 4, 6])
  }

  @Test mutating func `from a selected row it deselects`() {
    var drag = SelectionDrag(at: 2, isSelected: true)
    move(&drag, to: 2)
    move(&drag, to: 6)
    expectEqual(selected, [])
    move(&drag, to: 5)

    expectEqual(selected, [6])
  }
}
