import Dispatch
import GalleryData
import Glibc
import Synchronization

/// Reports changes to files in a folder, by inotify: nothing runs until something happens.
///
/// It reports a file whose time was set (`touch`), that appeared, or that was closed after writing; not writing itself.
/// If the folder doesn't exist, it waits for it at the nearest folder above. The folder above also reports when the
/// folder is removed: inotify doesn't report it for the folder itself while a file in it is open.
final class FolderWatch: Sendable {
  private let folder: String
  private let namePrefix: String
  private let descriptor: Int32
  private let changed: @Sendable () -> Void
  private let queue = DispatchQueue(label: "vitrine.store.watch", qos: .utility)
  // libdispatch's objects may be used from any thread; only their Swift protocol lacks the annotation.
  nonisolated(unsafe) private let source: any DispatchSourceRead
  private let state = Mutex(State())

  private struct State {
    /// The watch of the folder, or of the nearest one above it.
    var watched: (number: Int32, path: String)?
    /// The watch of the folder above that one; negative if there is none.
    var above: Int32 = -1
  }

  /// - Parameters:
  ///   - folder: An absolute path.
  ///   - namePrefix: The prefix of the files to watch.
  ///   - changed: Called on a queue of its own, sometimes without a change; not after `cancel()` has taken effect.
  /// - Returns: nil if the system has no watches left.
  init?(folder: String, namePrefix: String, changed: @escaping @Sendable () -> Void) {
    guard folder.hasPrefix("/") else { return nil }
    descriptor = inotify_init1(Int32(IN_CLOEXEC) | Int32(IN_NONBLOCK))
    guard descriptor >= 0 else { return nil }
    self.folder = folder
    self.namePrefix = namePrefix
    self.changed = changed
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { [weak self] in self?.takeEvents() }
    source.setCancelHandler { [descriptor] in close(descriptor) }
    watchNearest()
    source.activate()
  }

  deinit { cancel() }

  func cancel() { source.cancel() }

  // MARK: -

  private static let folderMask =
    UInt32(IN_ATTRIB) | UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_CLOSE_WRITE)
    | endMask
  private static let waitingMask =
    UInt32(IN_CREATE) | UInt32(IN_MOVED_TO) | UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM) | endMask
  private static let endMask =
    UInt32(IN_DELETE_SELF) | UInt32(IN_MOVE_SELF) | UInt32(bitPattern: Int32(IN_ONLYDIR))

  /// Watches the folder, or the nearest one above it that exists.
  ///
  /// - Returns: Whether the watched folder has changed.
  @discardableResult
  private func watchNearest() -> Bool {
    var isNew = false
    // A folder that is created after the first look and before the watch is found at the second look.
    for _ in 0..<folder.utf8.count {
      let path = nearest()
      guard state.withLock({ $0.watched?.path }) != path else { break }
      // The one above first, so that a folder that disappears before it is watched is reported. One folder has one number,
      // however it is watched.
      let above =
        path == "/" ? -1 : inotify_add_watch(descriptor, Self.parent(of: path), Self.waitingMask)
      let mask = path == folder ? Self.folderMask : Self.waitingMask
      let number = inotify_add_watch(descriptor, path, mask)
      let old = state.withLock { state in
        defer { state = State(watched: number < 0 ? nil : (number, path), above: above) }
        return state
      }
      for former in [old.watched?.number ?? -1, old.above]
      where former >= 0 && former != number && former != above {
        inotify_rm_watch(descriptor, former)
      }
      isNew = isNew || number >= 0
    }
    return isNew
  }

  private static func parent(of path: String) -> String {
    let parent = path[..<(path.lastIndex(of: "/") ?? path.startIndex)]
    return parent.isEmpty ? "/" : String(parent)
  }

  private func nearest() -> String {
    var path = folder
    while !Folders.isFolder(path), let end = path.lastIndex(of: "/") {
      path = end == path.startIndex ? "/" : String(path[..<end])
      if path == "/" { break }
    }
    return path
  }

  private func takeEvents() {
    var isRelevant = false
    var isOver = false
    let (watched, above) = state.withLock { ($0.watched, $0.above) }
    let isThere = watched?.path == folder
    let name = watched?.path.split(separator: "/").last ?? ""
    while let events = InotifyEvent.read(from: descriptor) {
      for event in events {
        if event.watch == above {
          // The folder is gone, whether or not it was reported for itself.
          let gone = UInt32(IN_DELETE) | UInt32(IN_MOVED_FROM)
          if event.mask & gone != 0, event.name.elementsEqual(name.utf8) { isOver = true }
        } else {
          isRelevant = isRelevant || event.name.starts(with: namePrefix.utf8)
        }
        // The folder itself is gone, or events were lost.
        if event.mask & UInt32(IN_DELETE_SELF | IN_MOVE_SELF | IN_Q_OVERFLOW) != 0 { isOver = true }
      }
    }
    if isOver {
      let old = state.withLock { state in
        defer { state.watched = nil }
        return state.watched
      }
      if let old { inotify_rm_watch(descriptor, old.number) }
    }
    let isNew = watchNearest()
    guard !source.isCancelled else { return }
    if isNew || isOver || (isThere && isRelevant) { changed() }
  }
}
