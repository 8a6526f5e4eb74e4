import Dispatch
import Glibc
import PictureProtocol
import Processes

/// Starts `vitrine-pictures` with a socket as its standard input and nothing else.
///
/// Each worker is a session of its own (`POSIX_SPAWN_SETSID`), not only a process group: Ctrl-C and Ctrl-Z on the
/// keyboard reach only the foreground group, so neither stops a worker. Without a controlling terminal it can neither
/// read keys nor type any (TIOCSTI). It needs no signal to exit: it exits at the end of its standard input, however
/// this process ended.
nonisolated public struct ProcessLauncher: WorkerLauncher {
  private let locator: WorkerLocator
  private let environment: [String]
  private let log: WorkerLog

  public init(
    locator: WorkerLocator = WorkerLocator(),
    environment: [String: String] = WorkerEnvironment.ofThisProcess(), log: WorkerLog = .none
  ) {
    self.locator = locator
    self.log = log
    self.environment = WorkerEnvironment.forWorker(from: environment)
  }

  public func launch() throws(WorkerProblem) -> LaunchedWorker {
    let path = try locator.locate()
    let ours: OwnedDescriptor
    let theirs: OwnedDescriptor
    do throws(PictureProtocolError) {
      (ours, theirs) = try PictureSocket.pair()
    } catch {
      throw .notStarted(errno: error.code)
    }
    let process: ChildProcess
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(
        [Array(path.utf8)], environment: environment.map { Array($0.utf8) },
        input: .descriptor(theirs.number))
    } catch {
      throw .notStarted(errno: error.code)
    }
    return LaunchedWorker(socket: ours, processID: process.id) { [log] in
      process.signal(SIGKILL)
      // A queue of its own: a process that the kernel can't kill must not block a shared thread.
      DispatchQueue(label: "vitrine.worker.end").async { log.note(process.wait()) }
    }
  }
}

extension PictureProtocolError {
  fileprivate nonisolated var code: Int32 {
    if case .socket(let code) = self { code } else { EPROTO }
  }
}
