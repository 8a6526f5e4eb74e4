import TerminalKit

/// The line to the terminal: what it has not taken yet, and how fast it takes it.
///
/// A terminal that doesn't read (a stalled connection) never blocks the program: bytes wait.
final class TerminalLine {
  let device: TerminalDevice
  /// Called when the terminal has taken what it could not take at once, and when it has read a piece that it was asked about
  /// or should have.
  var onReady: () -> Void = {}
  /// Called once, when the terminal is gone; nothing is read or written again.
  var onHangUp: () -> Void = {}
  /// Whether the terminal has answered a question.
  var hasAnswered = false
  /// Whether the terminal no longer accepts or sends bytes.
  private(set) var isGone = false
  private var waiting: ArraySlice<UInt8> = []
  private var pace = ThroughputMeter()
  /// The last piece that was sent with a question, while its answer is missing: nothing more may be sent. A terminal that
  /// doesn't answer is not waited for again.
  private var asked: (byteCount: Int, time: Duration)?
  private let alarm = DispatchAlarm()
  private var outputWatch: DescriptorWatch?
  /// For a terminal that answers other questions; on the slowest lines a piece takes this long.
  private static let patience = Duration.seconds(5)
  /// For a terminal that has not answered anything yet.
  private static let shortPatience = Duration.seconds(2)

  init(device: TerminalDevice) {
    self.device = device
  }

  /// Whether the terminal has taken all bytes.
  var isDrained: Bool { waiting.isEmpty }
  /// Approximately how many bytes it takes without delaying keys.
  var byteLimit: Int { pace.byteLimit }
  var isSlow: Bool { pace.isSlow }
  /// Whether a piece was sent that the terminal has not confirmed.
  var isAwaitingReceipt: Bool { asked != nil }
  /// Whether the terminal confirms what it has read; assumed until it fails to.
  private(set) var confirms = true
  /// Whether a confirmation may still be on its way.
  var mayConfirm: Bool { asked.map { alarm.now - $0.time < Self.shortPatience } ?? false }

  /// Writes what the terminal accepts now, and the rest when it accepts more.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isGone else { return }
    waiting += bytes
    flush()
  }

  /// Sends a piece, and asks for a confirmation that the terminal has read it. The system's buffers say nothing about that:
  /// ssh accepts two megabytes at once, and a key would wait behind them.
  func sendAsking(_ piece: [UInt8]) {
    asked = (piece.count, alarm.now)
    alarm.ring(after: hasAnswered ? Self.patience : Self.shortPatience) { [weak self] in
      guard let self else { return }
      asked = nil
      // Otherwise the line is just slow.
      if isDrained { confirms = false }
      onReady()
    }
    send(piece + Self.statusQuestion)
  }

  /// DSR, *Device status report* (ECMA-48 8.3.35).
  private static let statusQuestion = Array("\u{1B}[5n".utf8)

  /// The terminal confirms the last piece.
  func pieceArrived() {
    confirms = true
    guard let (count, time) = asked else { return }
    asked = nil
    alarm.stop()
    pace.drained(count, in: alarm.now - time)
    onReady()
  }

  /// Drops what waits.
  func clear() {
    waiting = []
    asked = nil
    alarm.stop()
    watch(false)
  }

  func hangUp() {
    guard !isGone else { return }
    isGone = true
    clear()
    onHangUp()
  }

  private func flush() {
    guard let count = device.write(waiting) else { return hangUp() }
    waiting = waiting.dropFirst(count)
    watch(!isDrained)
  }

  private func watch(_ isWanted: Bool) {
    guard isWanted != (outputWatch != nil) else { return }
    outputWatch?.cancel()
    outputWatch =
      isWanted
      ? DescriptorWatch(writingTo: device.fd) { [weak self] in self?.becameWritable() } : nil
  }

  private func becameWritable() {
    flush()
    if isDrained, !isGone { onReady() }
  }
}

/// How much can be sent to the terminal at a time without delaying keys; measured while writing.
///
/// Starts low, as for a connection of 1 Mbit/s (0.13 s for 16 kB). A terminal on the same machine reaches the maximum
/// after six pieces, and so does a fast connection with a delay of less than 100 ms.
nonisolated struct ThroughputMeter {
  private static let byteLimits = 16_384...1 << 20
  /// A piece that takes longer makes the next pieces smaller.
  static let slow = Duration.milliseconds(150)
  /// A piece that takes less makes the next pieces larger.
  static let fast = Duration.milliseconds(100)

  private(set) var byteLimit = byteLimits.lowerBound
  /// Whether as many bytes as a picture of characters has took long at last; false until that is known.
  private(set) var isSlow = false
  /// The bytes of a small picture of characters. Less disappears in the buffers.
  static let minimumByteCount = 8_192

  /// - Parameters:
  ///   - byteCount: Bytes of a piece.
  ///   - duration: The time until the terminal had read them.
  mutating func drained(_ byteCount: Int, in duration: Duration) {
    if byteCount >= Self.minimumByteCount {
      if duration > Self.slow { isSlow = true } else if duration < Self.fast { isSlow = false }
    }
    // Small frames disappear in the buffers and say nothing about the connection.
    guard byteCount >= byteLimit / 2 else { return }
    if duration > Self.slow {
      byteLimit = max(Self.byteLimits.lowerBound, byteLimit / 2)
    } else if duration < Self.fast {
      byteLimit = min(Self.byteLimits.upperBound, byteLimit * 2)
    }
  }
}
