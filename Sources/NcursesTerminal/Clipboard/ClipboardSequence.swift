import Foundation

/// The bytes that copy a text to the terminal's clipboard (xterm *ctlseqs*, "Operating System Commands", OSC 52).
nonisolated enum ClipboardSequence {
  /// hterm's limit, the smallest of the documented ones: 100,000 bytes for the whole sequence, in Base64.
  static let byteLimit = 74_994

  /// GNU screen accepts strings of 768 bytes and passes each one on unchanged (`MAXSTR` in its `screen.h`).
  private static let screenPieceByteCount = 252

  /// - Parameters:
  ///   - multiplexer: The program that receives the bytes in place of the terminal.
  ///   - passesThrough: Whether tmux passes wrapped sequences on.
  static func bytes(
    _ text: String, multiplexer: TerminalEnvironment.Multiplexer?, passesThrough: Bool
  ) -> [UInt8] {
    // BEL ends the sequence everywhere; ST would end the enclosing string inside GNU screen.
    let sequence = Array("\u{1B}]52;c;\(Data(text.utf8).base64EncodedString())\u{7}".utf8)
    return switch multiplexer {
    case nil, .zellij: sequence
    // tmux accepts it if `set-clipboard` is `on`, and passes the wrapped one on if pass-through is on; both do no harm.
    case .tmux: passesThrough ? sequence + ControlSequence.passedThroughTmux(sequence) : sequence
    // A tmux that does not pass it on drops it.
    case .remoteTmux: sequence + ControlSequence.passedThroughTmux(sequence)
    case .screen: wrappedForScreen(sequence)
    }
  }

  /// A DCS is passed on unchanged, a longer one in several pieces.
  private static func wrappedForScreen(_ sequence: [UInt8]) -> [UInt8] {
    var wrapped: [UInt8] = []
    for start in stride(from: 0, to: sequence.count, by: screenPieceByteCount) {
      let piece = sequence[start..<min(start + screenPieceByteCount, sequence.count)]
      wrapped += [0x1B, UInt8(ascii: "P")] + piece + ControlSequence.stringEnd
    }
    return wrapped
  }
}
