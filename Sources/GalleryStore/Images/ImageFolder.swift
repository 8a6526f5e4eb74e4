import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Synchronization

/// The folder of pictures: `ab/ab12…` with names that are never reused, and files that are being written as `.part-…`,
/// locked by their writer.
///
/// Names are never reused, so a file doesn't change while a program shows it: a picture that replaces another one is
/// another file.
struct ImageFolder: Sendable {
  /// Empty if there is none.
  let path: String
  /// The most bytes for the parts of all programs together.
  private let downloads: DownloadBudget
  private let others: OtherPrograms
  private static let partPrefix = ".part-"

  /// - Parameter partByteLimit: For all files together that are being written, by any program.
  init(path: String?, partByteLimit: Int64) {
    let path = path ?? ""
    self.path = path
    let others = OtherPrograms(folder: path)
    self.others = others
    downloads = DownloadBudget(byteLimit: Int(clamping: partByteLimit)) { own in
      others.byteCount { Self.byteCount(in: path, except: own) }
    }
  }

  private static func byteCount(in path: String, except own: Set<FileReference>) -> Int {
    let own = Set(own.map { String(decoding: $0.path, as: UTF8.self) })
    return parts(in: path).filter { !own.contains($0) }
      .reduce(0) { $0 + Int(clamping: regularFileSize($1) ?? 0) }
  }

  /// A new file, open for writing.
  func makePart() -> ImageFile? {
    guard !path.isEmpty, Folders.make(path) else { return nil }
    others.announce()
    // A program that removes orphans may take the file for one between these two calls; at most once, because it looks only
    // at files that existed when it began.
    for _ in 0..<2 {
      let name = "\(path)/\(Self.partPrefix)\(Self.newName())"
      // For its owner only, never an existing file, and not inherited by programs that are started meanwhile.
      let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0, let file = FileReference(path: name) else { return nil }
      // Held until the file is closed or the program ends: it tells a part from an orphan.
      var status = stat()
      if flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return ImageFile(file: file, descriptor: descriptor, allowance: downloads.open(file))
      }
      close(descriptor)
    }
    return nil
  }

  /// The parts of all programs: their number and their bytes.
  func parts() -> (count: Int, byteCount: Int64) {
    let sizes = Self.parts(in: path).compactMap(Self.regularFileSize)
    return (sizes.count, sizes.reduce(0, +))
  }

  /// Removes this program's parts while they are being written: for quitting, when nothing waits for them.
  func removeOwnParts() {
    for file in downloads.files { removeFile(file) }
  }

  /// Removes the parts of programs that ended without doing so; their locks are free.
  func removeOrphanedParts() {
    for part in Self.parts(in: path) {
      let descriptor = open(part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      // Removed under the lock, so that the writer of a new part that isn't locked yet notices that it was removed.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.regularFileSize(part) != nil {
        unlink(part)
      }
      close(descriptor)
    }
  }

  /// Closes a part and gives it a permanent name.
  ///
  /// - Returns: nil if it is empty or can't be renamed.
  func keep(_ part: ImageFile) -> (name: String, byteCount: Int64)? {
    // Closed only after it was renamed: an unlocked part counts as an orphan.
    defer {
      close(part.descriptor)
      downloads.close(part.file)
    }
    var status = stat()
    let isThere = fstat(part.descriptor, &status) == 0 && status.st_nlink > 0
    let name = Self.newName()
    guard isThere, status.st_size > 0, Folders.make("\(path)/\(name.prefix(2))"),
      rename(part.file.path.map { CChar(bitPattern: $0) } + [0], filePath(name)) == 0
    else {
      removeFile(part.file)
      return nil
    }
    return (name, Int64(status.st_size))
  }

  func discard(_ part: ImageFile) {
    close(part.descriptor)
    downloads.close(part.file)
    removeFile(part.file)
  }

  func file(_ name: String) -> FileReference? {
    FileReference(path: filePath(name))
  }

  /// - Returns: nil if there is no such file.
  func byteCount(_ name: String) -> Int64? {
    Self.regularFileSize(filePath(name))
  }

  func remove(_ name: String) {
    unlink(filePath(name))
  }

  /// Removes files without a row (left by a program that crashed, or by a store that was set aside) and orphaned parts.
  ///
  /// - Parameters:
  ///   - isKept: Called with each name.
  ///   - date: Files that were renamed or written later are kept, because their row may follow.
  /// - Returns: How many bytes and files were removed.
  @discardableResult
  func sweep(
    olderThan date: Date, isKept: (String) -> Bool
  ) -> (fileCount: Int, byteCount: Int64) {
    var result = (fileCount: 0, byteCount: Int64(0))
    func remove(_ path: String) {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
        Double(status.st_ctim.tv_sec) <= date.timeIntervalSince1970, unlink(path) == 0
      else { return }
      result.fileCount += 1
      result.byteCount += Int64(status.st_size)
    }
    removeOrphanedParts()
    for folder in Folders.names(in: path) where folder.count == 2 {
      for name in Folders.names(in: "\(path)/\(folder)") where !isKept(name) {
        remove("\(path)/\(folder)/\(name)")
      }
    }
    return result
  }

  private func filePath(_ name: String) -> String {
    "\(path)/\(name.prefix(2))/\(name)"
  }

  private func removeFile(_ file: FileReference) {
    unlink(file.path.map { CChar(bitPattern: $0) } + [0])
  }

  private static func parts(in path: String) -> [String] {
    Folders.names(in: path).filter { $0.hasPrefix(partPrefix) }.map { "\(path)/\($0)" }
  }

  private static func regularFileSize(_ path: String) -> Int64? {
    var status = stat()
    guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Int64(status.st_size)
  }

  private static func newName() -> String {
    let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return digits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }
}

/// The other programs that write into the folder: as long as there is none, their files needn't be counted.
///
/// Each program holds a shared lock of the folder, so the system knows whether there are others
/// (decision 103).
private final class OtherPrograms: Sendable {
  private struct State {
    /// Of the folder, with the lock; -1 for none.
    var descriptor: Int32 = -1
    /// Whether nothing of others was there when they were counted last, while this was the only program.
    var foundNothing = false
  }

  private let folder: String
  private let state = Mutex(State())

  // fcntl(2): locks that belong to an open file. Their names are GNU's, and so aren't imported.
  private static let getLock: Int32 = 36
  private static let setLock: Int32 = 37

  init(folder: String) {
    self.folder = folder
  }

  deinit {
    let descriptor = state.withLock(\.descriptor)
    if descriptor >= 0 { close(descriptor) }
  }

  /// Call before a file is made, so that other programs count it.
  func announce() {
    state.withLock { state in
      var status = stat()
      // The folder may have been removed and made again.
      let isKept = state.descriptor >= 0 && fstat(state.descriptor, &status) == 0
      if isKept, status.st_nlink > 0 { return }
      if state.descriptor >= 0 { close(state.descriptor) }
      state = State(descriptor: open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
      var lock = Self.lock(F_RDLCK)
      guard state.descriptor >= 0, fcntl(state.descriptor, Self.setLock, &lock) != 0 else { return }
      close(state.descriptor)
      state.descriptor = -1
    }
  }

  /// - Parameter count: Counts what others are writing; not called if there are none, and nothing of any was found.
  func byteCount(_ count: () -> Int) -> Int {
    let (isAlone, isKnown) = state.withLock { state in
      let isAlone = Self.isAlone(state.descriptor)
      if !isAlone { state.foundNothing = false }
      return (isAlone, state.foundNothing)
    }
    if isKnown { return 0 }
    let byteCount = count()
    // What others left behind is counted each time, since it may be removed.
    if isAlone, byteCount == 0 { state.withLock { $0.foundNothing = true } }
    return byteCount
  }

  /// Whether no other program holds the lock; false if the file system has none.
  private static func isAlone(_ descriptor: Int32) -> Bool {
    var lock = lock(F_WRLCK)
    return descriptor >= 0 && fcntl(descriptor, getLock, &lock) == 0
      && Int32(lock.l_type) == F_UNLCK
  }

  /// For the whole file.
  private static func lock(_ kind: Int32) -> flock {
    var lock = Glibc.flock()
    lock.l_type = Int16(kind)
    return lock
  }
}
