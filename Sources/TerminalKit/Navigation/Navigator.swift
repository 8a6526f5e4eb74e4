/// The stack of screens, after `UINavigationController`, with alerts over the topmost.
///
/// `push` calls `bindViewModel()` exactly once in a screen's life; each `didAppear()` is followed by
/// one `didDisappear()` before the next. Every change asks for a frame.
public final class Navigator {
  /// From the bottom; the last is shown.
  public private(set) var screens: [any Screen] = []
  /// From the bottom; the last is on top and takes the keys.
  public private(set) var alerts: [Alert] = []
  /// Called when something changed and a frame is wanted. Set by `TerminalApplication`.
  public var onNeedsDisplay: (() -> Void)?
  /// Called when a frame is wanted after the next one. Set by `TerminalApplication`.
  public var onNeedsFollowingDisplay: (() -> Void)?
  /// Called when the last screen was popped: the program may end.
  public var onEmpty: (() -> Void)?
  /// Called with a key that neither a command nor the topmost screen used.
  public var onUnusedKey: ((Key) -> Void)?
  private let noticeTicks: any TickSource
  /// Those that were told `didAppear()` and not `didDisappear()` since.
  private var visibleScreens: [any Screen] = []
  /// Weak, as a screen that is gone must not be taken for a new one at the same address.
  private var boundScreens: [WeakScreen] = []

  /// - Parameter noticeTicks: Ends notices when their time is over.
  public init(noticeTicks: any TickSource = DispatchTickSource()) {
    self.noticeTicks = noticeTicks
  }

  /// The screen that is shown and takes the keys.
  public var topScreen: (any Screen)? { screens.last }

  /// The alert that is shown over it and takes the keys.
  public var topAlert: Alert? { alerts.last }

  /// Asks for a frame; any number of calls in one turn of the main queue give one.
  public func setNeedsDisplay() { onNeedsDisplay?() }

  /// Asks for one more frame after the one that is being made, or that is due: for what can wait until
  /// the answer to a key is on the screen. Events that come in between are handled, and shown, first.
  public func setNeedsFollowingDisplay() { onNeedsFollowingDisplay?() }

  // MARK: Screens

  /// Binds a screen, the first time that it is pushed, and shows it. A screen that is already on the
  /// stack is not pushed again.
  public func push(_ screen: any Screen) {
    guard !screens.contains(where: { $0 === screen }) else { return }
    screens.append(screen)
    bind(screen)
    updateAppearance()
  }

  private func bind(_ screen: any Screen) {
    boundScreens.removeAll { $0.screen == nil }
    guard !boundScreens.contains(where: { $0.screen === screen }) else { return }
    boundScreens.append(WeakScreen(screen: screen))
    screen.bindViewModel()
  }

  private struct WeakScreen {
    weak var screen: (any Screen)?
  }

  /// Pops the topmost screen, the last one too. Nil when the stack is empty.
  @discardableResult
  public func pop() -> (any Screen)? {
    guard let screen = screens.popLast() else { return nil }
    updateAppearance()
    if screens.isEmpty { onEmpty?() }
    return screen
  }

  /// The topmost screen with all that can be seen below it, from the bottom.
  private var shownScreens: ArraySlice<any Screen> {
    screens[(screens.lastIndex { !$0.isOverlay } ?? 0)...]
  }

  /// Tells screens that they have appeared or disappeared. Whatever a screen does to the stack while it is
  /// bound or told, each `didAppear()` has its `didDisappear()`.
  private func updateAppearance() {
    setNeedsDisplay()
    // A screen may change the stack when it is told, so look again after each.
    while let hidden = visibleScreens.lastIndex(where: { !isIn(shownScreens, $0) }) {
      visibleScreens.remove(at: hidden).didDisappear()
    }
    while let shown = shownScreens.first(where: { !isIn(visibleScreens[...], $0) }) {
      visibleScreens.append(shown)
      shown.didAppear()
    }
  }

  private func isIn(_ screens: ArraySlice<any Screen>, _ screen: any Screen) -> Bool {
    screens.contains { $0 === screen }
  }

  // MARK: Alerts

  /// Shows an alert over everything; those that are already there wait below it.
  public func present(_ alert: Alert) {
    guard !alerts.contains(where: { $0 === alert }) else { return }
    alerts.append(alert)
    setNeedsDisplay()
  }

  /// Closes the topmost alert and calls its `onDismiss`.
  public func dismiss() {
    guard let alert = alerts.popLast() else { return }
    setNeedsDisplay()
    alert.onDismiss?()
  }

  // MARK: Notices

  /// What happened, in the last line; nil when there is nothing to say.
  public private(set) var notice: Notice?

  /// Says what happened, over the last lines of the screen, until the next key or click, or until its time is over.
  /// A message does not replace a failure that is still shown.
  public func show(_ notice: Notice?) {
    if self.notice?.kind == .failure, notice?.kind == .message { return }
    noticeTicks.stop()
    self.notice = notice
    if let duration = notice?.duration {
      noticeTicks.start(every: duration) { [weak self] in self?.show(nil) }
    }
    setNeedsDisplay()
  }

  // MARK: Input

  /// Gives a key to the alert, else to the commands of the notice that stood until now, else to the topmost screen's,
  /// else to the screen.
  ///
  /// - Returns: Whether it was used.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    let told = notice
    if told != nil { show(nil) }
    if let alert = topAlert {
      let command = alert.commands.first { $0.keys.contains(KeySequence(key)) }
      if command != nil || alert.closes(on: key) { dismiss() }
      command?.action()
      return true
    }
    guard let screen = topScreen else { return false }
    if let command = told?.commands.first(where: { $0.keys.contains(KeySequence(key)) }) {
      command.action()
      return true
    }
    if let command = screen.keyCommands.first(where: { $0.keys.contains(KeySequence(key)) }) {
      command.action()
      return true
    }
    if screen.handle(key) { return true }
    onUnusedKey?(key)
    return false
  }

  /// Gives the mouse to the topmost screen; a press closes an alert.
  public func handle(_ mouse: MouseEvent) {
    if mouse.action == .press, notice != nil { show(nil) }
    if topAlert != nil {
      if mouse.action == .press { dismiss() }
      return
    }
    topScreen?.handle(mouse)
  }

  /// Gives pasted text to the topmost screen; an alert takes it and does nothing.
  public func handle(paste text: String) {
    if topAlert == nil { topScreen?.handle(paste: text) }
  }

  /// Whether the topmost screen wants drags and no alert takes the mouse.
  var wantsDrags: Bool { topAlert == nil && topScreen?.wantsDrags ?? false }

  // MARK: Drawing

  /// Draws the topmost screen, with what is in sight below it, and the alert over it.
  ///
  /// - Returns: The frame, and where the cursor stands.
  public func draw(size: Size) -> (surface: Surface, cursor: Point?) {
    var surface = Surface(size: size)
    let shown = shownScreens
    for screen in shown { screen.layout(size: size) }
    for screen in shown { screen.draw(on: &surface) }
    // What is typed into a prompt stays in sight.
    notice?.draw(on: &surface, sparing: topScreen?.isOverlay == true ? 1 : 0)
    guard let alert = topAlert else { return (surface, topScreen?.cursor) }
    alert.draw(on: &surface)
    return (surface, alert.cursor(in: size))
  }
}
