import PictureProtocol
import TerminalKit

extension ShownRow {
  /// The pictures of characters as lines of text.
  ///
  /// - Parameter isPlain: Whether to write no sequences.
  func symbols(isPlain: Bool) -> String {
    let pictures = photos.map { photo -> [Substring] in
      guard case .cells(let cells) = photo.picture.payload else { return [] }
      return SymbolText(picture: cells, isPlain: isPlain).text
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    var text = ""
    for line in 0..<height {
      var column = 0
      for (place, lines) in pictures.enumerated() where line < lines.count {
        let start = start(of: place)
        text += String(repeating: " ", count: max(0, start - column)) + lines[line]
        column = start + photos[place].picture.size.columns
      }
      text += "\n"
    }
    return text
  }
}
