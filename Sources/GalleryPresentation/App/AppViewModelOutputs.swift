/// What the program does about what happens to it.
public protocol AppViewModelOutputs: AnyObject {
  /// Emits once, with the source to show.
  var startGalleryClosure: ((String) -> Void)? { get set }
  /// Emits when all of the screen is to be drawn again: after a resize or a suspension.
  var redrawClosure: (() -> Void)? { get set }
  /// Emits exactly once, with the exit status; nothing is announced after it.
  var leaveClosure: ((Int32) -> Void)? { get set }

  var isSuspended: Bool { get }
  /// Whether the terminal is too small for any screen. Announced by `redrawClosure`.
  var isTooSmall: Bool { get }
  /// What to show instead, in one line; nil when there is room.
  var tooSmallText: String? { get }
}
