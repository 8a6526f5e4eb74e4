import CLinux
import Dispatch

/// The main thread's loop: waits in one place for the terminal, for signals and for the main queue.
///
/// Under `dispatchMain` a key changes threads twice before anything of ours runs: libdispatch's manager waits for the
/// descriptor and wakes a thread of its pool, which runs the main queue. Here the thread that waits reads the key and
/// draws.
///
/// The main queue, and with it the main actor, is still libdispatch's. Its work runs between two waits, through the entry
/// points that CoreFoundation's run loop uses. They are private: without them everything runs under `dispatchMain`.
///
/// Neither side can starve the other: in a turn everything that is ready is handled once, then what was in the main queue
/// at that moment, then what was enqueued here.
public final class MainLoop {
  /// Keeps a descriptor watched.
  final class Watch {
    private var end: (() -> Void)?

    fileprivate init(end: @escaping () -> Void) { self.end = end }

    func cancel() {
      end?()
      end = nil
    }
  }

  enum Interest {
    case input, output

    fileprivate var kind: Int32 { Int32(self == .input ? VITRINE_INPUT : VITRINE_OUTPUT) }
  }

  /// nil if `dispatchMain` is the loop.
  private let descriptor: Int32?
  private var handlers: [Int32: [Interest: () -> Void]] = [:]
  private var enqueued: [@MainActor () -> Void] = []

  /// - Parameter usesEntryPoints: Whether to look for libdispatch's private entry points.
  public init(usesEntryPoints: Bool = true) {
    let opened = usesEntryPoints ? vitrine_loop_open() : -1
    descriptor = opened >= 0 ? opened : nil
  }

  /// Whether the main thread waits by itself; otherwise `dispatchMain` is the loop.
  public var isOwn: Bool { descriptor != nil }

  /// Runs until the process exits. Call it on the main thread.
  public func run() -> Never {
    guard let descriptor else { dispatchMain() }
    var ready = [vitrine_ready](repeating: vitrine_ready(), count: Int(VITRINE_READY_LIMIT))
    while true {
      let count = vitrine_loop_wait(
        descriptor, &ready, Int32(ready.count), enqueued.isEmpty ? -1 : 0)
      for found in ready.prefix(Int(count)) {
        // One handler may cancel another.
        if found.kinds & Interest.input.kind != 0 { handlers[found.descriptor]?[.input]?() }
        if found.kinds & Interest.output.kind != 0 { handlers[found.descriptor]?[.output]?() }
      }
      vitrine_drain_main_queue()
      runEnqueued()
    }
  }

  /// Runs work before the thread waits again, after what is being handled and what is in the main queue. Unlike the main
  /// queue it takes no system call.
  public func enqueue(_ work: @escaping @MainActor () -> Void) {
    guard isOwn else {
      DispatchQueue.main.async { MainActor.assumeIsolated { work() } }
      return
    }
    enqueued.append(work)
  }

  /// Runs work on the main thread after a time.
  func after(_ delay: Duration, _ work: @escaping @MainActor () -> Void) {
    let (seconds, attoseconds) = delay.components
    let nanoseconds = Int(seconds) * 1_000_000_000 + Int(attoseconds / 1_000_000_000)
    DispatchQueue.main.asyncAfter(deadline: .now() + .nanoseconds(nanoseconds)) {
      MainActor.assumeIsolated { work() }
    }
  }

  /// Work that enqueues more waits for it until keys were looked at.
  private func runEnqueued() {
    guard !enqueued.isEmpty else { return }
    let all = enqueued
    enqueued = []
    for work in all { work() }
  }

  /// Calls back whenever the descriptor is ready, until the watch is cancelled. One watch for each interest.
  func watch(_ watched: Int32, for interest: Interest, _ handler: @escaping () -> Void) -> Watch {
    if isOwn {
      handlers[watched, default: [:]][interest] = handler
      if update(watched) { return Watch { [weak self] in self?.forget(watched, interest) } }
      forget(watched, interest)
    }
    return Self.source(watched, for: interest, handler)
  }

  private func forget(_ watched: Int32, _ interest: Interest) {
    handlers[watched]?[interest] = nil
    _ = update(watched)
  }

  /// - Returns: Whether the kernel accepted it.
  private func update(_ watched: Int32) -> Bool {
    guard let descriptor else { return false }
    let kinds = handlers[watched]?.keys.reduce(0) { $0 | $1.kind } ?? 0
    if kinds == 0 { handlers[watched] = nil }
    return vitrine_loop_watch(descriptor, watched, kinds) == 0
  }

  private static func source(
    _ watched: Int32, for interest: Interest, _ handler: @escaping () -> Void
  ) -> Watch {
    switch interest {
    case .input:
      let source = DispatchSource.makeReadSource(fileDescriptor: watched, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handler() } }
      source.resume()
      return Watch { source.cancel() }
    case .output:
      let source = DispatchSource.makeWriteSource(fileDescriptor: watched, queue: .main)
      source.setEventHandler { MainActor.assumeIsolated { handler() } }
      source.resume()
      return Watch { source.cancel() }
    }
  }
}
