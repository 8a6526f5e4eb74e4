import Files
import Foundation
import GalleryData
import GalleryDomain
import Glibc
import Logging
import Synchronization

/// `vitrine.log` in Vitrine's folder of the state home: failures that the program recovered from without a message.
///
/// Made at the first message. A line is written immediately and by one write, so that two programs can write to the
/// same file; a file that has become too large replaces the old one.
final class LogFile: Sendable {
  /// For each of the two files.
  static let byteLimit = 1 << 20

  private let path: String?
  /// Held while a line is written: of two threads only one puts a large file aside.
  private let lock = Mutex(())

  /// - Parameter folder: If nil, nothing is written.
  init(folder: String?) {
    path = folder.map { "\($0)/vitrine.log" }
  }

  func makeLogger(_ label: String) -> Logger {
    Logger(label: label) { LogFileHandler(file: self, label: $0) }
  }

  /// - Parameter text: One line; cleaned here.
  func write(_ text: String) {
    guard let path else { return }
    var now = timespec()
    clock_gettime(CLOCK_REALTIME, &now)
    let date = Date(timeIntervalSince1970: Double(now.tv_sec))
    let line = "\(date.formatted(.iso8601)) \(TextCleaner.line(text, limit: .paragraphs))\n"
    lock.withLock { _ in Self.append(line, to: path) }
  }

  /// It is opened for each line: failures are rare, and another program may have put the file aside.
  private static func append(_ line: String, to path: String) {
    let (folderPath, name) = FilePath.split(path.utf8)
    _ = FilePath.makeFolders(folderPath)
    let size = stat(of: path.utf8, followsLink: false)?.st_size ?? 0
    let calls = FileSystemCalls()
    if Int(size) >= byteLimit, let folder = try? calls.openFolder(folderPath) {
      try? calls.renameOver(name, in: folder, to: name + Array(".1".utf8), in: folder)
    }
    // Not a pipe that another program put there: it may have no reader.
    let descriptor = open(
      path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NONBLOCK | O_NOFOLLOW, 0o600)
    guard descriptor >= 0 else { return }
    _ = LineOutput(descriptor: descriptor).write(line)
    close(descriptor)
  }
}

extension Logger {
  /// For a command, which says itself what doesn't work.
  static var silent: Logger { Logger(label: "vitrine") { _ in SwiftLogNoOpLogHandler() } }
}

private struct LogFileHandler: LogHandler {
  let file: LogFile
  let label: String
  var metadata: Logger.Metadata = [:]
  var logLevel = Logger.Level.info

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    file.write("\(event.level) \(label): \(event.message)")
  }
}
