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

/// Finds the program `vitrine-pictures`.
nonisolated public struct WorkerLocator: Sendable {
  private let environment: [String: String]
  private let programPath: @Sendable () -> String?
  private let isExecutable: @Sendable (String) -> Bool

  /// - Parameters:
  ///   - environment: May contain `VITRINE_PICTURES`; an empty value counts as not set.
  ///   - programPath: The program's real path; called when a worker is needed.
  ///   - isExecutable: Whether a path is a file that can be executed.
  public init(
    environment: [String: String] = WorkerEnvironment.ofThisProcess(),
    programPath: @escaping @Sendable () -> String? = Self.realProgramPath,
    isExecutable: @escaping @Sendable (String) -> Bool = Self.isExecutableFile
  ) {
    self.environment = environment
    self.programPath = programPath
    self.isExecutable = isExecutable
  }

  /// The worker's path: `$VITRINE_PICTURES` if it is set; otherwise next to the program; otherwise in
  /// `../libexec/vitrine`.
  public func locate() throws(WorkerProblem) -> String {
    if let path = environment["VITRINE_PICTURES"], !path.isEmpty {
      guard isExecutable(path) else { throw .settingNotExecutable(path: path) }
      return path
    }
    guard let program = programPath(), let slash = program.lastIndex(of: "/") else {
      throw .notFound
    }
    let folder = program[..<slash]
    for candidate in [
      "\(folder)/vitrine-pictures", "\(folder)/../libexec/vitrine/vitrine-pictures",
    ] where isExecutable(candidate) {
      return candidate
    }
    throw .notFound
  }

  /// The target of `/proc/self/exe`; links to the program are resolved.
  public static func realProgramPath() -> String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &buffer, buffer.count)
    guard count > 0 else { return nil }
    return String(decoding: buffer.prefix(count).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  public static func isExecutableFile(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
      && access(path, X_OK) == 0
  }
}

/// The environment variables for a worker.
nonisolated public enum WorkerEnvironment {
  /// Language and time zone; where libraries are found if the program runs from its build folder; how sanitizers
  /// report. Nothing else: no `VIPS_*` (they raise libvips' limits), no `HOME`, and no secrets that a compromised
  /// decoder could read.
  private static let keptNames: Set<String> = [
    "LANG", "LC_ALL", "LC_CTYPE", "TZ", "LD_LIBRARY_PATH", "ASAN_OPTIONS", "TSAN_OPTIONS",
    "UBSAN_OPTIONS",
  ]

  /// The kept variables as `NAME=value`.
  public static func forWorker(from environment: [String: String]) -> [String] {
    let kept = environment.filter { keptNames.contains($0.key) }.map { "\($0.key)=\($0.value)" }
    // A crash costs one photo; the seconds that Swift's backtracer takes would delay many.
    return kept.sorted() + ["SWIFT_BACKTRACE=enable=no"]
  }

  /// The environment of this process.
  public static func ofThisProcess() -> [String: String] {
    var result: [String: String] = [:]
    var entry = environ
    while let pointer = entry.pointee {
      let text = String(cString: pointer)
      if let sign = text.firstIndex(of: "=") {
        result[String(text[..<sign])] = String(text[text.index(after: sign)...])
      }
      entry += 1
    }
    return result
  }
}
