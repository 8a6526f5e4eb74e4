/// Runs a navigator on a terminal, after `UIApplication`.
///
/// All events of one wake are handled, then one frame is drawn; a frame that is asked for from elsewhere
/// comes at the next turn of the main queue, once. While nothing happens, nothing runs.
public final class TerminalApplication {
  /// In a smaller terminal one line that says why is drawn instead of the screens.
  public static let minimumSize = Size(columns: 20, rows: 5)

  /// Frames are never larger, whatever a terminal says of itself: one of 65,535×65,535 cells would take
  /// all memory.
  public static let maximumSize = Size(columns: 2000, rows: 1000)

  /// Where frames go and events come from; its owner restores it.
  public let terminal: any Terminal
  /// Where events go and frames come from.
  public let navigator: Navigator
  /// Called when the program should end: with a reason from outside, or `.interrupt` for Ctrl-C. Call `end()`
  /// before the terminal is restored, so that no frame follows.
  public var onTerminate: ((TerminationReason) -> Void)?
  /// Called before the next frame when more or something else is known of what the terminal shows.
  public var onCapabilitiesChanged: (() -> Void)?
  /// The signs of the terminal's locale.
  public var glyphs: Glyphs
  /// Puts a piece of work at the end of the main queue. Tests run it by hand.
  private let enqueue: @MainActor (@escaping @MainActor () -> Void) -> Void
  private var isDisplayPending = false
  private var isFollowingDisplayWanted = false
  /// Events may arrive while others are handled, as `.resumed` does during a suspension.
  private var eventDepth = 0
  private var hasEnded = false

  public init(
    terminal: any Terminal, navigator: Navigator, glyphs: Glyphs = .unicode,
    enqueue: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = TerminalApplication
      .onMainQueue
  ) {
    self.terminal = terminal
    self.navigator = navigator
    self.glyphs = glyphs
    self.enqueue = enqueue
  }

  /// The next turn of the main queue.
  public static func onMainQueue(_ work: @escaping @MainActor () -> Void) {
    Task { @MainActor in work() }
  }

  /// Takes over the terminal's events and draws the first frame.
  public func start() {
    navigator.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
    navigator.onNeedsFollowingDisplay = { [weak self] in self?.isFollowingDisplayWanted = true }
    terminal.onEvents = { [weak self] events in self?.handle(events) }
    drawNow()
  }

  /// Stops drawing for good. The terminal is given back by its owner.
  public func end() {
    hasEnded = true
    terminal.onEvents = nil
    navigator.onNeedsDisplay = nil
    navigator.onNeedsFollowingDisplay = nil
  }

  /// Asks for a frame; any number of calls before the next turn of the main queue give one.
  public func setNeedsDisplay() {
    guard !isDisplayPending, !hasEnded else { return }
    isDisplayPending = true
    // Events draw at their end anyway.
    guard eventDepth == 0 else { return }
    enqueue { [weak self] in self?.displayIfNeeded() }
  }

  /// Draws the frame that was asked for, if one was.
  public func displayIfNeeded() {
    guard isDisplayPending else { return }
    drawNow()
  }

  // MARK: Events

  private func handle(_ events: [TerminalEvent]) {
    eventDepth += 1
    for event in events {
      if hasEnded { break }
      handle(event)
    }
    eventDepth -= 1
    if eventDepth == 0 { drawNow() }
  }

  private func handle(_ event: TerminalEvent) {
    switch event {
    case .key(.control("c")): onTerminate?(.interrupt)
    case .key(.control("l")): terminal.invalidate()
    case .key(.control("z")): terminal.suspend()
    case .key(let key):
      // A screen that cannot be seen gets no keys, but can be left.
      guard !isTooSmall || key == .character("q") else { break }
      navigator.handle(key)
    case .mouse(let mouse):
      if !isTooSmall { navigator.handle(mouse) }
    case .paste(let text):
      if !isTooSmall { navigator.handle(paste: text) }
    // The frame at the end of the events has the new size, and asks for pictures as they now are.
    case .resize: break
    case .capabilitiesChanged: onCapabilitiesChanged?()
    case .resumed: terminal.invalidate()
    case .terminate(let reason): onTerminate?(reason)
    }
  }

  // MARK: Drawing

  private var frameSize: Size {
    Size(
      columns: min(terminal.size.columns, Self.maximumSize.columns),
      rows: min(terminal.size.rows, Self.maximumSize.rows))
  }

  private var isTooSmall: Bool {
    terminal.size.columns < Self.minimumSize.columns || terminal.size.rows < Self.minimumSize.rows
  }

  private func drawNow() {
    guard !hasEnded else { return }
    // What layout asks for comes with this frame.
    isDisplayPending = true
    let (surface, cursor) = isTooSmall ? tooSmallFrame() : navigator.draw(size: frameSize)
    isDisplayPending = false
    terminal.reportsDrags = !isTooSmall && navigator.wantsDrags
    terminal.show(surface, cursor: cursor)
    guard isFollowingDisplayWanted else { return }
    isFollowingDisplayWanted = false
    setNeedsDisplay()
  }

  /// The needed size first: whatever is cut off at the right is the lesser part.
  private func tooSmallFrame() -> (Surface, Point?) {
    var surface = Surface(size: frameSize)
    let (needed, size) = (Self.minimumSize, terminal.size)
    let text =
      "needs \(needed.columns)x\(needed.rows), this is \(size.columns)x\(size.rows)"
    surface.write(text, at: .zero, ellipsis: glyphs.ellipsis)
    return (surface, nil)
  }
}
