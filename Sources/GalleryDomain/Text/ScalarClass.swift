/// How cleaning treats a scalar.
enum ScalarClass {
  case text
  /// Combines with the preceding character.
  case mark
  /// An emoji's skin tone: a mark after a character, otherwise a separate character.
  case modifier
  case space
  case lineBreak
  /// ZERO WIDTH JOINER and NON-JOINER.
  case joiner
  /// U+FE0E and U+FE0F, text or emoji style.
  case styleSelector
  case escape
  /// CSI as one C1 character.
  case controlSequence
  /// DCS, SOS, OSC, PM and APC as one C1 character.
  case controlString
  case dropped
  /// Shown as U+FFFD.
  case replaced

  init(_ scalar: Unicode.Scalar) {
    switch scalar.value {
    case 0x21...0x7E: self = .text
    case 0x20, 0x09: self = .space
    case 0x0A...0x0D, 0x85, 0x2028, 0x2029: self = .lineBreak
    case 0x1B: self = .escape
    case 0x9B: self = .controlSequence
    case 0x90, 0x98, 0x9D, 0x9E, 0x9F: self = .controlString
    case 0...0x1F, 0x7F...0x9F: self = .dropped
    // Latin-1 except NBSP and the soft hyphen, Latin Extended-A, Cyrillic, the common Han and Hangul: text whose
    // properties need not be looked up.
    case 0xA1...0xAC, 0xAE...0x17F, 0x400...0x482, 0x4E00...0x9FFF, 0xAC00...0xD7A3: self = .text
    case 0x200C, 0x200D: self = .joiner
    case 0xFE0E, 0xFE0F: self = .styleSelector
    case 0x1F3FB...0x1F3FF: self = .modifier
    // The empty Braille pattern is blank, but not white space.
    case 0x2800: self = .space
    default: self = ScalarClass(properties: scalar)
    }
  }

  private init(properties scalar: Unicode.Scalar) {
    let properties = scalar.properties
    if properties.isDefaultIgnorableCodePoint {
      self = .dropped
      return
    }
    switch properties.generalCategory {
    case .control: self = .dropped
    case .format: self = Self.isVisibleFormat(scalar.value) ? .text : .dropped
    case .spaceSeparator: self = .space
    case .lineSeparator, .paragraphSeparator: self = .lineBreak
    case .nonspacingMark, .spacingMark, .enclosingMark: self = .mark
    case .unassigned, .privateUse, .surrogate: self = .replaced
    default: self = .text
    }
  }

  /// Signs that enclose or precede a number, such as ARABIC NUMBER SIGN; the other format
  /// characters are invisible.
  static func isVisibleFormat(_ value: UInt32) -> Bool {
    switch value {
    case 0x600...0x605, 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD: true
    default: false
    }
  }
}
