import Foundation
import Testing

@testable import TerminalKit

/// A cell that shows one line of text between the bars.
final class LabelCell: TableViewCell {
  var text = ""

  override func prepareForReuse() { text = "" }

  override func draw(on surface: inout Surface) {
    if isSelected {
      let columns = surface.size.columns
      // The left one last: if there is only one column, it is the one that is visible.
      for (column, bar) in [(columns - 1, Glyphs.closingSelectionBar), (0, Glyphs.selectionBar)] {
        surface.fill(
          Rect(column: column, row: 0, columns: 1, rows: surface.size.rows),
          with: Cell(character: bar, style: theme.selectionBar))
      }
    }
    surface.write(
      text, at: Point(column: 1, row: 0), style: style(theme.secondary),
      maxColumns: surface.size.columns - 2)
  }
}

/// A grid with this many items, and a history of its calls.
final class ItemGrid: TableViewDataSource, TableViewDelegate {
  var count: Int
  var title: (Int) -> String
  var refused: Set<Int> = []
  var onDisplay: () -> Void = {}
  private(set) var history: [String] = []
  private(set) var askedItems: [Int] = []
  private(set) var madeCells = 0

  init(count: Int, title: @escaping (Int) -> String = { "\($0)" }) {
    self.count = count
    self.title = title
  }

  func clear() {
    history = []
    askedItems = []
  }

  func numberOfRows(in tableView: TableView) -> Int { count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    askedItems.append(indexPath.tableRow)
    let reused = tableView.dequeueReusableCell(withIdentifier: "label") as? LabelCell
    if reused == nil { madeCells += 1 }
    let cell = reused ?? LabelCell(reuseIdentifier: "label")
    cell.text = title(indexPath.tableRow)
    return cell
  }

  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    refused.contains(indexPath.tableRow) ? nil : indexPath
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    history.append("chosen \(indexPath.tableRow)")
  }

  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    history.append("bars \(indexPath.map { String($0.tableRow) } ?? "none")")
  }

  func tableView(_ tableView: TableView, willDisplayRows items: Range<Int>) {
    history.append("display \(items)")
    onDisplay()
  }
}

/// A grid of items of 4×1, laid out and loaded.
func grid(_ items: ItemGrid, columns: Int, rows: Int) -> TableView {
  let grid = TableView(itemSize: Size(columns: 4, rows: 1))
  grid.dataSource = items
  grid.delegate = items
  grid.layout(size: Size(columns: columns, rows: rows))
  grid.reloadData()
  return grid
}
