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
  private let loop: MainLoop
  private var waiting: ArraySlice<UInt8> = []
  /// What was written since the line was empty, and since when.
  private var burst: (byteCount: Int, start: ContinuousClock.Instant)?
  private var pace = ThroughputMeter()
  /// Whether the terminal has read the pieces sent to it.
  private var receipts = ChunkAcknowledgements()
  private var watch: MainLoop.Watch?

  init(device: TerminalDevice, loop: MainLoop) {
    self.device = device
    self.loop = loop
  }

  /// Whether the terminal has taken all bytes.
  var isDrained: Bool { waiting.isEmpty }
  /// Approximately how many bytes it takes without delaying keys.
  var byteLimit: Int { pace.byteLimit }
  var isSlow: Bool { pace.isSlow }
  /// Whether a piece was sent that the terminal has not confirmed.
  var isAwaitingReceipt: Bool { receipts.isUnderWay }
  /// Whether the terminal confirms what it has read, as far as that is known.
  var confirms: Bool { receipts.isAnswering }
  /// Whether a confirmation may still be on its way.
  var mayConfirm: Bool { receipts.isExpected(at: .now) }

  /// Writes what the terminal accepts now, and the rest when it accepts more.
  func send(_ bytes: [UInt8]) {
    guard !bytes.isEmpty, !isGone else { return }
    burst = burst.map { ($0.byteCount + bytes.count, $0.start) } ?? (bytes.count, .now)
    waiting += bytes
    flush()
  }

  /// Sends a piece, and asks for a confirmation that the terminal has read it. The system's buffers say nothing about that:
  /// ssh accepts two megabytes at once, and a key would wait behind them.
  func sendAsking(_ piece: [UInt8]) {
    let number = receipts.sent(piece.count, at: .now)
    send(piece + Self.statusQuestion)
    let patience =
      hasAnswered ? ChunkAcknowledgements.patience : ChunkAcknowledgements.shortPatience
    loop.after(patience) { [weak self] in
      guard let self, receipts.isOverdue(number, isLineEmpty: isDrained) else { return }
      onReady()
    }
  }

  /// DSR, *Device status report* (ECMA-48 8.3.35).
  private static let statusQuestion = Array("\u{1B}[5n".utf8)

  /// The terminal confirms the last piece.
  func pieceArrived() {
    guard let (count, time) = receipts.arrived(at: .now) else { return }
    pace.drained(count, in: time)
    onReady()
  }

  /// Drops what waits.
  func clear() {
    waiting = []
    burst = nil
    receipts.giveUp()
    watch?.cancel()
    watch = nil
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
    guard isDrained else {
      watch = watch ?? loop.watch(device.fd, for: .output) { [weak self] in self?.takesMore() }
      return
    }
    if let (count, start) = burst, !confirms { pace.drained(count, in: .now - start) }
    burst = nil
    watch?.cancel()
    watch = nil
  }

  private func takesMore() {
    flush()
    if isDrained, !isGone { onReady() }
  }
}
