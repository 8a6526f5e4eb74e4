/// Which answers of the terminal are still missing, and how long to expect them.
nonisolated struct AwaitedAnswers {
  /// How long an answer may take to start, from the question or from the previous answer.
  ///
  /// During this time a lone ESC may be the first byte of an answer, and the Esc key takes 200 ms to be recognised,
  /// otherwise 25 ms. A terminal answers immediately, so the limit is for the connection: no connection that anyone
  /// would work on needs two seconds for a round trip. Later answers are still recognised if they arrive in one piece,
  /// as nearly all do, so a terminal that never answers is not slow for longer.
  private static let beginLimit = Duration.seconds(2)
  /// How long an answer that has started may take to continue; only one that was cut off waits this long.
  static let restLimit = Duration.seconds(10)

  /// Questions whose end mark has not arrived yet.
  private(set) var endCount = 0
  /// When the terminal was last asked, or last sent something after that.
  private var time: ContinuousClock.Instant?

  /// A question was sent that ends with an end mark.
  mutating func asked(at now: ContinuousClock.Instant) {
    endCount += 1
    time = now
  }

  /// An answer arrived, whichever it was.
  mutating func answered(at now: ContinuousClock.Instant) {
    if endCount > 0 { time = now }
  }

  mutating func ended() { endCount = max(0, endCount - 1) }

  /// Missing answers are not expected any longer.
  mutating func giveUp() { endCount = 0 }

  func mayBegin(at now: ContinuousClock.Instant) -> Bool { isWithin(Self.beginLimit, now) }
  func mayGoOn(at now: ContinuousClock.Instant) -> Bool { isWithin(Self.restLimit, now) }

  private func isWithin(_ limit: Duration, _ now: ContinuousClock.Instant) -> Bool {
    guard endCount > 0, let time else { return false }
    return now - time < limit
  }
}
