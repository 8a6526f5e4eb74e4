/// Which of the terminal's answers have not come, and how long something may still come of them.
nonisolated struct AwaitedAnswers {
  /// How long an answer may take to begin, from the question or from the answer before it.
  ///
  /// So long a lone ESC may be the first byte of one, and the key Esc takes 200 ms in place of 25.
  /// A terminal answers at once; the rest is the line, and none that one would work on takes two
  /// seconds for a round trip. Later answers are known all the same when they come in one piece, as
  /// nearly all do, so that a terminal that never answers is not slow for longer.
  private static let beginLimit = Duration.seconds(2)
  /// How long one that has begun may take to go on; only what was cut off waits for it.
  static let restLimit = Duration.seconds(10)

  /// End marks of questions that have not come yet.
  private(set) var endCount = 0
  /// When the terminal was asked, or said something after that.
  private var time: ContinuousClock.Instant?

  /// Something was asked that ends with an end mark.
  mutating func asked(at now: ContinuousClock.Instant) {
    endCount += 1
    time = now
  }

  /// An answer came, whichever.
  mutating func answered(at now: ContinuousClock.Instant) {
    if endCount > 0 { time = now }
  }

  mutating func ended() { endCount = max(0, endCount - 1) }

  /// What is missing is not counted on any more.
  mutating func giveUp() { endCount = 0 }

  func mayBegin(at now: ContinuousClock.Instant) -> Bool { isWithin(Self.beginLimit, now) }
  func mayGoOn(at now: ContinuousClock.Instant) -> Bool { isWithin(Self.restLimit, now) }

  private func isWithin(_ limit: Duration, _ now: ContinuousClock.Instant) -> Bool {
    guard endCount > 0, let time else { return false }
    return now - time < limit
  }
}
