import GalleryDomain
import PictureKit
import PictureProtocol
import TerminalKit

/// Which picture of an animation to show now, and which one next.
///
/// It never advances to a picture that is not ready, so that nothing goes blank: if the workers cannot keep up it plays
/// slower. It holds a timer only while something moves.
///
/// ```swift
/// // In layout, which also follows when a picture has come and after each tick:
/// player.follow(photo.id) { pictures.state(of: specification(frame: $0)) }
/// pictures.prepare(visible: [specification(frame: player.frame)], next: player.nextFrame.map { [specification(frame: $0)] } ?? [])
/// ```
public final class AnimationPlayer {
  /// Called when a picture was shown long enough: lay out and draw.
  public var onTick: (() -> Void)?
  /// The picture to show, from 0; stays the last one that was ready. 0 for a still picture.
  public private(set) var frame = 0
  /// Whether a key has paused it.
  public private(set) var isPaused = false

  private let ticks: any Alarm
  private var subject: Photo.ID?
  /// What is known of the picture on the screen.
  private var animation: AnimationFrame?
  private var completedLoops: UInt32 = 0
  private var clock = Clock.stopped

  private enum Clock: Equatable {
    case stopped
    /// Until the picture was shown long enough.
    case running(deadline: Duration)
    /// It stays until the next one is ready.
    case due(since: Duration)
  }

  public init(ticks: any Alarm = DispatchAlarm()) {
    self.ticks = ticks
  }

  /// Whether the photo moves, or would if it was not paused; false until its first picture is there.
  public var isAnimation: Bool { animation != nil }

  /// Whether it has been played as often as its file wants.
  public var hasEnded: Bool {
    guard let animation, animation.loopCount > 0 else { return false }
    return completedLoops >= animation.loopCount
  }

  /// How many pictures it has; nil for a still picture.
  public var frameCount: Int? { animation.map { Int(clamping: $0.count) } }

  /// Whether the animation is running.
  public var isPlaying: Bool { isAnimation && !isPaused && !hasEnded }

  /// The picture to fetch ahead; nil if none is going to be shown.
  public var nextFrame: Int? { isPlaying && !isAtVeryEnd ? following(frame) : nil }

  /// Takes over what is known now. Call in every layout.
  ///
  /// - Parameters:
  ///   - subject: The photo that is on the screen; a different one starts from its first picture.
  ///   - state: That of one of its pictures, as it is requested now.
  public func follow(_ subject: Photo.ID, state: (Int) -> PictureState) {
    if subject != self.subject { start(subject) }
    if let known = ready(frame, state) { animation = known }
    guard isPlaying else { return halt() }
    if case .due(let since) = clock, let next = following(frame), let known = ready(next, state) {
      advance(to: next, known, dueSince: since)
    } else if clock == .stopped, ready(frame, state) != nil {
      run(until: ticks.now + duration)
    }
  }

  /// Pauses, or continues; from the beginning after the end.
  public func togglePause() {
    guard isAnimation else { return }
    if hasEnded {
      completedLoops = 0
      frame = 0
      isPaused = false
    } else {
      isPaused.toggle()
    }
    // The picture is shown for its whole time again, from the next layout on.
    halt()
    onTick?()
  }

  /// Stops the clock until the next `follow`. Call when the screen goes away.
  public func stop() { halt() }

  // MARK: Steps

  private func start(_ subject: Photo.ID) {
    self.subject = subject
    frame = 0
    animation = nil
    completedLoops = 0
    isPaused = false
    halt()
  }

  private func advance(to next: Int, _ known: AnimationFrame, dueSince deadline: Duration) {
    frame = next
    animation = known
    if next == 0, known.loopCount > 0 { completedLoops += 1 }
    // Small delays are made up for, so that the pace is the file's; large ones are not.
    let time = ticks.now
    run(until: deadline + duration > time ? deadline + duration : time + duration)
  }

  private func run(until deadline: Duration) {
    clock = .running(deadline: deadline)
    ticks.set(deadline) { [weak self] in self?.tick() }
  }

  private func halt() {
    guard clock != .stopped else { return }
    clock = .stopped
    ticks.stop()
  }

  private func tick() {
    guard case .running(let deadline) = clock else { return }
    if isAtVeryEnd { completedLoops += 1 }
    clock = hasEnded ? .stopped : .due(since: deadline)
    onTick?()
  }

  private var duration: Duration { .milliseconds(Int(animation?.milliseconds ?? 100)) }

  /// Whether the last picture is shown for the last time.
  private var isAtVeryEnd: Bool {
    guard let animation, animation.loopCount > 0 else { return false }
    return following(frame) == 0 && completedLoops == animation.loopCount - 1
  }

  private func following(_ frame: Int) -> Int? {
    animation.map { UInt32(clamping: frame) &+ 1 < $0.count ? frame + 1 : 0 }
  }

  private func ready(_ frame: Int, _ state: (Int) -> PictureState) -> AnimationFrame? {
    guard case .ready(let picture) = state(frame), let animation = picture.animation,
      animation.index == UInt32(clamping: frame)
    else { return nil }
    return animation
  }
}
