import Foundation
import GalleryPresentation
import TerminalKit

extension PhotoListScreen {
  /// The visible pictures, the selected row's first, then the preview, then a page ahead.
  func preparePictures() {
    var visible: [PictureWish] = []
    var next: [PictureWish] = []
    let rows = table.visibleRows
    if let focused = table.selectedRow {
      wish(row: focused, size: layout.thumbnailSize, in: &visible)
      wishPreview(row: focused, in: &visible)
      wishPreview(row: focused + (movesDown ? 1 : -1), in: &next)
    }
    for row in rows where row != table.selectedRow {
      wish(row: row, size: layout.thumbnailSize, in: &visible)
    }
    let ahead =
      movesDown
      ? rows.upperBound..<(rows.upperBound + rows.count)
      : (rows.lowerBound - rows.count)..<rows.lowerBound
    for row in movesDown ? Array(ahead) : ahead.reversed() {
      wish(row: row, size: layout.thumbnailSize, in: &next)
    }
    pictures.prepare(visible: visible, next: next)
  }

  private func wish(row: Int, size: Size?, in wishes: inout [PictureWish]) {
    guard let size, let photo = photo(inRow: row) else { return }
    wishes.append(PictureWish(photo: photo, size: size))
  }

  private func wishPreview(row: Int, in wishes: inout [PictureWish]) {
    guard layout.dividerColumn != nil, let photo = photo(inRow: row) else { return }
    let size = PreviewPane.pictureRect(
      of: photo, in: layout.preview, cell: pictures.cellPixelSize
    ).size
    guard size.columns > 0, size.rows > 0 else { return }
    wishes.append(PictureWish(photo: photo, size: size))
  }

  private func photo(inRow row: Int) -> Photo? {
    guard row >= 0, row < viewModel.outputs.numberOfCells else { return nil }
    return viewModel.outputs.photo(at: IndexPath(row: row, section: 0))
  }
}
