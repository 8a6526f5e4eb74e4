import TerminalKit

/// Bytes that the terminal has not accepted yet, and the frame to show after them.
nonisolated struct FrameOutput {
  /// Bytes that could not be written immediately.
  private(set) var waitingBytes: ArraySlice<UInt8> = []
  /// The most recent frame; frames between it and the one being written are skipped.
  var waitingFrame: (surface: Surface, cursor: Point?)?
  private var burst: (byteCount: Int, start: ContinuousClock.Instant)?
  /// Whether the terminal reported support for synchronized updates; nil before it answered.
  var isSynchronized: Bool?

  /// Smaller frames arrive in one piece anyway.
  static let synchronizedByteCount = 512

  var isDrained: Bool { waitingBytes.isEmpty }

  /// The frame as one synchronized update, if the terminal supports that and it is worth it: moving pictures and moving
  /// text must not appear one after the other.
  func wrapped(_ frame: [UInt8], hasPictures: Bool = false) -> [UInt8] {
    guard isSynchronized == true, hasPictures || frame.count >= Self.synchronizedByteCount
    else { return frame }
    return TerminalModes.beginUpdate + frame + TerminalModes.endUpdate
  }

  mutating func enqueue(_ bytes: [UInt8], at time: ContinuousClock.Instant) {
    burst = burst.map { ($0.byteCount + bytes.count, $0.start) } ?? (bytes.count, time)
    waitingBytes += bytes
  }

  /// What was written since the line was empty, and since when; returned once.
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
