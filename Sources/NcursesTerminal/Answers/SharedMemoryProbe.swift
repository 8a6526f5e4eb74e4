import Glibc

/// A picture of one pixel in shared memory, to see whether the terminal runs on this machine.
///
/// A terminal that reads it removes it (Kitty graphics protocol, *The transmission medium*); one that
/// is elsewhere, or does not know what to do with it, does not, so `remove()` must follow.
nonisolated struct SharedMemoryProbe {
  /// As `shm_open` takes it; nobody else can guess it or make it first.
  let name: String

  /// Removes what dead processes left before it makes its own.
  ///
  /// Nil where the system has no shared memory to give.
  init?() {
    StaleSharedMemory.remove()
    let name = StaleSharedMemory.name(token: .random(in: .min ... .max))
    let fd = shm_open(name, O_CREAT | O_EXCL | O_RDWR, 0o600)
    guard fd >= 0 else { return nil }
    defer { close(fd) }
    StaleSharedMemory.removeInCrash(name)
    let pixel = [UInt8](repeating: 0, count: TerminalQuery.probeByteCount)
    guard write(fd, pixel, pixel.count) == pixel.count else {
      shm_unlink(name)
      return nil
    }
    self.name = name
  }

  /// Fails in silence where the terminal did it already.
  func remove() {
    shm_unlink(name)
  }
}
