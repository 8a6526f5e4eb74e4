import CLinux
import Dispatch
import FeedFormats
import GalleryDomain
import Glibc
import Synchronization

/// Reports changes in directories, by inotify(7): nothing runs until something happens, and many changes in a short
/// time are reported together. Mounting or unmounting there or above changes everything.
///
/// What counts is a picture or a sidecar that appeared, was closed after writing or disappeared, and any folder. Other
/// files and hidden ones don't, nor do other programs' folders (`IgnoredNames`), but `.nomedia` does.
final class DirectoryWatch: Sendable {
  private struct Watched: Hashable {
    var path: [UInt8]
    /// Whether it is only above the first directory. Moving or deleting it, or changing who may read it, counts: that affects the
    /// directory, too.
    var isAbove = false
  }

  private struct State {
    /// By the system's numbers.
    var watched: [Int32: Watched] = [:]
    /// Directories that couldn't be read at the last check.
    var unreadable: Set<[UInt8]> = []
    /// Since changes were last reported; `isAll` if it is unknown which.
    var changed: Set<[UInt8]> = []
    var isAll = false
    var isDue = false
    var pause = Duration.zero
    var reportedAt = ContinuousClock.now - .seconds(3_600)
    /// The first directory, its path without links, and the mounts around that.
    var root: (folder: [UInt8], path: [UInt8], mounts: [MountTable.Mount])?
  }

  private let descriptor: Int32
  private let queue = DispatchQueue(label: "vitrine.folder.watch", qos: .utility)
  // libdispatch's objects may be used from any thread; only their Swift protocol does not say so.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  /// nil if the system doesn't report mounts. Likewise of libdispatch.
  nonisolated(unsafe) private let mountSource: (any DispatchSourceRead)?
  private let state = Mutex(State())
  private let report: @Sendable (_ paths: Set<[UInt8]>?) -> Void

  /// The most directories to watch; each takes the system about a kilobyte.
  private static let limit = 16_384
  /// How long to wait for more changes after the first.
  private static let delay = Duration.milliseconds(250)
  /// The most paths to report one by one; beyond that, the report names none.
  private static let pathLimit = 256

  /// - Parameter report: Called on a queue of its own with the paths that changed, nil if there are too many; not after
  ///   `cancel()` has taken effect.
  /// - Returns: nil if the system has no watch left.
  init?(report: @escaping @Sendable (_ paths: Set<[UInt8]>?) -> Void) {
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    self.report = report
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setCancelHandler { [descriptor] in close(descriptor) }
    var table: Int32 = -1
    let mounts = vitrine_watch_mounts(&table)
    mountSource =
      mounts < 0 ? nil : DispatchSource.makeReadSource(fileDescriptor: mounts, queue: queue)
    mountSource?.setCancelHandler { [table] in
      close(mounts)
      close(table)
    }
    source.setEventHandler { [weak self] in self?.readEvents() }
    mountSource?.setEventHandler { [weak self] in self?.checkMounts() }
    source.activate()
    mountSource?.activate()
  }

  deinit { cancel() }

  func cancel() {
    source.cancel()
    mountSource?.cancel()
  }

  /// Watches these directories, and stops watching any others. Waits for mounts that don't answer: those that do come first.
  ///
  /// - Parameters:
  ///   - directories: Absolute paths.
  ///   - date: When they were read, by `time()`; changes since then are reported, including those of the same moment.
  ///   - pause: The least time between two reports.
  ///   - sign: Given for each directory.
  func watch(
    _ directories: [[UInt8]], readAt date: Int64, pause: Duration, mounts: MountTable = .now(),
    sign: FileAnswer.Sign? = nil
  ) -> SourceWatch {
    var (answering, remote): ([[UInt8]], [[UInt8]]) = ([], [])
    var isRemote = false
    var isAnswering: [MountTable.Mount: Bool] = [:]
    for path in directories.prefix(Self.limit) {
      guard mounts.hasSilentMounts, let mount = mounts.resolve(path).silent else {
        answering.append(path)
        continue
      }
      isRemote = isRemote || mount.isRemote
      // It has answered when the directories were read, and may not do so any more.
      if isAnswering[mount] == nil {
        isAnswering[mount] = FileAnswer.isAnswering(mount.point, within: FileAnswer.pause)
      }
      if isAnswering[mount] == true { remote.append(path) }
    }
    let above = Self.above(directories).subtracting(answering + remote)
    let wanted = Set((answering + remote).map { Watched(path: $0) })
    var isLimited = directories.count > Self.limit
    let known = state.withLock { state in
      state.pause = pause
      forget(&state) { $0.isAbove ? !above.contains($0.path) : !wanted.contains($0) }
      return Set(state.watched.values)
    }
    // What changed between reading the directories and watching them.
    var isLate = false
    for path in answering + remote {
      sign?.give()
      if !known.contains(Watched(path: path)), !add(Watched(path: path)) { isLimited = true }
      let status = stat(of: path)
      isLate = isLate || status.map { PhotoStamp.File.nanoseconds($0.st_mtim) >= date } ?? true
    }
    for path in above where !known.contains(Watched(path: path, isAbove: true)) {
      _ = add(Watched(path: path, isAbove: true))
    }
    if let first = directories.first {
      let path = mounts.resolve(first).path
      let around = mounts.mounts(around: path)
      state.withLock { state in
        // Otherwise changes in the meantime would never be reported.
        if state.root?.folder != first { state.root = (first, path, around) }
      }
    }
    if isLate { note([], isAll: true) }
    let count = state.withLock { $0.watched.values.count { !$0.isAbove } }
    if count == 0, !directories.isEmpty { return .nothing }
    if isLimited { return .folders(count) }
    return isRemote ? .thisComputerOnly : .all
  }

  /// - Returns: false if the system has no watch left. If a directory is gone, the next listing will notice.
  private func add(_ watched: Watched) -> Bool {
    let mask = watched.isAbove ? Self.selfMask : Self.mask
    let number = FilePath.withCString(watched.path) { inotify_add_watch(descriptor, $0, mask) }
    guard number >= 0 else { return errno != ENOSPC && errno != ENOMEM }
    state.withLock { $0.watched[number] = watched }
    return true
  }

  private func forget(_ state: inout State, _ isUnwanted: (Watched) -> Bool) {
    for (number, watched) in state.watched where isUnwanted(watched) {
      inotify_rm_watch(descriptor, number)
      state.watched[number] = nil
    }
  }

  /// Now, in nanoseconds since 1970, from the clock with which the system stamps changes, which may be a hundredth of a
  /// second behind. By a finer clock, a change just after the reading would seem to precede it.
  static func time() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME_COARSE, &time)
    return PhotoStamp.File.nanoseconds(time)
  }

  /// The folders above the first directory, the nearest 32.
  private static func above(_ directories: [[UInt8]]) -> Set<[UInt8]> {
    var above: Set<[UInt8]> = []
    guard var path = directories.first, path.first == FilePath.separator else { return [] }
    while path.count > 1, above.count < 32 {
      path = FilePath.directory(of: path)
      above.insert(path)
    }
    return above
  }

  /// What happens to a directory itself.
  private static let selfMask =
    UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(IN_ATTRIB)
    | UInt32(bitPattern: Int32(IN_ONLYDIR))

  private static let mask =
    UInt32(IN_CREATE) | UInt32(IN_CLOSE_WRITE) | UInt32(IN_MOVED_TO) | UInt32(IN_MOVED_FROM)
    | UInt32(IN_DELETE) | selfMask

  // MARK: Mounts

  /// A mount or unmount there changes what is behind the path, and the watches on the old directories don't report
  /// that.
  private func checkMounts() {
    let table = MountTable.now()
    let gone = state.withLock { state -> [UInt8]? in
      guard let (folder, path, known) = state.root else { return nil }
      let mounts = table.mounts(around: path)
      guard mounts != known else { return nil }
      state.root = (folder, path, mounts)
      return folder
    }
    guard let gone else { return }
    forgetAll(in: gone)
    note([], isAll: true)
  }

  // MARK: Events

  private func readEvents() {
    var paths: [[UInt8]] = []
    var isAll = false
    while let events = InotifyEvent.read(from: descriptor) {
      for event in events {
        let gone = UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT)
        if event.mask & UInt32(IN_Q_OVERFLOW) != 0 {
          isAll = true
        } else if event.mask & gone != 0 {
          isAll = true
          if let gone = state.withLock({ $0.watched[event.watch]?.path }) { forgetAll(in: gone) }
        } else if event.mask & UInt32(IN_ATTRIB) != 0 {
          // Of files, only changes of their contents count; of a directory, whether it can be read.
          if event.name.isEmpty, changedAccess(event.watch) { isAll = true }
        } else if event.mask & UInt32(IN_IGNORED) != 0 {
          state.withLock { $0.watched[event.watch] = nil }
        } else if Self.counts(event) {
          // A directory that is being added has no path yet.
          if let path = state.withLock({ $0.watched[event.watch]?.path }) {
            paths.append(FilePath.join(path, event.name))
          } else {
            isAll = true
          }
        }
      }
    }
    if isAll || !paths.isEmpty { note(paths, isAll: isAll) }
  }

  /// When a directory is gone, its path refers to another one, and so do all paths below it.
  private func forgetAll(in gone: [UInt8]) {
    state.withLock { state in forget(&state) { FilePath.isInside($0.path, gone) != nil } }
  }

  /// Whether a directory, or one below it, can be read now and couldn't before, or the other way round.
  private func changedAccess(_ watch: Int32) -> Bool {
    state.withLock { state in
      guard let watched = state.watched[watch] else { return false }
      var path = watched.path
      if watched.isAbove {
        // Only the effect on the first directory counts.
        let below = state.watched.values.filter { !$0.isAbove && $0.path.starts(with: path) }
        path = below.map(\.path).min { $0.count < $1.count } ?? path
      }
      let isReadable = FilePath.withCString(path) { access($0, R_OK | X_OK) } == 0
      return isReadable
        ? state.unreadable.remove(path) != nil : state.unreadable.insert(path).inserted
    }
  }

  private static let names = IgnoredNames().judge(in: [])

  private static func counts(_ event: InotifyEvent) -> Bool {
    if isNameless(event) { return false }
    let isFolder = event.mask & UInt32(IN_ISDIR) != 0
    if event.name == IgnoredNames.marker { return !isFolder }
    guard !names.ignores(event.name, isFolder: isFolder) else { return false }
    if isFolder { return true }
    let ending = event.name.suffix(4).map { $0 | 0x20 }
    return FileNameKind(event.name) != .other || ending.elementsEqual(".xmp".utf8)
  }

  /// Whether a file without a name was closed (`O_TMPFILE`): it is reported as `#` and the number of its inode (Linux 6.18). Its name
  /// is reported when it gets one.
  private static func isNameless(_ event: InotifyEvent) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return event.mask & UInt32(IN_CLOSE_WRITE) != 0 && event.name.count > 1
      && event.name[0] == UInt8(ascii: "#") && event.name.dropFirst().allSatisfy(digits.contains)
  }

  /// Reports the paths soon, together with any that follow until then.
  private func note(_ paths: [[UInt8]], isAll: Bool) {
    let wait = state.withLock { state -> Duration? in
      state.changed.formUnion(paths)
      state.isAll = state.isAll || isAll || state.changed.count > Self.pathLimit
      guard !state.isDue else { return nil }
      state.isDue = true
      return max(Self.delay, state.reportedAt + state.pause - .now)
    }
    guard let wait else { return }
    queue.asyncAfter(deadline: .now() + wait.dispatched) { [weak self] in self?.reportChanges() }
  }

  private func reportChanges() {
    let paths = state.withLock { state -> Set<[UInt8]>? in
      defer {
        (state.changed, state.isAll, state.isDue, state.reportedAt) = ([], false, false, .now)
      }
      return state.isAll ? nil : state.changed
    }
    if !source.isCancelled { report(paths) }
  }
}
