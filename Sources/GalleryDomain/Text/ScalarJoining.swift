/// Where a ZERO WIDTH JOINER or NON-JOINER has a meaning; anywhere else it is just invisible.
enum ScalarJoining {
  static let joiner: Unicode.Scalar = "\u{200D}"
  private static let emojiStyle: Unicode.Scalar = "\u{FE0F}"

  /// Whether `joiner` between the two scalars is kept.
  static func isMeaningful(
    _ joiner: Unicode.Scalar, after previous: Unicode.Scalar, before next: Unicode.Scalar
  ) -> Bool {
    if joiner == Self.joiner, isPictograph(next) {
      return previous == emojiStyle || isPictograph(previous)
    }
    return takesJoiners(previous) && takesJoiners(next)
  }

  /// Emoji except digits, `#`, `*`, `©` and `®`, which cannot be joined.
  private static func isPictograph(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value > 0xFF && scalar.properties.isEmoji
  }

  /// Letters and marks of the scripts whose orthography uses joiners: Arabic, Syriac, N'Ko, the
  /// Indic scripts, Myanmar, Khmer and Mongolian (The Unicode Standard, 23.2).
  private static func takesJoiners(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x600...0xDFF, 0x1000...0x109F, 0x1780...0x18AF, 0xA8E0...0xA8FF, 0xFB50...0xFDFF,
      0xFE70...0xFEFC:
      switch scalar.properties.generalCategory {
      case .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark: true
      default: false
      }
    default: false
    }
  }
}
