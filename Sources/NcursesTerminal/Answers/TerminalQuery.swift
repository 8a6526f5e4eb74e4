import Foundation

/// The questions to a terminal, sent in one write, with the end mark last.
///
/// Nothing waits for the answers. Terminals have to ignore sequences that they don't know (ECMA-48), but some show the
/// text of an APC: older VTEs, Termux, Terminology, Apple's Terminal. The questions are therefore sent between
/// switching to the second screen and the first frame, which clears it, and terminals that are known to have problems
/// are not asked:
///
/// - consoles and VTs (no second screen in their terminfo) and `dumb`: nothing;
/// - GNU screen: it treats an APC as a message and passes OSC 10 and 11 on as commands whose answers would arrive as
///   keys. Only the mode and the end mark;
/// - tmux: it treats an APC as a title, and an answer from outside as keys. No APC; what is outside, tmux itself can
///   say (`TmuxProcess`);
/// - Apple's Terminal has no pictures: no APC, because it would show it.
nonisolated enum TerminalQuery {
  enum Scope: Hashable, Sendable {
    case nothing, mode, withoutStrings, all
  }

  /// Numbers of pictures used only in questions; the ones that are shown count up from 1.
  static let kittyNumber: UInt32 = 2_147_400_001
  static let sharedMemoryNumber: UInt32 = 2_147_400_002

  /// - Parameter isEmulator: Whether the terminal has a second screen.
  static func scope(environment: TerminalEnvironment, isEmulator: Bool) -> Scope {
    guard isEmulator else { return .nothing }
    switch environment.multiplexer {
    case .screen: return .mode
    case .tmux, .remoteTmux, .zellij: return .withoutStrings
    case nil: return environment.name?.name == "apple_terminal" ? .withoutStrings : .all
    }
  }

  /// DECRQM: whether it supports synchronized updates (`TerminalModes.synchronizedUpdate`).
  static let mode = "\u{1B}[?2026$p"
  /// xterm *ctlseqs*, "Window manipulation": the size of a cell, and of all cells, in pixels.
  static let cellSize = "\u{1B}[16t\u{1B}[14t"
  /// DA1, which every terminal answers.
  static let end = "\u{1B}[c"
  /// Send before a frame: it clears what a terminal prints if it doesn't understand the question.
  private static let colors = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\"
  private static let version = "\u{1B}[>q"
  /// XTSMGRAPHICS: the current number of colour registers, and the maximum picture size (the current size would be that
  /// of the window).
  private static let sixel = "\u{1B}[?1;1;0S\u{1B}[?2;4;0S"

  /// - Parameters:
  ///   - isKittyWanted: False if the user chose another method, so that nothing is asked unnecessarily.
  ///   - sharedMemory: The name of a shared memory object of `probeByteCount` bytes.
  static func bytes(_ scope: Scope, isKittyWanted: Bool, sharedMemory: String?) -> [UInt8] {
    var text = ""
    switch scope {
    case .nothing: return []
    case .mode: text = mode
    case .withoutStrings: text = mode + colors + version + cellSize
    case .all:
      if isKittyWanted { text = kitty(sharedMemory: sharedMemory) }
      text += mode + colors + version + cellSize + sixel
    }
    return Array((text + end).utf8)
  }

  /// A picture of one pixel in RGB.
  static let probeByteCount = 3

  /// Kitty graphics protocol, *Querying support and available transmission mediums*: `a=q` loads a picture and discards
  /// it. Sent once with the bytes in the sequence, and once in shared memory.
  private static func kitty(sharedMemory: String?) -> String {
    let question = "s=1,v=1,a=q,f=24"
    let direct = "\u{1B}_Gi=\(kittyNumber),\(question),t=d;AAAA\u{1B}\\"
    guard let sharedMemory else { return direct }
    let name = Data(sharedMemory.utf8).base64EncodedString()
    return direct
      + "\u{1B}_Gi=\(sharedMemoryNumber),\(question),t=s,S=\(probeByteCount);\(name)\u{1B}\\"
  }
}
