/// Runs a navigator on a terminal, modelled on `UIApplication`.
///
/// All events of one wake-up are handled, then one frame is drawn. Frames that are requested at other times are drawn
/// once, at the next turn of the main queue. Nothing runs while nothing happens.
public final class TerminalApplication {
  /// A smaller terminal shows the reason in place of the screens, which wait for a larger one as they are.
  public static let minimumSize = Size(columns: 40, rows: 10)

  /// The destination of frames and the source of events; its owner restores it.
  public let terminal: any Terminal
  /// The destination of events and the source of frames.
  public let navigator: Navigator
  /// Called when the program should exit: for an external reason, or with `.interrupt` for Ctrl-C. Call `end()` before
  /// the terminal is restored, so that no frame follows.
  public var onTerminate: ((TerminationReason) -> Void)?
  /// Called before the next frame when the terminal's capabilities for showing pictures have changed or become known.
  public var onCapabilitiesChanged: (() -> Void)?
  /// Appends work to the main queue. Tests run it by hand.
  private let enqueue: @MainActor (@escaping @MainActor () -> Void) -> Void
  private var isDisplayPending = false
  private var isFollowingDisplayWanted = false
  /// Events may arrive while others are being handled, such as `.resumed` during a suspension.
  private var eventDepth = 0
  private var hasEnded = false

  public init(
    terminal: any Terminal, navigator: Navigator,
    enqueue: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = TerminalApplication
      .onMainQueue
  ) {
    self.terminal = terminal
    self.navigator = navigator
    self.enqueue = enqueue
  }

  /// The next turn of the main queue.
  public static func onMainQueue(_ work: @escaping @MainActor () -> Void) {
    Task { @MainActor in work() }
  }

  /// Starts handling the terminal's events and draws the first frame.
  public func start() {
    navigator.onNeedsDisplay = { [weak self] in self?.setNeedsDisplay() }
    navigator.onNeedsFollowingDisplay = { [weak self] in self?.isFollowingDisplayWanted = true }
    terminal.onEvents = { [weak self] events in self?.handle(events) }
    drawNow()
  }

  /// Stops drawing for good. The terminal's owner restores it.
  public func end() {
    hasEnded = true
  }

  /// Requests a frame; several calls before the next turn of the main queue give one frame.
  public func setNeedsDisplay() {
    guard !isDisplayPending, !hasEnded else { return }
    isDisplayPending = true
    // A frame is drawn after the events anyway.
    guard eventDepth == 0 else { return }
    enqueue { [weak self] in
      guard let self, isDisplayPending else { return }
      drawNow()
    }
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
      // A screen that is not visible gets no keys, but the user can leave it.
      guard !isTooSmall || key == .character("q") else { break }
      navigator.handle(key)
    case .mouse(let mouse):
      if !isTooSmall { navigator.handle(mouse) }
    case .paste(let text):
      if !isTooSmall { navigator.handle(paste: text) }
    // The frame after the events has the new size, and requests pictures for it.
    case .resize: break
    case .capabilitiesChanged: onCapabilitiesChanged?()
    case .resumed: terminal.invalidate()
    case .terminate(let reason): onTerminate?(reason)
    }
  }

  // MARK: Drawing

  private var isTooSmall: Bool {
    terminal.size.columns < Self.minimumSize.columns || terminal.size.rows < Self.minimumSize.rows
  }

  private func drawNow() {
    guard !hasEnded else { return }
    // Requests made during layout are served by this frame.
    isDisplayPending = true
    let (surface, cursor) = isTooSmall ? tooSmallFrame() : navigator.draw(size: terminal.size)
    isDisplayPending = false
    terminal.show(surface, cursor: cursor)
    if !isTooSmall { navigator.didShow() }
    guard isFollowingDisplayWanted else { return }
    isFollowingDisplayWanted = false
    setNeedsDisplay()
  }

  private func tooSmallFrame() -> (Surface, Point?) {
    var surface = Surface(size: terminal.size)
    let (needed, size) = (Self.minimumSize, terminal.size)
    surface.writeWrapped(
      "At least \(needed.columns)×\(needed.rows) are needed; this window is \(size.columns)×\(size.rows).",
      in: surface.bounds)
    return (surface, nil)
  }
}
