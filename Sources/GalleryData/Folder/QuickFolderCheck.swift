import Dispatch
import FeedFormats
import Files
import GalleryDomain
import Glibc
import Synchronization

/// Quickly checks whether a folder looks like one of pictures.
public enum QuickFolderCheck {
  /// Whether a folder has a picture, directly or in one of its folders, judging by names. Those that a listing
  /// ignores are skipped.
  ///
  /// - Parameter limit: How long to look; nothing found by then counts as none, even if the file system doesn't answer
  ///   at all. A folder that is read for `workLimit` of processor time counts as none, too: on a busy machine that takes
  ///   longer.
  public static func holdsPictures(_ folder: FileReference, within limit: Duration) -> Bool {
    holdsPictures(folder, within: limit, mounts: .now())
  }

  /// - Parameters:
  ///   - kind: What an entry is.
  ///   - willOpen: Called with each folder on the thread that opens it.
  static func holdsPictures(
    _ folder: FileReference, within limit: Duration, mounts: MountTable,
    kind: @escaping @Sendable (FolderEntries.Entry) -> Int32 = { $0.kind },
    willOpen: @escaping @Sendable ([UInt8]) -> Void = { _ in }
  ) -> Bool {
    let search = Search(until: .now + limit, kind: kind, willOpen: willOpen)
    let real = mounts.resolve(folder.path).path
    search.start { search in
      if let mount = mounts.resolve(folder.path).silent,
        !FileAnswer.isAnswering(mount.point, within: limit)
      {
        return false
      }
      guard case .folders(let names) = search.look(into: folder.path, isNamed: true) else {
        return true
      }
      func isSilent(_ name: [UInt8]) -> Bool {
        mounts.silentMount(at: FilePath.join(real, name)) != nil
      }
      // One that doesn't answer holds up no other.
      for name in names where isSilent(name) {
        search.start { search in
          FileAnswer.isAnswering(FilePath.join(real, name), within: limit)
            && search.finds(in: FilePath.join(folder.path, name))
        }
      }
      let deadline = processorTime() + workLimit
      return names.contains { name in
        !isSilent(name) && processorTime() < deadline
          && search.finds(in: FilePath.join(folder.path, name))
      }
    }
    return search.result()
  }

  private static let workLimit = Duration.milliseconds(50)

  /// What this thread has used.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Several threads that look for the first picture. Outlives the call if a file system hangs.
  private final class Search: Sendable {
    enum Look {
      case picture
      case folders([[UInt8]])
    }

    private let deadline: ContinuousClock.Instant
    private let kind: @Sendable (FolderEntries.Entry) -> Int32
    private let willOpen: @Sendable ([UInt8]) -> Void
    private let hasEnded = DispatchSemaphore(value: 0)
    /// How many threads are looking; and whether one has found a picture.
    private let state = Mutex((running: 0, isFound: false))

    init(
      until deadline: ContinuousClock.Instant,
      kind: @escaping @Sendable (FolderEntries.Entry) -> Int32,
      willOpen: @escaping @Sendable ([UInt8]) -> Void
    ) {
      self.deadline = deadline
      self.kind = kind
      self.willOpen = willOpen
    }

    func start(_ look: @escaping @Sendable (Search) -> Bool) {
      state.withLock { $0.running += 1 }
      FileAnswer.thread().async { [self] in
        // Before the lock: a hanging file system would hold it, and block the caller.
        let isFound = look(self) && .now < deadline
        let isOver = state.withLock { state in
          state.running -= 1
          state.isFound = state.isFound || isFound
          return state.running == 0 || isFound
        }
        if isOver { hasEnded.signal() }
      }
    }

    func result() -> Bool {
      _ = hasEnded.wait(timeout: .now() + (deadline - .now).dispatched)
      return state.withLock(\.isFound)
    }

    func finds(in path: [UInt8]) -> Bool {
      if case .picture = look(into: path, isNamed: false) { true } else { false }
    }

    /// - Parameter isNamed: Whether it is shown even if it has the marker of folders without photos to show.
    /// - Returns: The folders in a folder, if no picture is directly in it.
    func look(into path: [UInt8], isNamed: Bool) -> Look {
      willOpen(path)
      guard let entries = FolderEntries(path) else { return .folders([]) }
      let deadline = processorTime() + workLimit
      let judge = IgnoredNames().judge(in: path)
      var folders: [[UInt8]] = []
      var isFound = false
      for entry in entries {
        guard processorTime() < deadline else { return .folders([]) }
        let name = entry.name
        if !isNamed, name == IgnoredNames.marker { return .folders([]) }
        guard name.first != UInt8(ascii: ".") else { continue }
        let kind = kind(entry)
        guard !judge.ignores(name, isFolder: kind == Int32(DT_DIR)) else { continue }
        if kind == Int32(DT_DIR) {
          folders.append(name)
        } else if FileNameKind(name).isListed {
          if isNamed { return .picture }
          // The marker may follow.
          isFound = true
        }
      }
      return isFound ? .picture : .folders(folders)
    }
  }
}
