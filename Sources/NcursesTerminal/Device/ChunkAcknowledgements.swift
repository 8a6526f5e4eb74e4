/// Whether the terminal has read the last piece of a picture. A question follows each piece, and the next piece is sent
/// once it is answered; a terminal that does not answer is not waited for again.
nonisolated struct ChunkAcknowledgements {
  /// For a terminal that answers other questions; on the slowest lines a piece takes this long.
  static let patience = Duration.seconds(5)
  /// For a terminal that has not answered anything yet.
  static let shortPatience = Duration.seconds(2)

  /// Whether the terminal answers; assumed until it fails to.
  private(set) var isAnswering = true
  /// Whether an answer is pending, so that nothing more may be sent.
  private(set) var isUnderWay = false
  private var sentTime: ContinuousClock.Instant?
  private var byteCount = 0
  private var number = 0

  /// A piece was sent together with the question.
  ///
  /// - Returns: Its number, for `isOverdue`.
  mutating func sent(_ byteCount: Int, at now: ContinuousClock.Instant) -> Int {
    isUnderWay = true
    sentTime = now
    self.byteCount = byteCount
    number += 1
    return number
  }

  /// The answer arrived.
  ///
  /// - Returns: The bytes that were read and how long that took; nil if the answer was no longer expected.
  mutating func arrived(at now: ContinuousClock.Instant) -> (byteCount: Int, time: Duration)? {
    isAnswering = true
    guard isUnderWay, let sentTime else { return nil }
    isUnderWay = false
    return (byteCount, now - sentTime)
  }

  /// The time limit for a piece has passed.
  ///
  /// - Parameter isLineEmpty: Whether the system has accepted all bytes; otherwise the line is just slow.
  /// - Returns: Whether it was the last piece and its answer is missing, so that sending continues.
  mutating func isOverdue(_ number: Int, isLineEmpty: Bool) -> Bool {
    guard isUnderWay, number == self.number else { return false }
    isUnderWay = false
    if isLineEmpty { isAnswering = false }
    return true
  }

  /// Whether the answer may still be on its way.
  func isExpected(at now: ContinuousClock.Instant) -> Bool {
    guard isUnderWay, let sentTime else { return false }
    return now - sentTime < Self.shortPatience
  }

  /// The pending answer is no longer expected.
  mutating func giveUp() { isUnderWay = false }
}
