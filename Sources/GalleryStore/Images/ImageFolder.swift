import Foundation
import GalleryData
import GalleryDomain
import Glibc

/// The folder of pictures: `ab/ab12…` with names that are never given twice, and what is being written as
/// `.part-…`, locked by its writer.
///
/// A name is never given twice so that a file does not change under a program that shows it: a picture that
/// replaces another one is another file.
struct ImageFolder: Sendable {
  /// Empty where there is none.
  let path: String
  /// What the parts of all programs may take together.
  private let downloads: DownloadBudget
  private static let partPrefix = ".part-"

  /// - Parameter partByteLimit: Of all files together that are being written, by whichever program.
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
    // Another program that sweeps may take a file for an orphan between these two calls; once at most, since
    // it looks at what was there when it began.
    for _ in 0..<2 {
      let name = "\(path)/\(Self.partPrefix)\(Self.newName())"
      // For its owner only, never one that is there, and not for the programs that are started meanwhile.
      let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
      guard descriptor >= 0, let file = FileReference(path: name) else { return nil }
      // Held until it is closed, by us or by our end: it tells a part from an orphan.
      var status = stat()
      if flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        return ImageFile(file: file, descriptor: descriptor, allowance: downloads.open(file))
      }
      close(descriptor)
    }
    return nil
  }

  /// The parts of all programs: how many there are, and their bytes.
  func parts() -> (count: Int, byteCount: Int64) {
    let sizes = Self.parts(in: path).compactMap(Self.regularFileSize)
    return (sizes.count, sizes.reduce(0, +))
  }

  /// Removes the parts of this program while they are being written: for leaving, when nobody waits for them.
  func removeOwnParts() {
    for file in downloads.files { removeFile(file) }
  }

  /// Removes the parts of programs that ended without doing so, at once: nobody holds their locks.
  func removeOrphanedParts() {
    for part in Self.parts(in: path) {
      let descriptor = open(part, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
      guard descriptor >= 0 else { continue }
      // Removed under the lock, so that one that was made a moment ago and is not locked yet is noticed as
      // removed by its writer.
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0, Self.regularFileSize(part) != nil {
        unlink(part)
      }
      close(descriptor)
    }
  }

  /// Closes a part and gives it a lasting name.
  ///
  /// - Returns: nil for an empty one, and where it cannot be named.
  func keep(_ part: ImageFile) -> (name: String, byteCount: Int64)? {
    // Closed with its lasting name only: unlocked, a part is an orphan to whoever sweeps.
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

  /// - Returns: nil where there is no such file.
  func byteCount(_ name: String) -> Int64? {
    Self.regularFileSize(filePath(name))
  }

  func remove(_ name: String) {
    unlink(filePath(name))
  }

  /// Removes files that no row names (left behind by a program that crashed, or by a store that was set
  /// aside) and orphaned parts.
  ///
  /// - Parameters:
  ///   - isKept: Asked for each name.
  ///   - date: Files that were named or written after that stay, because their row may be to come.
  /// - Returns: How many bytes went in how many files.
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
