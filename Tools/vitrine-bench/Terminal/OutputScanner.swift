/// Parses a program's output as a terminal does, as far as pictures and questions are concerned.
///
/// Sequences: ECMA-48; *Kitty graphics protocol* (APC G); DEC STD 070 (sixel, DCS q); iTerm2 inline
/// pictures (OSC 1337).
struct OutputScanner {
  private enum State {
    case ground
    case escape
    case control
    /// OSC, DCS or APC until its terminator.
    case string(kind: UInt8)
    case stringEscape(kind: UInt8)
  }

  private var state = State.ground
  private var body: [UInt8] = []
  /// Whether the text has a colour that only pictures need.
  private var isColored = false
  /// The last bytes of the text.
  private var text: (UInt8, UInt8) = (0, 0)
  /// The most bytes of a string in memory; the rest of a picture is skipped.
  private static let bodyLimit = 4096

  /// - Returns: The events in the bytes, in order.
  mutating func feed(_ bytes: ArraySlice<UInt8>) -> [OutputEvent] {
    var events: [OutputEvent] = []
    for byte in bytes { feed(byte, &events) }
    return events
  }

  private mutating func feed(_ byte: UInt8, _ events: inout [OutputEvent]) {
    switch state {
    case .ground:
      if byte == 0x1B { state = .escape }
      // U+2580–U+259F in UTF-8, without the shade (U+2591) that stands in the place of a picture.
      if isColored, text == (0xE2, 0x96), (0x80...0x9F).contains(byte), byte != 0x91 {
        events.append(.pictureCell)
      }
      text = (text.1, byte)
    case .escape:
      body = []
      switch byte {
      case UInt8(ascii: "["): state = .control
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"): state = .string(kind: byte)
      default: state = .ground
      }
    case .control:
      body.append(byte)
      guard (0x40..<0x7F).contains(byte) else { return }
      state = .ground
      if byte == UInt8(ascii: "m") {
        let rendition = String(decoding: body, as: UTF8.self)
        isColored = rendition.contains("8;2;") || rendition.contains("8;5;")
      }
      if let event = OutputEvent(control: body) { events.append(event) }
    case .string(let kind):
      if byte == 0x1B {
        state = .stringEscape(kind: kind)
      } else if byte == 0x07, kind == UInt8(ascii: "]") {
        state = .ground
        endString(kind, &events)
      } else if body.count < Self.bodyLimit {
        body.append(byte)
      }
    case .stringEscape(let kind):
      state = .ground
      endString(kind, &events)
      if byte != UInt8(ascii: "\\") {
        state = .escape
        feed(byte, &events)
      }
    }
  }

  private mutating func endString(_ kind: UInt8, _ events: inout [OutputEvent]) {
    if let event = OutputEvent(string: body, kind: kind) { events.append(event) }
    body = []
  }
}
