import Dispatch
import TerminalKit

/// Pictures alongside ncurses: text first, then small pictures, then the rest while nothing else has to be done.
extension NcursesTerminal {
  /// What the current writer was made for.
  struct WriterKind: Hashable {
    var method = GraphicsMethod.symbols
    var sharesMemory = false
    var isPassedThrough = false
  }

  /// Switches to another method of showing pictures once the terminal is known to support it.
  ///
  /// - Parameter isEntering: The terminal is being taken over, and gets the modes together with the others.
  func updateWriter(isEntering: Bool = false) {
    let kind = WriterKind(
      method: graphics.method, sharesMemory: graphics.sharesMemory,
      isPassedThrough: graphics.isPassedThrough)
    guard kind != writerKind else { return }
    let former = writer.leave() + writer.leaveModes
    writerKind = kind
    writer = makeWriter(kind)
    guard state == .active else { return }
    arm()
    if !isEntering { send(former + writer.enterModes) }
  }

  private func makeWriter(_ kind: WriterKind) -> any GraphicsWriter {
    switch kind.method {
    case .none, .symbols: NoGraphicsWriter()
    case .kitty: KittyWriter(sharesMemory: kind.sharesMemory)
    case .kittyPlaceholders where colorDepth >= .indexed256:
      KittyWriter(
        sharesMemory: kind.sharesMemory, isPassedThrough: kind.isPassedThrough)
    case .kittyPlaceholders: NoGraphicsWriter()
    case .sixel: InlineWriter(dialect: .sixel)
    case .iTerm2: InlineWriter(dialect: .iTerm2)
    }
  }

  /// Writes the frame and its pictures together.
  func compose(_ surface: Surface, cursor: Point?) {
    // Only pictures that arrive have a frame drawn again; otherwise its memory is left to the next one.
    lastFrame = writer is NoGraphicsWriter ? nil : (surface, cursor)
    // A frame with another size came before the resize; its pictures may not fit.
    let fits = surface.size == size
    let pictures = fits ? surface.saying { writer.refusal(of: $0, on: size) } : Surface(size: size)
    let wasBetweenCommands = writer.isBetweenCommands
    let (before, cells) = writer.begin(pictures, byteLimit: pace.byteLimit)
    let text = screen.frame(fits ? cells : surface, cursor: cursor)
    let after = writer.finish(
      pictures, text: text, byteLimit: max(0, pace.byteLimit - before.count))
    let hasPictures = !before.isEmpty || !after.isEmpty
    // A half-written picture is finished or aborted first: a mode change in the middle would end it, and the rest would
    // appear as text.
    let ending = wasBetweenCommands ? [] : before
    let beginning = wasBetweenCommands ? before : []
    let frame =
      ending + output.wrapped(beginning + dragModes() + text + after, hasPictures: hasPictures)
    if isWorthMeasuring(frame) { askAfter(frame) } else { send(frame) }
    feedPictures()
  }

  /// Sends a piece of a waiting picture when the terminal has accepted everything; keys are handled in between.
  func feedPictures() {
    if isCellSizeWanted, state == .active { askForCellSize() }
    sendWaitingCopy()
    guard !isFeeding, !receipts.isUnderWay, output.isDrained, writer.isWaiting || writer.needsFrame
    else { return }
    isFeeding = true
    loop.enqueue { [weak self] in
      guard let self else { return }
      self.isFeeding = false
      self.sendPiece()
    }
  }

  private func sendPiece() {
    guard state == .active, !isGone, output.isDrained else { return }
    if writer.needsFrame, let lastFrame {
      compose(lastFrame.surface, cursor: lastFrame.cursor)
    } else {
      let piece = writer.nextPiece(byteLimit: pace.byteLimit)
      if receipts.isAnswering, !piece.isEmpty, writer.isBetweenCommands {
        askAfter(piece)
      } else {
        send(piece)
        feedPictures()
      }
    }
  }

  public var isLineSlow: Bool { pace.isSlow }

  /// Pictures of characters can't wait like others: whether the line takes them is measured with each large one.
  private func isWorthMeasuring(_ frame: [UInt8]) -> Bool {
    let leastByteCount =
      pace.isSlow ? ThroughputMeter.leastTellingByteCount : ThroughputMeter.leastByteCount
    return graphics.method == .symbols && frame.count >= leastByteCount
      && detection.hasAnswered && receipts.isAnswering && !receipts.isUnderWay
  }

  /// Sends a piece, and the next one only when the terminal confirms that it has read it. The system's buffers say
  /// nothing about that: ssh accepts two megabytes at once, and a key would wait behind them.
  private func askAfter(_ piece: [UInt8]) {
    let number = receipts.sent(piece.count, at: .now)
    let patience =
      detection.hasAnswered ? ChunkAcknowledgements.patience : ChunkAcknowledgements.shortPatience
    send(piece + Self.statusQuestion)
    DispatchQueue.main.asyncAfter(
      deadline: .now() + .milliseconds(Int(patience.pollMilliseconds))
    ) { [weak self] in
      MainActor.assumeIsolated {
        guard let self,
          self.receipts.isOverdue(number, isLineEmpty: self.output.isDrained)
        else { return }
        self.feedPictures()
      }
    }
  }

  /// DSR, *Device status report* (ECMA-48 8.3.35).
  private static let statusQuestion = Array("\u{1B}[5n".utf8)

  func pieceArrived() {
    guard let (count, time) = receipts.arrived(at: .now) else { return }
    pace.drained(count, in: time)
    if state == .active { feedPictures() }
  }

  /// The terminal reported (kitty's `ENOENT` and other errors) that it doesn't have a picture: it is sent again, but
  /// only a few times.
  func terminalLost(id: UInt32) {
    writer.lost(id)
    feedPictures()
  }

  /// The window has the focus again (`CSI I`, requested by `enterModes`): tmux passes nothing on for a hidden window,
  /// so pictures sent in the meantime may be missing.
  func terminalGainedFocus() {
    guard writerKind.isPassedThrough else { return }
    askTmuxSoon()
    writer.forget()
    guard output.isDrained, let lastFrame else { return }
    compose(lastFrame.surface, cursor: lastFrame.cursor)
  }

  /// Deletes the pictures before the terminal is restored; what the line does not accept now is left to the bytes of
  /// `arm()`.
  func leavePictures() {
    // Shared memory is also removed if no one is reading any more.
    let bytes = writer.leave()
    guard !isGone, !bytes.isEmpty else { return }
    _ = device.write((ControlSequence.stringEnd + bytes)[...])
  }
}
