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
  /// When the next picture is due; nil while the clock is stopped.
  private var deadline: Duration?
  /// Whether that time is over: the picture stays until the next one is ready.
  private var isDue = false

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
  public var nextFrame: Int? { isPlaying && !isAtVeryEnd ? following : nil }

  /// Takes over what is known now. Call in every layout.
  ///
  /// - Parameters:
  ///   - subject: The photo that is on the screen; a different one starts from its first picture.
  ///   - state: That of one of its pictures, as it is requested now.
  public func follow(_ subject: Photo.ID, state: (Int) -> PictureState) {
    if subject != self.subject {
      (frame, animation, completedLoops, isPaused) = (0, nil, 0, false)
      stop()
      self.subject = subject
    }
    let current = ready(frame, state)
    animation = current ?? animation
    guard isPlaying else { return stop() }
    guard let deadline else {
      if current != nil { run(until: ticks.now + duration) }
      return
    }
    guard isDue, let next = ready(following, state) else { return }
    (frame, animation) = (following, next)
    if frame == 0, next.loopCount > 0 { completedLoops += 1 }
    // Small delays are made up for, so that the pace is the file's; large ones are not.
    let now = ticks.now
    run(until: (deadline + duration > now ? deadline : now) + duration)
  }

  /// Pauses, or continues; from the beginning after the end.
  public func togglePause() {
    guard isAnimation else { return }
    if hasEnded {
      (frame, completedLoops, isPaused) = (0, 0, false)
    } else {
      isPaused.toggle()
    }
    // The picture is shown for its whole time again, from the next layout on.
    stop()
    onTick?()
  }

  /// Stops the clock until the next `follow`. Call when the screen goes away.
  public func stop() {
    guard deadline != nil else { return }
    deadline = nil
    ticks.stop()
  }

  // MARK: Steps

  private func run(until deadline: Duration) {
    (self.deadline, isDue) = (deadline, false)
    ticks.set(deadline) { [weak self] in
      guard let self else { return }
      isDue = true
      if isAtVeryEnd { completedLoops += 1 }
      onTick?()
    }
  }

  private var duration: Duration { .milliseconds(Int(animation?.milliseconds ?? 100)) }

  /// Whether the last picture is shown for the last time.
  private var isAtVeryEnd: Bool {
    guard let animation, animation.loopCount > 0 else { return false }
    return following == 0 && completedLoops == animation.loopCount - 1
  }

  private var following: Int {
    animation.map { UInt32(clamping: frame) &+ 1 < $0.count ? frame + 1 : 0 } ?? 0
  }

  private func ready(_ frame: Int, _ state: (Int) -> PictureState) -> AnimationFrame? {
    guard case .ready(let picture) = state(frame), let animation = picture.animation,
      animation.index == UInt32(clamping: frame)
    else { return nil }
    return animation
  }
}
