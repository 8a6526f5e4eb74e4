extension TextLayout {
  /// Whether a text has letters or digits of a script that is written from right to left, so that terminals may draw it elsewhere
  /// than in the columns of its characters.
  public nonisolated static func hasRightToLeftText(_ text: String) -> Bool {
    text.unicodeScalars.contains(where: RightToLeft.contains)
  }
}

/// Confines the reordering of right-to-left text in terminals to that text.
///
/// mlterm, VTE and Konsole apply the Unicode bidirectional algorithm (UAX #9) to a whole line, as one left-to-right
/// paragraph. A number after a Hebrew title then counts as part of the title and is drawn before it, whatever column it
/// was put into. A left-to-right letter in between ends the title, and U+2800, *Braille pattern blank*, counts as such
/// a letter: it is one column wide in all terminals and shows nothing. (Decision 39 lists what else was tried.)
nonisolated enum RightToLeft {
  /// Whether a letter or digit belongs to a script that is written from right to left (Bidi_Class R, AL and AN, by the
  /// blocks that DerivedBidiClass.txt reserves for them).
  static func contains(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case ..<0x590: false
    case 0x590..<0x900, 0xFB1D..<0xFE00, 0xFE70..<0xFF00: true
    case 0x1_0800..<0x1_1000, 0x1_E800..<0x1_F000: true
    default: false
    }
  }

  static let isolator: Unicode.Scalar = "\u{2800}"
  /// What the screens put between two facts on a line.
  static let separator: Unicode.Scalar = "·"

  /// The effect of a cell on a right-to-left text before it.
  enum Effect {
    /// Neither joins nor ends it: blanks, lines, punctuation.
    case neutral
    /// Would be drawn as part of it: numbers and right-to-left letters.
    case joins
    /// Ends it: left-to-right letters.
    case ends
  }

  static func effect(of scalar: Unicode.Scalar) -> Effect {
    if scalar.value < 0x80 {
      switch UInt8(scalar.value) {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return .joins
      case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"):
        return .ends
      default: return .neutral
      }
    }
    if contains(scalar) || scalar.properties.numericType != nil { return .joins }
    return scalar.properties.isAlphabetic ? .ends : .neutral
  }
}

extension Cell {
  /// Whether the cell only ends a right-to-left text. It is written concealed (ECMA-48, SGR 8), because a font may lack
  /// the glyph or draw its eight dots as rings.
  public nonisolated var isIsolator: Bool {
    scalar == RightToLeft.isolator && isRightToLeft
  }
}

extension Surface {
  /// Marks cells as belonging to one text if some of its right-to-left letters are visible.
  nonisolated mutating func markRightToLeft(columns: Range<Int>, row: Int) {
    let isSeen = columns.contains { column in
      RightToLeft.contains(self[column, row].scalar)
    }
    guard isSeen else { return }
    hasRightToLeftText = true
    for column in columns {
      guard let index = index(column, row) else { continue }
      cells[index].style.attributes.insert(.rightToLeft)
    }
  }

  /// The surface with some blanks replaced by isolators: after each right-to-left text that is followed by a number or
  /// another such text, and between the facts of one (`דוד · 2017-10-01`).
  ///
  /// - Complexity: O(1) without such texts, else O(*cells*).
  public nonisolated func isolatingRightToLeftText() -> Surface {
    guard hasRightToLeftText else { return self }
    var result = self
    for row in 0..<size.rows where cells(inRow: row).contains(where: \.isRightToLeft) {
      result.isolateRightToLeftTexts(row: row)
    }
    return result
  }

  private nonisolated mutating func isolateRightToLeftTexts(row: Int) {
    var start = 0
    while start < size.columns {
      guard self[start, row].isRightToLeft else {
        start += 1
        continue
      }
      var end = start
      while end < size.columns, self[end, row].isRightToLeft { end += 1 }
      isolateFacts(in: start..<end, row: row)
      start = end
    }
  }

  private nonisolated mutating func isolateFacts(in text: Range<Int>, row: Int) {
    var last: Int?
    for column in text {
      let scalar = self[column, row].scalar
      if RightToLeft.contains(scalar) { last = column }
      if scalar == RightToLeft.separator, let end = last {
        isolate(after: end, before: column, row: row)
        last = nil
      }
    }
    guard let last else { return }
    // Left-to-right letters end the reordered part, even those in the text itself.
    var column = last + 1
    while column < size.columns {
      let isOwn = text.contains(column)
      switch RightToLeft.effect(of: self[column, row].scalar) {
      case .ends: return
      case .joins where !isOwn:
        isolate(after: last, before: column, row: row, behind: text.upperBound)
        return
      case .joins, .neutral: column += 1
      }
    }
  }

  /// Turns a blank between two columns into an isolator: the first one after the text, otherwise the last one inside
  /// it.
  private nonisolated mutating func isolate(
    after start: Int, before end: Int, row: Int, behind text: Int? = nil
  ) {
    let text = text ?? end
    let candidates =
      Array(max(text, start + 1)..<max(text, start + 1, end))
      + (start + 1..<max(start + 1, min(text, end))).reversed()
    for column in candidates where isBlank(column, row) {
      var cell = self[column, row]
      cell.scalar = RightToLeft.isolator
      cell.style.attributes.insert(.rightToLeft)
      self[column, row] = cell
      return
    }
  }

  private nonisolated func isBlank(_ column: Int, _ row: Int) -> Bool {
    let cell = self[column, row]
    return cell.scalar == " " && !cell.hasMarks && cell.width == 1
      && !cell.style.attributes.contains(.graphic)
  }
}
