import Glibc

/// A picture of one pixel in shared memory, to find out whether the terminal runs on this machine.
///
/// A terminal that reads it removes it (Kitty graphics protocol, *The transmission medium*). A terminal that runs
/// elsewhere or doesn't support this does not, so `remove()` must follow.
nonisolated struct SharedMemoryProbe {
  /// The name for `shm_open`; no one else can guess it or create it first.
  let name: String

  /// Removes what dead processes left behind before it creates its own.
  ///
  /// Returns nil if the system has no shared memory.
  init?() {
    StaleSharedMemory.remove()
    let name = StaleSharedMemory.name(token: .random(in: .min ... .max))
    let pixel = [UInt8](repeating: 0, count: TerminalQuery.probeByteCount)
    guard StaleSharedMemory.create(name, pixel) else { return nil }
    self.name = name
  }

  /// Fails silently if the terminal has already removed it.
  func remove() {
    shm_unlink(name)
  }
}
