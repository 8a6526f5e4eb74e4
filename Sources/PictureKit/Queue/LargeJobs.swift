/// Pictures that need so much memory that they are decoded one at a time, whatever the number of workers.
///
/// A worker reports that a picture is large when it has read the header.
nonisolated struct LargeJobs: Sendable {
  private var waiting: [PictureTask] = []
  /// The job that a worker is processing.
  private var running: UInt32?

  /// Whether a job is waiting and a worker may start it.
  var canBegin: Bool { running == nil && !waiting.isEmpty }

  mutating func add(_ task: PictureTask) {
    if !waiting.contains(task) { waiting.append(task) }
  }

  /// The next job, if none is running.
  ///
  /// - Parameter isKept: Whether a task is still to be done; others are forgotten.
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
