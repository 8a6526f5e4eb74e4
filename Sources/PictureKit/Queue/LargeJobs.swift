/// The pictures that take so much memory that they are decoded one at a time, whatever the number of workers.
///
/// Which those are a worker says when it has read a picture's header.
nonisolated struct LargeJobs: Sendable {
  private var waiting: [PictureTask] = []
  /// The job that a worker has.
  private var running: UInt32?

  /// Whether one waits for a worker and may have it.
  var canBegin: Bool { running == nil && !waiting.isEmpty }

  mutating func add(_ task: PictureTask) {
    if !waiting.contains(task) { waiting.append(task) }
  }

  /// The next one, if none is under way.
  ///
  /// - Parameter isKept: Whether a task is still for us to give out; others are forgotten.
  mutating func take(where isKept: (PictureTask) -> Bool) -> PictureTask? {
    guard running == nil else { return nil }
    waiting.removeAll { !isKept($0) }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  mutating func begin(_ id: UInt32) { running = id }

  /// Call at the end of every job.
  mutating func end(_ id: UInt32) {
    if running == id { running = nil }
  }
}
