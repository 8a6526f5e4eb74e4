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
nonisolated struct SharedMemory: PixelSharing {
  /// At most this many unread objects are left for a terminal that doesn't read them.
  static let limit = 64

  private let token: UInt64
  private var count = 0
  private var names: [String] = []

  /// - Parameter token: Random, so that the names can't be guessed.
  init(token: UInt64 = .random(in: .min ... .max)) {
    self.token = token
  }

  mutating func share(_ pixels: [UInt8]) -> String? {
    guard !pixels.isEmpty else { return nil }
    if names.count >= Self.limit { shm_unlink(names.removeFirst()) }
    count += 1
    let name = StaleSharedMemory.name(token: token, number: count)
    guard StaleSharedMemory.create(name, pixels) else { return nil }
    names.append(name)
    return name
  }

  mutating func removeAll() {
    for name in names { shm_unlink(name) }
    names.removeAll()
  }
}
