nonisolated extension Duration {
  /// As poll(2) takes it, rounded up, so that a loop that waits never turns without waiting.
  var pollMilliseconds: Int32 {
    let (seconds, attoseconds) = components
    guard seconds >= 0, attoseconds >= 0 else { return 0 }
    return Int32(min(seconds, 1000) * 1000) + Int32(attoseconds / 1_000_000_000_000_000) + 1
  }
}
