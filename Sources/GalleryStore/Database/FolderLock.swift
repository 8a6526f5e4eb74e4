import Glibc

/// A lock between processes: an open descriptor of a folder.
///
/// Not of the database file: closing any of its descriptors would release SQLite's own locks, which are POSIX locks and
/// belong to the process (sqlite.org, *How To Corrupt An SQLite Database File*, 2.2).
package enum FolderLock {
  package enum Mode {
    /// For opening the store.
    case shared
    /// For creating it or setting it aside.
    case exclusive
  }

  /// Another process held the lock for a second; what is done under it takes milliseconds.
  struct IsHeld: Error {}

  /// A file system without such locks, and a folder that can't be opened, count as locked: there is nothing to wait for,
  /// or nothing to protect.
  package static func hold<T>(_ folder: String, _ mode: Mode, _ body: () throws -> T) throws -> T {
    let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    defer { if descriptor >= 0 { close(descriptor) } }
    if descriptor >= 0, !lock(descriptor, mode) { throw IsHeld() }
    return try body()
  }

  private static func lock(_ descriptor: Int32, _ mode: Mode) -> Bool {
    let operation = (mode == .shared ? LOCK_SH : LOCK_EX) | LOCK_NB
    for _ in 0..<200 {
      if flock(descriptor, operation) == 0 || (errno != EWOULDBLOCK && errno != EINTR) {
        return true
      }
      usleep(5000)
    }
    return false
  }
}
