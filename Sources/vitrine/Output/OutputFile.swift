import GalleryData
import GalleryDomain
import Glibc

/// Why a file cannot be written; its name is clean.
enum OutputFileError: Error, Equatable {
  case noName
  case isFolder(name: String)
  case unwritable(name: String, code: Int32)

  /// One line for standard error.
  var message: String {
    switch self {
    case .noName: "--output-file is empty"
    case .isFolder(let name): "\(name) is a folder; --output-file needs a file"
    case .unwritable(let name, let code):
      "can't write \(name): \(SystemError.reason(code))"
    }
  }
}

/// The file for `--output-file`: it is replaced atomically.
///
/// It is written next to its location and renamed, with the permissions of the old file. Links are followed; a pipe or
/// a device, such as `/dev/fd/3`, is written to directly.
struct OutputFile {
  private let path: [CChar]
  private let name: String
  /// Whether it is neither a regular file nor a new one.
  private let isStream: Bool

  /// - Throws: If it is already known that it cannot be written: the user should not select photos in vain.
  init(_ file: FileReference) throws(OutputFileError) {
    name = TextCleaner.line(bytes: file.path)
    let given = Self.terminated(file.path)
    path = Self.target(of: given)
    var status = stat()
    if stat(path, &status) == 0 {
      let kind = status.st_mode & S_IFMT
      if kind == S_IFDIR { throw .isFolder(name: name) }
      isStream = kind != S_IFREG
      if isStream {
        if access(path, W_OK) != 0 { throw .unwritable(name: name, code: errno) }
        return
      }
    } else {
      isStream = false
    }
    if access(Self.folder(of: path), W_OK | X_OK) != 0 {
      throw .unwritable(name: name, code: errno)
    }
  }

  /// Replaces the contents of the file.
  func write(_ bytes: [UInt8]) throws(OutputFileError) {
    if isStream { return try writeInto(bytes) }
    var former = stat()
    let hadFormer = stat(path, &former) == 0
    let temporary = Self.temporaryPath(beside: path)
    // The permissions of a new file, subject to the umask.
    let fd = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
    guard fd >= 0 else { throw .unwritable(name: name, code: errno) }
    let isWritten =
      (!hadFormer || fchmod(fd, former.st_mode & 0o777) == 0)
      && LineOutput(descriptor: fd).write(bytes: bytes) && fsync(fd) == 0
    var code = errno
    close(fd)
    if isWritten {
      if rename(temporary, path) == 0 { return }
      code = errno
    }
    unlink(temporary)
    throw .unwritable(name: name, code: code)
  }

  private static func temporaryPath(beside path: [CChar]) -> [CChar] {
    let folder = folder(of: path).dropLast()
    let name = "/.vitrine-\(getpid())-\(String(UInt32.random(in: 0 ... .max), radix: 16))"
    return Array(folder) + Array(name.utf8CString)
  }

  private func writeInto(_ bytes: [UInt8]) throws(OutputFileError) {
    let fd = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard fd >= 0 else { throw .unwritable(name: name, code: errno) }
    defer { close(fd) }
    guard !LineOutput(descriptor: fd).write(bytes: bytes), errno != EPIPE else { return }
    throw .unwritable(name: name, code: errno)
  }

  /// The target of the links in a path; the path itself if nothing exists there yet.
  private static func target(of path: [CChar]) -> [CChar] {
    guard let real = realpath(path, nil) else { return path }
    defer { free(real) }
    return Array(UnsafeBufferPointer(start: real, count: strlen(real) + 1))
  }

  private static func folder(of path: [CChar]) -> [CChar] {
    guard let slash = path.lastIndex(of: CChar(bitPattern: UInt8(ascii: "/"))) else {
      return [CChar(bitPattern: UInt8(ascii: ".")), 0]
    }
    return path[...slash] + [0]
  }

  private static func terminated(_ bytes: [UInt8]) -> [CChar] {
    bytes.map { CChar(bitPattern: $0) } + [0]
  }
}

/// Standard input, output and error, which the caller may have closed (`>&-`).
enum StandardDescriptors {
  /// Opens a substitute for closed ones. Otherwise a file that the program opens would get the number, and output would
  /// end up in that file, such as the store. Writing to the substitute fails, just as writing to a closed descriptor
  /// does.
  static func fill() {
    for (descriptor, flags) in [
      (STDIN_FILENO, O_WRONLY), (STDOUT_FILENO, O_RDONLY), (STDERR_FILENO, O_RDONLY),
    ] where fcntl(descriptor, F_GETFD) < 0 && errno == EBADF {
      // The lowest free number is this one.
      _ = open("/dev/null", flags)
    }
  }
}
