import Glibc

/// What happened in a folder, as reported by inotify(7).
struct InotifyEvent {
  /// The number of the watch.
  let watch: Int32
  let mask: UInt32
  /// The name of the file in the folder; empty for the folder itself.
  let name: [UInt8]

  /// - Parameter descriptor: From inotify_init1(2), non-blocking.
  /// - Returns: nil if there are no more.
  static func read(from descriptor: Int32) -> [InotifyEvent]? {
    // `struct inotify_event`: watch, mask, cookie and the length of the name, four bytes each, then the name.
    var bytes = [UInt8](repeating: 0, count: 16_384)
    let count = Glibc.read(descriptor, &bytes, bytes.count)
    guard count > 0 else { return nil }
    var events: [InotifyEvent] = []
    var start = 0
    while start + 16 <= count {
      let (watch, mask, length) = bytes.withUnsafeBytes {
        (
          $0.loadUnaligned(fromByteOffset: start, as: Int32.self),
          $0.loadUnaligned(fromByteOffset: start + 4, as: UInt32.self),
          Int($0.loadUnaligned(fromByteOffset: start + 12, as: UInt32.self))
        )
      }
      let end = min(start + 16 + length, count)
      events.append(
        InotifyEvent(
          watch: watch, mask: mask, name: Array(bytes[start + 16..<end].prefix { $0 != 0 })))
      start = end
    }
    return events
  }
}
