import TerminalKit

/// Sequences of ECMA-48 and xterm that pictures are written with.
nonisolated enum ControlSequence {
  /// DECSC and DECRC: the cursor's place and look, past which ncurses must not see a change.
  static let saveCursor = Array("\u{1B}7".utf8)
  static let restoreCursor = Array("\u{1B}8".utf8)
  /// ST, which ends APC, DCS and OSC; nothing where none is open.
  static let stringEnd = Array("\u{1B}\\".utf8)
  /// CAN breaks a string off where the terminal knows it (ECMA-48 8.3.6); ST ends it elsewhere.
  static let breakOff = [0x18] + stringEnd

  /// CUP.
  static func move(to point: Point) -> [UInt8] {
    Array("\u{1B}[\(point.row + 1);\(point.column + 1)H".utf8)
  }
}

/// Base64 (RFC 4648) with padding, without line ends.
nonisolated func base64(_ bytes: [UInt8]) -> [UInt8] {
  let letters = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  var text: [UInt8] = []
  text.reserveCapacity((bytes.count + 2) / 3 * 4)
  var index = 0
  while index < bytes.count {
    let count = min(3, bytes.count - index)
    var bits = Int(bytes[index]) << 16
    if count > 1 { bits |= Int(bytes[index + 1]) << 8 }
    if count > 2 { bits |= Int(bytes[index + 2]) }
    for position in 0..<4 {
      text.append(
        position <= count ? letters[bits >> (18 - 6 * position) & 63] : UInt8(ascii: "="))
    }
    index += 3
  }
  return text
}
