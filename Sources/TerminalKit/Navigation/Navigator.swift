/// The stack of screens, modelled on `UINavigationController`, with alerts above the topmost screen.
///
/// Each `didAppear()` is followed by a `didDisappear()` before the next one. Every change requests a frame.
public final class Navigator {
  /// From the bottom to the top; the last one is shown.
  public private(set) var screens: [any Screen] = []
  /// From the bottom to the top; the last one receives the keys.
  public private(set) var alerts: [Alert] = []
  /// Called when something changed and a frame is needed. Set by `TerminalApplication`.
  public var onNeedsDisplay: (() -> Void)?
  /// Called when another frame is needed after the next one. Set by `TerminalApplication`.
  public var onNeedsFollowingDisplay: (() -> Void)?
  /// Called when the last screen was popped: the program may exit.
  public var onEmpty: (() -> Void)?
  /// Called with a key that neither a command nor the topmost screen used, or with a sequence that no command has.
  public var onUnusedKeys: ((KeySequence) -> Void)?
  /// For the menu of how a key sequence may continue.
  public var theme = Theme.standard()
  /// What such menus hold, by the keys that open them; others are titled by their keys.
  public var menuTitles: [KeySequence: String] = [:]
  private let noticeTicks: any Alarm
  /// Spins while a visible screen is busy.
  public let spinner: ActivityIndicator
  /// The buttons of the last frame.
  private var buttons: Set<Surface.Button> = []
  /// Whether the last press was on a button, which gets all that follows until the next press.
  private var isButtonPressed = false
  /// Screens that have received `didAppear()` and no `didDisappear()` since.
  private var visibleScreens: [any Screen] = []

  /// - Parameters:
  ///   - noticeTicks: Ends notices after their time.
  ///   - spinnerTicks: Turns the spinner.
  public init(
    noticeTicks: any Alarm = DispatchAlarm(), spinnerTicks: any Alarm = DispatchAlarm()
  ) {
    self.noticeTicks = noticeTicks
    spinner = ActivityIndicator(ticks: spinnerTicks)
    spinner.onTick = { [weak self] in self?.setNeedsDisplay() }
  }

  /// The screen that is shown and receives the keys.
  public var topScreen: (any Screen)? { screens.last }

  /// The alert above the screen, which receives the keys.
  public var topAlert: Alert? { alerts.last }

  /// Requests a frame; several calls in one turn of the main queue give one frame.
  public func setNeedsDisplay() { onNeedsDisplay?() }

  /// Requests one more frame after the one that is being made or is due, for work that can wait until the response to a
  /// key is on the screen. Events that arrive in between are handled and shown first.
  public func setNeedsFollowingDisplay() { onNeedsFollowingDisplay?() }

  // MARK: Screens

  /// Binds a screen and shows it: one that is new, and is never pushed again.
  public func push(_ screen: any Screen) {
    screens.append(screen)
    screen.bindViewModel()
    updateAppearance()
  }

  /// Pops the topmost screen, even if it is the last one. Returns nil if the stack is empty.
  @discardableResult
  public func pop() -> (any Screen)? {
    guard let screen = screens.popLast() else { return nil }
    updateAppearance()
    if screens.isEmpty { onEmpty?() }
    return screen
  }

  /// Removes all screens, alerts and notices to make room for others; `onEmpty` is not called.
  public func removeAll() {
    screens = []
    alerts = []
    noticeTicks.stop()
    notice = nil
    updateAppearance()
  }

  /// The topmost screen and the screens that are visible below it, from the bottom.
  private var shownScreens: ArraySlice<any Screen> {
    screens[min(screens.count, screens.lastIndex { !$0.isOverlay } ?? 0)...]
  }

  /// Notifies screens that they have appeared or disappeared. Whatever a screen does to the stack in these calls or
  /// while it is bound, each `didAppear()` gets its `didDisappear()`.
  private func updateAppearance() {
    setNeedsDisplay()
    // A screen may change the stack when it is notified, so check again after each one.
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

  /// Shows an alert above everything; earlier alerts wait below it.
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

  /// Closes the topmost alert, and does what the user chose.
  private func close(_ alert: Alert, by command: KeyCommand?) {
    dismiss()
    if let command { command.action() } else { alert.onDecline?() }
  }

  // MARK: Notices

  /// What happened, shown in the last line; nil if there is nothing to say.
  public private(set) var notice: Notice?

  /// Shows what happened, over the last lines of the screen, until the next key or click or until its time is over. A
  /// message does not replace a failure that is still shown.
  public func show(_ notice: Notice?) {
    if self.notice?.kind == .failure, notice?.kind == .message { return }
    noticeTicks.stop()
    self.notice = notice
    if let duration = notice?.duration {
      noticeTicks.ring(after: duration) { [weak self] in self?.show(nil) }
    }
    setNeedsDisplay()
  }

  // MARK: Input

  /// Passes a key to the alert; otherwise to the commands of the current notice, then to the commands of the topmost
  /// screen, then to the screen itself.
  ///
  /// A key that starts a sequence opens a menu of the keys that may follow.
  ///
  /// A character that is neither a command nor text counts as its `commandKey`.
  ///
  /// - Returns: Whether it was used.
  @discardableResult
  public func handle(_ key: Key) -> Bool {
    let noticeCommands = notice?.commands ?? []
    if notice != nil { show(nil) }
    if let alert = topAlert {
      switch alert.answer(to: key) {
      case .closes(let command): close(alert, by: command)
      case .stays: setNeedsDisplay()
      }
      return true
    }
    guard let screen = topScreen else { return false }
    screen.userActed()
    let other = key.commandKey
    for key in [key, other].compactMap(\.self)
    where perform(KeySequence(key), noticeCommands, on: screen) {
      return true
    }
    if screen.handle(key) || other.map(screen.handle) == true { return true }
    onUnusedKeys?(KeySequence(key))
    return false
  }

  /// - Parameter noticeCommands: The commands of the notice that was shown when the first key was typed.
  /// - Returns: Whether the keys have a command, or begin a sequence.
  private func perform(
    _ typed: KeySequence, _ noticeCommands: [KeyCommand], on screen: any Screen
  ) -> Bool {
    switch noticeCommands.match(typed) ?? screen.match(typed) {
    case .command(let perform): perform()
    case .beginning:
      let choices = (noticeCommands + screen.keyCommands).flatMap { command in
        command.keys.filter { $0.continues(typed) }.map { sequence in
          let rest = Array(sequence.keys.dropFirst(typed.keys.count))
          return PresentedChoice(
            KeyCommand(id: command.id, keys: [rest[0]], title: command.title) { [weak self] in
              _ = self?.perform(typed.appending(rest[0]), noticeCommands, on: screen)
            }, key: KeySequence(rest).description)
        }
      }
      let title = menuTitles[typed] ?? typed.description
      present(Alert(menu: title, choices: choices, theme: theme))
    case nil: return false
    }
    return true
  }

  /// Passes a mouse event to the topmost screen; a press closes an alert, and does what it is on.
  public func handle(_ mouse: MouseEvent) {
    if mouse.action == .press, notice != nil { show(nil) }
    if let alert = topAlert {
      guard mouse.action == .press else { return }
      let pressed = Set(buttons.filter { $0.rect.contains(mouse.position) }.map(\.command))
      let command = alert.commands.first { pressed.contains($0.id) }
      guard command != nil || !alert.keepsOnEnter else { return }
      // The rest of the click is not for the screen below.
      isButtonPressed = true
      close(alert, by: command)
      return
    }
    if mouse.action == .press { topScreen?.userActed() }
    if mouse.action == .press || mouse.action == .doubleClick {
      isButtonPressed = pressButton(at: mouse.position)
    }
    let isWheel = mouse.action == .wheelUp || mouse.action == .wheelDown
    if !isButtonPressed || isWheel { topScreen?.handle(mouse) }
  }

  /// Calls the command that a key line, or another part of the topmost screen, has at a point.
  private func pressButton(at point: Point) -> Bool {
    guard let button = buttons.first(where: { $0.rect.contains(point) }),
      let command = topScreen?.keyCommands.first(where: { $0.id == button.command })
    else { return false }
    command.action()
    setNeedsDisplay()
    return true
  }

  /// Passes pasted text to the topmost screen; an alert ignores it.
  public func handle(paste text: String) {
    if topAlert == nil { topScreen?.handle(paste: text) }
  }

  // MARK: Drawing

  /// Draws the topmost screen, the screens that are visible below it, and the alert above it.
  ///
  /// - Returns: The frame, and the position of the cursor.
  public func draw(size: Size) -> (surface: Surface, cursor: Point?) {
    var surface = Surface(size: size)
    let shown = shownScreens
    for screen in shown { screen.layout(size: size) }
    spinner.animate(while: shown.contains(where: \.isBusy))
    for screen in shown { screen.draw(on: &surface) }
    // Text that is being typed into a prompt stays visible.
    let isTyped = topScreen?.isOverlay == true
    let message = notice?.draw(on: &surface, sparing: isTyped && topAlert == nil ? 1 : 0)
    defer { buttons = surface.buttons }
    guard let alert = topAlert else {
      return (surface, isTyped ? topScreen?.cursor : message ?? topScreen?.cursor)
    }
    hideKeyLine(of: &surface)
    // What a key of the box answered stays in sight, too: a box that has no room beside it is drawn above it.
    var room = size
    if let message, alert.rect(in: size).maxRow > message.row { room.rows = message.row }
    surface.draw(in: Rect(origin: .zero, size: room)) { alert.draw(on: &$0) }
    return (surface, alert.cursor(in: room))
  }

  /// The keys of the screen do nothing while a box asks. In full screen there are none.
  private func hideKeyLine(of surface: inout Surface) {
    let row = surface.size.rows - 1
    guard notice == nil, surface.buttons.contains(where: { $0.rect.minRow == row }) else { return }
    surface.fill(Rect(column: 0, row: row, columns: surface.size.columns, rows: 1))
  }

  /// Call when the frame that `draw` returned has been written.
  public func didShow() {
    for screen in shownScreens { screen.didShow() }
  }
}
