import Glibc
import PictureProtocol

/// Starts workers; `ProcessLauncher` is the real implementation.
nonisolated public protocol WorkerLauncher: Sendable {
  /// Starts a worker. Called off the main actor; may block while a process is being started.
  func launch() throws(WorkerProblem) -> LaunchedWorker
}

/// A running worker.
nonisolated public struct LaunchedWorker: Sendable {
  /// Our end of the socket pair.
  public let socket: OwnedDescriptor
  /// The process id if it is a process; for logs and tests only.
  public let processID: Int32?
  /// Ends it immediately and for good; may be called more than once, from any thread, and does not block.
  public let end: @Sendable () -> Void

  public init(
    socket: OwnedDescriptor, processID: Int32? = nil, end: @escaping @Sendable () -> Void
  ) {
    self.socket = socket
    self.processID = processID
    self.end = end
  }
}

/// Why no pictures can be loaded at all.
nonisolated public enum WorkerProblem: Error, Hashable, Sendable {
  /// `vitrine-pictures` was not found in any of the expected places.
  case notFound
  /// `$VITRINE_PICTURES` is not an executable file.
  case settingNotExecutable(path: String)
  /// The system refused to start it.
  case notStarted(errno: Int32)
  /// It exits, or doesn't respond, before it is ready.
  case doesNotAnswer
  /// It is of another version.
  case otherVersion
  /// It ended this many times in a row without making a picture.
  case keepsEnding(times: Int)
  /// The program is exiting.
  case shutDown

  /// The text for the status line, without a full stop.
  public var words: String { reason.isEmpty ? "no pictures" : "no pictures: \(reason)" }

  /// The reason alone; empty if the program is exiting.
  public var reason: String {
    switch self {
    case .notFound: "vitrine-pictures is not installed"
    case .settingNotExecutable(let path): "VITRINE_PICTURES is not a program: \(path)"
    case .notStarted(let code): "can't start vitrine-pictures (error \(code))"
    case .doesNotAnswer: "vitrine-pictures does not respond"
    case .otherVersion: "vitrine-pictures is of another version; install Vitrine again"
    case .keepsEnding(let times): "vitrine-pictures crashed \(times) times in a row"
    case .shutDown: ""
    }
  }
}

/// The limits of the pool.
nonisolated public struct WorkerLimits: Hashable, Sendable {
  /// The maximum number of workers: one per core, at least 1, at most 4. More would decode faster than anyone scrolls,
  /// and each one takes memory.
  public var workers: Int
  /// How long a worker may take to send its hello.
  public var startTime: Duration
  /// How long a worker may continue with a cancelled request before it is ended.
  public var cancelTime: Duration
  /// How long an idle worker is kept, so that an unused program takes no memory for it.
  public var idleTime: Duration
  /// After this many workers in a row that ended before their hello, no more are started.
  public var failedStarts: Int
  /// After this many workers in a row that ended while working, without any answer in between, no more are started.
  /// More than the bad photos on one screen, because each of these ends costs its photo anyway.
  public var endsWithoutAnswer: Int

  public init(
    workers: Int = 1, startTime: Duration = .seconds(10), cancelTime: Duration = .seconds(2),
    idleTime: Duration = .seconds(30), failedStarts: Int = 5, endsWithoutAnswer: Int = 20
  ) {
    self.workers = max(1, workers)
    self.startTime = startTime
    self.cancelTime = cancelTime
    self.idleTime = idleTime
    self.failedStarts = max(1, failedStarts)
    self.endsWithoutAnswer = max(1, endsWithoutAnswer)
  }

  /// The limits for a machine with this many cores.
  public static func forCores(_ count: Int) -> WorkerLimits {
    WorkerLimits(workers: min(4, max(1, count)))
  }
}
