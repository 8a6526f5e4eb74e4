import GalleryPresentation
import TerminalKit

/// The photo in focus, next to the list: its picture at the top, and right under it what its row doesn't say.
struct PreviewPane {
  var theme: Theme

  /// Lines that stay free for the words. Further ones use the lines that a photo leaves empty.
  private static let wordLines = 5

  /// The largest box of a picture in the pane, the same for every photo: as high as a square of the pane's width, if
  /// that leaves room for the words.
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

  /// - Parameter said: What can be read in its row.
  func draw(
    _ words: PhotoText, unlike said: [String],
    isInBasket: Bool = false,
    namesFile: Bool = false, pictures: any PhotoPictures, in rect: Rect, on surface: inout Surface
  ) {
    var line = rect.minRow
    if pictures.graphicsMethod != .none {
      let box = Self.pictureRect(in: rect, cell: pictures.cellPixelSize)
      let specification = PictureSpecification(photo: words.photo, size: box.size, role: .preview)
      var rect = pictures.rect(of: specification, in: box)
      rect.origin.row = box.minRow
      pictures.draw(specification, in: rect, on: &surface)
      TransferLine(transfer: pictures.transfer(of: specification), theme: theme).draw(
        on: &surface, in: rect)
      line = rect.maxRow
    }
    for paragraph in paragraphs(
      for: words, unlike: said, isInBasket: isInBasket, namesFile: namesFile)
    where line < rect.maxRow {
      line += surface.writeWrapped(
        paragraph.text,
        in: Rect(
          column: rect.minColumn, row: line, columns: rect.size.columns, rows: rect.maxRow - line),
        style: paragraph.style)
    }
  }

  private func paragraphs(
    for words: PhotoText, unlike said: [String], isInBasket: Bool, namesFile: Bool
  ) -> [StatusLine.Part] {
    let photo = words.photo
    func unsaid(_ texts: String?...) -> String {
      texts.compactMap(\.self)
        .filter { text in !text.isEmpty && !said.contains { $0.contains(text) } }
        .joined(separator: " · ")
    }
    let sale = SaleLabel(words, isInBasket: isInBasket, theme: theme)
    let isSaleSaid = said.contains { $0.contains(sale.text(.short)) }
    // The hour is what one asks of a photo of one's own; in a gallery a line of its own would push out the author.
    let (date, dateOfAuthor) = namesFile ? (words.minute, "") : ("", words.moment)
    return [
      StatusLine.Part(unsaid(words.title), style: theme.title),
      .init(unsaid(photo.shownDescription), style: theme.primary),
      .init(isSaleSaid ? "" : sale.text(.long), style: sale.style),
      .init(unsaid(date), style: theme.primary),
      .init(unsaid(photo.camera, photo.lens), style: theme.primary),
      .init(unsaid(words.exposure), style: theme.primary),
      .init(
        unsaid(words.dimensions, words.size, words.companions, photo.licence?.name),
        style: theme.primary),
      .init(unsaid(photo.author, dateOfAuthor), style: theme.secondary),
      .init(unsaid(photo.places.joined(separator: ", ")), style: theme.secondary),
      .init(unsaid(photo.tags.joined(separator: ", ")), style: theme.secondary),
      .init(namesFile && !words.isNamedByFile ? words.path : "", style: theme.secondary),
    ].filter { !$0.text.isEmpty }
  }
}
