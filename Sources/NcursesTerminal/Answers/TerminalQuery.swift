import Foundation

/// What a terminal is asked, in one write, the end mark last.
///
/// Nothing waits for the answers. Terminals that do not know a sequence have to ignore it (ECMA-48), but
/// some show the text of an APC: older VTEs, Termux, Terminology, Apple's Terminal. The questions
/// therefore come between taking the second screen and the first frame, which clears it, and who is
/// known to take them ill is not asked:
///
/// - consoles and VTs (no second screen in their terminfo) and `dumb`: nothing;
/// - GNU screen: it takes an APC for a message and hands OSC 10 and 11 on as orders, whose answers
///   would come back as keys. Only the mode and the end mark;
/// - tmux: it takes an APC for a title, and an answer from outside for keys. No APC; what is outside it
///   says itself (`TmuxInquiry`);
/// - Apple's Terminal has no pictures: no APC, which it shows.
nonisolated enum TerminalQuery {
  enum Scope: Hashable, Sendable {
    case nothing, mode, withoutStrings, all
  }

  /// Numbers of pictures that are only asked about; those that are shown count from 1 upwards.
  static let kittyNumber: UInt32 = 2_147_400_001
  static let sharedMemoryNumber: UInt32 = 2_147_400_002

  /// - Parameter isEmulator: Whether it has a second screen.
  static func scope(environment: TerminalEnvironment, isEmulator: Bool) -> Scope {
    guard isEmulator else { return .nothing }
    switch environment.multiplexer {
    case .screen: return .mode
    case .tmux, .remoteTmux, .zellij: return .withoutStrings
    case nil: return environment.name?.name == "apple_terminal" ? .withoutStrings : .all
    }
  }

  /// DECRQM: whether it knows synchronized updates (`TerminalModes.synchronizedUpdate`).
  static let mode = "\u{1B}[?2026$p"
  /// xterm *ctlseqs*, "Window manipulation": the size of a cell, and of all cells, in pixels.
  static let cellSize = "\u{1B}[16t\u{1B}[14t"
  /// How wide a terminal draws what is ambiguous (UAX #11): the cursor stands in column 3 behind `·` where wide.
  ///
  /// DECXCPR, which terminals on which that can be set know (xterm, VTE, mintty). Only before a frame, which clears it.
  static let ambiguousWidth = "\u{1B}[H·\u{1B}[?6n"
  static let wideColumn = 3
  /// DA1: every terminal knows it.
  static let end = "\u{1B}[c"
  /// Before a frame: what a terminal shows in place of understanding goes with it.
  private static let colors = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\"
  private static let version = "\u{1B}[>q"
  /// XTSMGRAPHICS: the number of colour registers now, and the largest size that there may be (the size
  /// now would be that of the window).
  private static let sixel = "\u{1B}[?1;1;0S\u{1B}[?2;4;0S"

  /// - Parameters:
  ///   - isKittyWanted: False when the user chose another way: nobody is asked in vain.
  ///   - sharedMemory: The name of an object of `probeByteCount` bytes.
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

  /// Kitty graphics protocol, *Querying support and available transmission mediums*: `a=q` loads a
  /// picture and forgets it. Once with its bytes in the sequence, once in shared memory.
  private static func kitty(sharedMemory: String?) -> String {
    let question = "s=1,v=1,a=q,f=24"
    let direct = "\u{1B}_Gi=\(kittyNumber),\(question),t=d;AAAA\u{1B}\\"
    guard let sharedMemory else { return direct }
    let name = Data(sharedMemory.utf8).base64EncodedString()
    return direct
      + "\u{1B}_Gi=\(sharedMemoryNumber),\(question),t=s,S=\(probeByteCount);\(name)\u{1B}\\"
  }
}
