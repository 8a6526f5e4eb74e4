/// One full-screen scene: draws a view model and turns keys into its inputs.
///
/// The terminal's view controller. `Navigator.push` calls `bindViewModel()` once, before the screen is first drawn.
public protocol Screen: AnyObject {
  /// Sets the closures of the view model. Called once, by `Navigator.push`.
  func bindViewModel()

  /// Called with the terminal's size before each drawing. Lay out tables here, so that they don't announce rows while
  /// drawing.
  func layout(size: Size)

  /// Draws everything into a blank surface of the terminal's size.
  func draw(on surface: inout Surface)

  /// Called when the frame has been written. Ask for pictures here, where no key waits for it.
  func didShow()

  /// Whether something is in progress that the navigator's spinner shows. Read after each layout.
  var isBusy: Bool { get }

  /// The position of the hardware cursor after `draw`, for screen readers.
  var cursor: Point? { get }

  /// What the keys pressed so far mean on this screen; nil if no command has them. Called for every key.
  func match(_ keys: KeySequence) -> KeyMatch?

  /// The currently available commands, for the help and the key line.
  var keyCommands: [KeyCommand] { get }

  /// Called before each key, and each press of the mouse, that the screen gets.
  func userActed()

  /// Handles a key that belongs to no command, such as text typed into a field. Returns whether it was used.
  func handle(_ key: Key) -> Bool

  func handle(_ mouse: MouseEvent)

  /// Pasted text, not cleaned: it may contain control characters and newlines.
  func handle(paste text: String)

  /// Whether the screen below stays visible, for example below a prompt. That screen is laid out and drawn first and
  /// receives no `didDisappear()`, but gets no keys.
  var isOverlay: Bool { get }

  /// Called when the screen becomes visible: it was pushed, or the screens that covered it were popped. An overlay does
  /// not cover it.
  func didAppear()

  /// Called when the screen is covered by another one that is not an overlay, or popped.
  func didDisappear()
}

extension Screen {
  public func layout(size: Size) {}
  public func didShow() {}
  public var isBusy: Bool { false }
  public var cursor: Point? { nil }
  public var keyCommands: [KeyCommand] { [] }
  public func match(_ keys: KeySequence) -> KeyMatch? { keyCommands.match(keys) }
  public func userActed() {}
  public func handle(_ key: Key) -> Bool { false }
  public func handle(_ mouse: MouseEvent) {}
  public func handle(paste text: String) {}
  public var isOverlay: Bool { false }
  public func didAppear() {}
  public func didDisappear() {}
}
