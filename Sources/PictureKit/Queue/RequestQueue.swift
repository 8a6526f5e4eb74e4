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

/// Which requests are wanted, in what order, and which of them a worker has.
///
/// A request may stand in several lanes; the most urgent counts, and it is wanted until the last one lets
/// go of it. Lanes that are declared keep the order given; the others are first come, first served.
/// A value with no clock and no process, so that the policy can be tested alone.
nonisolated struct RequestQueue<Request: Hashable & Sendable>: Sendable {
  private struct Entry {
    /// Bits of the lanes that it stands in.
    var lanes: UInt8 = 0
    /// Whether a worker has it.
    var isTaken = false
  }

  private struct Line {
    var requests: [Request] = []
    /// The requests before are taken or gone.
    var head = 0
  }

  private var entries: [Request: Entry] = [:]
  /// Those that workers have: a few.
  private var taken: Set<Request> = []
  private var lines = [Line](repeating: Line(), count: RequestLane.allCases.count)
  /// How many are wanted and not taken.
  private(set) var waitingCount = 0
  /// Whether nothing is taken from lanes that wait for rest.
  var isHeld = false

  init() {}

  /// Whether somebody wants it still.
  func isWanted(_ request: Request) -> Bool { entries[request] != nil }

  /// Whether a worker has it, or it is held for one, and it is still wanted.
  func isTaken(_ request: Request) -> Bool { entries[request]?.isTaken ?? false }

  /// Whether it stands in the lane.
  func isWanted(_ request: Request, in lane: RequestLane) -> Bool {
    entries[request].map { $0.lanes & lane.bit != 0 } ?? false
  }

  /// Adds one at the end of a lane.
  mutating func add(_ request: Request, to lane: RequestLane) {
    if enter(request, in: lane) { lines[lane.rawValue].requests.append(request) }
  }

  /// Replaces the declared lanes: what stands first is done first.
  ///
  /// - Returns: What workers have and nobody wants any more, to be cancelled there.
  /// - Complexity: O(*old* + *new*).
  mutating func declare(
    rough: [Request] = [], visible: [Request], prefetch: [Request]
  ) -> [Request] {
    var old: [Request] = []
    for lane in RequestLane.allCases where lane.isDeclared {
      old += lines[lane.rawValue].requests
      for request in lines[lane.rawValue].requests { entries[request]?.lanes &= ~lane.bit }
      lines[lane.rawValue] = Line()
    }
    for request in rough { add(request, to: .rough) }
    for request in visible { add(request, to: .visible) }
    for request in prefetch { add(request, to: .prefetch) }
    return old.filter { forgetIfUnwanted($0) }
  }

  /// Takes one out of a lane.
  ///
  /// - Returns: Whether a worker has it and nobody wants it any more.
  mutating func remove(_ request: Request, from lane: RequestLane) -> Bool {
    entries[request]?.lanes &= ~lane.bit
    return forgetIfUnwanted(request)
  }

  /// The most urgent one that is waiting; from now on a worker has it.
  ///
  /// - Parameter fillsThePipe: Only those that may stand behind another one.
  mutating func take(fillsThePipe: Bool = false) -> Request? {
    for lane in RequestLane.allCases
    where (!fillsThePipe || lane.fillsThePipe) && !(isHeld && lane.waitsForRest)
      && !(lane.waitsForSight && isSightAtWork)
    {
      while let request = nextInLine(lane) {
        guard var entry = entries[request], !entry.isTaken, entry.lanes & lane.bit != 0 else {
          continue
        }
        entry.isTaken = true
        entries[request] = entry
        taken.insert(request)
        waitingCount -= 1
        return request
      }
    }
    return nil
  }

  /// Gives one back that a worker had through no fault of its own; it is the next of its lanes.
  mutating func putBack(_ request: Request) {
    guard var entry = entries[request], entry.isTaken else { return }
    entry.isTaken = false
    entries[request] = entry
    taken.remove(request)
    waitingCount += 1
    for lane in RequestLane.allCases where entry.lanes & lane.bit != 0 {
      let head = lines[lane.rawValue].head
      lines[lane.rawValue].requests.insert(request, at: head)
    }
  }

  /// It is done: nobody has to want it any more.
  mutating func finish(_ request: Request) {
    guard let entry = entries.removeValue(forKey: request) else { return }
    taken.remove(request)
    if !entry.isTaken { waitingCount -= 1 }
  }

  /// Whether a worker has something that somebody sees.
  private var isSightAtWork: Bool {
    taken.contains { request in
      RequestLane.allCases.contains { !$0.waitsForSight && isWanted(request, in: $0) }
    }
  }

  private mutating func nextInLine(_ lane: RequestLane) -> Request? {
    let line = lines[lane.rawValue]
    guard line.head < line.requests.count else {
      if !lane.isDeclared { lines[lane.rawValue] = Line() }
      return nil
    }
    let request = line.requests[line.head]
    lines[lane.rawValue].head += 1
    if !lane.isDeclared, line.head > 1024, line.head > line.requests.count / 2 {
      lines[lane.rawValue].requests.removeFirst(line.head + 1)
      lines[lane.rawValue].head = 0
    }
    return request
  }

  /// - Returns: Whether it was not wanted in this lane before.
  private mutating func enter(_ request: Request, in lane: RequestLane) -> Bool {
    guard var entry = entries[request] else {
      entries[request] = Entry(lanes: lane.bit)
      waitingCount += 1
      return true
    }
    guard entry.lanes & lane.bit == 0 else { return false }
    entry.lanes |= lane.bit
    entries[request] = entry
    return true
  }

  /// - Returns: Whether a worker has it.
  private mutating func forgetIfUnwanted(_ request: Request) -> Bool {
    guard let entry = entries[request], entry.lanes == 0 else { return false }
    entries[request] = nil
    taken.remove(request)
    if !entry.isTaken { waitingCount -= 1 }
    return entry.isTaken
  }
}

extension RequestLane {
  fileprivate nonisolated var bit: UInt8 { 1 << UInt8(rawValue) }
}
