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
  private static let partPrefix = ".part-"

  init(path: String?) {
    self.path = path ?? ""
  }

  /// A new file, open for writing.
  func makePart() -> ImageFile? {
    guard !path.isEmpty, Folders.make(path) else { return nil }
    let name = "\(path)/\(Self.partPrefix)\(Self.newName())"
    // For its owner only, never one that is there, and not for the programs that are started meanwhile.
    let descriptor = open(name, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { return nil }
    // Until it is closed, by us or by our end: what tells a part from a leftover.
    _ = flock(descriptor, LOCK_EX | LOCK_NB)
    guard let file = FileReference(path: name) else {
      close(descriptor)
      return nil
    }
    return ImageFile(file: file, descriptor: descriptor)
  }

  /// Closes a part and gives it a lasting name.
  ///
  /// - Returns: nil for an empty one, and where it cannot be named.
  func keep(_ part: ImageFile) -> (name: String, byteCount: Int64)? {
    var status = stat()
    let isThere = fstat(part.descriptor, &status) == 0 && status.st_nlink > 0
    close(part.descriptor)
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
    removeFile(part.file)
  }

  func file(_ name: String) -> FileReference? {
    FileReference(path: filePath(name))
  }

  /// - Returns: nil where there is no such file.
  func byteCount(_ name: String) -> Int64? {
    var status = stat()
    guard lstat(filePath(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      return nil
    }
    return Int64(status.st_size)
  }

  func remove(_ name: String) {
    unlink(filePath(name))
  }

  /// Removes files that no row names: left behind by a program that crashed, or by a store that was set
  /// aside.
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
    for folder in Folders.names(in: path) {
      if folder.hasPrefix(Self.partPrefix) {
        if !Self.isBeingWritten("\(path)/\(folder)") { remove("\(path)/\(folder)") }
      } else if folder.count == 2 {
        for name in Folders.names(in: "\(path)/\(folder)") where !isKept(name) {
          remove("\(path)/\(folder)/\(name)")
        }
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

  private static func isBeingWritten(_ path: String) -> Bool {
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }

  private static func newName() -> String {
    let digits = (0..<2).map { _ in String(UInt64.random(in: .min ... .max), radix: 16) }
    return digits.map { String(repeating: "0", count: 16 - $0.count) + $0 }.joined()
  }
}
