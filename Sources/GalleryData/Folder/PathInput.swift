import GalleryDomain
import Glibc
import Synchronization

/// The paths that another program names on standard input, as `fd`, `find` and `git ls-files` print them: a line each, or
/// ended by NUL. They are kept, so that the list can be read again.
final class PathInput: Sendable {
  private struct State {
    var paths = NameList()
    /// What was read of a path that has not ended.
    var rest: [UInt8] = []
    /// NUL or newline; nil until one of them was read. Names may hold newlines, and never NUL.
    var separator: UInt8?
    var hasEnded = false
  }

  private let descriptor: Int32
  private let state = Mutex(State())

  /// Paths that are handed out at a time.
  private static let pieceSize = 4_096
  /// How long a reader that was cancelled waits for the other program, in milliseconds.
  private static let patience: Int32 = 100

  /// - Parameter descriptor: Is read to its end, and not closed.
  init(descriptor: Int32) {
    self.descriptor = descriptor
  }

  /// The paths from one on, without `./` before them; waits until there are some.
  ///
  /// - Returns: nil at the end, and when the reader was cancelled.
  func paths(from index: Int, isCancelled: () -> Bool) -> [[UInt8]]? {
    while !isCancelled() {
      let known = state.withLock { state -> [[UInt8]]? in
        let paths = state.paths
        if index < paths.count {
          return (index..<min(paths.count, index + Self.pieceSize)).map { Array(paths[$0]) }
        }
        return state.hasEnded ? [] : nil
      }
      if let known { return known.isEmpty ? nil : known }
      wait()
    }
    return nil
  }

  /// Waits for the other program a little, and takes what it has printed.
  private func wait() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.patience) != 0 else { return }
    state.withLock { state in
      // Another reader may have taken it meanwhile.
      guard !state.hasEnded, poll(&request, 1, 0) > 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      Self.take(buffer[..<max(0, count)], &state)
      guard count <= 0 else { return }
      state.hasEnded = true
      Self.add(state.rest[...], &state)
    }
  }

  private static func take(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
    state.rest += bytes
    if state.separator == nil {
      if state.rest.contains(0) {
        state.separator = 0
      } else if state.rest.contains(UInt8(ascii: "\n")) {
        state.separator = UInt8(ascii: "\n")
      }
    }
    guard let separator = state.separator else { return }
    var start = state.rest.startIndex
    while let end = state.rest[start...].firstIndex(of: separator) {
      add(state.rest[start..<end], &state)
      start = end + 1
    }
    state.rest.removeFirst(start - state.rest.startIndex)
  }

  private static func add(_ path: ArraySlice<UInt8>, _ state: inout State) {
    var path = path
    while path.starts(with: [UInt8(ascii: "."), FilePath.separator]) {
      path = path.dropFirst(2).drop { $0 == FilePath.separator }
    }
    // What holds a zero byte is no path, and what is longer than the system allows neither.
    guard !path.isEmpty, !path.contains(0), path.count < Int(PATH_MAX),
      state.paths.bytes.count < Int(UInt32.max) - Int(PATH_MAX)
    else { return }
    state.paths.append(path)
  }
}
