import PictureProtocol

/// A picture made of characters as coloured text, for standard output.
///
/// The colours are SGR sequences (ECMA-48 8.3.117; `38;2;r;g;b` and `38;5;n` as in xterm's *Control Sequences*),
/// written only when they change. Every line ends with a reset, so that a line can be cut out of the text.
struct SymbolText {
  let picture: CellPicture
  /// Whether to write no escape sequences at all.
  var isPlain = false

  /// The lines, each followed by a line feed.
  ///
  /// - Complexity: O(*cells*).
  var text: String {
    var output = ""
    let columns = Int(picture.columns)
    output.reserveCapacity(picture.cells.count * 24)
    for row in 0..<Int(picture.rows) {
      var last: Look?
      for cell in picture.cells[(row * columns)..<((row + 1) * columns)] {
        let look = isPlain ? Look.plain : Look(cell)
        if look != last {
          look.appendSequence(after: last, to: &output)
          last = look
        }
        let value =
          isPlain
          ? PlainSymbols.scalar(cell.scalar, isReversed: cell.isReversed) : cell.scalar
        let scalar = Unicode.Scalar(value) ?? " "
        output.unicodeScalars.append(scalar)
      }
      if last != .plain { output += "\u{1B}[0m" }
      output += "\n"
    }
    return output
  }
}

/// The colours of a cell.
private struct Look: Equatable {
  var foreground: PictureColor
  var background: PictureColor
  var isReversed: Bool

  static let plain = Look(
    PictureCell(
      scalar: 0x20, foreground: .terminalDefault, background: .terminalDefault, isReversed: false))

  init(_ cell: PictureCell) {
    foreground = cell.foreground
    background = cell.background
    isReversed = cell.isReversed
  }

  func appendSequence(after last: Look?, to output: inout String) {
    if last == nil, self == .plain { return }
    var codes: [String] = []
    let previous = last ?? .plain
    if previous.isReversed != isReversed { codes.append(isReversed ? "7" : "27") }
    if previous.foreground != foreground { codes.append(code(foreground, selector: "38")) }
    if previous.background != background { codes.append(code(background, selector: "48")) }
    output += "\u{1B}[\(codes.joined(separator: ";"))m"
  }

  private func code(_ color: PictureColor, selector: String) -> String {
    switch color {
    case .terminalDefault: selector == "38" ? "39" : "49"
    // The first sixteen in the form that 16-colour terminals understand.
    case .indexed(let index) where index < 8: "\(selector.prefix(1))\(index)"
    case .indexed(let index) where index < 16: "\(selector == "38" ? "9" : "10")\(index - 8)"
    case .indexed(let index): "\(selector);5;\(index)"
    case .rgb(let red, let green, let blue): "\(selector);2;\(red);\(green);\(blue)"
    }
  }
}

/// Pictures for output without escape sequences: a file, or a `dumb` terminal.
///
/// A reversed cell is drawn as the symbol with its dark and light parts exchanged. Halves and quarters have such
/// counterparts, but eighths do not, so the picture is made of halves and quarters.
enum PlainSymbols {
  /// - Parameter type: `TERM`; all other types support at least reverse video.
  static func isNeeded(terminalType type: String?) -> Bool {
    guard let type, !type.isEmpty else { return true }
    return type == "dumb"
  }

  static func scalar(_ scalar: UInt32, isReversed: Bool) -> UInt32 {
    isReversed ? counterparts[scalar] ?? scalar : scalar
  }

  private static let counterparts: [UInt32: UInt32] = {
    let pairs: [(Unicode.Scalar, Unicode.Scalar)] = [
      (" ", "█"), ("▀", "▄"), ("▌", "▐"), ("▖", "▜"), ("▗", "▛"), ("▘", "▟"), ("▝", "▙"),
      ("▚", "▞"),
    ]
    let both = pairs.flatMap { [($0.0.value, $0.1.value), ($0.1.value, $0.0.value)] }
    return Dictionary(both) { first, _ in first }
  }()
}
