import Foundation
import TerminalKit

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
  /// OSC 10 and 11.
  private static let colors = "\u{1B}]10;?\u{1B}\\\u{1B}]11;?\u{1B}\\"
  private static let version = "\u{1B}[>q"
  /// XTSMGRAPHICS: the current number of colour registers, and the maximum picture size (the current size would be that
  /// of the window).
  private static let sixel = "\u{1B}[?1;1;0S\u{1B}[?2;4;0S"

  /// Send before a frame: it clears what a terminal prints if it doesn't understand a question.
  ///
  /// - Parameters:
  ///   - isKittyWanted: False if the user chose another method, so that nothing is asked unnecessarily.
  ///   - probe: Shares a pixel for the question; remove it when the answers have arrived.
  static func bytes(_ scope: Scope, isKittyWanted: Bool, probe: inout SharedMemory) -> [UInt8] {
    var text = ""
    switch scope {
    case .nothing: return []
    case .mode: text = mode
    case .withoutStrings: text = mode + colors + version + cellSize
    case .all:
      if isKittyWanted { text = kitty(&probe) }
      text += mode + colors + version + cellSize + sixel
    }
    return Array((text + end).utf8)
  }

  /// Kitty graphics protocol, *Querying support and available transmission mediums*: `a=q` loads a picture and discards
  /// it. Sent once with the bytes in the sequence, and once in shared memory.
  private static func kitty(_ probe: inout SharedMemory) -> String {
    let question = "s=1,v=1,a=q,f=24"
    let direct = "\u{1B}_Gi=\(kittyNumber),\(question),t=d;AAAA\u{1B}\\"
    SharedMemory.removeStale()
    probe.removeAll()
    guard let memory = probe.share([0, 0, 0]) else { return direct }
    let name = Data(memory.utf8).base64EncodedString()
    return direct + "\u{1B}_Gi=\(sharedMemoryNumber),\(question),t=s,S=3;\(name)\u{1B}\\"
  }
}

/// The questions to the terminal, and what is known of it by its answers. Nothing waits for them.
final class TerminalQuestions {
  let environment: TerminalEnvironment
  private let scope: TerminalQuery.Scope
  private(set) var detection: GraphicsDetection
  private var awaited = AwaitedAnswers()
  /// Ask for the cell size when the answers to the last question have arrived.
  private var isCellSizeWanted = false
  /// A picture of one pixel, to find out whether the terminal runs on this machine: it removes what it reads. A terminal
  /// elsewhere, or that doesn't support this, does not.
  private var memoryProbe = SharedMemory()
  private var tmuxInquiry: TmuxProcess?
  private let tmuxAlarm = DispatchAlarm()
  /// Called with what tmux has answered.
  var onTmuxAnswer: () -> Void = {}

  /// - Parameters:
  ///   - type: nil if terminfo doesn't know it.
  ///   - graphics: Overrides how pictures are shown.
  ///   - cellPixelSize: Overrides the size of its cells.
  ///   - variable: Returns the value of a variable.
  init(
    type: TerminalType?, graphics: GraphicsMethod?, cellPixelSize: PixelSize?, window: WindowSize,
    environment variable: (String) -> String?
  ) {
    environment = TerminalEnvironment(variable)
    scope = TerminalQuery.scope(
      environment: environment, isEmulator: (type ?? .unknown).secondScreen != nil)
    detection = GraphicsDetection(
      environment: environment, chosen: graphics,
      cells: CellPixelSizes(chosen: cellPixelSize, window: window.cellPixelSize))
  }

  /// How pictures can be shown.
  var graphics: GraphicsSupport { detection.support }
  var hasAnswered: Bool { detection.hasAnswered }
  /// Whether tmux passes wrapped sequences on.
  var tmuxPassesThrough: Bool { detection.tmux?.passesThrough == true }
  /// Whether the terminal is asked about itself.
  var isAsked: Bool { scope == .all || scope == .withoutStrings }
  /// Whether an answer may begin, or go on, with what comes next.
  var mayBegin: Bool { awaited.mayBegin(at: .now) }
  var mayContinue: Bool { awaited.mayContinue(at: .now) }
  var isAwaitingEnd: Bool { awaited.endCount > 0 }

  func cellPixelSize(in cells: Size) -> PixelSize? { detection.cells.size(in: cells) }

  func windowChanged(to window: WindowSize, cellsChanged: Bool) {
    detection.cells.windowChanged(to: window.cellPixelSize, cellsChanged: cellsChanged)
  }

  /// All questions that are asked when the terminal is taken over.
  func all() -> [UInt8] {
    guard scope != .nothing else { return [] }
    awaited.asked(at: .now)
    return TerminalQuery.bytes(
      scope, isKittyWanted: detection.isKittyWanted, probe: &memoryProbe)
  }

  /// The font may have changed.
  func wantCellSize() {
    isCellSizeWanted = isAsked
  }

  /// The question for the cell size, if it is wanted. Only one question is pending at a time, so that dragging a window does
  /// not flood a slow line.
  func cellSize() -> [UInt8] {
    guard isCellSizeWanted, !isAwaitingEnd else { return [] }
    isCellSizeWanted = false
    awaited.asked(at: .now)
    return Array((TerminalQuery.cellSize + TerminalQuery.end).utf8)
  }

  func receive(_ answer: TerminalAnswer) {
    detection.receive(answer)
    awaited.answered(at: .now)
    guard case .attributes = answer else { return }
    awaited.ended()
    if !isAwaitingEnd { memoryProbe.removeAll() }
  }

  /// The terminal has answered something else.
  func answered() { awaited.answered(at: .now) }

  /// Answers that are still missing are not expected any more.
  func giveUp() {
    awaited.giveUp()
    isCellSizeWanted = false
    memoryProbe.removeAll()
    tmuxInquiry?.cancel()
    tmuxInquiry = nil
  }

  /// Asks tmux, through its socket, which terminal it runs in; does nothing elsewhere. (If the same questions went through
  /// the terminal, the answers would go to tmux, which treats them as keys.) It takes 3 ms.
  func askTmux() {
    guard scope != .nothing, tmuxInquiry == nil, let process = tmuxProcess() else { return }
    tmuxInquiry = process
    process.wait(
      for: { $0.state(within: .seconds(1)) },
      completion: { [weak self] tmux in
        guard let self else { return }
        tmuxInquiry = nil
        guard let tmux else { return }
        detection.tmux = tmux
        onTmuxAnswer()
      })
  }

  /// The same for a program that waits for it.
  func awaitTmux(_ patience: Duration) { detection.tmux = tmuxProcess()?.state(within: patience) }

  /// nil if tmux's answer isn't needed.
  private func tmuxProcess() -> TmuxProcess? {
    guard detection.chosen == nil, case .tmux(let socket, let pane)? = environment.multiplexer
    else { return nil }
    return TmuxProcess(socket: socket, pane: pane)
  }

  /// Asks tmux again after the window has changed: it may have been attached from another terminal.
  ///
  /// This happens after a short delay: a terminal that was just attached has not identified itself to tmux yet, and a
  /// window that is being dragged changes many times.
  func askTmuxSoon(if isActive: @escaping @MainActor () -> Bool) {
    guard case .tmux? = environment.multiplexer else { return }
    tmuxAlarm.ring(after: .milliseconds(500)) { [weak self] in
      if isActive() { self?.askTmux() }
    }
  }
}

/// Which answers of the terminal are still missing, and how long to expect them.
nonisolated struct AwaitedAnswers {
  /// How long an answer may take to start, from the question or from the previous answer.
  ///
  /// During this time a lone ESC may be the first byte of an answer, and the Esc key takes 200 ms to be recognised,
  /// otherwise 25 ms. A terminal answers immediately, so the limit is for the connection: no connection that anyone
  /// would work on needs two seconds for a round trip. Later answers are still recognised if they arrive in one piece,
  /// as nearly all do, so a terminal that never answers is not slow for longer.
  private static let beginLimit = Duration.seconds(2)
  /// How long an answer that has started may take to continue; only one that was cut off waits this long.
  static let restLimit = Duration.seconds(10)

  /// Questions whose end mark has not arrived yet.
  private(set) var endCount = 0
  /// When the terminal was last asked, or last sent something after that.
  private var time: ContinuousClock.Instant?

  /// A question was sent that ends with an end mark.
  mutating func asked(at now: ContinuousClock.Instant) {
    endCount += 1
    time = now
  }

  /// An answer arrived, whichever it was.
  mutating func answered(at now: ContinuousClock.Instant) {
    if endCount > 0 { time = now }
  }

  mutating func ended() { endCount = max(0, endCount - 1) }

  /// Missing answers are not expected any longer.
  mutating func giveUp() { endCount = 0 }

  func mayBegin(at now: ContinuousClock.Instant) -> Bool { isWithin(Self.beginLimit, now) }
  func mayContinue(at now: ContinuousClock.Instant) -> Bool { isWithin(Self.restLimit, now) }

  private func isWithin(_ limit: Duration, _ now: ContinuousClock.Instant) -> Bool {
    guard endCount > 0, let time else { return false }
    return now - time < limit
  }
}
