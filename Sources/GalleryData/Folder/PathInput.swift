import FeedFormats
import GalleryDomain
import Glibc
import Synchronization

/// The paths that another program writes to standard input, as `fd`, `find` and `git ls-files` print them: one a line,
/// or ended by NUL. Each is kept once, so that the list can be read again.
///
/// Lists that were written on other systems begin with a byte-order mark and end their lines with a carriage return: neither is part
/// of a name, unless NUL ends the names. Of UTF-16 nothing is read.
///
/// The lines of a collection are read here, too (`PhotoCollection`).
///
/// Another program may print without an end (`yes`), or the same path over and over: reading stops at the limits.
package final class PathInput: Sendable {
  struct Limits {
    /// Different paths: up to 36 bytes each, and their bytes.
    var pathCount = 1_000_000
    var byteCount = 48 << 20
    /// Paths that had been named before, and texts that can be none.
    var repeatCount = 1_000_000
  }

  private struct State {
    var paths = NameList()
    /// Hashes of the paths, which differ from run to run, so that no list can choose colliding ones.
    var hashes: Set<Int> = []
    var repeatCount = 0
    var unusableCount = 0
    /// The beginning of a path that has not ended.
    var rest: [UInt8] = []
    /// Whether the beginning of that path was dropped because it is longer than the system allows.
    var isTooLong = false
    /// NUL or newline; nil until one of them was read. Names may contain newlines, but never NUL.
    var separator: UInt8?
    /// Whether it is known that no mark is at the beginning.
    var hasBegun = false
    var hasEnded = false
    var isCut = false
  }

  private let descriptor: Int32
  private let limits: Limits
  /// Of a collection; nil for another program.
  private let folder: [UInt8]?
  private let state = Mutex(State())

  /// How many paths are returned at a time.
  private static let pieceSize = 4_096
  /// How long a cancelled reader waits for the other program, in milliseconds.
  private static let patience: Int32 = 100

  /// - Parameters:
  ///   - descriptor: Is read to its end or to the limits, and not closed.
  ///   - beginning: What was read of it before.
  init(descriptor: Int32, beginning: [UInt8] = [], limits: Limits = Limits()) {
    self.descriptor = descriptor
    self.limits = limits
    folder = nil
    state.withLock { append(beginning[...], &$0) }
  }

  package convenience init(descriptor: Int32) {
    self.init(descriptor: descriptor, beginning: [])
  }

  /// Paths that are known, each as it is.
  convenience init(_ paths: some Sequence<[UInt8]>) {
    self.init(descriptor: -1)
    state.withLock { state in
      state.separator = 0
      for path in paths where !state.hasEnded { add(path[...], &state) }
      state.hasEnded = true
    }
  }

  /// What a collection names: `PhotoCollection.location(ofLine:in:)` of each line.
  init(_ collection: PhotoCollection, limits: Limits = Limits()) {
    descriptor = -1
    self.limits = limits
    folder = collection.folder
    state.withLock { state in
      // Names with a zero byte are no sign of another list.
      state.separator = UInt8(ascii: "\n")
      append(collection.bytes[...], &state)
      end(&state)
    }
  }

  /// Whether the other program had more paths than were read.
  package var isCut: Bool { state.withLock(\.isCut) }

  /// Texts that can't be paths, too long or with a zero byte, and a collection's own folder.
  package var unusableCount: Int { state.withLock(\.unusableCount) }

  /// Whether names are lines, which may be comments and have columns.
  var isLines: Bool { state.withLock { $0.separator != 0 } }

  /// What has been read so far.
  var known: [[UInt8]] {
    state.withLock { state in (0..<state.paths.count).map { Array(state.paths[$0]) } }
  }

  /// Whether a path is among what has been read so far.
  func holds(_ path: [UInt8]) -> Bool {
    state.withLock { $0.hashes.contains(path.hashValue) }
  }

  var storedByteCount: Int {
    state.withLock { $0.paths.bytes.count + $0.paths.count * 4 + $0.rest.count }
  }

  /// The paths from an index on, without a leading `./`; waits until there are some.
  ///
  /// - Returns: nil at the end, and if the reader was cancelled.
  package func paths(from index: Int, isCancelled: () -> Bool) -> [[UInt8]]? {
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

  /// Waits for the other program a little, and reads what it has printed.
  private func wait() {
    var request = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&request, 1, Self.patience) != 0 else { return }
    state.withLock { state in
      // Another reader may have read it in the meantime.
      guard !state.hasEnded, poll(&request, 1, 0) > 0 else { return }
      var buffer = [UInt8](repeating: 0, count: 65_536)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR || errno == EAGAIN { return }
      append(buffer[..<max(0, count)], &state)
      if count <= 0 { end(&state) }
    }
  }

  private func end(_ state: inout State) {
    guard !state.hasEnded else { return }
    if !state.isTooLong { add(line: state.rest[...], &state) }
    state.rest = []
    state.hasEnded = true
  }

  private func append(_ bytes: ArraySlice<UInt8>, _ state: inout State) {
    state.rest += bytes
    if !state.hasBegun {
      let marks = [Self.mark] + Self.wideMarks
      guard state.rest.count >= 3 || !marks.contains(where: { $0.starts(with: state.rest) }) else {
        return
      }
      state.hasBegun = true
      if state.rest.starts(with: Self.mark) {
        state.rest.removeFirst(Self.mark.count)
      } else if Self.wideMarks.contains(where: state.rest.starts) {
        // Its zero bytes would end names, and a name of one byte may be `/`.
        (state.rest, state.hasEnded) = ([], true)
        return countUnusable(&state)
      }
    }
    if state.separator == nil {
      if state.rest.contains(0) {
        state.separator = 0
      } else if state.rest.contains(UInt8(ascii: "\n")) {
        state.separator = UInt8(ascii: "\n")
      }
    }
    var start = state.rest.startIndex
    if let separator = state.separator {
      while !state.hasEnded, let end = state.rest[start...].firstIndex(of: separator) {
        if !state.isTooLong { add(line: state.rest[start..<end], &state) }
        state.isTooLong = false
        start = end + 1
      }
    }
    if state.rest.endIndex - start >= Int(PATH_MAX) {
      // Not a path: only its end matters.
      if !state.isTooLong { countUnusable(&state) }
      state.isTooLong = true
      start = state.rest.endIndex
    }
    state.rest.removeFirst(start - state.rest.startIndex)
  }

  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
  private static let wideMarks: [[UInt8]] = [[0xFF, 0xFE], [0xFE, 0xFF]]

  private func add(line: ArraySlice<UInt8>, _ state: inout State) {
    let isLine = state.separator != 0 && line.last == UInt8(ascii: "\r")
    let text = isLine ? line.dropLast() : line
    guard let folder else { return add(text, &state) }
    guard let name = PhotoCollection.location(ofLine: text, in: folder) else { return }
    if name.isEmpty { countUnusable(&state) } else { add(name[...], &state) }
  }

  private func countUnusable(_ state: inout State) {
    state.unusableCount += 1
    if state.unusableCount >= limits.repeatCount { cut(&state) }
  }

  private func cut(_ state: inout State) {
    state.isCut = true
    state.hasEnded = true
  }

  private func add(_ path: ArraySlice<UInt8>, _ state: inout State) {
    var path = path
    while path.starts(with: [UInt8(ascii: "."), FilePath.separator]) {
      path = path.dropFirst(2).drop { $0 == FilePath.separator }
    }
    guard !path.isEmpty else { return }
    // Nothing with a zero byte, or longer than the system allows, can be a path.
    guard !path.contains(0), path.count < Int(PATH_MAX) else { return countUnusable(&state) }
    let hash = Array(path).hashValue
    if state.hashes.contains(hash) {
      state.repeatCount += 1
      if state.repeatCount >= limits.repeatCount { cut(&state) }
    } else if state.paths.count < limits.pathCount,
      state.paths.bytes.count + path.count <= limits.byteCount
    {
      state.paths.append(path)
      state.hashes.insert(hash)
    } else {
      cut(&state)
    }
  }
}
