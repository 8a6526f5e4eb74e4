/// Whether the screen scrolls faster than anyone can look: a key is held down, the wheel turns, the window is being
/// enlarged.
///
/// While it does, only cheap previews are requested; the rest follows when it has been still for a moment. A single key
/// press after a pause is not quick, so its picture is started immediately. A value; the time is passed in.
nonisolated public struct ScrollPace: Sendable {
  /// Two moves within this time are quick: keys repeat 25 to 50 times a second, fingers press 5 to 8 times.
  public static let quickInterval = Duration.milliseconds(150)
  /// After at most this time without a move, scrolling is over.
  public static let rest = Duration.milliseconds(100)
  /// A key that repeats 30 times a second was released if it is this late.
  private static let leastRest = Duration.milliseconds(50)

  private var lastMove: Duration?
  /// Between the last two moves.
  public private(set) var interval = Duration.zero
  public private(set) var isQuick = false

  public init() {}

  /// Something scrolled out of view and something else came into view.
  public mutating func moved(at now: Duration) {
    interval = lastMove.map { now - $0 } ?? Self.quickInterval
    isQuick = interval < Self.quickInterval
    lastMove = now
  }

  /// When it will have been still long enough, half as long again as between the last moves; nil if it is not scrolling
  /// quickly.
  ///
  /// If another key comes after all, little is lost: what was begun is cancelled.
  public var end: Duration? {
    guard isQuick, let lastMove else { return nil }
    return lastMove + min(Self.rest, max(Self.leastRest, interval * 3 / 2))
  }

  /// Some time has passed.
  public mutating func settle(at now: Duration) {
    if let end, end <= now { isQuick = false }
  }
}
