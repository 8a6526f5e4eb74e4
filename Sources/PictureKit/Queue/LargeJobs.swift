import PictureProtocol

/// Pictures that need so much memory that they are decoded one at a time, whatever the number of workers.
///
/// A worker reports that a picture is large when it has read the header.
nonisolated struct LargeJobs: Sendable {
  private var waiting: [PictureKey] = []
  /// The request that a worker is processing.
  private var running: UInt32?

  /// Whether one is waiting and a worker may start it.
  var canBegin: Bool { running == nil && !waiting.isEmpty }

  mutating func add(_ key: PictureKey) {
    if !waiting.contains(key) { waiting.append(key) }
  }

  /// The next one, if none is running.
  ///
  /// - Parameter isKept: Whether one is still to be done; others are forgotten.
  mutating func take(where isKept: (PictureKey) -> Bool) -> PictureKey? {
    guard running == nil else { return nil }
    waiting.removeAll { !isKept($0) }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  mutating func begin(_ id: UInt32) { running = id }

  /// Call at the end of every request.
  mutating func end(_ id: UInt32) {
    if running == id { running = nil }
  }
}
