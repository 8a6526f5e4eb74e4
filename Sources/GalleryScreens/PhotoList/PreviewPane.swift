import GalleryPresentation
import TerminalKit

/// The photo in focus, next to the list: its picture, and under it what is known of it.
struct PreviewPane {
  var theme: Theme

  /// Lines under the picture: an empty one, title, camera, exposure, size, sale. Further facts use the lines that a
  /// photo leaves empty.
  private static let wordLines = 6
  /// The picture's place in the pane, the same for every photo, so that the words do not move when the focus does: as
  /// high as a square of the pane's width, if that leaves room for the words.
  ///
  /// - Parameter cell: The size of a cell in pixels.
  static func pictureRect(in rect: Rect, cell: PixelSize) -> Rect {
    var size = Size(columns: rect.size.columns, rows: max(0, rect.size.rows - wordLines))
    if cell.height > 0 {
      let square = (size.columns * cell.width + cell.height - 1) / cell.height
      size.rows = min(size.rows, max(square, size.rows * 2 / 3))
    }
    return Rect(origin: rect.origin, size: size)
  }

  func draw(
    _ words: PhotoText, isInBasket: Bool = false,
    pictures: any PhotoPictures, in rect: Rect,
    on surface: inout Surface
  ) {
    let photo = words.photo
    let picture = Self.pictureRect(in: rect, cell: pictures.cellPixelSize)
    let specification = PictureSpecification(photo: photo, size: picture.size, role: .preview)
    pictures.draw(specification, in: picture, on: &surface)
    TransferLine(transfer: pictures.transfer(of: specification), theme: theme).draw(
      on: &surface, in: picture)
    let lines = lines(
      for: words, isInBasket: isInBasket, columns: rect.size.columns)
    drawDescription(of: photo, below: picture.maxRow + 1 + lines.count, in: rect, on: &surface)
    for (index, line) in lines.enumerated() {
      let row = picture.maxRow + 1 + index
      guard row < rect.maxRow else { return }
      surface.write(
        line.text, at: Point(column: rect.minColumn, row: row), style: line.style,
        maxColumns: rect.size.columns)
    }
  }

  /// In the lines that are left; the row of the list has only one line for it.
  private func drawDescription(
    of photo: Photo, below row: Int, in rect: Rect, on surface: inout Surface
  ) {
    guard let description = photo.description, row + 1 < rect.maxRow else { return }
    surface.writeWrapped(
      description,
      in: Rect(
        column: rect.minColumn, row: row + 1, columns: rect.size.columns,
        rows: rect.maxRow - row - 1),
      style: theme.secondary)
  }

  private func lines(
    for words: PhotoText, isInBasket: Bool, columns: Int
  ) -> [StatusLine.Part] {
    let photo = words.photo
    let sale = SaleLabel(words, isInBasket: isInBasket, theme: theme)
    let camera = joined([photo.camera ?? "", words.exposure])
    // Photographers look for the settings: they get a line of their own rather than being cut off.
    let settings =
      GlyphWidth.columns(of: camera, atMost: columns + 1) <= columns
      ? [camera] : [photo.camera ?? "", words.exposure]
    // A name that only repeats the file's is not said twice.
    let isNamedByFile = words.isNamedByFile
    return
      ([
        StatusLine.Part(
          isNamedByFile ? words.path : words.title, style: theme.title)
      ]
      + settings.map { StatusLine.Part($0, style: theme.primary) } + [
        .init(
          joined([words.dimensions, words.companions, photo.licence?.name ?? ""]),
          style: theme.primary),
        .init(words.rating, style: theme.primary),
        .init(sale.text(.long), style: sale.style),
        .init(isNamedByFile ? "" : words.path, style: theme.secondary),
      ]).filter { !$0.text.isEmpty }
  }

  private func joined(_ texts: [String]) -> String {
    texts.filter { !$0.isEmpty }.joined(separator: " · ")
  }
}
