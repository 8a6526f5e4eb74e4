import CLinux
import Glibc

/// The main thread's loop: waits in one place for the terminal, for signals and for the main queue.
///
/// Under `dispatchMain` a key changes threads twice before anything of ours runs: libdispatch's manager waits for the
/// descriptor and wakes a thread of its pool, which runs the main queue. Here the thread that waits reads the key and
/// draws.
///
/// The main queue, and with it the main actor, is still libdispatch's. Its work runs between two waits, through the entry
/// points that CoreFoundation's run loop uses. They are in no header, but Foundation doesn't work without them.
///
/// Neither side can starve the other: in a turn everything that is ready is handled once, then what was in the main queue
/// at that moment, then what was enqueued here.
public final class MainLoop {
  enum Interest {
    case input, output

    fileprivate var kind: Int32 { Int32(self == .input ? VITRINE_INPUT : VITRINE_OUTPUT) }
  }

  private let descriptor: Int32
  private var handlers: [Int32: [Interest: () -> Void]] = [:]
  private var enqueued: [@MainActor () -> Void] = []

  init() throws(TerminalError) {
    descriptor = vitrine_loop_open()
    guard descriptor >= 0 else { throw .system(call: "epoll_create1", code: errno) }
  }

  /// Runs until the process exits. Call it on the main thread.
  public func run() -> Never {
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
  public func enqueue(_ work: @escaping @MainActor () -> Void) { enqueued.append(work) }

  /// Work that enqueues more waits for it until keys were looked at.
  private func runEnqueued() {
    guard !enqueued.isEmpty else { return }
    let all = enqueued
    enqueued = []
    for work in all { work() }
  }

  /// Calls back whenever the descriptor is ready; nil ends that. One handler for each interest.
  func watch(_ watched: Int32, for interest: Interest, _ handler: (() -> Void)?) {
    handlers[watched, default: [:]][interest] = handler
    let kinds = handlers[watched]?.keys.reduce(0) { $0 | $1.kind } ?? 0
    if kinds == 0 { handlers[watched] = nil }
    _ = vitrine_loop_watch(descriptor, watched, kinds)
  }
}
