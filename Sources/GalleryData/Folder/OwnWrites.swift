import PictureProtocol

/// Sidecars that this program wrote a moment ago: their photos are known, unless another program has written them since.
struct OwnWrites {
  private struct Write {
    var time: ContinuousClock.Instant
    /// Nil while it is being written; then the file, if there is one.
    var written: PhotoStamp.File??

    func isStill(_ path: [UInt8]) -> Bool {
      written.map { $0 == PhotoStamp.File(at: path) } ?? true
    }
  }

  private var writes: [[UInt8]: Write] = [:]

  /// How long after a write its event may arrive.
  private static let eventTime = Duration.seconds(5)

  /// Notes the sidecars of a photo.
  ///
  /// - Parameters:
  ///   - photo: Its path.
  ///   - isDone: Whether they have been written, and not only are about to be.
  mutating func note(of photo: [UInt8], isDone: Bool) {
    let now = ContinuousClock.now
    writes = writes.filter { now - $0.value.time < Self.eventTime }
    for path in SidecarName.paths(of: photo) {
      writes[path] = Write(time: now, written: isDone ? .some(PhotoStamp.File(at: path)) : nil)
    }
  }

  /// Whether an event at a path comes from this program alone.
  func explain(_ path: [UInt8]) -> Bool {
    writes[path].map { .now - $0.time < Self.eventTime && $0.isStill(path) } ?? false
  }
}
