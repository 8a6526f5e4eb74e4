/// Pictures for output that takes no sequences: a file, a `dumb` terminal.
///
/// A reversed cell is drawn as the symbol with its dark and light parts exchanged. Halves and
/// quarters have such a counterpart each; eighths have not, so the picture is made of the former.
enum PlainSymbols {
  /// - Parameter type: `TERM`; other types know at least how to reverse.
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
