import Dispatch
import GalleryDomain
import Glibc
import Synchronization

/// One walk through a folder, on a thread of its own.
///
/// Depth first, each directory's pictures before its folders, both in natural order: so rows are
/// only ever added at the end while the walk goes on, and the first are known after one directory.
/// Measured, release: 10,000 pictures in one directory 11 ms, 50,000 in 500 directories 55 ms.
///
/// Names decide in the walk, and no file is looked at. Behind it the files are opened whose names say nothing, in the
/// same order; those that are pictures join at the end.
final class FolderScan: Sendable {
  private let folder: [UInt8]
  private let name: String
  private let sniffer: ContentSniffer
  private let state = Mutex(FolderScanState())

  /// Files that are sniffed before what was found is told.
  private static let pieceSize = 256

  /// - Parameters:
  ///   - folder: Absolute.
  ///   - sniffer: Remembers what the scans before found out.
  init(folder: [UInt8], name: String, sniffer: ContentSniffer) {
    self.folder = folder
    self.name = name
    self.sniffer = sniffer
  }

  func start() {
    DispatchQueue.global(qos: .userInitiated).async { self.walk() }
  }

  /// Ends the walk and lets everyone who waits go with `cancelled`.
  func cancel() {
    finish(.failure(.cancelled))
  }

  /// Ends the walk; who watched it watches `next` from now on.
  func cancel(replacedBy next: FolderScan) {
    let observers = state.withLock { $0.takeObservers() }
    cancel()
    for observer in observers { next.observe(observer) }
  }

  /// Reads what is known, at once.
  func read<Result: Sendable>(_ body: (FolderScanState) -> Result) -> Result {
    state.withLock { body($0) }
  }

  /// Waits until `count` photos are known and it is known where `anchor` is, or all is known.
  ///
  /// - Parameter row: Once all names are known, photos from this row on are enough, and more may join them; nil waits.
  func wait(
    forCount count: Int, enoughFromRow row: Int? = nil, anchor: [UInt8]?
  ) async throws(PhotoSourceError) {
    let ticket = state.withLock { $0.nextTicket() }
    let result = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let waiter = FolderScanWaiter(
          count: count, enoughFromRow: row, anchor: anchor, continuation: continuation)
        state.withLock { $0.add(waiter, ticket: ticket, isCancelled: Task.isCancelled) }
      }
    } onCancel: {
      state.withLock { $0.cancel(ticket: ticket) }
    }
    try result.get()
  }

  /// How far the walk is, at once and then at every change.
  func progress() -> AsyncStream<SourceProgress> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1)) { observe($0) }
  }

  private func observe(_ observer: AsyncStream<SourceProgress>.Continuation) {
    let (ticket, goesOn) = state.withLock { state in
      let ticket = state.nextTicket()
      return (ticket, state.observe(observer, ticket: ticket))
    }
    guard goesOn else { return observer.finish() }
    observer.onTermination = { [weak self] _ in
      self?.state.withLock { $0.stopObserving(ticket: ticket) }
    }
  }

  private func finish(_ outcome: Result<Void, PhotoSourceError>) {
    let observers = state.withLock { $0.finish(outcome) }
    for observer in observers { observer.finish() }
  }

  private func walk() {
    guard let rootPath = DirectoryLink.truePath(folder) else {
      return finish(.failure(PhotoSourceError(code: errno, name: name)))
    }
    let scope = DirectoryContents.Scope(rootPath: rootPath) { [self] in
      state.withLock { $0.isFinished }
    }
    var visited: Set<DirectoryContents.Identity> = []
    // Relative paths, the next one last.
    var pending: [[UInt8]] = [[]]
    var unnamed: [(directory: [UInt8], names: NameList)] = []
    while let relative = pending.popLast() {
      guard !scope.isCancelled() else { return }
      let path = relative.isEmpty ? folder : FilePath.join(folder, relative)
      do throws(DirectoryContents.Failure) {
        let contents = try DirectoryContents(path: path, scope: scope)
        guard visited.insert(contents.identity).inserted else {
          state.withLock { $0.skipDirectory(relative, "a folder that was read before") }
          continue
        }
        let folders = contents.folders
        for index in stride(from: folders.count - 1, through: 0, by: -1) {
          pending.append(FilePath.join(relative, folders[index]))
        }
        if contents.unnamed.count > 0 { unnamed.append((relative, contents.unnamed)) }
        state.withLock { $0.append(contents, directory: relative) }
      } catch {
        guard !relative.isEmpty else { return finish(.failure(error.sourceError(name: name))) }
        let reason = error.reason
        state.withLock { $0.skipDirectory(relative, reason) }
      }
    }
    if !unnamed.isEmpty {
      state.withLock { $0.endWalk() }
      for (directory, names) in unnamed { sniff(names, in: directory) }
    }
    finish(.success(()))
  }

  private func sniff(_ names: NameList, in relative: [UInt8]) {
    let path = relative.isEmpty ? folder : FilePath.join(folder, relative)
    let directory = FilePath.withCString(path) { open($0, O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
    defer { if directory >= 0 { close(directory) } }
    for start in stride(from: 0, to: names.count, by: Self.pieceSize) {
      guard !state.withLock({ $0.isFinished }) else { return }
      let end = min(start + Self.pieceSize, names.count)
      var found = NameList()
      for index in start..<end
      where directory >= 0 && sniffer.isPicture(names[index], in: directory) {
        found.append(names[index])
      }
      state.withLock { $0.append(found: found, directory: relative, isLast: end == names.count) }
    }
  }
}

extension DirectoryContents.Failure {
  fileprivate var reason: String {
    switch self {
    case .unreadable(let code): SystemError.reason(code).lowercased()
    }
  }

  func sourceError(name: String) -> PhotoSourceError {
    switch self {
    case .unreadable(let code): PhotoSourceError(code: code, name: name)
    }
  }
}
