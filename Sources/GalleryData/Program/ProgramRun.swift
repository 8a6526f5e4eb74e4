import CLinux
import Dispatch
import FeedFormats
import GalleryDomain
import Glibc
import Synchronization

/// One run of a program that prints photos: without a shell, without the terminal, in a session of its own.
///
/// Its output is read as it comes, on a thread of its own. The run is over when the program itself has ended: what it has left
/// running in its process group is ended with it.
final class ProgramRun: Sendable {
  private struct Process {
    /// 0 when it has ended. Its number can't be reused until it is reaped, which happens after that.
    var id: pid_t = 0
    var status: Int32 = 0
    var wasStopped = false
  }

  fileprivate struct Page {
    var rows: Range<Int>
    var skipped: SkippedItems
  }

  /// What it has printed.
  fileprivate struct Output {
    var photos: PrintedPhotos
    /// As they were first requested: each has what had been printed by then.
    var pages: [Page] = []
    /// nil until it has ended.
    var result: Result<FeedEnding?, PhotoSourceError>?
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let name: String
  private let process: Mutex<Process>
  private let output: Mutex<Output>
  /// Reaches its end when the program is over.
  private let end: Int32

  /// How long a program has to end on request.
  private static let patience = DispatchTimeInterval.milliseconds(500)
  private static let pieceSize = 1 << 16
  /// As much as a pipe holds at most: what a program has printed is there when it has ended.
  private static let pipePieces = 16

  /// Starts the program.
  ///
  /// - Parameter log: Called with each line of its standard error, on any thread.
  init(
    _ call: ProgramCall, photos: PrintedPhotos, log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    var pipes: [Int32] = []
    for _ in 0..<3 {
      var ends: [Int32] = [-1, -1]
      guard pipe(&ends) == 0 else {
        let reason = SystemError.reason(errno)
        for end in pipes { close(end) }
        throw .notStarted(reason: reason)
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      _ = fcntl(ends[0], F_SETFL, O_NONBLOCK)
      pipes += ends
    }
    var started: pid_t = 0
    let code = CStrings.with(call.words) { words in
      CStrings.with(ProgramEnvironment.entries([:])) { variables in
        FilePath.withCString(call.words[0]) {
          vitrine_spawn_saying(&started, $0, words, variables, -1, pipes[1], pipes[3])
        }
      }
    }
    close(pipes[1])
    close(pipes[3])
    guard code == 0 else {
      for end in [pipes[0], pipes[2], pipes[4], pipes[5]] { close(end) }
      throw code == ENOENT ? .notInstalled : .notStarted(reason: SystemError.reason(code))
    }
    name = call.name
    process = Mutex(Process(id: started))
    output = Mutex(Output(photos: photos))
    end = pipes[4]
    let (id, isOver, printed, errors) = (started, pipes[5], pipes[0], pipes[2])
    DispatchQueue(label: "vitrine.source.end").async { [self] in
      reap(id)
      close(isOver)
    }
    DispatchQueue(label: "vitrine.source").async { [self] in
      read(printed, errors, log)
      close(printed)
      close(errors)
    }
  }

  deinit { close(end) }

  private func reap(_ id: pid_t) {
    vitrine_await_end(id, 0)
    // Cleared before the system may reuse the number.
    process.withLock { process in
      Glibc.kill(-id, SIGKILL)
      process.id = 0
    }
    var status: Int32 = 0
    while waitpid(id, &status, 0) < 0 && errno == EINTR {}
    process.withLock { $0.status = status }
  }

  /// Ends the program with all of its process group. Returns immediately.
  func stop() {
    let isRunning = process.withLock { process in
      process.wasStopped = true
      guard process.id > 0 else { return false }
      Glibc.kill(-process.id, SIGTERM)
      return true
    }
    guard isRunning else { return }
    DispatchQueue.global().asyncAfter(deadline: .now() + Self.patience) { [self] in kill() }
  }

  /// The same as `stop()`, immediately and whatever the program does.
  private func kill() {
    process.withLock { process in
      if process.id > 0 { Glibc.kill(-process.id, SIGKILL) }
    }
  }

  /// Waits for the end of a program that was stopped, and kills it if that takes too long.
  func awaitEnd(until deadline: ContinuousClock.Instant) {
    while true {
      let (seconds, attoseconds) = (deadline - .now).components
      let milliseconds = max(0, seconds * 1_000 + attoseconds / 1_000_000_000_000_000 + 1)
      var request = pollfd(fd: end, events: Int16(POLLIN), revents: 0)
      let count = poll(&request, 1, Int32(clamping: milliseconds))
      if count > 0 { return }
      if count == 0 || errno != EINTR { return kill() }
    }
  }

  // MARK: Reading

  private func read(
    _ printed: Int32, _ errorOutput: Int32, _ log: @escaping @Sendable (String) -> Void
  ) {
    var errors = ErrorLines(log: log)
    var ready = [printed, errorOutput, end].map {
      pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
    }
    var isOver = false
    while !isOver {
      if poll(&ready, 3, -1) < 0, errno != EINTR { break }
      isOver = ready[2].revents != 0
      for index in 0...1 where ready[index].fd >= 0 && (isOver || ready[index].revents != 0) {
        for _ in 0..<(isOver ? Self.pipePieces : 1) {
          guard let bytes = Self.piece(of: ready[index].fd) else { break }
          if bytes.isEmpty {
            // At its end, it would be ready for ever.
            ready[index].fd = -1
            break
          }
          if index == 0 { take(bytes, errors.last) } else { errors.take(bytes[...]) }
        }
      }
    }
    errors.take([UInt8(ascii: "\n")])
    finish(lastLine: errors.last)
  }

  /// - Returns: nil if there is nothing now; empty at the end.
  private static func piece(of file: Int32) -> [UInt8]? {
    var buffer = [UInt8](repeating: 0, count: pieceSize)
    while true {
      let count = buffer.withUnsafeMutableBytes { Glibc.read(file, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return nil }
      return Array(buffer.prefix(max(0, count)))
    }
  }

  private func take(_ bytes: [UInt8], _ lastLine: String) {
    let isOver = announce { output in
      guard output.result == nil else { return false }
      output.photos.append(bytes)
      guard output.photos.excess != nil else { return false }
      output.result = output.photos.ending(of: name, lastLine: lastLine)
      return true
    }
    if isOver { stop() }
  }

  private func finish(lastLine: String) {
    let (status, wasStopped) = process.withLock { ($0.status, $0.wasStopped) }
    announce { output in
      guard output.result == nil else { return }
      output.photos.end()
      if output.photos.excess != nil || !wasStopped && status == 0 {
        output.result = output.photos.ending(of: name, lastLine: lastLine)
      } else if wasStopped {
        output.result = .failure(.cancelled)
      } else {
        let fault: ProgramFault =
          status & 0x7F == 0 ? .status(status >> 8 & 0xFF) : .signal(status & 0x7F)
        output.result = output.photos.ending(of: name, fault, lastLine)
      }
    }
  }

  /// Changes what was printed, and tells those who wait for it.
  @discardableResult
  private func announce<Value: Sendable>(_ change: (inout Output) -> Value) -> Value {
    let (value, waiting) = output.withLock { output in
      let value = change(&output)
      defer { output.waiting = [] }
      return (value, output.waiting)
    }
    for waiting in waiting { waiting.finish() }
    return value
  }

  // MARK: Pages

  /// Whether it has printed no photo so far.
  var isEmpty: Bool { output.withLock { $0.photos.count == 0 } }

  /// Waits until there is a photo on the page, or the end.
  func page(for request: PageRequest) async throws(PhotoSourceError) -> PhotoPage {
    while !Task.isCancelled {
      let (change, waiting) = AsyncStream<Void>.makeStream()
      let page = output.withLock { output in
        let page = output.page(for: request)
        if page == nil { output.waiting.append(waiting) }
        return page
      }
      if let page { return try page.get() }
      for await _ in change {}
    }
    throw .cancelled
  }
}

extension ProgramRun.Output {
  /// - Returns: nil if that is not known yet.
  mutating func page(
    for request: PageRequest
  ) -> Result<PhotoPage, PhotoSourceError>? {
    let number = max(request.page, 1)
    while pages.count < number {
      let start = pages.last?.rows.upperBound ?? 0
      // At the end, what was skipped last may need a page without photos.
      guard photos.count > start || result != nil && (pages.last.map { !$0.rows.isEmpty } ?? true)
      else { break }
      let end = min(photos.count, start + PageRequest.defaultPageSize)
      pages.append(.init(rows: start..<end, skipped: photos.takeSkipped()))
    }
    guard number <= pages.count || result != nil else { return nil }
    if case .failure(let error) = result { return .failure(error) }
    let isLast =
      result != nil && (pages.last?.rows.upperBound ?? 0) == photos.count
      && number >= pages.count
    let ending: FeedEnding? = if case .success(let ending) = result { ending } else { nil }
    let known = number <= pages.count ? pages[number - 1] : nil
    return .success(
      PhotoPage(
        number: number, photos: (known?.rows ?? 0..<0).compactMap(photos.photo(at:)),
        totalCount: result == nil ? nil : photos.count, hasMorePages: !isLast,
        skipped: known?.skipped ?? SkippedItems(),
        anchorRow: request.anchor.flatMap(photos.row(of:)), ending: isLast ? ending : nil))
  }
}

extension PrintedPhotos {
  /// How the list of a program ends that has ended, or is ended because it prints more than is kept, or something else.
  func ending(of name: String, lastLine: String = "") -> Result<FeedEnding?, PhotoSourceError> {
    switch excess {
    case .next: ending(of: name, .namesNextPage, lastLine)
    case nil where count > 0 || firstFault == nil: .success(nil)
    case _ where count == 0:
      ending(of: name, .notPhotos(beginning: firstFault ?? ""), lastLine)
    case .photos: .success(.tooManyPhotos)
    case .faults: .success(.neverEnds)
    case .repeats: .success(.repeatsItself)
    case nil: .success(nil)
    }
  }

  /// What was printed before is shown, and the list ends there.
  func ending(
    of name: String, _ fault: ProgramFault, _ lastLine: String
  ) -> Result<FeedEnding?, PhotoSourceError> {
    let error = PhotoSourceError.programFailed(name: name, fault: fault, lastLine: lastLine)
    guard count > 0 else { return .failure(error) }
    return .success(
      .incomplete(MissingFolders(MissingFolders.Folder(name: "the rest", error: error))))
  }
}

/// The standard error of a program, line by line.
private struct ErrorLines {
  let log: @Sendable (String) -> Void
  private(set) var last = ""
  private var rest: [UInt8] = []
  private var count = 0

  /// For each run; further lines are dropped.
  private static let lineLimit = 200
  private static let byteLimit = 4_096

  init(log: @escaping @Sendable (String) -> Void) { self.log = log }

  /// Call with a newline at the end: the last line may lack one.
  mutating func take(_ bytes: ArraySlice<UInt8>) {
    rest += bytes
    // A progress bar is rewritten between carriage returns.
    let parts = rest.split(omittingEmptySubsequences: false) {
      $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r")
    }
    for part in parts.dropLast() {
      let line = TextCleaner.line(bytes: part.prefix(Self.byteLimit))
      guard !line.isEmpty else { continue }
      last = line
      count += 1
      if count <= Self.lineLimit { log(line) }
    }
    rest = Array((parts.last ?? []).suffix(Self.byteLimit))
  }
}
