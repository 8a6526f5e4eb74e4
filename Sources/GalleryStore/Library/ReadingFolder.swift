import Files
import Foundation
import GalleryDomain
import Glibc
import Logging
import Synchronization

/// What was read of folders as a whole: `readings` in Vitrine's folder of the cache home, a file for each.
///
/// `init` creates nothing. Files are written under another name first, and are only valid for the version that wrote them; one
/// that is damaged is removed and made again.
package final class ReadingFolder: ReadingStore {
  /// nil to keep nothing.
  private let folder: String?
  private let version: String
  private let logger: Logger
  private let state = Mutex(State())

  private struct State {
    var pending: [ReadingKey: @Sendable () -> [KeptColumn]] = [:]
    var writing: Task<Void, Never>?
    var isFaultTold = false
  }

  /// Two for each folder; those that were used last stay.
  private static let fileLimit = 64
  private static let pause = Duration.seconds(2)
  private static let ending = ".reading"
  /// Of files that 1.0 had not finished; a program that is still writing takes seconds.
  private static let formerPartPrefix = ".part-"
  private static let formerPartAge = 3_600

  /// - Parameter version: Of the program.
  init(folder: String?, version: String, logger: Logger) {
    self.folder = folder
    self.version = version
    self.logger = logger
  }

  // MARK: Reading

  @concurrent
  package func read<Value: Sendable>(
    _ key: ReadingKey, _ body: @Sendable (inout KeptColumns) throws(DamagedBytes) -> Value
  ) async -> Value? {
    guard let path = path(of: key) else { return nil }
    let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    do throws(DamagedBytes) {
      var file = try ReadingFile(reading: descriptor)
      // Another version's, or another folder's whose key has the same hash.
      guard file.key == keyBytes(key) else { return nil }
      let value = try file.read(body)
      futimens(descriptor, nil)
      return value
    } catch {
      logger.notice("a kept reading is damaged and is made again")
      unlink(path)
      return nil
    }
  }

  // MARK: Writing

  package func keep(_ columns: @escaping @Sendable () -> [KeptColumn], under key: ReadingKey) {
    guard folder != nil else { return }
    state.withLock { state in
      state.pending[key] = columns
      guard state.writing == nil else { return }
      state.writing = Task(priority: .utility) {
        try? await Task.sleep(for: Self.pause)
        self.finishWriting()
      }
    }
  }

  /// Writes what waits for that.
  func finishWriting() {
    let pending = state.withLock { state in
      defer { (state.pending, state.writing) = ([:], nil) }
      return state.pending
    }
    for (key, columns) in pending { write(columns(), key) }
  }

  private func write(_ columns: [KeptColumn], _ key: ReadingKey) {
    guard let folder, let path = path(of: key) else { return }
    guard !columns.isEmpty else {
      unlink(path)
      return
    }
    guard FilePath.makeFolders(folder.utf8) else { return tellFault(errno) }
    removeOldFiles(in: folder)
    let calls = FileSystemCalls()
    do throws(SystemCallError) {
      let file = try PendingFile(in: calls.openFolder(Array(folder.utf8)), calls, .half)
      guard ReadingFile.write(columns, key: keyBytes(key), to: file.descriptor) else {
        throw SystemCallError(code: errno)
      }
      try file.replace(FilePath.split(path.utf8).name)
    } catch {
      tellFault(error.code)
    }
  }

  private func tellFault(_ code: Int32) {
    let isNew = state.withLock { state in
      defer { state.isFaultTold = true }
      return !state.isFaultTold
    }
    if isNew { logger.notice("a reading can't be kept: \(SystemError.reason(code))") }
  }

  /// Makes room for one more, and removes what programs that were killed have left.
  private func removeOldFiles(in folder: String) {
    HiddenPart.removeHalves(in: folder.utf8)
    var kept: [(path: String, date: Int)] = []
    for name in FolderEntries.names(in: folder) {
      let path = "\(folder)/\(name)"
      guard let status = stat(of: path.utf8, followsLink: false) else { continue }
      if name.hasSuffix(Self.ending) {
        kept.append((path, status.st_mtim.tv_sec))
      } else if name.hasPrefix(Self.formerPartPrefix),
        time(nil) - status.st_mtim.tv_sec > Self.formerPartAge
      {
        unlink(path)
      }
    }
    kept.sort { $0.date > $1.date }
    for (path, _) in kept.dropFirst(Self.fileLimit - 1) { unlink(path) }
  }

  // MARK: Looking after

  /// Forgets what was read of a folder, of those above it, and of those below it.
  ///
  /// - Parameter path: As in `LibraryDirectory`; nil for everything.
  func forget(around path: [UInt8]?) {
    for (file, key) in files where path.map({ Self.concerns(key, $0) }) ?? true { unlink(file) }
  }

  private static func concerns(_ key: [UInt8]?, _ path: [UInt8]) -> Bool {
    guard let key, let folders = try? Self.folders(ofKey: key) else { return true }
    func isAtOrBelow(_ one: [UInt8], _ other: [UInt8]) -> Bool {
      let other = other == [FilePath.separator] ? [] : other
      return one.starts(with: other)
        && (one.count == other.count || one[other.count] == FilePath.separator)
    }
    return folders.contains { isAtOrBelow($0, path) || isAtOrBelow(path, $0) }
  }

  var byteCount: Int64 {
    files.reduce(0) { $0 + Int64(stat(of: $1.path.utf8, followsLink: false)?.st_size ?? 0) }
  }

  /// - Returns: With their keys; nil for one that can't be read.
  private var files: [(path: String, key: [UInt8]?)] {
    guard let folder else { return [] }
    return FolderEntries.names(in: folder).filter { $0.hasSuffix(Self.ending) }.map { name in
      let path = "\(folder)/\(name)"
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
      guard descriptor >= 0 else { return (path, nil) }
      defer { close(descriptor) }
      return (path, (try? ReadingFile(reading: descriptor))?.key)
    }
  }

  // MARK: Keys

  private func keyBytes(_ key: ReadingKey) -> [UInt8] {
    var writer = ByteWriter()
    writer.append(count: key.folders.count)
    for folder in key.folders { writer.append(bytes: folder) }
    writer.append(version)
    writer.append(contentsOf: key.detail)
    return writer.bytes
  }

  private static func folders(ofKey key: [UInt8]) throws(DamagedBytes) -> [[UInt8]] {
    let result = key.withUnsafeBytes { bytes in
      Result { () throws(DamagedBytes) in
        var reader = ByteReader(bytes)
        var folders: [[UInt8]] = []
        for _ in 0..<(try reader.readCount()) { folders.append(try reader.readBytes()) }
        return folders
      }
    }
    return try result.get()
  }

  /// - Returns: The same for each version, so that one replaces the other's.
  private func path(of key: ReadingKey) -> String? {
    let bytes = key.folders.joined(separator: [0]) + [0] + key.detail
    let hash = Checksum(key: Array(bytes)).value
    return folder.map { "\($0)/\(String(hash, radix: 16))\(Self.ending)" }
  }
}
