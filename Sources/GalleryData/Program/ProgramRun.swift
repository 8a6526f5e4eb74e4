import Dispatch
import FeedFormats
import GalleryDomain
import Processes
import Synchronization

/// One run of a program that prints photos: without a shell, without the terminal, in a session of its own.
///
/// Its output is read as it arrives, on a thread of its own. The run is over when the program itself has ended: what it has left
/// running in its process group is ended with it.
final class ProgramRun: Sendable {
  fileprivate struct Page {
    var rows: Range<Int>
    var skipped: SkippedItems
  }

  fileprivate struct Output {
    var photos: PrintedPhotos
    /// As they were first requested: each has what had been printed by then.
    var pages: [Page] = []
    /// nil until it has ended.
    var result: Result<FeedEnding?, PhotoSourceError>?
    var waiting: [AsyncStream<Void>.Continuation] = []
  }

  private let name: String
  private let process: ChildProcess
  private let wasStopped = Atomic(false)
  private let output: Mutex<Output>

  /// How long a program has to end on request.
  private static let patience = Duration.milliseconds(500)

  /// - Parameter log: Called with each line of its standard error, on any thread.
  init(
    _ call: ProgramCall, photos: PrintedPhotos, log: @escaping @Sendable (String) -> Void
  ) throws(ProgramFault) {
    do throws(ChildProcess.Failure) {
      process = try ChildProcess(call.words, output: .both, endsGroup: true)
    } catch {
      throw ProgramFault(error)
    }
    name = call.name
    output = Mutex(Output(photos: photos))
    DispatchQueue(label: "vitrine.source").async { [self] in read(log) }
  }

  /// Ends the program with all of its process group. Returns immediately.
  func stop() {
    wasStopped.store(true, ordering: .relaxed)
    process.end(within: Self.patience)
  }

  /// Waits for the end of a program that was stopped, and kills it if that takes too long.
  func awaitEnd(until deadline: ContinuousClock.Instant) {
    if process.awaitEnd(until: deadline) == nil { process.end() }
  }

  // MARK: Reading

  private func read(_ log: @escaping @Sendable (String) -> Void) {
    var errors = ErrorLines(log: log)
    _ = process.read { stream, bytes in
      if stream == .output { receive(bytes, errors.last) } else { errors.append(bytes[...]) }
      return true
    }
    errors.append([UInt8(ascii: "\n")])
    finish(process.wait(), lastLine: errors.last)
  }

  private func receive(_ bytes: [UInt8], _ lastLine: String) {
    let isOver = announce { output in
      guard output.result == nil else { return false }
      output.photos.append(bytes)
      guard output.photos.excess != nil else { return false }
      output.result = output.photos.ending(of: name, lastLine: lastLine)
      return true
    }
    if isOver { stop() }
  }

  private func finish(_ end: ChildProcess.End, lastLine: String) {
    let wasStopped = wasStopped.load(ordering: .relaxed)
    announce { output in
      guard output.result == nil else { return }
      output.photos.end()
      let isFull = output.photos.excess != nil
      if !isFull, wasStopped {
        output.result = .failure(.cancelled)
      } else if !isFull, let fault = ProgramFault(end) {
        output.result = output.photos.ending(of: name, fault, lastLine)
      } else {
        output.result = output.photos.ending(of: name, lastLine: lastLine)
      }
    }
  }

  /// Changes what was printed, and then resumes the requests that wait for more of it.
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
  mutating func page(for request: PageRequest) -> Result<PhotoPage, PhotoSourceError>? {
    let number = max(request.page, 1)
    while pages.count < number {
      let start = pages.last?.rows.upperBound ?? 0
      // At the end, what was skipped last may need a page without photos.
      guard photos.count > start || result != nil && (pages.last.map { !$0.rows.isEmpty } ?? true)
      else { break }
      let end = min(photos.count, start + PageRequest.defaultPageSize)
      pages.append(.init(rows: start..<end, skipped: photos.removeSkipped()))
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
  /// How the list ends of a program that has ended, or is ended because it prints more than is kept, or something else.
  func ending(of name: String, lastLine: String = "") -> Result<FeedEnding?, PhotoSourceError> {
    switch excess {
    case .next: ending(of: name, .namesNextPage, lastLine)
    case nil where count > 0 || firstFault == nil: .success(nil)
    case _ where count == 0:
      ending(of: name, .notPhotos(beginning: firstFault ?? ""), lastLine)
    case .photos: .success(.tooManyPhotos)
    case .others: .success(.neverEnds)
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

extension ProgramFault {
  init(_ failure: ChildProcess.Failure) {
    self =
      failure.isMissing ? .notInstalled : .notStarted(reason: SystemError.reason(failure.code))
  }

  /// nil for success.
  init?(_ end: ChildProcess.End) {
    switch end {
    case .status(0): return nil
    case .status(let status): self = .status(status)
    case .signal(let number): self = .signal(number)
    }
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
  mutating func append(_ bytes: ArraySlice<UInt8>) {
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
