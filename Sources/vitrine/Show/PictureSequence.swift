import PictureKit
import PictureProtocol
import TerminalKit

/// The bytes that draw a picture at the cursor permanently.
struct PictureSequence {
  /// Empty for a picture that the terminal does not support.
  let bytes: [UInt8]

  private static let end = Array("\u{1B}\\".utf8)
  /// Kitty graphics protocol, *Remote clients*: the maximum number of base64 bytes in a command.
  private static let chunkSize = 4096

  /// - Parameter keepsCursor: Whether the cursor stays at the start of the picture, if the program can choose.
  init(_ picture: Picture, method: GraphicsMethod, keepsCursor: Bool) {
    guard case .encoded(let encoded) = picture.payload else {
      bytes = []
      return
    }
    switch method {
    case .kitty: bytes = Self.kitty(encoded, keepsCursor: keepsCursor)
    case .sixel:
      // VT330/VT340 *Programmer Reference*, chapter 14: if the second parameter is 1, pixels that are not set stay as
      // they are.
      bytes = Array("\u{1B}P0;1q".utf8) + encoded.bytes + Self.end
    case .iTerm2: bytes = Self.iTerm2(encoded, keepsCursor: keepsCursor)
    case .kittyPlaceholders, .symbols, .none: bytes = []
    }
  }

  /// A picture in lines of its own.
  ///
  /// These are created first, with line feeds, so that nothing scrolls while it is being drawn. It is then drawn from the saved upper
  /// left corner, because terminals leave the cursor in different places after a picture. One that is higher than the screen has no
  /// such corner: it is drawn at the cursor, and the terminal scrolls.
  static func lines(of picture: Picture, method: GraphicsMethod, screenRows: Int) -> [UInt8] {
    let height = picture.size.rows
    guard height < screenRows else {
      return PictureSequence(picture, method: method, keepsCursor: false).bytes + Array("\r\n".utf8)
    }
    // DECSC, DECRC, and CUU, CUD of ECMA-48.
    return [UInt8](repeating: UInt8(ascii: "\n"), count: height)
      + Array("\r\u{1B}[\(height)A\u{1B}7".utf8)
      + PictureSequence(picture, method: method, keepsCursor: true).bytes
      + Array("\u{1B}8\u{1B}[\(height)B\r".utf8)
  }

  /// `a=T` sends and shows; `q=2` suppresses answers, `C=1` keeps the cursor in place.
  private static func kitty(_ picture: EncodedPicture, keepsCursor: Bool) -> [UInt8] {
    guard let format = picture.kittyFormat else { return [] }
    var keys =
      "a=T,\(format),q=2,c=\(picture.columns),r=\(picture.rows)" + (keepsCursor ? ",C=1" : "")
    var bytes: [UInt8] = []
    bytes.reserveCapacity(picture.bytes.count + picture.bytes.count / 256 + 256)
    var start = 0
    repeat {
      let end = min(picture.bytes.count, start + chunkSize)
      let hasMore = end < picture.bytes.count
      bytes += Array("\u{1B}_G\(keys),m=\(hasMore ? 1 : 0);".utf8)
      bytes += picture.bytes[start..<end]
      bytes += Self.end
      keys = "q=2"
      start = end
    } while start < picture.bytes.count
    return bytes
  }

  /// iterm2.com/documentation-images.html; `doNotMoveCursor` is WezTerm's.
  private static func iTerm2(_ picture: EncodedPicture, keepsCursor: Bool) -> [UInt8] {
    let padding = picture.bytes.suffix(2).count { $0 == UInt8(ascii: "=") }
    let keys =
      "inline=1;size=\(picture.bytes.count / 4 * 3 - padding);width=\(picture.columns)"
      + ";height=\(picture.rows);preserveAspectRatio=1" + (keepsCursor ? ";doNotMoveCursor=1" : "")
    return Array("\u{1B}]1337;File=\(keys):".utf8) + picture.bytes + end
  }
}

extension EncodedPicture {
  /// The protocol's keys for the coding; nil if it does not support it.
  fileprivate var kittyFormat: String? {
    switch coding {
    case .png: "f=100"
    case .jpeg, .sixel: nil
    }
  }
}
