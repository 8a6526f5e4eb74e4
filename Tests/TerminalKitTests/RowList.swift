import Foundation
import Testing

@testable import TerminalKit

/// A list or a grid with this many rows, and a history of its calls.
final class RowList: TableViewDataSource, TableViewDelegate {
  var count: Int
  var title: (Int) -> String
  var refused: Set<Int> = []
  var onDisplay: () -> Void = {}
  private(set) var history: [String] = []
  private(set) var moveCount = 0
  private(set) var askedRows: [Int] = []
  private(set) var madeCells = 0

  init(count: Int, title: @escaping (Int) -> String = { "row \($0)" }) {
    self.count = count
    self.title = title
  }

  func clear() {
    history = []
    askedRows = []
  }

  func numberOfRows(in tableView: TableView) -> Int { count }

  func tableView(_ tableView: TableView, cellForRowAt indexPath: IndexPath) -> TableViewCell {
    askedRows.append(indexPath.tableRow)
    let reused = tableView.dequeueReusableCell(withIdentifier: "text") as? TextCell
    if reused == nil { madeCells += 1 }
    let cell = reused ?? TextCell(reuseIdentifier: "text")
    cell.text = title(indexPath.tableRow)
    cell.isItem = !tableView.geometry.isList
    return cell
  }

  func tableView(_ tableView: TableView, willSelectRowAt indexPath: IndexPath) -> IndexPath? {
    refused.contains(indexPath.tableRow) ? nil : indexPath
  }

  func tableView(_ tableView: TableView, didSelectRowAt indexPath: IndexPath) {
    history.append("chosen \(indexPath.tableRow)")
  }

  func tableView(_ tableView: TableView, didHighlightRowAt indexPath: IndexPath?) {
    history.append("bar \(indexPath.map { String($0.tableRow) } ?? "none")")
  }

  func tableViewDidMove(_ tableView: TableView) { moveCount += 1 }

  func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {
    history.append("display \(rows)")
    onDisplay()
  }
}

/// A table for a list, laid out and loaded.
func table(_ list: RowList, columns: Int, rows: Int, rowHeight: Int = 1) -> TableView {
  load(TableView(rowHeight: rowHeight), list, columns: columns, rows: rows)
}

/// The same for a grid of small items.
func grid(_ list: RowList, columns: Int, rows: Int, itemRows: Int = 1) -> TableView {
  load(TableView(itemSize: Size(columns: 4, rows: itemRows)), list, columns: columns, rows: rows)
}

private func load(_ table: TableView, _ list: RowList, columns: Int, rows: Int) -> TableView {
  table.dataSource = list
  table.delegate = list
  table.layout(size: Size(columns: columns, rows: rows))
  table.reloadData()
  return table
}

/// What a table draws into a surface of this size.
func framed(_ table: TableView, columns: Int, rows: Int) -> String {
  var surface = Surface(size: Size(columns: columns, rows: rows))
  table.draw(on: &surface, in: surface.bounds)
  #expect(surface.isSound)
  return surface.framedText
}

/// A cell that shows one line of text, for plain lists, or between two bars, for grids.
final class TextCell: TableViewCell {
  /// In the first line; truncated with an ellipsis.
  var text = ""
  var isItem = false

  override func prepareForReuse() { text = "" }

  override func draw(on surface: inout Surface) {
    let columns = surface.size.columns
    if isFocused {
      if isItem { drawBar("▐", column: columns - 1, on: &surface) }
      drawBar(Glyphs.focusBar, column: 0, on: &surface)
    }
    surface.write(
      text, at: Point(column: 1, row: 0), style: style(theme.primary),
      maxColumns: columns - (isItem ? 2 : 1))
  }

  private func drawBar(_ bar: Character, column: Int, on surface: inout Surface) {
    surface.fill(
      Rect(column: column, row: 0, columns: 1, rows: surface.size.rows),
      with: Cell(character: bar, style: theme.focusBar))
  }
}
