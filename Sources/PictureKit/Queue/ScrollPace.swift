/// Whether the screen moves on faster than anybody looks: a key is held down, the wheel turns, the window
/// is dragged larger.
///
/// While it does, only what is cheap is asked for; when it has been still for a moment, the rest. A single
/// key press after a pause is not quick, so its picture is begun at once. A value; the time comes from
/// outside.
nonisolated public struct ScrollPace: Sendable {
  /// Two moves within this time are quick: keys repeat 25 to 50 times a second, fingers press 5 to 8.
  public static let quickInterval = Duration.milliseconds(150)
  /// After so long without a move it is over.
  public static let rest = Duration.milliseconds(100)

  private var lastMove: Duration?
  public private(set) var isQuick = false

  public init() {}

  /// Something went out of sight and something else came.
  public mutating func moved(at now: Duration) {
    isQuick = lastMove.map { now - $0 < Self.quickInterval } ?? false
    lastMove = now
  }

  /// When it will have been still long enough; nil while it is not quick.
  public var end: Duration? {
    isQuick ? lastMove.map { $0 + Self.rest } : nil
  }

  /// Time went by.
  public mutating func settle(at now: Duration) {
    if let end, end <= now { isQuick = false }
  }
}
