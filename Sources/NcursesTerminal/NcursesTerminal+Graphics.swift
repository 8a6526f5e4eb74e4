import Dispatch
import TerminalKit

/// Pictures beside ncurses: text first, then what is small, then the rest while nothing else is to do.
extension NcursesTerminal {
  /// What the present writer was made for.
  struct WriterKind: Hashable {
    var method = GraphicsMethod.symbols
    var sharesMemory = false
    var isPassedThrough = false
  }

  /// Takes up another way of showing pictures when the terminal was found to know it.
  ///
  /// - Parameter isEntering: The terminal is being taken anyway, and gets the modes with it.
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
    case .kittyPlaceholders where isUnicode && colorDepth >= .indexed256:
      PlaceholderWriter(
        sharesMemory: kind.sharesMemory, isPassedThrough: kind.isPassedThrough)
    case .kittyPlaceholders: NoGraphicsWriter()
    case .sixel: InlineWriter(dialect: .sixel)
    case .iTerm2: InlineWriter(dialect: .iTerm2)
    }
  }

  /// The frame and its pictures in one write.
  func compose(_ surface: Surface, cursor: Point?) {
    lastFrame = (surface, cursor)
    // A frame of another size came before the resize; its pictures may not fit.
    let fits = surface.size == size
    let pictures = fits ? surface.saying { writer.refusal(of: $0, on: size) } : Surface(size: size)
    let wasBetweenCommands = writer.isBetweenCommands
    let (before, cells) = writer.begin(pictures, byteLimit: pace.byteLimit)
    let text = screen.frame(fits ? cells : surface, cursor: cursor)
    let after = writer.finish(
      pictures, text: text, byteLimit: max(0, pace.byteLimit - before.count))
    let hasPictures = !before.isEmpty || !after.isEmpty
    // A picture that is half written is finished or broken off first: a mode in the middle of it would end
    // it, and its rest would be text.
    let ending = wasBetweenCommands ? [] : before
    let beginning = wasBetweenCommands ? before : []
    send(
      ending
        + output.wrapped(beginning + dragModes() + text + after, hasPictures: hasPictures))
    feedPictures()
  }

  /// Sends a piece of what waits when the terminal has taken everything; keys come in between.
  func feedPictures() {
    if isCellSizeWanted, state == .active { askForCellSize() }
    sendWaitingCopy()
    guard !isFeeding, !receipts.isUnderWay, output.isDrained, writer.isWaiting || writer.needsFrame
    else { return }
    isFeeding = true
    DispatchQueue.main.async { [weak self] in
      MainActor.assumeIsolated {
        guard let self else { return }
        self.isFeeding = false
        self.sendPiece()
      }
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

  /// Sends a piece and the next one only when the terminal says that it has read it. The system's buffers
  /// tell nothing: ssh takes two megabytes at once, and a key would wait behind them.
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

  /// The terminal said (kitty's `ENOENT` and other failures) that it has not got a picture: it is sent
  /// again, a few times at most.
  func terminalLost(id: UInt32) {
    writer.lost(id)
    feedPictures()
  }

  /// The window is looked at again (`CSI I`, asked for by `enterModes`): tmux passes nothing on for a
  /// window that is not shown, so that what was sent meanwhile may be missing.
  func terminalGainedFocus() {
    guard writerKind.isPassedThrough else { return }
    askTmuxSoon()
    writer.forget()
    guard output.isDrained, let lastFrame else { return }
    compose(lastFrame.surface, cursor: lastFrame.cursor)
  }

  /// Deletes the pictures before the terminal is given back; what the line does not take now is left to
  /// the bytes of `arm()`.
  func leavePictures() {
    // Shared memory goes also when nobody reads any more.
    let bytes = writer.leave()
    guard !isGone, !bytes.isEmpty else { return }
    _ = device.write((ControlSequence.stringEnd + bytes)[...])
  }
}
