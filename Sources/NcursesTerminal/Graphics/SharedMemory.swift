import Files
import Glibc

/// Passes pixels to a terminal on the same machine.
nonisolated protocol PixelSharing {
  /// The name of new shared memory that contains the pixels; nil if it cannot be created.
  mutating func share(_ pixels: [UInt8]) -> String?
  /// Removes what the terminal has not read.
  mutating func removeAll()
}

/// POSIX shared memory (shm_overview(7)). The terminal removes an object after reading it (kitty graphics protocol,
/// *The transmission medium*, `t=s`); we have to remove the ones that it never reads.
///
/// Objects outlive the process that created them. One that crashes or is killed leaves those that the terminal has not read;
/// the next one removes them (`removeStale`).
nonisolated struct SharedMemory: PixelSharing {
  /// At most this many unread objects are left for a terminal that doesn't read them.
  static let limit = 64
  /// Where Linux keeps the objects.
  static let folder = "/dev/shm"
  /// At most this many entries of a folder are examined: 3 µs each in a debug build, before the first frame. tmpfs
  /// lists the newest first.
  private static let entryLimit = 1024

  /// Random, so that the names can't be guessed, or created first by anyone else.
  private let token = UInt64.random(in: .min ... .max)
  private var count = 0
  private var names: [String] = []

  mutating func share(_ pixels: [UInt8]) -> String? {
    guard !pixels.isEmpty else { return nil }
    if names.count >= Self.limit { shm_unlink(names.removeFirst()) }
    count += 1
    let name = "/vitrine-\(getpid())-\(String(token, radix: 36))-\(count)"
    guard Self.create(name, pixels) else { return nil }
    names.append(name)
    return name
  }

  mutating func removeAll() {
    for name in names { shm_unlink(name) }
    names.removeAll()
  }

  /// Creates an object with these bytes; false if that isn't possible.
  private static func create(_ name: String, _ bytes: [UInt8]) -> Bool {
    let fd = shm_open(name, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
    guard fd >= 0 else { return false }
    defer { close(fd) }
    var done = 0
    // Written, not mapped: a full /dev/shm is an error when writing, but SIGBUS when mapped.
    while done < bytes.count {
      let written = bytes[done...].withUnsafeBytes { write(fd, $0.baseAddress, $0.count) }
      if written > 0 {
        done += written
      } else if written == 0 || errno != EINTR {
        shm_unlink(name)
        return false
      }
    }
    return true
  }

  /// Removes what dead processes of this user left behind.
  ///
  /// If another process has the same number now, the object stays until that process has ended, too. If containers
  /// share the folder but not the numbers, a live process may lose a picture that its terminal has not read yet; the
  /// terminal reports that, and it is sent again.
  ///
  /// - Returns: How many objects were removed.
  /// - Complexity: O(*entries of the folder*), at most `entryLimit`.
  @discardableResult
  static func removeStale(in folder: String = folder) -> Int {
    guard let entries = FolderEntries(folder.utf8) else { return 0 }
    let prefix = Array("vitrine-".utf8)
    var count = 0
    // Most entries belong to other programs.
    for entry in entries.prefix(entryLimit) where entry.bytes.starts(with: prefix) {
      let name = String(decoding: entry.bytes, as: UTF8.self)
      guard let owner = owner(of: name), isGone(owner), isOwnFile(name, in: entries.descriptor),
        unlinkat(entries.descriptor, name, 0) == 0
      else { continue }
      count += 1
    }
    return count
  }

  /// The process that created an object with this name; nil for names that are not ours.
  static func owner(of name: String) -> pid_t? {
    let parts = name.split(separator: "-")
    guard parts.count > 2, parts[0] == "vitrine", let id = pid_t(parts[1]), id > 0 else {
      return nil
    }
    return id
  }

  /// False for a process of another user, which may not be queried (EPERM).
  private static func isGone(_ process: pid_t) -> Bool {
    process > 0 && kill(process, 0) == -1 && errno == ESRCH
  }

  private static func isOwnFile(_ name: String, in folder: Int32) -> Bool {
    var status = stat()
    return fstatat(folder, name, &status, AT_SYMLINK_NOFOLLOW) == 0
      && status.st_mode & S_IFMT == S_IFREG && status.st_uid == geteuid()
  }
}
