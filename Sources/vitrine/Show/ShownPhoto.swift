import PictureKit
import TerminalKit

/// A photo that is ready to be printed.
struct ShownPhoto: Sendable {
  /// Clean.
  let title: String
  let picture: Picture
}

/// Photos side by side, with their titles below.
struct ShownRow: Sendable {
  let photos: [ShownPhoto]
  /// The cells from one photo to the next; a photo stands in the middle of `columns` of them.
  let columns: Int
  let gap: Int
  /// Whether photos stand in the middle of their columns; else at the left.
  let isCentered: Bool

  /// The rows of the highest.
  var height: Int { photos.map(\.picture.size.rows).max() ?? 0 }

  /// Where a photo's picture begins, in columns.
  func start(of place: Int) -> Int {
    let free = isCentered ? max(0, columns - photos[place].picture.size.columns) / 2 : 0
    return place * (columns + gap) + free
  }

  /// The titles in one line; those that are too long for their columns are cut.
  var titles: String {
    guard isCentered else { return photos.map(\.title).joined(separator: " ") + "\n" }
    var line = ""
    var column = 0
    for (place, photo) in photos.enumerated() {
      let title = TextLayout.truncate(photo.title, columns: columns)
      let width = GlyphWidth.columns(of: title)
      let start = place * (columns + gap) + max(0, columns - width) / 2
      line += String(repeating: " ", count: max(0, start - column)) + title
      column = start + width
    }
    return line + "\n"
  }
}
