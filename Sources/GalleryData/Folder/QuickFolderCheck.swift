import Dispatch
import FeedFormats
import GalleryDomain
import Glibc
import Synchronization

/// Quickly checks whether a folder looks like one of pictures.
public enum QuickFolderCheck {
  /// Whether a folder has a picture, directly or in one of its folders, judging by names. Those that a listing ignores are skipped.
  ///
  /// - Parameter limit: How long to look; nothing found by then counts as none, even if the file system doesn't answer
  ///   at all. A folder that is read for `workLimit` of processor time counts as none, too: on a busy machine that takes
  ///   longer.
  public static func holdsPictures(_ folder: FileReference, within limit: Duration) -> Bool {
    let deadline = ContinuousClock.now + limit
    let answer = Answer()
    DispatchQueue.global(qos: .userInitiated).async {
      // Before the lock: a hanging file system would hold it, and block the caller.
      let isFound = look(folder.path, depth: 1, until: processorTime() + workLimit)
      let isInTime = ContinuousClock.now < deadline
      answer.found.withLock { $0 = isFound && isInTime }
      answer.isThere.signal()
    }
    let (seconds, attoseconds) = limit.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    _ = answer.isThere.wait(timeout: .now() + .nanoseconds(nanoseconds))
    return answer.found.withLock { $0 }
  }

  private static let workLimit = Duration.milliseconds(50)

  /// What this thread has used.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  /// Outlives the call if the file system hangs.
  private final class Answer: Sendable {
    let isThere = DispatchSemaphore(value: 0)
    let found = Mutex(false)
  }

  private static func look(
    _ path: [UInt8], depth: Int, until deadline: Duration
  ) -> Bool {
    guard let stream = FilePath.withCString(path, { opendir($0) }) else { return false }
    defer { closedir(stream) }
    let judge = IgnoredNames().judge(in: path)
    var folders: [[UInt8]] = []
    var isFound = false
    while let entry = readdir(stream) {
      guard processorTime() < deadline else { return false }
      let isFolder = Int32(entry.pointee.d_type) == Int32(DT_DIR)
      let name = DirectoryContents.name(of: entry)
      if depth == 0, name == IgnoredNames.marker { return false }
      guard !judge.ignores(name, isFolder: isFolder) else { continue }
      if isFolder {
        if depth > 0 { folders.append(name) }
      } else if FileNameKind(name).isListed {
        // The marker of a subfolder may follow.
        if depth > 0 { return true }
        isFound = true
      }
    }
    return isFound
      || folders.contains {
        look(FilePath.join(path, $0), depth: depth - 1, until: deadline)
      }
  }
}
