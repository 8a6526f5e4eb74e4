import CLinux
import Glibc

/// Copies a file byte by byte with its times, as cheaply as the file system can.
enum FileCopy {
  /// How much is copied between two checks for cancellation.
  private static let piece = 16 << 20

  /// - Parameters:
  ///   - source: A path, in the file system's bytes.
  ///   - shouldStop: Called between two pieces; if it returns true, the incomplete copy is removed.
  /// - Throws: `ECANCELED` when stopped; `EINVAL` if it isn't a regular file.
  static func copy(
    _ source: [UInt8], into file: PendingFile, shouldStop: () -> Bool
  ) throws(FileFault) {
    let number = open(source.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard number >= 0 else { throw .lastOfSource }
    defer { close(number) }
    var status = stat()
    guard fstat(number, &status) == 0 else { throw .lastOfSource }
    guard status.isRegularFile else { throw FileFault(code: EINVAL, isOfSource: true) }
    // FICLONE, _IOW(0x94, 9, int): shares the blocks until one of the two files is written to.
    if ioctl(file.descriptor, 0x4004_9409, number) != 0 {
      try copyBytes(from: number, to: file, shouldStop)
    }
    var times = [status.st_atim, status.st_mtim]
    // Not every file system stores them.
    futimens(file.descriptor, &times)
  }

  private static func copyBytes(
    from source: Int32, to file: PendingFile, _ shouldStop: () -> Bool
  ) throws(FileFault) {
    while !shouldStop() {
      let count = file.calls.copyRange(source, file.descriptor, piece)
      if count > 0 { continue }
      if count == 0 { return try copyRest(from: source, to: file, shouldStop) }
      switch errno {
      case EINTR: continue
      case EXDEV, EINVAL, ENOSYS, EOPNOTSUPP, EBADF, EPERM:
        return try copyRest(from: source, to: file, shouldStop)
      default: throw .last
      }
    }
    throw FileFault(code: ECANCELED)
  }

  /// For files that the kernel doesn't copy, among them files of /proc, which claim to be empty.
  private static func copyRest(
    from source: Int32, to file: PendingFile, _ shouldStop: () -> Bool
  ) throws(FileFault) {
    while !shouldStop() {
      var failure: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        let got = read(source, buffer.baseAddress, buffer.count)
        if got < 0 { failure = errno }
        count = max(0, got)
      }
      if failure == EINTR { continue }
      guard failure == 0 else { throw FileFault(code: failure, isOfSource: true) }
      guard !bytes.isEmpty else { return }
      try file.write(bytes)
    }
    throw FileFault(code: ECANCELED)
  }

  /// Whether two files have the same bytes; false if one of them can't be read.
  static func isSame(_ one: [UInt8], _ other: String) -> Bool {
    let first = open(one.map { CChar(bitPattern: $0) } + [0], O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard first >= 0 else { return false }
    defer { close(first) }
    let second = open(other, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard second >= 0 else { return false }
    defer { close(second) }
    var (left, right) = (stat(), stat())
    guard fstat(first, &left) == 0, fstat(second, &right) == 0, left.isRegularFile,
      right.isRegularFile, left.st_size == right.st_size
    else { return false }
    if left.st_dev == right.st_dev, left.st_ino == right.st_ino { return true }
    while true {
      guard let a = bytes(first), let b = bytes(second), a == b else { return false }
      if a.isEmpty { return true }
    }
  }

  /// The next bytes, a full piece except at the end; nil if they can't be read.
  private static func bytes(_ descriptor: Int32) -> [UInt8]? {
    var isBroken = false
    let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 18) { buffer, count in
      count = 0
      while count < buffer.count {
        let got = read(descriptor, buffer.baseAddress?.advanced(by: count), buffer.count - count)
        if got > 0 {
          count += got
          continue
        }
        if got < 0, errno == EINTR { continue }
        isBroken = got < 0
        break
      }
    }
    return isBroken ? nil : bytes
  }
}
