/// How urgent a request is; the lower, the sooner.
nonisolated enum RequestLane: Int, CaseIterable, Hashable, Sendable {
  /// Somebody waits for this very one: ⏎ on a photo that was not read yet, `vitrine show`.
  case urgent
  /// What the visible rows say about themselves; it takes milliseconds.
  case visibleMetadata
  /// What can be had at once of the visible pictures, before any of them is decoded, so that the last row
  /// of a screen does not wait for the pictures of the others.
  case rough
  case visible
  /// What comes next in the direction of movement.
  case prefetch
  /// All the rest that is read for a sort or a filter.
  case background

  /// Whether a worker that has something to do already is given one of these, so that its pipe is never
  /// idle. Not for what nobody waits for: a visible one that comes meanwhile would stand behind it.
  var fillsThePipe: Bool { self != .prefetch }

  /// Whether it is left until no worker has anything that somebody sees: two decodings at once slow each
  /// other down, also on two cores.
  var waitsForSight: Bool { self == .prefetch }

  /// Whether it is replaced as a whole; such a lane remembers what it held, to let go of it.
  var isDeclared: Bool { self == .rough || self == .visible || self == .prefetch }

  /// Whether it waits while the screen moves quickly: a picture that is decoded then is out of sight before
  /// it is there.
  var waitsForRest: Bool { self == .visible || self == .prefetch }
}
