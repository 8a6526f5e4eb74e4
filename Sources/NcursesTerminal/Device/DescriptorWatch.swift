import Dispatch

/// Calls back on the main actor whenever a descriptor is ready, until it is cancelled. For as long as it takes a handler to
/// read or write, it isn't called again.
final class DescriptorWatch {
  private let source: any DispatchSourceProtocol

  init(readingFrom descriptor: Int32, _ handler: @escaping () -> Void) {
    source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: .main)
    start(handler)
  }

  init(writingTo descriptor: Int32, _ handler: @escaping () -> Void) {
    source = DispatchSource.makeWriteSource(fileDescriptor: descriptor, queue: .main)
    start(handler)
  }

  private func start(_ handler: @escaping () -> Void) {
    source.setEventHandler { MainActor.assumeIsolated { handler() } }
    source.activate()
  }

  func cancel() { source.cancel() }
}
