/// Whether the screen scrolls faster than anyone can look: a key is held down, the wheel turns, the window is being
/// enlarged.
///
/// While it does, only cheap, rough pictures are requested; the rest follows when it has been still for a moment. A single key
/// press after a pause is not quick, so its picture is started immediately. A value; the time is passed in.
nonisolated public struct ScrollPace: Sendable {
  /// Two moves within this time are quick: keys repeat 25 to 50 times a second, fingers press 5 to 8 times.
  public static let quickInterval = Duration.milliseconds(150)
  /// After at most this time without a move, scrolling is over.
  public static let rest = Duration.milliseconds(100)
  /// A key that repeats 30 times a second was released if it is this late.
  private static let minimumRest = Duration.milliseconds(50)

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
    return lastMove + min(Self.rest, max(Self.minimumRest, interval * 3 / 2))
  }

  /// Some time has passed.
  public mutating func settle(at now: Duration) {
    if let end, end <= now { isQuick = false }
  }
}

/// Which of the next photos to begin with while a key is held, by how long they took so far.
///
/// A photo that is reached before it can be ready is not worth beginning: its decode would be cancelled when it is
/// passed, and so would the next one's, and nothing would ever be shown. A value; times are passed in.
nonisolated struct AheadOrder: Sendable {
  /// About the longest of the last few.
  private var time = Duration.zero

  /// One was ready, or was given up, after this time.
  mutating func took(_ time: Duration) {
    self.time = max(time, self.time * 19 / 20)
  }

  /// How many have to be made at the same time, so that one is ready for each key.
  ///
  /// Not more: a worker takes a processor, and the key that is pressed meanwhile needs one, too.
  func concurrency(interval: Duration) -> Int {
    guard interval > .zero else { return 1 }
    // A quarter in reserve: they don't all take the same time.
    return max(1, Int((time / interval / 0.75).rounded(.up)))
  }

  /// - Parameters:
  ///   - requests: The one under the bar, and the next ones.
  ///   - interval: The time between two keys.
  /// - Returns: Those that can be ready in time, and then those that are only worth it if workers have nothing else to
  ///   do.
  func order<Request>(_ requests: [Request], interval: Duration) -> [Request] {
    guard interval > .zero else { return requests }
    let lead = min(requests.count - 1, Int(time / interval))
    guard lead > 0 else { return requests }
    return Array(requests[lead...] + requests[..<lead].reversed())
  }
}
