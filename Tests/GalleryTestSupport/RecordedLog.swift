import Logging
import Synchronization

/// A log that keeps its lines, of all levels.
public final class RecordedLog: Sendable {
  private let kept = Mutex<[String]>([])

  public init() {}

  public var lines: [String] { kept.withLock { $0 } }

  public var logger: Logger { Logger(label: "test") { _ in Handler(log: self) } }

  private struct Handler: LogHandler {
    let log: RecordedLog
    var metadata: Logger.Metadata = [:]
    var logLevel = Logger.Level.trace

    subscript(metadataKey key: String) -> Logger.Metadata.Value? {
      get { metadata[key] }
      set { metadata[key] = newValue }
    }

    func log(event: LogEvent) {
      let line = "\(event.message)" + (event.metadata.map { " \($0)" } ?? "")
      log.kept.withLock { $0.append(line) }
    }
  }
}
