/// Something that a program sent to its terminal.
enum OutputEvent {
  /// A kitty graphics command: its keys, and the beginning of its base64.
  case kitty(keys: [Character: String], body: String)
  /// A sixel or iTerm2 picture.
  case picture
  /// A block (U+2580–U+259F, without U+2591) in a 24-bit or 256-colour: only cells of pictures are drawn with them.
  case pictureCell
  /// A question that terminals answer: its bytes, without ESC.
  case question(String)

  /// Whether it shows a picture, or a part of one.
  var isPicture: Bool {
    switch self {
    case .picture, .pictureCell: true
    case .kitty(let keys, _): keys["a"] != "q" && keys["a"] != "d"
    case .question: false
    }
  }

  /// - Parameter control: What followed CSI, its final byte included.
  init?(control: [UInt8]) {
    let text = String(decoding: control, as: UTF8.self)
    switch control.last {
    case UInt8(ascii: "c"), UInt8(ascii: "t"), UInt8(ascii: "n"), UInt8(ascii: "q"),
      UInt8(ascii: "p"), UInt8(ascii: "S"):
      self = .question("[" + text)
    default: return nil
    }
  }

  /// - Parameter string: The first bytes between the introducer and the terminator.
  init?(string: [UInt8], kind: UInt8) {
    let text = String(decoding: string.prefix(1024), as: UTF8.self)
    switch kind {
    case UInt8(ascii: "_"):
      guard text.hasPrefix("G") else { return nil }
      let head = text.dropFirst().prefix { $0 != ";" }
      var keys: [Character: String] = [:]
      for pair in head.split(separator: ",") {
        let parts = pair.split(separator: "=", maxSplits: 1)
        if parts.count == 2, let key = parts[0].first { keys[key] = String(parts[1]) }
      }
      self = .kitty(keys: keys, body: String(text.dropFirst(head.count + 2)))
    case UInt8(ascii: "P"):
      if text.hasPrefix("+q") || text.hasPrefix("$q") {
        self = .question("P" + text)
        return
      }
      // Digits and semicolons, then `q`: a sixel picture; no other DCS is.
      guard text.drop(while: { $0.isNumber || $0 == ";" }).hasPrefix("q") else { return nil }
      self = .picture
    default:
      if text.hasPrefix("1337;File=") || text.hasPrefix("1337;MultipartFile=")
        || text.hasPrefix("1337;FilePart=")
      {
        self = .picture
      } else if text.hasSuffix(";?") {
        self = .question("]" + text)
      } else {
        return nil
      }
    }
  }
}
