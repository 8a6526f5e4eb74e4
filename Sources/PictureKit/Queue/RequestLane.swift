/// How urgent a request is; the lower, the sooner.
nonisolated enum RequestLane: Int, CaseIterable, Hashable, Sendable {
  /// Somebody waits for this very one: ⏎ on a photo that was not read yet, `vitrine show`.
  case urgent
  /// What the visible rows say about themselves; it takes milliseconds.
  case visibleMetadata
  case visible
  /// What comes next in the direction of movement.
  case prefetch
  /// All the rest that is read for a sort or a filter.
  case background

  /// Whether a worker that has something to do already is given one of these, so that its pipe is never
  /// idle. Not for what nobody waits for: a visible one that comes meanwhile would stand behind it.
  var fillsThePipe: Bool { self != .prefetch }

  /// Whether it is replaced as a whole; such a lane remembers what it held, to let go of it.
  var isDeclared: Bool { self == .visible || self == .prefetch }
}
