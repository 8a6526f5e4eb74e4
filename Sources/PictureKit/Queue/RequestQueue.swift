import PictureProtocol

/// How urgent a request is; lower values come first.
nonisolated enum RequestLane: Int, CaseIterable, Hashable, Sendable {
  /// A caller is waiting for this one: a key was pressed on a photo that was not read yet, `vitrine show`.
  case urgent
  /// Metadata of the visible rows; takes milliseconds.
  case visibleMetadata
  /// The preview of what the user looks at.
  case focusRough
  /// What the user looks at.
  case focus
  /// Previews of the visible pictures that are available immediately, before any other picture is decoded, so that the
  /// last row of a screen does not wait for the pictures of the others.
  case rough
  case visible
  /// Previews of what a held key shows next.
  case ahead
  /// The next pictures in the direction of movement.
  case prefetch
  /// Everything else that is read for a sort or a filter.
  case background

  /// What a lane waits for, and how it is filled.
  struct Rules: OptionSet {
    let rawValue: UInt8

    /// Replaced as a whole; such a lane remembers its contents in order to release them.
    static let declared = Rules(rawValue: 1)
    /// Not given to a busy worker, as all others are, so that its pipe is never idle: a visible request that arrives in
    /// the meantime would have to wait behind it, and by then other photos may be next.
    static let needsIdleWorker = Rules(rawValue: 2)
    /// Waits until no worker is processing anything visible: two concurrent decodes slow each other down, even on two
    /// cores.
    static let afterVisible = Rules(rawValue: 4)
    /// Waits while the screen is scrolling quickly: a picture decoded then would be out of view before it is ready.
    static let pausesWhileScrolling = Rules(rawValue: 8)
  }

  var rules: Rules {
    switch self {
    case .urgent, .visibleMetadata, .background: []
    case .focusRough, .rough: .declared
    case .focus, .visible: [.declared, .pausesWhileScrolling]
    case .ahead: [.declared, .needsIdleWorker]
    case .prefetch: [.declared, .needsIdleWorker, .afterVisible, .pausesWhileScrolling]
    }
  }
}

/// Which requests are needed, in what order, and which of them a worker is processing.
///
/// A request may be in several lanes; the most urgent one counts, and the request is needed until the last lane
/// releases it. Declared lanes keep the given order; the others are first come, first served. It is a value without a
/// clock or processes, so that the policy can be tested separately.
nonisolated struct RequestQueue<Request: Hashable & Sendable>: Sendable {
  private struct Entry {
    /// A bit for each lane that it is in.
    var lanes: UInt16 = 0
    /// Whether a worker is processing it.
    var isTaken = false
  }

  private struct Line {
    var requests: [Request] = []
    /// The requests before this index are taken or gone.
    var head = 0
  }

  private var entries: [Request: Entry] = [:]
  /// The few requests that workers are processing.
  private var taken: Set<Request> = []
  private var lines = [Line](repeating: Line(), count: RequestLane.allCases.count)
  /// How many requests are needed and not taken.
  private(set) var waitingCount = 0
  /// Whether lanes that wait for scrolling to end are blocked.
  var isHeld = false
  /// How many previews of what a held key shows next may be made at the same time.
  var aheadLimit = Int.max

  init() {}

  /// Whether it is still needed.
  func isWanted(_ request: Request) -> Bool { entries[request] != nil }

  /// Whether a worker is processing it, or it is reserved for one, and it is still needed.
  func isTaken(_ request: Request) -> Bool { entries[request]?.isTaken ?? false }

  /// Whether it is in the lane.
  func isWanted(_ request: Request, in lane: RequestLane) -> Bool {
    entries[request].map { $0.lanes & lane.bit != 0 } ?? false
  }

  /// Appends a request to a lane.
  mutating func add(_ request: Request, to lane: RequestLane) {
    if enter(request, in: lane) { lines[lane.rawValue].requests.append(request) }
  }

  /// Replaces the declared lanes; the first requests are processed first.
  ///
  /// - Parameters:
  ///   - focusRough: The previews of what the user looks at.
  ///   - focus: What the user looks at.
  ///   - ahead: The previews of what a held key shows next.
  /// - Returns: Requests that workers are processing and that are no longer needed, to be cancelled there.
  /// - Complexity: O(*old* + *new*).
  mutating func declare(
    focusRough: [Request] = [], focus: [Request] = [], rough: [Request] = [], visible: [Request],
    ahead: [Request] = [], prefetch: [Request]
  ) -> [Request] {
    var old: [Request] = []
    for lane in RequestLane.allCases where lane.rules.contains(.declared) {
      old += lines[lane.rawValue].requests
      for request in lines[lane.rawValue].requests { entries[request]?.lanes &= ~lane.bit }
      lines[lane.rawValue] = Line()
    }
    for request in focusRough { add(request, to: .focusRough) }
    for request in focus { add(request, to: .focus) }
    for request in rough { add(request, to: .rough) }
    for request in visible { add(request, to: .visible) }
    for request in ahead { add(request, to: .ahead) }
    for request in prefetch { add(request, to: .prefetch) }
    return old.filter { forgetIfUnwanted($0) }
  }

  /// Removes a request from a lane.
  ///
  /// - Returns: Whether a worker is processing it and it is no longer needed.
  mutating func remove(_ request: Request, from lane: RequestLane) -> Bool {
    entries[request]?.lanes &= ~lane.bit
    return forgetIfUnwanted(request)
  }

  /// The most urgent waiting request, which from now on belongs to a worker.
  ///
  /// - Parameter fillsThePipe: Only requests that may wait behind another one.
  mutating func take(fillsThePipe: Bool = false) -> Request? {
    var blocked: RequestLane.Rules = []
    if fillsThePipe { blocked.insert(.needsIdleWorker) }
    if isHeld { blocked.insert(.pausesWhileScrolling) }
    if isSightAtWork { blocked.insert(.afterVisible) }
    for lane in RequestLane.allCases
    where lane.rules.isDisjoint(with: blocked) && !(lane == .ahead && aheadCount >= aheadLimit) {
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

  /// Returns a request that a worker failed to process through no fault of the request; it is the next one in its
  /// lanes.
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

  /// It is done, whether or not it is still needed.
  mutating func finish(_ request: Request) {
    guard let entry = entries.removeValue(forKey: request) else { return }
    taken.remove(request)
    if !entry.isTaken { waitingCount -= 1 }
  }

  /// Whether a worker is processing something visible.
  private var isSightAtWork: Bool {
    taken.contains { request in
      RequestLane.allCases.contains {
        !$0.rules.contains(.afterVisible) && isWanted(request, in: $0)
      }
    }
  }

  /// How many previews of what a held key shows next workers are processing.
  private var aheadCount: Int {
    taken.count { isWanted($0, in: .ahead) && !isWanted($0, in: .focusRough) }
  }

  private mutating func nextInLine(_ lane: RequestLane) -> Request? {
    let line = lines[lane.rawValue]
    guard line.head < line.requests.count else {
      if !lane.rules.contains(.declared) { lines[lane.rawValue] = Line() }
      return nil
    }
    let request = line.requests[line.head]
    lines[lane.rawValue].head += 1
    if !lane.rules.contains(.declared), line.head > 1024, line.head > line.requests.count / 2 {
      lines[lane.rawValue].requests.removeFirst(line.head + 1)
      lines[lane.rawValue].head = 0
    }
    return request
  }

  /// - Returns: Whether it was new in this lane.
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

  /// - Returns: Whether a worker is processing it.
  private mutating func forgetIfUnwanted(_ request: Request) -> Bool {
    guard let entry = entries[request], entry.lanes == 0 else { return false }
    entries[request] = nil
    taken.remove(request)
    if !entry.isTaken { waitingCount -= 1 }
    return entry.isTaken
  }
}

extension RequestLane {
  fileprivate nonisolated var bit: UInt16 { 1 << UInt16(rawValue) }
}

/// Pictures that need so much memory that they are decoded one at a time, whatever the number of workers.
///
/// A worker reports that a picture is large when it has read the header.
nonisolated struct LargeJobs: Sendable {
  private var waiting: [PictureKey] = []
  /// The request that a worker is processing.
  private var running: UInt32?

  /// Whether one is waiting and a worker may start it.
  var canBegin: Bool { running == nil && !waiting.isEmpty }

  mutating func add(_ key: PictureKey) {
    if !waiting.contains(key) { waiting.append(key) }
  }

  /// The next one, if none is running.
  ///
  /// - Parameter isKept: Whether one is still to be done; others are forgotten.
  mutating func take(where isKept: (PictureKey) -> Bool) -> PictureKey? {
    guard running == nil else { return nil }
    waiting.removeAll { !isKept($0) }
    return waiting.isEmpty ? nil : waiting.removeFirst()
  }

  mutating func begin(_ id: UInt32) { running = id }

  /// Call at the end of every request.
  mutating func end(_ id: UInt32) {
    if running == id { running = nil }
  }
}
