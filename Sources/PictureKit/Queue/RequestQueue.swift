/// How urgent a request is; lower values come first.
nonisolated enum RequestLane: Int, CaseIterable, Hashable, Sendable {
  /// A caller is waiting for this one: a key was pressed on a photo that was not read yet, `vitrine show`.
  case urgent
  /// The rough picture of what the user looks at.
  case focusRough
  /// Metadata of the visible rows; takes milliseconds.
  case visibleMetadata
  /// What the user looks at.
  case focus
  /// Rough pictures of the visible ones that are available immediately, before any other picture is decoded, so that the
  /// last row of a screen does not wait for the pictures of the others.
  case rough
  case visible
  /// Rough pictures of what a held key shows next.
  case ahead
  /// The next pictures in the direction of movement.
  case prefetch
  /// Everything else that is read for a sort or a filter.
  case background

  /// Whether it is replaced as a whole; the others are first come, first served.
  fileprivate var isDeclared: Bool {
    ![.urgent, .visibleMetadata, .background].contains(self)
  }

  /// Whether it waits while the screen is scrolling quickly: a picture decoded then would be out of view before it is
  /// ready.
  fileprivate var pausesWhileScrolling: Bool { [.focus, .visible, .prefetch].contains(self) }
}

/// Which requests are needed, in what order, and which of them a worker is processing.
///
/// A request may be in several lanes; the most urgent one counts, and the request is needed until the last lane
/// releases it. It is a value without a clock or processes, so that the policy can be tested separately. There are as many requests as a
/// screen has pictures, and as callers wait: all are looked through.
nonisolated struct RequestQueue<Request: Hashable & Sendable>: Sendable {
  private var lanes = [[Request]](repeating: [], count: RequestLane.allCases.count)
  /// Those that workers are processing, and that are still needed.
  private var taken: Set<Request> = []
  /// Those that a worker has found, from the header, to need so much memory that they are decoded one at a time.
  private var large: Set<Request> = []
  /// Whether one of these may be taken.
  var takesLarge = true
  /// Whether lanes that wait for scrolling to end are blocked.
  var isHeld = false
  /// How many rough pictures of what a held key shows next may be made at the same time.
  var aheadLimit = Int.max

  init() {}

  /// How many requests are needed and not taken.
  var waitingCount: Int { Set(lanes.joined()).count - taken.count }

  /// Whether it is still needed.
  func isWanted(_ request: Request) -> Bool { lanes.contains { $0.contains(request) } }

  func isWanted(_ request: Request, in lane: RequestLane) -> Bool {
    lanes[lane.rawValue].contains(request)
  }

  /// Whether a worker is processing it, and it is still needed.
  func isTaken(_ request: Request) -> Bool { taken.contains(request) }

  func isLarge(_ request: Request) -> Bool { large.contains(request) }

  mutating func add(_ request: Request, to lane: RequestLane) {
    if !isWanted(request, in: lane) { lanes[lane.rawValue].append(request) }
  }

  /// Replaces the declared lanes; the first requests are processed first.
  ///
  /// - Returns: Requests that workers are processing and that are no longer needed, to be cancelled there.
  mutating func declare(
    focusRough: [Request] = [], focus: [Request] = [], rough: [Request] = [], visible: [Request],
    ahead: [Request] = [], prefetch: [Request]
  ) -> [Request] {
    for lane in RequestLane.allCases where lane.isDeclared { lanes[lane.rawValue] = [] }
    for (lane, requests) in [
      (RequestLane.focusRough, focusRough), (.focus, focus), (.rough, rough), (.visible, visible),
      (.ahead, ahead), (.prefetch, prefetch),
    ] {
      for request in requests { add(request, to: lane) }
    }
    return forgetUnwanted()
  }

  /// Removes a request from a lane.
  ///
  /// - Returns: Whether a worker is processing it and it is no longer needed.
  mutating func remove(_ request: Request, from lane: RequestLane) -> Bool {
    lanes[lane.rawValue].removeAll { $0 == request }
    return forgetUnwanted().contains(request)
  }

  /// The most urgent waiting request, which from now on belongs to a worker.
  mutating func take() -> Request? {
    for lane in RequestLane.allCases where !isBlocked(lane) {
      let next = lanes[lane.rawValue].first {
        !taken.contains($0) && (takesLarge || !large.contains($0))
      }
      guard let next else { continue }
      taken.insert(next)
      return next
    }
    return nil
  }

  private func isBlocked(_ lane: RequestLane) -> Bool {
    if isHeld, lane.pausesWhileScrolling { return true }
    switch lane {
    case .ahead:
      return taken.count { isWanted($0, in: .ahead) && !isWanted($0, in: .focusRough) }
        >= aheadLimit
    // Two concurrent decodes slow each other down, even on two cores.
    case .prefetch:
      return taken.contains { request in
        RequestLane.allCases.contains { $0 != .prefetch && isWanted(request, in: $0) }
      }
    default: return false
    }
  }

  /// Returns a request that a worker failed to process through no fault of the request: it keeps its place.
  ///
  /// - Parameter isLarge: Whether it failed because it has to be decoded alone.
  mutating func putBack(_ request: Request, isLarge: Bool = false) {
    guard taken.remove(request) != nil, isLarge else { return }
    large.insert(request)
  }

  /// It is done, whether or not it is still needed.
  ///
  /// - Parameter kept: The only lane that it is still waiting in, in its place.
  mutating func finish(_ request: Request, butIn kept: RequestLane? = nil) {
    taken.remove(request)
    for lane in RequestLane.allCases where lane != kept {
      lanes[lane.rawValue].removeAll { $0 == request }
    }
    _ = forgetUnwanted()
  }

  /// - Returns: Those that workers are processing.
  private mutating func forgetUnwanted() -> [Request] {
    large = large.filter(isWanted)
    let unwanted = taken.filter { !isWanted($0) }
    taken.subtract(unwanted)
    return Array(unwanted)
  }
}
