import TerminalKit

/// What a terminal says about itself when it is asked (`TerminalQuery`).
nonisolated enum TerminalAnswer: Hashable, Sendable {
  /// Primary device attributes, `CSI ? Ps ; … c` (xterm *ctlseqs*, "Send Device Attributes"); a 4 stands for sixel
  /// graphics. It is the end mark of a query, because terminals answer in order.
  case attributes([Int])
  /// XTVERSION, `DCS > | text ST`: the terminal's name and version.
  case version(TerminalVersion)
  /// `CSI 6 ; height ; width t`: the size of a cell in pixels.
  case cellSize(PixelSize)
  /// `CSI 4 ; height ; width t`: the size of all cells together in pixels.
  case textAreaSize(PixelSize)
  /// OSC 10: the default text colour.
  case foreground(RGBColor)
  /// OSC 11: the default background colour.
  case background(RGBColor)
  /// XTSMGRAPHICS, `CSI ? 1 ; 0 ; Pv S`: the number of colour registers for sixel graphics.
  case sixelColors(Int)
  /// XTSMGRAPHICS, `CSI ? 2 ; 0 ; Pw ; Ph S`: the maximum size of a sixel picture in pixels.
  case sixelLimit(PixelSize)
  /// The answer to a command of the Kitty graphics protocol that had a number.
  case kitty(KittyAnswer)
}

/// `APC G i=<number> [, p=<placement>] ; OK ST`, or an error such as `ENOENT:message` in place of `OK` (Kitty graphics
/// protocol, *Querying support*, *Display images on screen*).
nonisolated struct KittyAnswer: Hashable, Sendable {
  /// The number of the picture; 0 if the answer has none.
  let id: UInt32
  /// The number of the placement; 0 if the answer has none.
  let placement: UInt32
  /// nil if the command succeeded, otherwise the name of the error, such as `ENOENT`.
  let error: String?

  var isOK: Bool { error == nil }
}

/// Answers in the form of strings, between an introducer and ST.
nonisolated extension TerminalAnswer {
  /// A longer string is not an answer to any of our questions: an error from kitty has at most 512 bytes.
  static let stringLimit = 1024

  /// - Parameters:
  ///   - introducer: The byte after ESC.
  ///   - bytes: The bytes between the introducer and ST.
  /// - Returns: nil for anything that was not asked, is malformed, or is not an answer.
  init?(introducer: UInt8, _ bytes: [UInt8]) {
    guard let answer = Self.answer(introducer, bytes) else { return nil }
    self = answer
  }

  private static func answer(_ introducer: UInt8, _ bytes: [UInt8]) -> TerminalAnswer? {
    guard bytes.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
    let text = Substring(String(decoding: bytes, as: UTF8.self))
    switch introducer {
    case UInt8(ascii: "_"):
      return text.first == "G" ? KittyAnswer(text.dropFirst()).map { .kitty($0) } : nil
    case UInt8(ascii: "P"):
      return text.hasPrefix(">|") ? TerminalVersion(text.dropFirst(2)).map { .version($0) } : nil
    case UInt8(ascii: "]"):
      if text.hasPrefix("10;") {
        return RGBColor(xParseColor: text.dropFirst(3)).map { .foreground($0) }
      }
      if text.hasPrefix("11;") {
        return RGBColor(xParseColor: text.dropFirst(3)).map { .background($0) }
      }
      return nil
    default: return nil
    }
  }
}

nonisolated extension KittyAnswer {
  /// - Parameter text: The text after `G`.
  init?(_ text: Substring) {
    guard let separator = text.firstIndex(of: ";") else { return nil }
    var id: UInt32 = 0
    var placement: UInt32 = 0
    for pair in text[..<separator].split(separator: ",") {
      let value = UInt32(pair.dropFirst(2))
      if pair.hasPrefix("i=") { id = value ?? 0 }
      if pair.hasPrefix("p=") { placement = value ?? 0 }
    }
    let message = text[text.index(after: separator)...]
    let name = message.prefix { $0 != ":" }
    guard !name.isEmpty else { return nil }
    self.init(id: id, placement: placement, error: name == "OK" ? nil : String(name))
  }
}

nonisolated extension RGBColor {
  /// A colour in X11's notation: `rgb:` and three parts of one to four hexadecimal digits each, the maximum being full
  /// intensity (XParseColor(3)); `rgba:` with a fourth part; or `#` and six digits.
  init?(xParseColor text: Substring) {
    var parts: [Substring]
    if text.hasPrefix("#"), text.utf8.count == 7 {
      let digits = text.dropFirst()
      parts = [digits.prefix(2), digits.dropFirst(2).prefix(2), digits.dropFirst(4)]
    } else {
      guard let colon = text.firstIndex(of: ":"), ["rgb", "rgba"].contains(text[..<colon]) else {
        return nil
      }
      parts = text[text.index(after: colon)...].split(
        separator: "/", omittingEmptySubsequences: false)
      guard parts.count == (text[..<colon] == "rgb" ? 3 : 4) else { return nil }
    }
    let channels = parts.prefix(3).compactMap(Self.channel)
    guard channels.count == 3 else { return nil }
    self.init(red: channels[0], green: channels[1], blue: channels[2])
  }

  private static func channel(_ digits: Substring) -> UInt8? {
    guard (1...4).contains(digits.utf8.count), digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") }),
      let value = UInt32(digits, radix: 16)
    else { return nil }
    let highest = UInt32(1) << (4 * UInt32(digits.utf8.count)) - 1
    return UInt8((value * 255 + highest / 2) / highest)
  }
}
