import FeedFormats
import Files
import GalleryDomain
import Glibc

/// The contents of one directory: pictures, possible pictures, and folders, each in natural order.
struct DirectoryContents {
  /// Rows, with the names that `PhotoPairs` gives them.
  private(set) var pictures = NameList()
  /// Until they are joined with the pictures.
  private var raws = NameList()
  private var clips = NameList()
  /// Regular files whose names don't say what they are.
  private(set) var unnamed = NameList()
  private(set) var folders = NameList()
  /// Links that lead nowhere or to a parent folder.
  private(set) var skipped = SkippedItems()
  /// Whether the folder, and those in it, are said to have no photos to show (`.nomedia`).
  private(set) var isMarked = false

  /// Identifies a directory, whatever its path.
  struct Identity: Hashable {
    var device: UInt64
    var inode: UInt64
  }

  let identity: Identity

  /// What is needed to read a directory of the scanned folder.
  struct Scope: Sendable {
    /// The true paths of the scanned folder, or folders.
    var rootPaths: [[UInt8]]
    /// Whether a raw file and its JPEG are two photos.
    var showsPairs = false
    var ignored = IgnoredNames()
    var mounts = MountTable([])
    /// Called while a directory is read.
    var isCancelled: @Sendable () -> Bool
  }

  /// Reads names and kinds from the directory; stat(2) is called only for links, and for entries if the file system
  /// doesn't give their kind.
  ///
  /// - Parameter path: Absolute.
  init(path: [UInt8], scope: Scope) throws(SystemCallError) {
    guard let entries = FolderEntries(path) else { throw SystemCallError(code: errno) }
    let descriptor = entries.descriptor
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw SystemCallError(code: errno) }
    identity = Identity(device: UInt64(status.st_dev), inode: UInt64(status.st_ino))

    let judge = scope.ignored.judge(in: FilePath.withoutDots(path))
    var links: [[UInt8]] = []
    var entryCount = 0
    for entry in entries {
      entryCount += 1
      if entryCount % 1_024 == 0, scope.isCancelled() { return }
      let name = entry.bytes
      guard name.first != UInt8(ascii: ".") else {
        isMarked = isMarked || name.elementsEqual(IgnoredNames.marker)
        continue
      }
      switch entry.kind {
      case Int32(DT_REG):
        if !judge.ignores(name, isFolder: false) { appendFile(name, scope) }
      case Int32(DT_DIR):
        if folders.hasRoom, !judge.ignores(name, isFolder: true) { folders.append(name) }
      case Int32(DT_LNK): links.append(entry.name)
      // A FIFO, a socket, a device.
      default: break
      }
    }
    for link in links {
      if scope.isCancelled() { return }
      if leadsAway(link, path: path, scope: scope) {
        addUnfollowed(link, scope, judge)
      } else {
        follow(link, path: path, descriptor: descriptor, scope: scope, judge)
      }
    }
    pictures = PhotoPairs.rows(pictures, raws, clips: clips).sorted()
    (raws, clips) = (NameList(), NameList())
    unnamed = unnamed.sorted()
    folders = folders.sorted()
  }

  /// Keeps the files whose names pass.
  mutating func keep(_ keeps: ([UInt8]) -> Bool) {
    pictures = PhotoPairs.rows(pictures, keeps: keeps)
    unnamed = PhotoPairs.rows(unnamed, keeps: keeps)
  }

  private mutating func appendFile(
    _ name: some BidirectionalCollection<UInt8>, _ scope: Scope
  ) {
    switch FileNameKind(name) {
    case .raw where raws.hasRoom && !scope.showsPairs: raws.append(name)
    case .picture where pictures.hasRoom, .raw where pictures.hasRoom: pictures.append(name)
    case .picture, .raw: skip(name, "more files than are read")
    case .unknown, .otherRaw: if unnamed.hasRoom { unnamed.append(name) }
    case .clip where clips.hasRoom: clips.append(name)
    case .clip, .other: break
    }
  }

  private mutating func skip(_ name: some Collection<UInt8>, _ reason: String) {
    skipped.add(TextCleaner.line(bytes: Array(name), limit: .field), reason)
  }

  /// Whether a link leads into a mount that may not answer, and isn't the one that the directory is in.
  private func leadsAway(_ link: [UInt8], path: [UInt8], scope: Scope) -> Bool {
    guard scope.mounts.hasSilentMounts,
      let target = FilePath.linkTarget(of: FilePath.join(path, link))
    else { return false }
    let mount = scope.mounts.resolve(FilePath.absolute(target, in: path)).silent
    return mount != nil && mount != scope.mounts.resolve(path).silent
  }

  /// Adds a link as what its name says: it isn't followed here, so that it holds up nothing else. If it leads back up, the
  /// walk notices that it has read that folder.
  private mutating func addUnfollowed(
    _ link: [UInt8], _ scope: Scope, _ judge: IgnoredNames.Judge
  ) {
    switch FileNameKind(link) {
    case .picture, .raw:
      if !judge.ignores(link, isFolder: false) { appendFile(link, scope) }
    case .unknown, .otherRaw:
      if folders.hasRoom, !judge.ignores(link, isFolder: true) { folders.append(link) }
    case .clip, .other: break
    }
  }

  private mutating func follow(
    _ link: [UInt8], path: [UInt8], descriptor: Int32, scope: Scope, _ judge: IgnoredNames.Judge
  ) {
    var status = stat()
    guard FilePath.withCString(link, { fstatat(descriptor, $0, &status, 0) }) == 0 else {
      // A broken link to a text doesn't matter; one to a picture, or to something that may be a folder, is reported.
      if FileNameKind(link).isListed || !link.contains(UInt8(ascii: ".")) {
        skip(link, "a link that leads nowhere")
      }
      return
    }
    guard !judge.ignores(link, isFolder: status.isDirectory) else { return }
    if status.isRegularFile {
      // A photo with a link among its files couldn't be moved.
      if FileNameKind(link) != .clip { appendFile(link, scope) }
    } else if status.isDirectory {
      switch DirectoryLink(to: FilePath.join(path, link), from: path, scope) {
      case .elsewhere: if folders.hasRoom { folders.append(link) }
      case .upwards: skip(link, "a link that leads back up")
      case .insideAnyway: break
      }
    }
  }
}
