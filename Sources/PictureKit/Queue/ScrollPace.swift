/// Whether the screen moves on faster than anybody looks: a key is held down, the wheel turns, the window
/// is dragged larger.
///
/// While it does, only what is cheap is asked for; when it has been still for a moment, the rest. A single
/// key press after a pause is not quick, so its picture is begun at once. A value; the time comes from
/// outside.
nonisolated struct ScrollPace: Sendable {
  /// Two moves within this time are quick: keys repeat 25 to 50 times a second, fingers press 5 to 8.
  static let quickInterval = Duration.milliseconds(150)
  /// After so long without a move it is over.
  static let rest = Duration.milliseconds(100)

  private var lastMove: Duration?
  private(set) var isQuick = false

  init() {}

  /// Something went out of sight and something else came.
  mutating func moved(at now: Duration) {
    isQuick = lastMove.map { now - $0 < Self.quickInterval } ?? false
    lastMove = now
  }

  /// When it will have been still long enough; nil while it is not quick.
  var end: Duration? {
    isQuick ? lastMove.map { $0 + Self.rest } : nil
  }

  /// Time went by.
  mutating func settle(at now: Duration) {
    if let end, end <= now { isQuick = false }
  }
}
