import Dispatch
import GalleryDomain

/// How long a walk waits for mounts that may not answer.
package struct WalkPatience: Sendable {
  /// After this the walk goes on with other folders.
  var pause = FileAnswer.pause
  /// After this the mount is like one that can't be read.
  var limit = FileAnswer.limit
  var mounts: @Sendable () -> MountTable = MountTable.now
  var now: @Sendable () -> ContinuousClock.Instant = { .now }
  /// Waits until the semaphore is signalled, at most so long.
  var wait: @Sendable (DispatchSemaphore, Duration) -> Void = { isAnswered, limit in
    _ = isAnswered.wait(timeout: .now() + limit.dispatched)
  }
  /// Whether a mount answers; asked once, on the thread that asks for more then.
  var isAnswering: @Sendable (_ point: [UInt8]) -> Bool = {
    FileAnswer.isAnswering($0, within: FileAnswer.limit)
  }
  /// Called with each path on the thread that asks for it, before the mount is asked.
  var willAsk: @Sendable ([UInt8]) -> Void = { _ in }
}

/// What a walk has left to do, the next step first.
///
/// Steps that ask a mount that may not answer (`MountTable.Mount.mayBeSilent`) do so on a thread of that mount. If the answer takes
/// long, all steps of this mount are put aside, and the others are done first. Everything else is done on the walk's own thread,
/// where the calls are the cheapest.
final class WalkAgenda {
  typealias Step = () -> Void

  /// A mount that was asked.
  private final class Lane {
    let queue = DispatchQueue(label: "vitrine.folder.mount", qos: .userInitiated)
    /// Whether it answers at all; nil until it was asked.
    let isAnswering = FileAnswer.Box<Bool>()
    /// What is being asked for longer than `pause`; nil while the mount answers.
    var question: Question?
    /// Steps that wait until it answers, in order.
    var parked: [Step] = []
    /// Whether it has not answered within the limit; it is not asked again.
    var isSilent = false
  }

  private struct Question {
    let sign: FileAnswer.Sign
    let isAnswered: () -> Bool
    /// Goes on with the answer, or without one.
    let conclude: () -> Void
  }

  private let patience: WalkPatience
  private var steps: [Step] = []
  private var lanes: [[UInt8]: Lane] = [:]
  /// Signalled at each answer.
  private let isAnswered = DispatchSemaphore(value: 0)
  private let isCancelled: () -> Bool

  init(_ patience: WalkPatience, isCancelled: @escaping () -> Bool) {
    self.patience = patience
    self.isCancelled = isCancelled
  }

  /// Adds a step, to be done before all that are there.
  func add(_ step: @escaping Step) { steps.append(step) }

  /// Asks the file system, and goes on with the answer.
  ///
  /// - Parameters:
  ///   - mount: nil for one that answers.
  ///   - path: What is asked for.
  ///   - then: Called on the walk's thread, at once or as a later step; with nil if there is no answer.
  func ask<Answer: Sendable>(
    _ mount: MountTable.Mount?, for path: [UInt8],
    _ question: @escaping @Sendable (FileAnswer.Sign?) -> Answer,
    then: @escaping (Answer?) -> Void
  ) {
    guard let mount else { return then(question(nil)) }
    let lane = lanes[mount.point] ?? Lane()
    lanes[mount.point] = lane
    guard !lane.isSilent else { return then(nil) }
    guard lane.question == nil else {
      lane.parked.append { [self] in ask(mount, for: path, question, then: then) }
      return
    }
    let answer = FileAnswer.Box<Answer>()
    let sign = FileAnswer.Sign(patience.now())
    lane.queue.async { [isAnswered, patience, known = lane.isAnswering] in
      let isAnswering = known.value.withLock(\.self) ?? patience.isAnswering(mount.point)
      known.value.withLock { $0 = isAnswering }
      guard isAnswering else { return }
      patience.willAsk(path)
      let value = question(sign)
      answer.value.withLock { $0 = value }
      isAnswered.signal()
    }
    let asked = Question(
      sign: sign, isAnswered: { answer.value.withLock { $0 != nil } },
      conclude: { then(answer.take()) })
    let end = patience.now() + patience.pause
    while !asked.isAnswered() {
      let left = end - patience.now()
      guard left > .zero, !isCancelled() else {
        lane.question = asked
        return
      }
      patience.wait(isAnswered, left)
    }
    asked.conclude()
  }

  /// Does all steps but those that wait for a mount.
  func run() {
    while !isCancelled() {
      if !lanes.isEmpty { takeAnswers() }
      guard let step = steps.popLast() else { return }
      step()
    }
  }

  /// Whether steps wait for a mount.
  var isWaiting: Bool { lanes.values.contains { $0.question != nil } }

  /// Does all steps, and waits for the mounts that haven't answered yet.
  func finish() {
    run()
    while isWaiting, !isCancelled() {
      let signs = lanes.values.compactMap { $0.question?.sign.instant }
      let left = (signs.min() ?? patience.now()) + patience.limit - patience.now()
      if left > .zero { patience.wait(isAnswered, left) }
      run()
    }
  }

  /// Drops what is left to do; its steps hold what they work for.
  func clear() { (steps, lanes) = ([], [:]) }

  private func takeAnswers() {
    for lane in lanes.values {
      guard let question = lane.question else { continue }
      let hasAnswered = question.isAnswered()
      guard hasAnswered || patience.now() >= question.sign.instant + patience.limit else {
        continue
      }
      lane.question = nil
      lane.isSilent = !hasAnswered
      // Below what the answer leads to.
      steps += lane.parked.reversed()
      lane.parked = []
      question.conclude()
    }
  }
}
