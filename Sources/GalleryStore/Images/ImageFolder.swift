import Foundation
import GalleryData
import GalleryDomain
import Glibc

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
  private static let partPrefix = ".part-"

  /// - Parameter partByteLimit: For all files together that are being written, by any program.
  init(path: String?, partByteLimit: Int64) {
    let path = path ?? ""
    self.path = path
    downloads = DownloadBudget(byteLimit: Int(clamping: partByteLimit)) { own in
      let own = Set(own.map { String(decoding: $0.path, as: UTF8.self) })
      return Self.parts(in: path).filter { !own.contains($0) }
        .reduce(0) { $0 + Int(clamping: Self.regularFileSize($1) ?? 0) }
    }
  }

  /// A new file, open for writing.
  func makePart() -> ImageFile? {
    guard !path.isEmpty, Folders.make(path) else { return nil }
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
