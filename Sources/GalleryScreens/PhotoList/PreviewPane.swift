import GalleryPresentation
import TerminalKit

/// The selected photo beside the list: the picture, and under it what is known of it.
struct PreviewPane {
  var theme: Theme

  /// Lines under the picture: an empty one, title, facts.
  private static let factLines = 5

  /// The picture's place in the pane.
  static func pictureRect(in rect: Rect) -> Rect {
    Rect(
      origin: rect.origin,
      size: Size(columns: rect.size.columns, rows: rect.size.rows - factLines))
  }

  func draw(
    _ photo: Photo, facts: PhotoFacts, pictures: any PhotoPictures, in rect: Rect,
    on surface: inout Surface
  ) {
    let picture = Self.pictureRect(in: rect)
    pictures.draw(photo, in: picture, on: &surface)
    let lines: [(String, Style)] = [
      (facts.title, theme.title),
      (facts.cameraLine, theme.primary),
      (facts.sizeLine, theme.secondary),
      (facts.saleText, facts.isForSale ? theme.success : theme.secondary),
    ]
    var row = picture.maxRow + 1
    for (text, style) in lines where !text.isEmpty && row < rect.maxRow {
      surface.write(
        text, at: Point(column: rect.minColumn, row: row), style: style,
        maxColumns: rect.size.columns, ellipsis: theme.glyphs.ellipsis)
      row += 1
    }
  }
}
