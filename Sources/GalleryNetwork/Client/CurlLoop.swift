import CCurl
import Foundation
import Synchronization

/// Runs libcurl's transfers concurrently, on a thread that exists while there is something to do.
///
/// Making one costs nothing. libcurl is opened and the thread started with the first transfer; half a minute after the
/// last one the thread ends and closes the kept connections. A thread that waits in `curl_multi_poll` and not dispatch
/// sources: decision 48 says why.
final class CurlLoop: Sendable {
  private enum Command: Sendable {
    case add(CurlTransfer)
    case cancel(CurlTransfer)
  }

  // @unchecked: for the pointer, which is used by the thread that made it, and by others under the lock only.
  private struct State: @unchecked Sendable {
    var commands: [Command] = []
    /// The running thread's; other threads only wake it, under the lock.
    var multi: UnsafeMutableRawPointer?
    var isRunning = false
    var isShutDown = false
    var shutDownWaiters: [@Sendable () -> Void] = []
  }

  /// The part that the thread keeps alive, so that the loop may be dropped.
  private final class Core: Sendable {
    let state = Mutex(State())
  }

  /// How long connections and the thread are kept for another transfer.
  private static let keepTime = Duration.seconds(30)

  private let core = Core()

  init() {}

  deinit {
    Self.shutDown(core) {}
  }

  /// Begins a transfer; it reports its end itself, on the loop's thread or on this one.
  func add(_ transfer: CurlTransfer) {
    if let problem = vitrine_curl_open() {
      transfer.end(code: nil, reason: .libraryMissing(String(cString: problem)))
      return
    }
    let core = core
    let (isTaken, mustStart) = core.state.withLock { state in
      guard !state.isShutDown else { return (false, false) }
      state.commands.append(.add(transfer))
      if let multi = state.multi { vitrine_curl_wake(multi) }
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    guard isTaken else { return transfer.end(code: nil, reason: .cancelled) }
    if mustStart { Thread.startForNetwork { Self.run(core) } }
  }

  /// Ends a transfer and its connection, unless it has ended already.
  func cancel(_ transfer: CurlTransfer) {
    core.state.withLock { state in
      guard state.isRunning else { return }
      state.commands.append(.cancel(transfer))
      if let multi = state.multi { vitrine_curl_wake(multi) }
    }
  }

  /// Runs a transfer to its end; ends early, with its connection, when the task is cancelled.
  func perform(
    _ request: TransferRequest, _ receiver: any TransferReceiver
  ) async -> TransferEnd {
    let running = RunningTransfer()
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let transfer = CurlTransfer(request, receiver: receiver) {
          continuation.resume(returning: $0)
        }
        guard running.begin(transfer, on: self) else {
          return transfer.end(code: nil, reason: .cancelled)
        }
      }
    } onCancel: {
      running.cancel(on: self)
    }
  }

  /// Ends all transfers and connections, and accepts no more; returns when they have ended.
  func shutDown() async {
    await withCheckedContinuation { continuation in
      Self.shutDown(core) { continuation.resume() }
    }
  }

  private static func shutDown(_ core: Core, completion: @escaping @Sendable () -> Void) {
    let isRunning = core.state.withLock { state in
      state.isShutDown = true
      guard state.isRunning else { return false }
      state.shutDownWaiters.append(completion)
      if let multi = state.multi { vitrine_curl_wake(multi) }
      return true
    }
    if !isRunning { completion() }
  }

  // MARK: - The thread

  private static func run(_ core: Core) {
    var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    let multi = vitrine_curl_multi()
    core.state.withLock { $0.multi = multi }
    var idleSince = ContinuousClock.now
    while let multi {
      let (commands, isShutDown) = core.state.withLock { state in
        defer { state.commands = [] }
        return (state.commands, state.isShutDown)
      }
      for command in commands { perform(command, on: multi, &transfers) }
      if isShutDown { break }
      advance(multi, &transfers)
      if !transfers.isEmpty || !commands.isEmpty { idleSince = .now }
      let now = ContinuousClock.now
      if transfers.isEmpty, now - idleSince >= keepTime, mayEnd(core) {
        // Another thread may be running already, with the state in the core.
        return vitrine_curl_multi_free(multi)
      }
      // In a loop without lists: it runs several times for each answer, over all that are awaited.
      var next = idleSince + keepTime
      for transfer in transfers.values {
        if let deadline = transfer.deadline { next = min(next, deadline) }
        if let time = transfer.nudgeTime { next = min(next, time) }
      }
      vitrine_curl_poll(multi, Int32(clamping: max(0, min(60_000, (next - now).milliseconds + 1))))
    }
    end(core, multi, transfers)
  }

  private static func perform(
    _ command: Command, on multi: UnsafeMutableRawPointer,
    _ transfers: inout [UnsafeMutableRawPointer: CurlTransfer]
  ) {
    switch command {
    case .add(let transfer):
      guard let easy = transfer.begin(), vitrine_curl_add(multi, easy) == CURLM_OK else {
        return transfer.end(code: CURLE_OUT_OF_MEMORY)
      }
      transfers[easy] = transfer
    case .cancel(let transfer):
      guard let easy = transfers.first(where: { $0.value === transfer })?.key else { return }
      remove(easy, from: multi, &transfers, reason: .cancelled)
    }
  }

  /// Does everything that is possible without waiting.
  private static func advance(
    _ multi: UnsafeMutableRawPointer,
    _ transfers: inout [UnsafeMutableRawPointer: CurlTransfer]
  ) {
    var running: Int32 = 0
    vitrine_curl_perform(multi, &running)
    var code = CURLE_OK
    while let easy = vitrine_curl_next_ended(multi, &code) {
      vitrine_curl_remove(multi, easy)
      transfers.removeValue(forKey: easy)?.end(code: code)
    }
    let now = ContinuousClock.now
    for (easy, transfer) in transfers {
      if let deadline = transfer.deadline, deadline <= now {
        remove(easy, from: multi, &transfers, reason: .silent)
      } else if let time = transfer.nudgeTime, time <= now {
        transfer.nudge()
      }
    }
  }

  private static func remove(
    _ easy: UnsafeMutableRawPointer, from multi: UnsafeMutableRawPointer,
    _ transfers: inout [UnsafeMutableRawPointer: CurlTransfer], reason: TransferEnd.Kind
  ) {
    vitrine_curl_remove(multi, easy)
    transfers.removeValue(forKey: easy)?.end(code: nil, reason: reason)
  }

  /// Whether nothing arrived in the meantime; if so, the next transfer starts another thread.
  private static func mayEnd(_ core: Core) -> Bool {
    core.state.withLock { state in
      guard state.commands.isEmpty else { return false }
      state.isRunning = false
      state.multi = nil
      return true
    }
  }

  private static func end(
    _ core: Core, _ multi: UnsafeMutableRawPointer?,
    _ transfers: [UnsafeMutableRawPointer: CurlTransfer]
  ) {
    var transfers = transfers
    for easy in transfers.keys {
      guard let multi else { break }
      remove(easy, from: multi, &transfers, reason: .cancelled)
    }
    let (commands, waiters) = core.state.withLock { state -> ([Command], [@Sendable () -> Void]) in
      defer { state.commands = [] }
      defer { state.shutDownWaiters = [] }
      state.isRunning = false
      state.multi = nil
      return (state.commands, state.shutDownWaiters)
    }
    if let multi { vitrine_curl_multi_free(multi) }
    for case .add(let transfer) in commands {
      transfer.end(code: multi == nil ? CURLE_OUT_OF_MEMORY : nil, reason: .cancelled)
    }
    for waiter in waiters { waiter() }
  }
}

/// The loops of a transport: connections to hosts that have to be public, each of which was looked at when it was made,
/// are never shared with others.
final class TransferLoops: Sendable {
  /// What a request opens besides its file: two sockets in a race of IPv6 and IPv4, the resolver's, and the loop's own.
  static let fileCount = 8

  private let anyHost = CurlLoop()
  private let publicHosts = CurlLoop()

  /// As `CurlLoop.perform`.
  func perform(
    _ request: TransferRequest, _ receiver: any TransferReceiver
  ) async -> TransferEnd {
    await (request.isPublicOnly ? publicHosts : anyHost).perform(request, receiver)
  }

  func shutDown() async {
    await anyHost.shutDown()
    await publicHosts.shutDown()
  }
}

/// A transfer that may be cancelled before it has begun.
private final class RunningTransfer: Sendable {
  private let state = Mutex<(transfer: CurlTransfer?, isCancelled: Bool)>((nil, false))

  func begin(_ transfer: CurlTransfer, on loop: CurlLoop) -> Bool {
    let isCancelled = state.withLock { state in
      if !state.isCancelled { state.transfer = transfer }
      return state.isCancelled
    }
    guard !isCancelled else { return false }
    loop.add(transfer)
    // A cancellation that came before the loop knew the transfer had no effect.
    if state.withLock(\.isCancelled) { loop.cancel(transfer) }
    return true
  }

  func cancel(on loop: CurlLoop) {
    let transfer = state.withLock { state in
      state.isCancelled = true
      defer { state.transfer = nil }
      return state.transfer
    }
    if let transfer { loop.cancel(transfer) }
  }
}
