import CSSH
import Dispatch
import Foundation
import GalleryDomain
import Synchronization

/// A thread for a libssh connection, whose calls block.
///
/// Creating one costs nothing. The thread is started with the first job; half a minute after the last one it ends, and
/// the connection with it.
final class SSHLane: Sendable {
  /// The connection of a lane, touched on its thread only.
  final class Slot {
    fileprivate let core: Core
    private(set) var connection: SSHConnection?

    fileprivate init(_ core: Core) { self.core = core }

    /// Replaces the connection with a new one.
    ///
    /// - Parameter connect: Receives the interruption that ends it from another thread.
    func connect<Failure: Error>(
      _ connect: (SSHInterruption, SSHCounter) throws(Failure) -> SSHConnection
    ) throws(Failure) {
      close()
      let (interruption, counter) = (SSHInterruption(), SSHCounter())
      let isWanted = core.state.withLock { state in
        (state.interruption, state.counter) = (interruption, counter)
        return !state.isCancelled && !state.isShutDown
      }
      if !isWanted { interruption.giveUp() }
      connection = try connect(interruption, counter)
      core.state.withLock { $0.isConnected = true }
    }

    func close() {
      core.state.withLock { $0.isConnected = false }
      connection = nil
    }
  }

  fileprivate struct Job: Sendable {
    let number: Int
    /// On the lane's thread.
    let work: @Sendable (Slot) -> Void
    /// On any thread, instead of `work`.
    let drop: @Sendable () -> Void
  }

  fileprivate struct State: Sendable {
    var jobs: [SSHLane.Job] = []
    var jobCount = 0
    /// The number of the current job.
    var running: Int?
    var isCancelled = false
    /// Of the connection.
    var interruption = SSHInterruption()
    var counter = SSHCounter()
    var isConnected = false
    /// Whether there is a thread.
    var isRunning = false
    var isShutDown = false
    var shutDownWaiters: [@Sendable () -> Void] = []
  }

  /// The part that the thread keeps alive, so that the lane may be dropped.
  fileprivate final class Core: Sendable {
    let state = Mutex(State())
    let news = DispatchSemaphore(value: 0)
  }

  /// How long the connection and the thread are kept for another job.
  private static let keepTime = DispatchTimeInterval.seconds(30)

  private let core = Core()

  deinit {
    Self.shutDown(core) {}
  }

  /// Whether there is a connection that worked when it was last used.
  var isConnected: Bool { core.state.withLock { $0.isConnected } }

  /// Counts the bytes that come over the connection.
  var counter: SSHCounter { core.state.withLock(\.counter) }

  /// Runs work on the lane's thread. Cancelling the task ends the connection, and the work with it.
  ///
  /// - Returns: What the work returns; nil if it didn't start because the task was cancelled or the lane is shut down.
  func perform<Value: Sendable>(_ work: @escaping @Sendable (Slot) -> Value) async -> Value? {
    let number = core.state.withLock { state in
      state.jobCount += 1
      return state.jobCount
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = Job(
          number: number, work: { continuation.resume(returning: work($0)) },
          drop: { continuation.resume(returning: nil) })
        let (isTaken, mustStart) = core.state.withLock { state in
          // Inside the lock, so that a cancellation either finds the job or is seen here.
          guard !state.isShutDown, !Task.isCancelled else { return (false, false) }
          state.jobs.append(job)
          defer { state.isRunning = true }
          return (true, !state.isRunning)
        }
        guard isTaken else { return job.drop() }
        core.news.signal()
        guard mustStart else { return }
        let core = core
        Thread.startForNetwork { Self.run(core) }
      }
    } onCancel: {
      let dropped = core.state.withLock { state -> Job? in
        if let index = state.jobs.firstIndex(where: { $0.number == number }) {
          return state.jobs.remove(at: index)
        }
        guard state.running == number else { return nil }
        state.isCancelled = true
        // Inside the lock, so that this can't hit the next job's connection.
        state.interruption.giveUp()
        return nil
      }
      dropped?.drop()
    }
  }

  /// Ends the connection in use.
  func giveUp(_ reason: SSHInterruption.Reason) {
    core.state.withLock { state in
      guard state.running != nil else { return }
      state.interruption.giveUp(reason)
    }
  }

  /// Ends all jobs and the connection, and accepts no more; returns when they have ended.
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
      state.interruption.giveUp()
      return true
    }
    if isRunning { core.news.signal() } else { completion() }
  }

  // MARK: - The thread

  private static func run(_ core: Core) {
    let slot = Slot(core)
    while true {
      let isDue = core.news.wait(timeout: .now() + keepTime) == .success
      let (job, mayEnd) = core.state.withLock { state -> (Job?, Bool) in
        if state.isShutDown { return (nil, true) }
        guard !state.jobs.isEmpty else {
          if !isDue { (state.isRunning, state.isConnected) = (false, false) }
          return (nil, !isDue)
        }
        let job = state.jobs.removeFirst()
        (state.running, state.isCancelled) = (job.number, false)
        return (job, false)
      }
      if let job {
        job.work(slot)
        let isLost = core.state.withLock { state in
          state.running = nil
          return state.interruption.isGivenUp
        }
        if isLost { slot.close() }
      }
      if mayEnd { break }
    }
    slot.close()
    let (jobs, waiters) = core.state.withLock { state -> ([Job], [@Sendable () -> Void]) in
      guard state.isShutDown else { return ([], []) }
      state.isRunning = false
      defer { (state.jobs, state.shutDownWaiters) = ([], []) }
      return (state.jobs, state.shutDownWaiters)
    }
    for job in jobs { job.drop() }
    for waiter in waiters { waiter() }
  }
}

/// Counts the bytes of a connection.
// @unchecked: libssh counts on the connection's thread, others only read, in one access.
final class SSHCounter: @unchecked Sendable {
  let counter = UnsafeMutablePointer<ssh_counter_struct>.allocate(capacity: 1)
  /// The bytes that had come before the current request.
  private let start = Atomic<UInt64>(0)
  /// Of the connection to the jump host before this one.
  private let jump = Mutex<SSHCounter?>(nil)
  /// What a jump host has passed on, which has no limit here.
  private let passedOn = Atomic<UInt64>(0)

  init() { counter.initialize(to: ssh_counter_struct()) }

  deinit { counter.deallocate() }

  var receivedByteCount: UInt64 { vitrine_ssh_received(counter) }

  /// Four times as much as is requested at a time.
  static let answerByteLimit: UInt64 = 8 << 20
  /// The most bytes that a jump host needs for each that it passes on: the packets of a login are small.
  private static let passedOnFactor: UInt64 = 4

  /// Call before data is requested.
  func beginRequest() { start.store(receivedByteCount, ordering: .relaxed) }

  /// Call when data of the next host has come from this one.
  func notePassedOn(byteCount: Int) {
    passedOn.wrappingAdd(UInt64(byteCount), ordering: .relaxed)
  }

  /// Also counts the connection that this one goes through.
  func follow(_ jump: SSHCounter) { self.jump.withLock { $0 = jump } }

  /// Whether more has come than any request has as its answer, here or from a jump host.
  var isExceeded: Bool {
    let passedOn = passedOn.load(ordering: .relaxed) &* Self.passedOnFactor
    let expected = start.load(ordering: .relaxed) &+ passedOn &+ Self.answerByteLimit
    return receivedByteCount > expected || jump.withLock { $0 }?.isExceeded ?? false
  }
}

/// Ends a connection whose server sends more than it was asked for.
///
/// libssh keeps everything that comes: data beyond the window, standard error, which nothing reads here, and (before
/// 0.10.6-0+deb12u3 and the like) answers with the numbers of no request. All this happens within calls that end with the
/// right answer, which may never come. So this is called by libssh, for every packet of a channel.
final class SSHInflow {
  let callbacks = UnsafeMutablePointer<ssh_channel_callbacks_struct>.allocate(capacity: 1)
  /// nil before SFTP has begun, and for jump hosts.
  var sftp: sftp_session?
  private let library: vitrine_ssh
  private let interruption: SSHInterruption
  private let counter: SSHCounter

  /// Answers that wait for their turn: twice as many as are requested ahead.
  private static let answerLimit = 128

  init(_ library: vitrine_ssh, _ interruption: SSHInterruption, _ counter: SSHCounter) {
    self.library = library
    self.interruption = interruption
    self.counter = counter
    var functions = ssh_channel_callbacks_struct()
    functions.size = MemoryLayout<ssh_channel_callbacks_struct>.size
    functions.userdata = Unmanaged.passUnretained(self).toOpaque()
    functions.channel_data_function = { _, _, _, count, isError, user in
      guard let user else { return 0 }
      return Unmanaged<SSHInflow>.fromOpaque(user).takeUnretainedValue()
        .dropped(of: count, isError: isError != 0)
    }
    callbacks.initialize(to: functions)
  }

  deinit { callbacks.deallocate() }

  /// - Parameters:
  ///   - count: Bytes that have come and were not read yet.
  ///   - isError: Whether they are a program's standard error.
  /// - Returns: How many of them libssh forgets.
  private func dropped(of count: UInt32, isError: Bool) -> Int32 {
    guard !isError else { return Int32(clamping: count) }
    let isExceeded =
      count > SSHCounter.answerByteLimit || sftp.map { counter.isExceeded || isFull($0) } ?? false
    if isExceeded { interruption.giveUp(.flooded) }
    return isExceeded ? Int32(clamping: count) : 0
  }

  /// Whether more answers wait than were requested.
  private func isFull(_ sftp: sftp_session) -> Bool {
    var (count, byteCount) = (0, 0)
    var next = sftp.pointee.queue
    while let entry = next {
      count += 1
      if let payload = entry.pointee.message?.pointee.payload {
        byteCount += Int(library.ssh_buffer_get_len(payload))
      }
      guard count <= Self.answerLimit, byteCount <= SSHCounter.answerByteLimit else { return true }
      next = entry.pointee.next
    }
    return false
  }
}
