import TerminalKit

/// Bytes that the terminal has not taken yet, and the frame to show when it has.
nonisolated struct FrameOutput {
  /// What could not be written at once.
  private(set) var waitingBytes: ArraySlice<UInt8> = []
  /// The newest frame; those between it and the one being written are never made.
  var waitingFrame: (surface: Surface, cursor: Point?)?
  private var burst: (byteCount: Int, start: ContinuousClock.Instant)?
  /// Whether the terminal said that it knows synchronized updates; nil before it answered.
  var isSynchronized: Bool?

  /// Frames below this many bytes arrive in one piece anyway.
  static let synchronizedByteCount = 512

  var isDrained: Bool { waitingBytes.isEmpty }

  /// The frame as one synchronized update, where the terminal knows them and it is worth it: pictures
  /// that move and text that moves must not be seen one after the other.
  func wrapped(_ frame: [UInt8], hasPictures: Bool = false) -> [UInt8] {
    guard isSynchronized == true, hasPictures || frame.count >= Self.synchronizedByteCount
    else { return frame }
    return TerminalModes.beginUpdate + frame + TerminalModes.endUpdate
  }

  mutating func enqueue(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    burst = burst.map { ($0.byteCount + bytes.count, $0.start) } ?? (bytes.count, time)
    waitingBytes += bytes
  }

  /// What was written since the line was empty, and since when; once.
  mutating func takeBurst() -> (byteCount: Int, start: ContinuousClock.Instant)? {
    defer { burst = nil }
    return burst
  }

  mutating func drop(_ count: Int) {
    waitingBytes = waitingBytes.dropFirst(count)
  }

  mutating func removeAll() {
    waitingBytes = []
    waitingFrame = nil
    burst = nil
  }
}
