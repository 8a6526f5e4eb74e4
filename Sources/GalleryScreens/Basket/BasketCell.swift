import GalleryPresentation
import TerminalKit

/// One item of the basket: thumbnail, title, price, and what has changed.
final class BasketCell: TableViewCell {
  static let identifier = "item"

  var viewModel: BasketItemCellViewModel?
  var photo: Photo?
  var rowHeight = RowHeight.tall
  var thumbnailSize: Size?
  weak var pictures: (any PhotoPictures)?

  override func prepareForReuse() {
    viewModel = nil
    photo = nil
  }

  override func draw(on surface: inout Surface) {
    let thumbnail = thumbnailSize.map { Rect(origin: Point(column: 1, row: 0), size: $0) }
    guard thumbnail.map({ pictures?.canDraw(in: $0, on: surface) ?? true }) ?? true else { return }
    let lines = rowHeight == .tall ? 3 : surface.size.rows
    drawBar(isChosen: false, lines: lines, on: &surface)
    guard let viewModel else { return }
    var textColumn = 2
    if let thumbnail {
      if let photo { pictures?.draw(photo, in: thumbnail, on: &surface) }
      textColumn = thumbnail.size.columns + 3
    }
    draw(
      viewModel,
      in: Rect(
        column: textColumn, row: 0, columns: surface.size.columns - textColumn - 1, rows: lines),
      on: &surface)
  }

  private func draw(
    _ viewModel: BasketItemCellViewModel, in rect: Rect, on surface: inout Surface
  ) {
    let line = Rect(origin: rect.origin, size: Size(columns: rect.size.columns, rows: 1))
    let style = viewModel.isAvailable ? theme.success : theme.secondary
    let used = surface.write(viewModel.priceText, in: line, style: style, alignment: .right)
    surface.write(
      viewModel.titleText, at: rect.origin,
      style: self.style(theme.primary),
      maxColumns: rect.size.columns - (used > 0 ? used + 2 : 0))
    var below = [(text: viewModel.descText, style: theme.secondary)]
    if let change = viewModel.changeText { below.insert((change, theme.warning), at: 0) }
    below.removeAll { $0.text.isEmpty }
    for (index, line) in below.enumerated() where index + 1 < rect.size.rows {
      surface.write(
        line.text,
        at: Point(column: rect.minColumn, row: rect.minRow + index + 1), style: line.style,
        maxColumns: rect.size.columns)
    }
  }
}
