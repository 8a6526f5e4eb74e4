import Foundation
import TerminalKit

/// The clipboard of the terminal, wherever it runs, even over ssh.
final class TerminalClipboard {
  private let multiplexer: TerminalEnvironment.Multiplexer?
  /// Whether the terminal handles ECMA-48 strings; a console may print them.
  private let hasStrings: Bool
  private var waiting: [UInt8] = []
  private var copying: TmuxProcess?

  /// Nothing waits for tmux's answer, and a fallback that is sent while a busy tmux is still working would copy the text
  /// twice, or not at all if tmux accepts no clipboard from programs.
  nonisolated private static let tmuxPatience = Duration.seconds(15)

  init(multiplexer: TerminalEnvironment.Multiplexer?, hasStrings: Bool) {
    self.multiplexer = multiplexer
    self.hasStrings = hasStrings
  }

  /// - Parameters:
  ///   - tmuxPassesThrough: Whether tmux passes wrapped sequences on.
  ///   - onWaiting: Called when there is something to send.
  func copy(
    _ text: String, tmuxPassesThrough: @escaping () -> Bool, onWaiting: @escaping () -> Void
  ) -> ClipboardResult {
    guard hasStrings else { return .unavailable }
    guard text.utf8.count <= ClipboardSequence.byteLimit else {
      return .tooLong(byteLimit: ClipboardSequence.byteLimit)
    }
    let send = { [self] in
      waiting = ClipboardSequence.bytes(
        text, multiplexer: multiplexer, passesThrough: tmuxPassesThrough())
      onWaiting()
    }
    copying?.cancel()
    // By default tmux accepts no clipboard from the programs inside it (`set-clipboard external`), but it does from its
    // own command. A sequence that is passed through reaches the terminal outside as well.
    guard case .tmux(let socket, _)? = multiplexer,
      let process = TmuxProcess(copying: text, socket: socket)
    else {
      send()
      return .given
    }
    copying = process
    process.wait(
      for: { $0.succeeds(within: Self.tmuxPatience) },
      completion: { [weak self] isCopied in
        self?.copying = nil
        if !isCopied { send() }
      })
    return .given
  }

  /// The bytes with which a crash ends a copy that is half written.
  var crashBytes: [UInt8] { hasStrings ? ControlSequence.breakOff : [] }

  /// What has to be sent, once.
  func takeBytes() -> [UInt8] {
    defer { waiting = [] }
    return waiting
  }
}

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
