import PictureKit
import PictureProtocol
import TerminalKit

/// A photo that is ready to be printed.
struct ShownPhoto: Sendable {
  /// Cleaned.
  let title: String
  let picture: Picture
}

/// Photos side by side, with their titles below.
struct ShownRow: Sendable {
  let photos: [ShownPhoto]
  /// The distance in cells from one photo to the next; a photo is centred in `columns` of them.
  let columns: Int
  let gap: Int
  /// Whether photos are centred in their columns; otherwise they are left-aligned.
  let isCentered: Bool

  /// The number of rows of the highest picture.
  var height: Int { photos.map(\.picture.size.rows).max() ?? 0 }

  /// The line where a photo's picture starts: its title is right below it.
  func top(of place: Int) -> Int {
    isCentered ? height - photos[place].picture.size.rows : 0
  }

  /// The column where a photo's picture starts.
  func start(of place: Int) -> Int {
    let free = isCentered ? max(0, columns - photos[place].picture.size.columns) / 2 : 0
    return place * (columns + gap) + free
  }

  /// The titles on one line; titles that are too long for their columns are cut.
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

extension ShownRow {
  /// Draws pictures with the terminal's graphics protocol.
  ///
  /// Their rows are created first, with line feeds, so that nothing scrolls while they are being drawn. Each one is
  /// then drawn from the saved upper left corner, because terminals leave the cursor in different places after a
  /// picture. A single picture that is higher than the screen has no such corner: it is drawn at the cursor, and the
  /// terminal scrolls.
  ///
  /// - Parameters:
  ///   - method: Kitty, sixel or iTerm2.
  ///   - screenRows: The terminal's rows, if known.
  /// - Complexity: O(*bytes*).
  func graphics(method: GraphicsMethod, screenRows: Int) -> [UInt8] {
    if photos.count == 1, height >= screenRows {
      let sequence = PictureSequence(photos[0].picture, method: method, keepsCursor: false)
      return Self.right(by: start(of: 0)) + sequence.bytes + Array("\r\n".utf8)
    }
    // DECSC, DECRC, and CUU, CUD of ECMA-48.
    var bytes = [UInt8](repeating: UInt8(ascii: "\n"), count: height)
    bytes += Array("\r\u{1B}[\(height)A\u{1B}7".utf8)
    for (place, photo) in photos.enumerated() {
      bytes += Array("\u{1B}8".utf8) + Self.down(by: top(of: place))
      bytes += Self.right(by: start(of: place))
      bytes += PictureSequence(photo.picture, method: method, keepsCursor: true).bytes
    }
    return bytes + Array("\u{1B}8\u{1B}[\(height)B\r".utf8)
  }

  /// CUD.
  private static func down(by rows: Int) -> [UInt8] {
    rows > 0 ? Array("\u{1B}[\(rows)B".utf8) : []
  }

  /// CUF.
  private static func right(by columns: Int) -> [UInt8] {
    columns > 0 ? Array("\u{1B}[\(columns)C".utf8) : []
  }
}

extension ShownRow {
  /// Pictures made of characters as lines of text.
  ///
  /// - Parameter isPlain: Whether to write no escape sequences.
  func symbols(isPlain: Bool) -> String {
    let pictures = photos.map { photo -> [Substring] in
      guard case .cells(let cells) = photo.picture.payload else { return [] }
      return SymbolText(picture: cells, isPlain: isPlain).text
        .split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    }
    var text = ""
    for line in 0..<height {
      var column = 0
      for (place, lines) in pictures.enumerated() {
        let own = line - top(of: place)
        guard lines.indices.contains(own) else { continue }
        let start = start(of: place)
        text += String(repeating: " ", count: max(0, start - column)) + lines[own]
        column = start + photos[place].picture.size.columns
      }
      text += "\n"
    }
    return text
  }
}
