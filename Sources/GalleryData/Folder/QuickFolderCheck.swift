import Dispatch
import FeedFormats
import Files
import GalleryDomain
import Glibc

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
    let deadline = ContinuousClock.now + limit
    let search = Search(mounts: mounts, deadline: deadline, kind: kind, willOpen: willOpen)
    // On a thread of its own, which outlives the call if the file system hangs.
    let isFound = FileAnswer.onThread(until: deadline) {
      search.holdsPictures(folder.path) && .now < deadline
    }
    return isFound ?? false
  }

  private static let workLimit = Duration.milliseconds(50)

  /// What this thread has used.
  private static func processorTime() -> Duration {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
  }

  private struct Search: Sendable {
    let mounts: MountTable
    let deadline: ContinuousClock.Instant
    let kind: @Sendable (FolderEntries.Entry) -> Int32
    let willOpen: @Sendable ([UInt8]) -> Void

    private enum Look {
      case picture
      case folders([[UInt8]])
    }

    func holdsPictures(_ folder: [UInt8]) -> Bool {
      let (real, mount) = mounts.resolve(folder)
      guard mount.map({ isAnswering($0.point) }) ?? true else { return false }
      guard case .folders(let names) = look(into: folder, isNamed: true) else { return true }
      // What may not answer comes last, and is asked first whether it does.
      let silent = names.filter { mounts.silentMount(at: FilePath.join(real, $0)) != nil }
      let end = processorTime() + workLimit
      return names.contains { name in
        !silent.contains(name) && processorTime() < end && finds(in: FilePath.join(folder, name))
      }
        || silent.contains { name in
          isAnswering(FilePath.join(real, name)) && finds(in: FilePath.join(folder, name))
        }
    }

    private func isAnswering(_ point: [UInt8]) -> Bool {
      FileAnswer.isAnswering(point, within: deadline - .now)
    }

    private func finds(in path: [UInt8]) -> Bool {
      if case .picture = look(into: path, isNamed: false) { true } else { false }
    }

    /// - Parameter isNamed: Whether it is shown even if it has the marker of folders without photos to show.
    /// - Returns: The folders in a folder, if no picture is directly in it.
    private func look(into path: [UInt8], isNamed: Bool) -> Look {
      willOpen(path)
      guard let entries = FolderEntries(path) else { return .folders([]) }
      let end = processorTime() + workLimit
      let judge = IgnoredNames().judge(in: path)
      var folders: [[UInt8]] = []
      var isFound = false
      for entry in entries {
        guard processorTime() < end else { return .folders([]) }
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
