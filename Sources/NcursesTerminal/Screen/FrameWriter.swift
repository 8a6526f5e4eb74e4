import TerminalKit

/// Writes frames with their pictures: text first, then small pictures, then the rest while nothing else has to be done.
///
/// Of the frames that are made while the terminal doesn't read, only the last one is shown when it reads again.
final class FrameWriter {
  /// Whether the terminal is ours.
  var isActive = false
  /// Whether the terminal reported support for synchronized updates.
  var isSynchronized = false
  /// Called when other sequences may be sent, before the next piece of a picture.
  var onPause: () -> Void = {}
  private let screen: CursesScreen
  private let line: TerminalLine
  private let depth: ColorDepth
  private var size: Size
  /// nil if the terminal draws no pictures.
  private var writer: (any GraphicsWriter)?
  /// How they are shown, and nothing else of what is known.
  private var method = GraphicsSupport()
  /// The last frame; drawn again when one of its pictures has arrived. nil without a writer.
  private var last: (surface: Surface, cursor: Point?)?
  /// The most recent frame; frames between it and the one being written are skipped.
  private var waiting: (surface: Surface, cursor: Point?)?
  /// Whether a piece of a picture is about to be sent.
  private var isFeeding = false

  init(screen: CursesScreen, size: Size, depth: ColorDepth, line: TerminalLine) {
    self.screen = screen
    self.size = size
    self.depth = depth
    self.line = line
    line.onReady = { [weak self] in self?.lineIsReady() }
  }

  /// Switches to another way of showing pictures once the terminal is known to support it.
  ///
  /// - Returns: The bytes for that; nil if nothing has changed.
  func use(_ graphics: GraphicsSupport) -> [UInt8]? {
    let wanted = GraphicsSupport(
      method: graphics.method, sharesMemory: graphics.sharesMemory,
      isPassedThrough: graphics.isPassedThrough)
    guard wanted != method else { return nil }
    let former = (writer?.leave() ?? []) + (writer?.leaveModes ?? [])
    method = wanted
    writer = makeWriter()
    return former + (writer?.enterModes ?? [])
  }

  private func makeWriter() -> (any GraphicsWriter)? {
    switch method.method {
    case .none, .symbols: nil
    case .kitty: KittyWriter(sharesMemory: method.sharesMemory)
    case .kittyPlaceholders where depth >= .indexed256:
      KittyWriter(sharesMemory: method.sharesMemory, isPassedThrough: method.isPassedThrough)
    case .kittyPlaceholders: nil
    case .sixel: InlineWriter(dialect: .sixel)
    case .iTerm2: InlineWriter(dialect: .iTerm2)
    }
  }

  /// The bytes with which a crash removes pictures and their modes.
  var crashBytes: [UInt8] { writer.map { $0.crashBytes + $0.leaveModes } ?? [] }

  /// Whether other sequences may be sent now.
  var isBetweenCommands: Bool { writer?.isBetweenCommands ?? true }

  /// The terminal is taken over, and shows nothing of ours.
  ///
  /// - Returns: The bytes of its modes.
  func enter() -> [UInt8] {
    isActive = true
    waiting = nil
    screen.invalidate()
    writer?.forget()
    return writer?.enterModes ?? []
  }

  /// Deletes the pictures before the terminal is restored; what the line does not accept now is left to `crashBytes`.
  func leave() {
    isActive = false
    waiting = nil
    // Shared memory is also removed if no one is reading any more.
    guard let bytes = writer?.leave(), !line.isGone, !bytes.isEmpty else { return }
    _ = line.device.write((ControlSequence.stringEnd + bytes)[...])
  }

  func close() { screen.close() }

  func resize(to size: Size) {
    self.size = size
    waiting = nil
    screen.resize(to: size)
    writer?.invalidate()
  }

  /// The next frame is written completely.
  func invalidate() {
    screen.invalidate()
    writer?.invalidate()
  }

  func show(_ surface: Surface, cursor: Point?) {
    if line.isDrained {
      compose(surface, cursor: cursor)
    } else {
      waiting = (surface, cursor)
    }
  }

  /// Writes the frame and its pictures together.
  private func compose(_ surface: Surface, cursor: Point?) {
    // Only pictures that arrive have a frame drawn again; otherwise its memory is left to the next one.
    last = writer == nil ? nil : (surface, cursor)
    // A frame with another size came before the resize; its pictures may not fit.
    let fits = surface.size == size
    let pictures = fits ? surface : Surface(size: size)
    let wasBetweenCommands = isBetweenCommands
    let (before, cells) = writer?.begin(pictures, byteLimit: line.byteLimit) ?? ([], surface)
    let text = screen.frame(fits ? cells : surface, cursor: cursor)
    let after =
      writer?.finish(pictures, text: text, byteLimit: max(0, line.byteLimit - before.count)) ?? []
    // A half-written picture is finished or aborted first: a mode change in the middle would end it, and the rest would
    // appear as text.
    let ending = wasBetweenCommands ? [] : before
    let beginning = wasBetweenCommands ? before : []
    let frame = ending + synchronized(beginning + text + after)
    if isWorthMeasuring(frame) { line.sendAsking(frame) } else { line.send(frame) }
    feed()
  }

  /// The frame as one synchronized update, if the terminal supports that: moving pictures and moving text must not appear one
  /// after the other.
  private func synchronized(_ frame: [UInt8]) -> [UInt8] {
    guard isSynchronized, !frame.isEmpty else { return frame }
    return TerminalModes.beginUpdate + frame + TerminalModes.endUpdate
  }

  /// Pictures of characters can't wait like others: whether the line takes them is measured with each large one.
  private func isWorthMeasuring(_ frame: [UInt8]) -> Bool {
    method.method == .symbols && frame.count >= ThroughputMeter.minimumByteCount
      && line.hasAnswered && line.confirms && !line.isAwaitingReceipt
  }

  private func lineIsReady() {
    guard isActive else { return }
    if line.isDrained, let frame = waiting {
      waiting = nil
      compose(frame.surface, cursor: frame.cursor)
    } else {
      feed()
    }
  }

  /// Sends a piece of a waiting picture when the terminal has accepted everything; keys are handled in between.
  private func feed() {
    if isActive, isBetweenCommands { onPause() }
    guard !isFeeding, !line.isAwaitingReceipt, line.isDrained, let writer,
      writer.isWaiting || writer.needsFrame
    else { return }
    isFeeding = true
    Task { [weak self] in
      guard let self else { return }
      isFeeding = false
      sendPiece()
    }
  }

  private func sendPiece() {
    guard isActive, !line.isGone, line.isDrained, writer != nil else { return }
    if writer?.needsFrame == true, let last {
      compose(last.surface, cursor: last.cursor)
      return
    }
    let piece = writer?.nextPiece(byteLimit: line.byteLimit) ?? []
    if line.confirms, !piece.isEmpty, isBetweenCommands {
      line.sendAsking(piece)
    } else {
      line.send(piece)
      feed()
    }
  }

  /// The terminal reported (kitty's `ENOENT` and other errors) that it doesn't have a picture: it is sent again, but
  /// only a few times.
  func lost(_ number: UInt32) {
    writer?.lost(number)
    feed()
  }

  /// tmux passes nothing on for a hidden window, so pictures sent in the meantime may be missing.
  ///
  /// - Returns: Whether pictures are sent through tmux.
  func windowAppeared() -> Bool {
    guard method.isPassedThrough else { return false }
    writer?.forget()
    if line.isDrained, let last { compose(last.surface, cursor: last.cursor) }
    return true
  }
}
