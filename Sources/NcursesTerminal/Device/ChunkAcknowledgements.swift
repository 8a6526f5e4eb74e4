/// Whether the terminal has read the last piece of a picture. It is asked behind each one and the next
/// goes when it has answered; one that does not answer is not waited for again.
nonisolated struct ChunkAcknowledgements {
  /// For an answer of a terminal that answers other questions; the slowest lines take so long for a piece.
  static let patience = Duration.seconds(5)
  /// For one of a terminal that has answered nothing at all yet.
  static let shortPatience = Duration.seconds(2)

  /// Whether the terminal answers; until it was seen not to, it does.
  private(set) var isAnswering = true
  /// Whether an answer is missing, so that nothing more is to be sent.
  private(set) var isUnderWay = false
  private var sentTime: ContinuousClock.Instant?
  private var byteCount = 0
  private var number = 0

  /// A piece is sent with the question.
  ///
  /// - Returns: Its number, for `isOverdue`.
  mutating func sent(_ byteCount: Int, at now: ContinuousClock.Instant) -> Int {
    isUnderWay = true
    sentTime = now
    self.byteCount = byteCount
    number += 1
    return number
  }

  /// The answer came.
  ///
  /// - Returns: What was read and how long it took; nil where it was not waited for any more.
  mutating func arrived(at now: ContinuousClock.Instant) -> (byteCount: Int, time: Duration)? {
    isAnswering = true
    guard isUnderWay, let sentTime else { return nil }
    isUnderWay = false
    return (byteCount, now - sentTime)
  }

  /// The patience with a piece is over.
  ///
  /// - Parameter isLineEmpty: Whether the system has taken all bytes; else the line is only slow.
  /// - Returns: Whether it was the last one and its answer is missing, so that sending goes on.
  mutating func isOverdue(_ number: Int, isLineEmpty: Bool) -> Bool {
    guard isUnderWay, number == self.number else { return false }
    isUnderWay = false
    if isLineEmpty { isAnswering = false }
    return true
  }

  /// Whether the answer may still be on the line.
  func isExpected(at now: ContinuousClock.Instant) -> Bool {
    guard isUnderWay, let sentTime else { return false }
    return now - sentTime < Self.shortPatience
  }

  /// The answer to what is under way is not counted on.
  mutating func giveUp() { isUnderWay = false }
}
