import GalleryDomain

/// How long a walk waits for mounts that may not answer.
package struct WalkPatience: Sendable {
  /// After this the walk goes on with other folders.
  var pause = FileAnswer.pause
  /// After this the mount is like one that can't be read.
  var limit = FileAnswer.limit
  var mounts: @Sendable () -> MountTable = MountTable.now
  /// Whether a mount answers within so long.
  var isAnswering: @Sendable (_ point: [UInt8], _ limit: Duration) -> Bool = {
    FileAnswer.isAnswering($0, within: $1)
  }
  /// Called with each path on the thread that asks for it, before the mount is asked.
  var willAsk: @Sendable ([UInt8]) -> Void = { _ in }
}

/// What a walk has left to do, the next step first.
///
/// Steps that ask a mount that may not answer (`MountTable.Mount.mayBeSilent`) do so on a thread of their own, and are put aside
/// until all others are done if the mount doesn't answer at once. Everything else is done on the walk's own thread, where the calls
/// are the cheapest.
final class WalkAgenda {
  typealias Step = () -> Void

  /// What is known of a mount that was met.
  private enum Manner {
    case answering
    /// It is asked again at the end.
    case late
    /// It is not asked again.
    case silent
  }

  private let patience: WalkPatience
  private var steps: [Step] = []
  private var manners: [[UInt8]: Manner] = [:]
  /// Steps that wait for the mounts that are late, in order.
  private var parked: [(point: [UInt8], step: Step)] = []
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
    guard let point = mount?.point else { return then(question(nil)) }
    let manner =
      manners[point] ?? (patience.isAnswering(point, patience.pause) ? .answering : .late)
    manners[point] = manner
    switch manner {
    case .silent: then(nil)
    case .late: parked.append((point, { [self] in ask(mount, for: path, question, then: then) }))
    case .answering:
      let answer = FileAnswer.onThread(
        within: patience.limit, pause: patience.pause, isCancelled: isCancelled
      ) { [patience] sign in
        patience.willAsk(path)
        return question(sign)
      }
      if answer == nil { manners[point] = .silent }
      then(answer)
    }
  }

  /// Does all steps but those that wait for a mount.
  func run() {
    while !isCancelled(), let step = steps.popLast() { step() }
  }

  /// Whether steps wait for a mount.
  var isWaiting: Bool { !parked.isEmpty }

  /// Does all steps, and asks the mounts again that haven't answered yet.
  func finish() {
    run()
    while !isCancelled(), let point = parked.first?.point {
      manners[point] = patience.isAnswering(point, patience.limit) ? .answering : .silent
      // Below what the answers lead to.
      steps += parked.filter { $0.point == point }.map(\.step).reversed()
      parked.removeAll { $0.point == point }
      run()
    }
  }

  /// Drops what is left to do; its steps hold what they work for.
  func clear() { (steps, parked) = ([], []) }
}
