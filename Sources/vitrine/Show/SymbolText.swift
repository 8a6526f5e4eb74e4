import PictureProtocol

/// A picture made of characters as coloured text, for standard output.
///
/// The colours are SGR sequences (ECMA-48 8.3.117; `38;2;r;g;b` and `38;5;n` as in xterm's *Control Sequences*). Every line
/// ends with a reset, so that a line can be cut out of the text.
enum SymbolText {
  /// The lines, each followed by a line feed.
  static func lines(of picture: CellPicture) -> String {
    var output = ""
    let columns = Int(picture.columns)
    for row in 0..<Int(picture.rows) {
      var last = ""
      for cell in picture.cells[(row * columns)..<((row + 1) * columns)] {
        let colors = colors(of: cell)
        if colors != last { output += "\u{1B}[\(colors)m" }
        last = colors
        output.unicodeScalars.append(Unicode.Scalar(cell.scalar) ?? " ")
      }
      output += "\u{1B}[0m\n"
    }
    return output
  }

  private static func colors(of cell: PictureCell) -> String {
    (["0"] + code(cell.foreground, isBackground: false)
      + code(cell.background, isBackground: true)).joined(separator: ";")
  }

  private static func code(_ color: PictureColor, isBackground: Bool) -> [String] {
    switch color {
    case .terminalDefault: []
    // The first sixteen in the form that 16-colour terminals understand.
    case .indexed(let index) where index < 8: ["\(isBackground ? 4 : 3)\(index)"]
    case .indexed(let index) where index < 16: ["\(isBackground ? 10 : 9)\(index - 8)"]
    case .indexed(let index): ["\(isBackground ? 48 : 38);5;\(index)"]
    case .rgb(let red, let green, let blue):
      ["\(isBackground ? 48 : 38);2;\(red);\(green);\(blue)"]
    }
  }
}
