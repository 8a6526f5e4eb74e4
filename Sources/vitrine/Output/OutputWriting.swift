import Dispatch
import GalleryData
import Glibc
import Synchronization

/// Prints the selected photos, once, in the background: a reader may take its time.
final class OutputWriting: Sendable {
  private let bytes: [UInt8]
  private let hasStarted = Mutex(false)
  private let end = DispatchGroup()
  private let failure = Mutex<String?>(nil)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end.enter()
  }

  /// Starts, unless it has already.
  func start() {
    let isFirst = hasStarted.withLock { hasStarted in
      defer { hasStarted = true }
      return !hasStarted
    }
    guard isFirst else { return }
    // A separate thread: shared ones must not wait for a reader.
    DispatchQueue(label: "vitrine.output").async { [self] in
      let message = write()
      failure.withLock { $0 = message }
      end.leave()
    }
  }

  /// Why it failed, in a line, once it has ended; nil if it succeeded.
  func result() async -> String? {
    start()
    await withCheckedContinuation { continuation in
      end.notify(queue: .global()) { continuation.resume() }
    }
    return failure.withLock { $0 }
  }

  private func write() -> String? {
    LineOutput().write(bytes: bytes) ? nil : StandardOutput.failure(code: errno)
  }
}
