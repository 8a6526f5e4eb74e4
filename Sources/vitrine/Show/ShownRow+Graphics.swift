import PictureKit
import TerminalKit

extension ShownRow {
  /// The pictures that the terminal draws itself.
  ///
  /// Their rows are made first, by line feeds, so that nothing scrolls while they are drawn; then each is
  /// drawn from the saved upper left corner, because terminals leave the cursor in different places
  /// after a picture. A single one that is higher than the screen has no such corner: it is drawn where
  /// the cursor is, and the terminal scrolls.
  ///
  /// - Parameters:
  ///   - method: Kitty, sixel or iTerm2.
  ///   - screenRows: The terminal's rows, as far as known.
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
      bytes += Array("\u{1B}8".utf8) + Self.right(by: start(of: place))
      bytes += PictureSequence(photo.picture, method: method, keepsCursor: true).bytes
    }
    return bytes + Array("\u{1B}8\u{1B}[\(height)B\r".utf8)
  }

  /// CUF.
  private static func right(by columns: Int) -> [UInt8] {
    columns > 0 ? Array("\u{1B}[\(columns)C".utf8) : []
  }
}
