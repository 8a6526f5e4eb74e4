import Dispatch
import PictureProtocol
import Synchronization
import TerminalKit

/// The workers: starts them when there is work, distributes it, and replaces workers that fail.
///
/// A worker has one request at a time. If it exits, hangs, or sends nonsense, it is killed, and the request fails.
final class WorkerPool {
  private struct Message: Sendable {
    var workerID: UInt64
    var event: WorkerEvent
  }

  /// Provides requests, and receives what comes of them.
  weak var loader: PictureLoader?
  let limits: WorkerLimits
  /// What the last worker that was started says about itself.
  private(set) var hello: WorkerHello?
  /// Why no more workers are started; existing ones continue.
  private(set) var problem: WorkerProblem?
  private var workers: [PooledWorker] = []
  private var nextWorkerID: UInt64 = 0
  /// The number of workers in a row that ended before their hello.
  private var failedStarts = 0
  /// The number of workers that ended while working, without any answer in between.
  private var endsWithoutAnswer = 0
  private let launcher: any WorkerLauncher
  private let timer: any Alarm
  private let thumbnails: ThumbnailStore?
  private var timerDeadline: Duration?
  private var mailbox: Mailbox<Message>?
  private let log: WorkerLog

  /// If a deadline fires later than this, this process was stopped, not the worker.
  private static let lateness = Duration.seconds(2)

  init(
    launcher: any WorkerLauncher, limits: WorkerLimits, timer: any Alarm,
    thumbnails: ThumbnailStore? = nil, log: WorkerLog = .none
  ) {
    self.launcher = launcher
    self.log = log
    self.thumbnails = thumbnails
    self.limits = limits
    self.timer = timer
    mailbox = Mailbox { [weak self] messages in self?.receive(messages) }
  }

  isolated deinit {
    for worker in workers { worker.connection?.end() }
  }

  /// Whether nothing can be done until `reset()`.
  var isUnavailable: Bool { problem != nil && workers.isEmpty }

  /// Distributes waiting work. Call when there is something new.
  func dispatch() {
    for index in workers.indices where workers[index].isIdle {
      guard let request = loader?.takeRequest() else { break }
      workers[index].flight = PooledWorker.Flight(request: request)
      workers[index].restartTime(now: timer.now, limits: limits)
      workers[index].connection?.submit(request)
    }
    launchIfNeeded()
    setTimer()
  }

  /// Cancels a request; its answer still arrives, marked as cancelled.
  func cancel(_ id: UInt32) {
    for index in workers.indices where workers[index].flight?.request.id == id {
      workers[index].flight?.isCancelled = true
      workers[index].deadline = min(workers[index].deadline, timer.now + limits.cancelTime)
      workers[index].connection?.cancel(id: id)
    }
    setTimer()
  }

  /// Tries again after a problem.
  func reset() {
    guard problem != .shutDown else { return }
    problem = nil
    failedStarts = 0
    endsWithoutAnswer = 0
  }

  /// Ends all workers; no others are started.
  func shutDown() {
    problem = .shutDown
    for worker in workers {
      worker.connection?.end()
      if let flight = worker.flight { tell(flight, .failure(.cancelled)) }
    }
    workers = []
    setTimer()
    loader?.poolDidSettle()
  }

  private func launchIfNeeded() {
    let room = limits.workers - workers.count
    // The first picture comes sooner if the first worker doesn't share the processor with others that start.
    guard workers.isEmpty || workers.contains(where: \.isReady) else { return }
    guard problem == nil, room > 0, let waiting = loader?.queue.waitingCount else { return }
    let starting = workers.count { !$0.isReady }
    let count = min(room, waiting - starting)
    for _ in 0..<max(0, count) { launch() }
  }

  /// Starts the first worker before there is work for it, which saves the first picture 25 ms.
  func warmUp() {
    guard problem == nil, workers.isEmpty else { return }
    launch()
    setTimer()
  }

  private func launch() {
    guard let mailbox else { return }
    let id = nextWorkerID
    nextWorkerID += 1
    workers.append(PooledWorker(id: id, deadline: timer.now + limits.startTime))
    DispatchQueue(label: "vitrine.worker.start").async { [launcher, thumbnails] in
      @Sendable func post(_ event: WorkerEvent) {
        mailbox.post(Message(workerID: id, event: event))
      }
      do throws(WorkerProblem) {
        post(
          .launched(WorkerConnection(try launcher.launch(), thumbnails: thumbnails, post: post)))
      } catch {
        post(.notLaunched(error))
      }
    }
  }

  // MARK: Messages from workers

  private func receive(_ messages: [Message]) {
    for message in messages {
      guard let index = workers.firstIndex(where: { $0.id == message.workerID }) else {
        // It was given up while it was being started.
        if case .launched(let connection) = message.event { connection.end() }
        continue
      }
      handle(message.event, fromWorkerAt: index)
    }
    settle()
  }

  private func handle(_ event: WorkerEvent, fromWorkerAt index: Int) {
    switch event {
    case .launched(let connection):
      workers[index].connection = connection
      connection.start()
    case .notLaunched(let reason):
      workers.remove(at: index)
      problem = reason
    case .otherVersion:
      // Both programs are installed together, so another worker would be the same.
      problem = .otherVersion
      end(workerAt: index, blaming: nil)
    case .hello(let hello):
      failedStarts = 0
      self.hello = hello
      log.note(hello.cell)
      workers[index].isReady = true
      workers[index].restartTime(now: timer.now, limits: limits)
    case .answered(let id, let answer):
      accept(answer, of: id, at: index, isAnswer: true)
    case .notSent(let id, let failure):
      accept(.failure(failure), of: id, at: index, isAnswer: false)
    case .unlistedCall(let number):
      log.note(unlistedCall: number)
    case .ended(let wasAtWork):
      end(workerAt: index, blaming: wasAtWork ? .workerDied : nil)
    }
  }

  private func accept(
    _ outcome: Result<Picture, PictureFailure>, of id: UInt32, at index: Int, isAnswer: Bool
  ) {
    guard let flight = workers[index].flight, flight.request.id == id else { return }
    workers[index].flight = nil
    workers[index].restartTime(now: timer.now, limits: limits)
    if tell(flight, outcome) {
      if isAnswer { endsWithoutAnswer = 0 }
    } else {
      // Not an answer to the request: the photo is to blame, and the worker is no longer trusted.
      tell(flight, .failure(.workerDied))
      end(workerAt: index, blaming: nil)
    }
  }

  /// - Parameter failure: Why its request failed; nil if that isn't to blame.
  private func end(workerAt index: Int, blaming failure: PictureFailure?) {
    let worker = workers.remove(at: index)
    worker.connection?.end()
    if !worker.isReady {
      failedStarts += 1
      if failedStarts >= limits.failedStarts { problem = problem ?? .doesNotAnswer }
    } else {
      endsWithoutAnswer += 1
      if endsWithoutAnswer >= limits.endsWithoutAnswer {
        problem = problem ?? .keepsEnding(times: endsWithoutAnswer)
      }
    }
    if let flight = worker.flight { tell(flight, failure.map { .failure($0) }) }
  }

  @discardableResult
  private func tell(
    _ flight: PooledWorker.Flight, _ outcome: Result<Picture, PictureFailure>?
  ) -> Bool {
    loader?.finish(flight.request, outcome, wasCancelled: flight.isCancelled) ?? true
  }

  private func settle() {
    dispatch()
    loader?.poolDidSettle()
  }

  // MARK: Time

  /// Sets the alarm to the earliest deadline; without workers there is no timer.
  private func setTimer() {
    let deadline = workers.map(\.deadline).min()
    guard deadline != timerDeadline else { return }
    timerDeadline = deadline
    timer.set(deadline) { [weak self] in self?.endLateWorkers() }
  }

  private func endLateWorkers() {
    timerDeadline = nil
    let now = timer.now
    for id in workers.filter({ $0.deadline <= now }).map(\.id) {
      guard let index = workers.firstIndex(where: { $0.id == id }) else { continue }
      if workers[index].isIdle {
        workers.remove(at: index).connection?.end()
      } else if now > workers[index].deadline + Self.lateness {
        workers[index].restartTime(now: now, limits: limits)
      } else {
        end(workerAt: index, blaming: .timedOut)
      }
    }
    settle()
  }
}

/// A worker from the pool's point of view.
private struct PooledWorker {
  struct Flight {
    var request: PictureRequest
    var isCancelled = false
  }

  let id: UInt64
  /// nil while the worker is being started.
  var connection: WorkerConnection?
  /// Whether it has sent its hello.
  var isReady = false
  /// What it has not answered yet.
  var flight: Flight?
  /// When its hello, or its answer, is due; without work, when it is released.
  var deadline: Duration

  /// Whether it has nothing to do, so that its deadline is not a failure.
  var isIdle: Bool { isReady && flight == nil }

  /// Gives it all of the time for what it does now.
  mutating func restartTime(now: Duration, limits: WorkerLimits) {
    var time = isReady ? limits.idleTime : limits.startTime
    if let flight {
      time = flight.request.timeLimit
      if flight.isCancelled { time = min(time, limits.cancelTime) }
    }
    deadline = now + time
  }
}

/// Passes messages from other threads to the main actor: all that arrived since the last wake-up at once.
nonisolated final class Mailbox<Message: Sendable>: Sendable {
  private let waiting = Mutex<[Message]>([])
  private let receive: @MainActor @Sendable ([Message]) -> Void

  /// - Parameter receive: Called with at least one message, in the order in which they were posted.
  init(receive: @escaping @MainActor @Sendable ([Message]) -> Void) {
    self.receive = receive
  }

  func post(_ message: Message) {
    let isFirst = waiting.withLock { waiting in
      waiting.append(message)
      return waiting.count == 1
    }
    guard isFirst else { return }
    Task { @MainActor in
      let messages = waiting.withLock { waiting in
        defer { waiting = [] }
        return waiting
      }
      receive(messages)
    }
  }
}
