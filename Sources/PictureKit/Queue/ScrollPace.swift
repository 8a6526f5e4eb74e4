/// Whether the screen scrolls faster than anyone can look: a key is held down, the wheel turns, the window is being
/// enlarged.
///
/// While it does, only cheap previews are requested; the rest follows when it has been still for a moment. A single key
/// press after a pause is not quick, so its picture is started immediately. A value; the time is passed in.
nonisolated public struct ScrollPace: Sendable {
  /// Two moves within this time are quick: keys repeat 25 to 50 times a second, fingers press 5 to 8 times.
  public static let quickInterval = Duration.milliseconds(150)
  /// After this time without a move, scrolling is over.
  public static let rest = Duration.milliseconds(100)

  private var lastMove: Duration?
  public private(set) var isQuick = false

  public init() {}

  /// Something scrolled out of view and something else came into view.
  public mutating func moved(at now: Duration) {
    isQuick = lastMove.map { now - $0 < Self.quickInterval } ?? false
    lastMove = now
  }

  /// When it will have been still long enough; nil if it is not scrolling quickly.
  public var end: Duration? {
    isQuick ? lastMove.map { $0 + Self.rest } : nil
  }

  /// Some time has passed.
  public mutating func settle(at now: Duration) {
    if let end, end <= now { isQuick = false }
  }
}
