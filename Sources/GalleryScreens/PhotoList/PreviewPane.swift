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
    _ photo: Photo, pictures: any PhotoPictures, in rect: Rect, on surface: inout Surface
  ) {
    let picture = Self.pictureRect(in: rect)
    pictures.draw(photo, in: picture, on: &surface)
    let words = PhotoText(photo: photo)
    for (index, text) in words.summary.enumerated() {
      let row = picture.maxRow + 1 + index
      guard row < rect.maxRow else { return }
      surface.write(
        text, at: Point(column: rect.minColumn, row: row),
        style: style(of: text, at: index, of: words), maxColumns: rect.size.columns,
        ellipsis: theme.glyphs.ellipsis)
    }
  }

  private func style(of text: String, at index: Int, of words: PhotoText) -> Style {
    if index == 0 { return theme.title }
    guard text == words.sale else { return theme.primary }
    return words.photo.saleStatus == .forSale ? theme.success : theme.secondary
  }
}
