import CCurl
import Foundation
import Glibc
import Synchronization

/// Runs libcurl's transfers concurrently, on a thread of its own.
///
/// Making one costs nothing. libcurl is opened and the thread started with the first transfer; it ends, and closes the kept
/// connections, with the loop. A thread that waits in `curl_multi_poll` and not dispatch sources: decision 48 says why.
final class CurlLoop: Sendable {
  // @unchecked: for the pointer, which is used by the thread that made it, and by others under the lock only.
  private struct State: @unchecked Sendable {
    /// Transfers that the thread hasn't begun yet.
    var added: [CurlTransfer] = []
    /// The running thread's; other threads only wake it, under the lock.
    var multi: UnsafeMutableRawPointer?
    var isRunning = false
    var isShutDown = false
    var shutDownWaiters: [@Sendable () -> Void] = []

    func wake() {
      if let multi { vitrine_curl_wake(multi) }
    }
  }

  /// The part that the thread keeps alive, so that the loop may be dropped.
  private final class Core: Sendable {
    let state = Mutex(State())
  }

  private let core = Core()

  deinit {
    Self.shutDown(core) {}
  }

  /// Runs a transfer to its end; ends early, with its connection, when the task is cancelled.
  func perform(_ transfer: CurlTransfer) async -> TransferEnd {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        add(transfer) { continuation.resume(returning: $0) }
      }
    } onCancel: {
      transfer.cancel()
      core.state.withLock { $0.wake() }
    }
  }

  /// - Parameter ended: Called on the loop's thread or on this one.
  private func add(_ transfer: CurlTransfer, ended: @escaping @Sendable (TransferEnd) -> Void) {
    transfer.ended = ended
    guard vitrine_curl_open() == nil else { return transfer.end(.libraryMissing) }
    let core = core
    let (isAdded, mustStart) = core.state.withLock { state in
      guard !state.isShutDown else { return (false, false) }
      state.added.append(transfer)
      state.wake()
      defer { state.isRunning = true }
      return (true, !state.isRunning)
    }
    guard isAdded else { return transfer.end(.cancelled) }
    if mustStart { Thread.startForNetwork { Self.run(core) } }
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
      state.wake()
      return true
    }
    if !isRunning { completion() }
  }

  // MARK: - The thread

  private static func run(_ core: Core) {
    var transfers: [UnsafeMutableRawPointer: CurlTransfer] = [:]
    let multi = vitrine_curl_multi()
    core.state.withLock { $0.multi = multi }
    while let multi {
      let (added, isShutDown) = core.state.withLock { state in
        guard !state.isShutDown else { return ([CurlTransfer](), true) }
        defer { state.added = [] }
        return (state.added, false)
      }
      if isShutDown { break }
      for transfer in added { begin(transfer, on: multi, &transfers) }
      advance(multi, &transfers)
      let now = ContinuousClock.now
      // A loop without lists: it runs several times for each response, over all that are awaited.
      var next = now + .seconds(86_400)
      for transfer in transfers.values {
        if let deadline = transfer.deadline { next = min(next, deadline) }
      }
      vitrine_curl_poll(multi, Int32(clamping: max(0, (next - now).milliseconds + 1)))
    }
    end(core, multi, transfers)
  }

  private static func begin(
    _ transfer: CurlTransfer, on multi: UnsafeMutableRawPointer,
    _ transfers: inout [UnsafeMutableRawPointer: CurlTransfer]
  ) {
    guard !transfer.isCancelled else { return transfer.end(.cancelled) }
    guard let easy = transfer.begin(), vitrine_curl_add(multi, easy) == CURLM_OK else {
      return transfer.end(.code(CURLE_OUT_OF_MEMORY))
    }
    transfers[easy] = transfer
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
      remove(easy, from: multi, &transfers, .code(code))
    }
    let now = ContinuousClock.now
    for (easy, transfer) in transfers {
      transfer.noteSentBytes()
      if transfer.isCancelled {
        remove(easy, from: multi, &transfers, .cancelled)
      } else if let deadline = transfer.deadline, deadline <= now {
        remove(easy, from: multi, &transfers, .silent)
      }
    }
  }

  private static func remove(
    _ easy: UnsafeMutableRawPointer, from multi: UnsafeMutableRawPointer,
    _ transfers: inout [UnsafeMutableRawPointer: CurlTransfer], _ reason: TransferEnd.Kind
  ) {
    vitrine_curl_remove(multi, easy)
    transfers.removeValue(forKey: easy)?.end(reason)
  }

  /// - Parameter multi: nil if there is no memory for it.
  private static func end(
    _ core: Core, _ multi: UnsafeMutableRawPointer?,
    _ transfers: [UnsafeMutableRawPointer: CurlTransfer]
  ) {
    var transfers = transfers
    let (added, waiters) = core.state.withLock { state in
      defer { (state.added, state.shutDownWaiters) = ([], []) }
      state.isRunning = false
      state.multi = nil
      return (state.added, state.shutDownWaiters)
    }
    if let multi {
      for easy in transfers.keys { remove(easy, from: multi, &transfers, .cancelled) }
      vitrine_curl_multi_free(multi)
    }
    for transfer in added { transfer.end(multi == nil ? .code(CURLE_OUT_OF_MEMORY) : .cancelled) }
    for waiter in waiters { waiter() }
  }
}

extension Thread {
  /// Starts a thread for calls that block on the network.
  ///
  /// Writing to a connection that the other side has closed fails there, and raises no signal.
  static func startForNetwork(_ work: @escaping @Sendable () -> Void) {
    let thread = Thread {
      var set = sigset_t()
      sigemptyset(&set)
      sigaddset(&set, SIGPIPE)
      pthread_sigmask(SIG_BLOCK, &set, nil)
      work()
    }
    thread.name = "network"
    thread.start()
  }
}
