import Foundation

/// The bytes that put a text on the clipboard of the terminal (xterm *ctlseqs*, "Operating System Commands", OSC 52).
nonisolated enum ClipboardSequence {
  /// hterm's limit, the smallest of the terminals that state one: 100,000 bytes of the whole sequence, in Base64.
  static let byteLimit = 74_994

  /// GNU screen takes strings of 768 bytes and hands each on as it is (`MAXSTR` of its `screen.h`).
  private static let screenPieceByteCount = 252

  /// - Parameters:
  ///   - multiplexer: What takes the bytes in place of the terminal.
  ///   - passesThrough: Whether tmux hands wrapped sequences on.
  static func bytes(
    _ text: String, multiplexer: TerminalEnvironment.Multiplexer?, passesThrough: Bool
  ) -> [UInt8] {
    // BEL ends it everywhere; ST would end the string around it inside GNU screen.
    let sequence = Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8)
    return switch multiplexer {
    case nil, .zellij: sequence
    // tmux takes it where `set-clipboard` is `on`, and hands it on where pass-through is; twice does no harm.
    case .tmux: passesThrough ? sequence + wrappedForTmux(sequence) : sequence
    // One that does not pass it on drops it.
    case .remoteTmux: sequence + wrappedForTmux(sequence)
    case .screen: wrappedForScreen(sequence)
    }
  }

  /// tmux FAQ, "passthrough escape sequence": each ESC inside is doubled.
  private static func wrappedForTmux(_ sequence: [UInt8]) -> [UInt8] {
    let inside = sequence.flatMap { $0 == 0x1B ? [0x1B, 0x1B] : [$0] }
    return Array("\u{1B}Ptmux;".utf8) + inside + ControlSequence.stringEnd
  }

  /// A DCS is handed on as it is, and what is longer in pieces that follow each other.
  private static func wrappedForScreen(_ sequence: [UInt8]) -> [UInt8] {
    var wrapped: [UInt8] = []
    for start in stride(from: 0, to: sequence.count, by: screenPieceByteCount) {
      let piece = sequence[start..<min(start + screenPieceByteCount, sequence.count)]
      wrapped += [0x1B, UInt8(ascii: "P")] + piece + ControlSequence.stringEnd
    }
    return wrapped
  }
}
