import Foundation
import Testing

@testable import TerminalKit

/// A table with this many rows, and a history of its calls.
final class RowList: TableViewDataSource, TableViewDelegate {
  var count: Int
  var title: (Int) -> String
  var refused: Set<Int> = []
  var onDisplay: () -> Void = {}
  private(set) var history: [String] = []
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

  func tableView(_ tableView: TableView, willDisplayRows rows: Range<Int>) {
    history.append("display \(rows)")
    onDisplay()
  }
}

/// A table for a list, laid out and loaded.
func table(_ list: RowList, columns: Int, rows: Int, rowHeight: Int = 1) -> TableView {
  let table = TableView(rowHeight: rowHeight)
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

/// A cell that shows one line of text, for plain lists.
final class TextCell: TableViewCell {
  /// In the first line; truncated with an ellipsis.
  var text = ""
  /// At the right edge, dim; the text is shortened for it.
  var detail = ""

  override func prepareForReuse() {
    text = ""
    detail = ""
  }

  override func draw(on surface: inout Surface) {
    if isSelected {
      surface.fill(
        Rect(column: 0, row: 0, columns: 1, rows: surface.size.rows),
        with: Cell(character: Glyphs.selectionBar, style: theme.selectionBar))
    }
    let columns = surface.size.columns
    let detailColumns = min(GlyphWidth.columns(of: detail, atMost: columns), columns / 2)
    surface.write(
      text, at: Point(column: 1, row: 0), style: style(theme.primary),
      maxColumns: columns - 1 - (detailColumns > 0 ? detailColumns + 1 : 0))
    surface.write(
      detail, at: Point(column: columns - detailColumns, row: 0), style: theme.secondary,
      maxColumns: detailColumns)
  }
}
