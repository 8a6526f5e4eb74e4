import Logging
import Synchronization

/// A log that keeps its lines, of all levels.
public final class RecordedLog: Sendable {
  private let events = Mutex<[LogEvent]>([])

  public init() {}

  /// The messages.
  public var lines: [String] { events.withLock { $0.map { "\($0.message)" } } }

  /// All that was logged, with its metadata.
  public var text: String {
    events.withLock { $0.map { "\($0.message) \($0.metadata ?? [:])\n" }.joined() }
  }

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
      log.events.withLock { $0.append(event) }
    }
  }
}
