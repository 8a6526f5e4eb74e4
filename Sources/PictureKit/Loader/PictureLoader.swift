import CLinux
import Glibc
import PictureProtocol
import TerminalKit

/// Loads pictures and metadata through worker processes, visible ones first.
///
/// Nothing here blocks: opening files and talking to workers happens on other threads, and their answers arrive
/// together in one wake-up of the main queue. When idle, it has no timer and is never woken.
///
/// ```swift
/// let loader = PictureLoader()
/// loader.onChange = { navigator.setNeedsDisplay() }
/// loader.setVisible(keysOfVisibleRows, prefetch: keysOfNextRows)
/// PictureView(state: loader.picture(for: key)).draw(on: &surface, in: rect)
/// ```
public final class PictureLoader: PictureSource {
  public var onChange: (() -> Void)?

  let pool: WorkerPool
  var queue = RequestQueue<PictureKey>()
  /// The callers that are each waiting for a picture, or for what a file says.
  private var waiters: [PictureKey: [Waiter]] = [:]
  private var lastWaiterID: UInt64 = 0
  private var memory = PictureMemory()
  /// The request that a worker decodes alone.
  private var largeRequestID: UInt32?
  private var pace = ScrollPace()
  private let paceTimer: any Alarm
  private var isPaceTimerSet = false
  private let enqueue: @MainActor (@escaping @MainActor () -> Void) -> Void
  private var isDeclarationPending = false
  private let thumbnails: ThumbnailStore?
  /// The current attempts that workers are processing.
  private(set) var requestIDs: [PictureKey: UInt32] = [:]
  /// When those of them began that may decode a photo for its rough picture while a key is held.
  private var quickRequests: [PictureKey: Duration] = [:]
  private var aheadOrder = AheadOrder()
  private var visible: [PictureKey] = []
  private var visibleSet: Set<PictureKey> = []
  private var prefetch: [PictureKey] = []
  private var ahead: [PictureKey] = []
  private var lastRequestID: UInt32 = 0
  /// The last request before a refresh: what it and earlier ones answer is outdated.
  private var lastOutdatedID: UInt32 = 0
  private var lastPictureID: Picture.ID = 0
  private var hasChanged = false
  /// The callers that wait for a worker to start, or to fail.
  private var settling: [CheckedContinuation<Void, Never>] = []

  private struct Waiter {
    let id: UInt64
    let lane: RequestLane
    let complete: (Result<Picture, PictureFailure>) -> Void
  }

  /// - Parameters:
  ///   - launcher: Starts the workers, the first one when something is requested.
  ///   - log: Receives messages about the workers, in addition to that of `launcher`.
  ///   - thumbnails: The desktop's thumbnail cache to read from and write to; nil for none.
  ///   - timer: For the workers' deadlines.
  ///   - paceTimer: Detects the end of scrolling; it must fire on time.
  ///   - enqueue: Schedules work after the frame that is being made: workers that wake up before it is written delay it
  ///     (2.7 ms from key to frame rather than 1).
  public init(
    launcher: any WorkerLauncher = ProcessLauncher(),
    log: WorkerLog = .none,
    limits: WorkerLimits = .forCores(availableCores()),
    thumbnails: ThumbnailCache? = nil,
    timer: any Alarm = DispatchAlarm(),
    paceTimer: any Alarm = DispatchAlarm(leeway: .milliseconds(5)),
    enqueue: @escaping @MainActor (@escaping @MainActor () -> Void) -> Void = TerminalApplication
      .onMainQueue
  ) {
    let store = thumbnails.map { ThumbnailStore($0) }
    self.thumbnails = store
    self.paceTimer = paceTimer
    self.enqueue = enqueue
    pool = WorkerPool(
      launcher: launcher, limits: limits, timer: timer, thumbnails: store, log: log)
    pool.loader = self
  }

  public var problem: WorkerProblem? { pool.isUnavailable ? pool.problem : nil }

  public var isHurried: Bool { queue.isHeld }

  public func picture(for key: PictureKey) -> PictureState {
    if let picture = memory.picture(key) { return .ready(picture) }
    if let failure = memory.failure(of: key) { return .failed(failure) }
    if pool.isUnavailable { return .unavailable }
    return .loading(rough: memory.placeholder(for: key))
  }

  public func setVisible(_ visible: [PictureKey], prefetch: [PictureKey], ahead: [PictureKey]) {
    guard visible != self.visible || prefetch != self.prefetch || ahead != self.ahead else {
      return
    }
    let shown = Set(visible)
    if !visibleSet.isSubset(of: shown) { noteMove() }
    self.visible = visible
    self.prefetch = prefetch
    self.ahead = ahead
    visibleSet = shown
    memory.pin(visible, rough: visible + ahead)
    guard !isDeclarationPending else { return }
    isDeclarationPending = true
    enqueue { [weak self] in
      self?.isDeclarationPending = false
      self?.declare()
    }
  }

  public func refresh() {
    lastOutdatedID = lastRequestID
    memory.doubtAll()
    for (key, id) in requestIDs {
      pool.cancel(id)
      queue.putBack(key)
    }
    requestIDs = [:]
    quickRequests = [:]
    pool.reset()
    declare()
  }

  public func rotationWasSaved(_ rotation: PictureRotation, into file: PictureFile) {
    memory.rotationWasSaved(rotation, into: file)
  }

  /// Starts a worker in the background, so that the first picture need not wait for it.
  public func warmUp() { pool.warmUp() }

  /// What a worker says about itself; one is started if there is none.
  ///
  /// - Throws: `problem`.
  public func hello() async throws(WorkerProblem) -> WorkerHello {
    while true {
      if let hello = pool.hello { return hello }
      if let problem { throw problem }
      warmUp()
      await withCheckedContinuation { settling.append($0) }
    }
  }

  /// Ends the workers; pending requests get `cancelled`. Call before exiting.
  public func shutDown() {
    for key in Array(waiters.keys) { complete(key, .failure(.cancelled)) }
    pool.shutDown()
    paceTimer.stop()
  }

  /// Waits until every new thumbnail is in the cache.
  public func finishWriting() async { await thumbnails?.finishWriting() }

  // MARK: Requests

  /// Queues the pictures that are declared but not available yet.
  private func declare() {
    queue.aheadLimit = queue.isHeld ? aheadOrder.concurrency(interval: pace.interval) : .max
    let missing = visible.filter(memory.isMissing)
    let focus = focusedKey
    let unwanted = queue.declare(
      focusRough: [focus].compactMap(\.self).filter(wantsRough).map(\.rough),
      focus: [focus].compactMap(\.self).filter(memory.isMissing),
      rough: visible.filter { wantsRough($0) && !isPassing($0) }.map(\.rough),
      visible: missing,
      ahead: (queue.isHeld ? aheadOrder.order(ahead, interval: pace.interval) : ahead)
        .filter(wantsAhead).map(\.rough),
      prefetch: prefetch.filter(memory.isMissing))
    for key in unwanted { cancel(key) }
    pool.dispatch()
  }

  /// The largest picture of the photo that the user looks at, if it is larger than those of other photos: then it is
  /// decoded before them.
  private var focusedKey: PictureKey? {
    guard let file = visible.first?.file else { return nil }
    let largest = visible.filter { $0.file == file }.max {
      $0.look.target.cellCount < $1.look.target.cellCount
    }
    guard let largest else { return nil }
    let isLargest = visible.allSatisfy {
      $0.file == file || $0.look.target.cellCount < largest.look.target.cellCount
    }
    return isLargest ? largest : nil
  }

  /// While a key is held, workers decode what has no rough picture that costs little.
  private func wantsAhead(_ key: PictureKey) -> Bool {
    key.look.mayHaveRough && memory.isMissing(key) && memory.picture(key) == nil
      && !memory.hasLarger(than: key) && memory.mayHaveRough(key, decodes: queue.isHeld)
  }

  /// Whether the rough picture is the picture in half its size, which a slow line needs a quarter of the time for.
  private func isHalved(_ key: PictureKey) -> Bool { key.look.isForLine && !queue.isHeld }

  /// How a rough picture is made: for what is on the screen first by what costs little.
  private func roughSteps(of key: PictureKey) -> PictureSteps {
    if isHalved(key) { return .quick }
    let isVisible = [RequestLane.focusRough, .rough].contains {
      queue.isWanted(key.rough, in: $0)
    }
    return queue.isHeld && !isVisible && ahead.contains(key) ? .quick : .roughOnly
  }

  /// Scrolling has ended: only what the user looks at is decoded now.
  private func stopDecodingAhead() {
    guard let focus = focusedKey, memory.isMissing(focus) else { return }
    for key in ahead where key != focus && queue.isTaken(key.rough) {
      guard quickRequests[key.rough] != nil else { continue }
      cancel(key.rough)
      queue.putBack(key.rough)
    }
  }

  /// Holds expensive work back until scrolling has stopped.
  private func noteMove() {
    pace.moved(at: paceTimer.now)
    queue.isHeld = pace.isQuick
    setPaceTimer()
  }

  /// One timer for a whole series of moves: if it fires too early, it is set again. An idle program has none.
  private func setPaceTimer() {
    guard !isPaceTimerSet, let end = pace.end else { return }
    isPaceTimerSet = true
    paceTimer.set(end) { [weak self] in self?.paceTimerRang() }
  }

  private func paceTimerRang() {
    isPaceTimerSet = false
    pace.settle(at: paceTimer.now)
    queue.isHeld = pace.isQuick
    setPaceTimer()
    guard !queue.isHeld else { return }
    stopDecodingAhead()
    declare()
    onChange?()
  }

  private func wantsRough(_ key: PictureKey) -> Bool {
    (key.look.mayHaveRough || isHalved(key)) && memory.isMissing(key)
      && memory.picture(key) == nil && memory.mayHaveRough(key, decodes: isHalved(key))
      && memory.similar(to: key) == nil
  }

  /// Whether a row goes by that shows its photo already: the rough picture that was made ahead for the bar, shrunk to the row.
  /// When it stays it gets its own picture.
  private func isPassing(_ key: PictureKey) -> Bool {
    queue.isHeld && memory.ofOtherSize(key) != nil
  }

  /// Cancels the attempt that a worker is processing.
  func cancel(_ key: PictureKey) {
    guard let id = requestIDs.removeValue(forKey: key) else { return }
    endQuickRequest(key)
    pool.cancel(id)
  }

  private func endQuickRequest(_ key: PictureKey) {
    guard let start = quickRequests.removeValue(forKey: key) else { return }
    aheadOrder.took(paceTimer.now - start)
  }

  /// The picture if it is known without asking a worker.
  private func knownResult(of key: PictureKey) -> Result<Picture, PictureFailure>? {
    guard key.isOfPicture, !memory.isMissing(key) else { return nil }
    return memory.picture(key).map { .success($0) } ?? memory.failure(of: key).map { .failure($0) }
  }

  /// Completes what was asked for, successfully or not.
  private func complete(_ key: PictureKey, _ result: Result<Picture, PictureFailure>) {
    queue.finish(key)
    if key.isOfPicture {
      memory.remove(key.rough)
      memory.fileWasDecoded(key.file)
      queue.finish(key.rough)
      cancel(key.rough)
      if isShown(key) { hasChanged = true }
    }
    for waiter in waiters.removeValue(forKey: key) ?? [] { waiter.complete(result) }
  }

  /// Whether a picture is on the screen, or may be shown in place of one that is.
  private func isShown(_ key: PictureKey) -> Bool {
    visibleSet.contains(key)
      || visible.contains { $0.file == key.file && memory.picture($0) == nil }
  }
}

nonisolated extension ReadingUrgency {
  var lane: RequestLane {
    switch self {
    case .urgent: .urgent
    case .visible: .visibleMetadata
    case .background: .background
    }
  }
}

extension PictureLoader {
  /// One picture, sharp, however long it takes; before everything that screens request.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: `workerDied` also if no worker can be started; `problem` has the reason.
  public func picture(_ key: PictureKey) async throws(PictureFailure) -> Picture {
    try await result(of: key, in: .urgent).get()
  }

  /// What a file and its XMP sidecar say about a photo. Not cached here.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameter details: Whether to read everything (`PhotoMetadata.details`).
  /// - Throws: `workerDied` also if no worker can be started; `problem` has the reason.
  public func metadata(
    of file: PictureFile, details: Bool = false, urgency: ReadingUrgency = .visible
  ) async throws(PictureFailure) -> PhotoMetadata {
    let payload = try await payload(.metadata(details: details), of: file, in: urgency.lane)
    guard case .metadata(let metadata) = payload else { throw .badRequest }
    return metadata
  }

  /// What is made of a file in place of a picture for the screen.
  private func payload(
    _ look: PictureLook, of file: PictureFile, in lane: RequestLane
  ) async throws(PictureFailure) -> PicturePayload {
    try await result(of: PictureKey(file: file, look: look), in: lane).get().payload
  }

  private func result(
    of key: PictureKey, in lane: RequestLane
  ) async -> Result<Picture, PictureFailure> {
    if let known = knownResult(of: key) { return known }
    guard !Task.isCancelled else { return .failure(.cancelled) }
    lastWaiterID += 1
    let id = lastWaiterID
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        wait(Waiter(id: id, lane: lane) { continuation.resume(returning: $0) }, for: key)
      }
    } onCancel: {
      // It runs when this function waits, however early the task is cancelled.
      Task { @MainActor [weak self] in self?.stopWaiting(id, for: key) }
    }
  }

  private func wait(_ waiter: Waiter, for key: PictureKey) {
    waiters[key, default: []].append(waiter)
    if pool.isUnavailable {
      // Called later, like all other completions.
      Task { self.poolDidSettle() }
    } else {
      queue.add(key, to: waiter.lane)
      pool.dispatch()
    }
  }

  private func stopWaiting(_ id: UInt64, for key: PictureKey) {
    guard var waiting = waiters[key], let index = waiting.firstIndex(where: { $0.id == id }) else {
      return
    }
    let waiter = waiting.remove(at: index)
    waiters[key] = waiting.isEmpty ? nil : waiting
    let isLast = !waiting.contains { $0.lane == waiter.lane }
    if isLast, queue.remove(key, from: waiter.lane) { cancel(key) }
    waiter.complete(.failure(.cancelled))
  }
}

// What the pool calls.
extension PictureLoader {
  /// The next request for a worker; nil if there is none.
  func takeRequest() -> PictureRequest? {
    queue.takesLarge = largeRequestID == nil
    guard let key = queue.take() else { return nil }
    lastRequestID &+= 1
    requestIDs[key] = lastRequestID
    var request = PictureRequest(id: lastRequestID, key: key)
    if queue.isLarge(key) {
      request.allowsLarge = true
      largeRequestID = request.id
    }
    if key.isRough {
      request.steps = roughSteps(of: key.sharp)
      if request.steps == .quick, queue.isHeld { quickRequests[key] = paceTimer.now }
      return request
    }
    request.knownStamp = memory.picture(key)?.stamp
    return request
  }

  /// - Parameters:
  ///   - outcome: nil if the worker ended through no fault of the request, so that another one can have it.
  ///   - wasCancelled: Whether it is no longer needed.
  /// - Returns: Whether the outcome may be one of this request; otherwise its worker is ended.
  func finish(
    _ request: PictureRequest, _ outcome: Result<Picture, PictureFailure>?, wasCancelled: Bool
  ) -> Bool {
    let key = request.key
    if !wasCancelled {
      requestIDs[key] = nil
      endQuickRequest(key)
    }
    if largeRequestID == request.id { largeRequestID = nil }
    switch outcome {
    case nil:
      if !wasCancelled { queue.putBack(key) }
    case .success(let picture):
      return receive(picture, for: request, wasCancelled: wasCancelled)
    // Only a cancelled request may be given up.
    case .failure(.cancelled): return wasCancelled
    case .failure where wasCancelled: break
    case .failure(.unchanged): finishUnchanged(key)
    case .failure(.large):
      // The attempt was already allowed to be large.
      if request.allowsLarge { return false }
      queue.putBack(key, isLarge: true)
    case .failure(let failure):
      fail(key, failure, wasDecoding: request.steps == .quick)
    }
    return true
  }

  /// All that workers have sent by now was taken.
  func poolDidSettle() {
    let waiting = settling
    settling = []
    for continuation in waiting { continuation.resume() }
    if pool.isUnavailable {
      for key in Array(waiters.keys) { complete(key, .failure(.workerDied)) }
      hasChanged = true
    }
    guard hasChanged else { return }
    hasChanged = false
    onChange?()
  }

  /// - Parameter wasDecoding: Whether the worker might have decoded the photo to make a rough picture.
  private func fail(_ key: PictureKey, _ failure: PictureFailure, wasDecoding: Bool) {
    if key.isRough, !failure.concernsPicture {
      memory.noteNoRough(of: key.sharp, decodes: wasDecoding)
      // If a key has been held since, it is worth a decode now.
      let isKept = failure == .noRough && !wasDecoding && queue.isHeld && ahead.contains(key.sharp)
      queue.finish(key, butIn: isKept ? .ahead : nil)
      return
    }
    guard !key.look.isMetadata else { return complete(key, .failure(failure)) }
    let picture = key.sharp
    memory.remember(failure, of: picture)
    memory.remove(picture)
    cancel(picture)
    complete(picture, .failure(failure))
  }

  /// The file has not changed since the picture was made.
  private func finishUnchanged(_ key: PictureKey) {
    guard let picture = memory.picture(key) else {
      // It was removed from memory in the meantime.
      return queue.putBack(key)
    }
    memory.markFresh(key)
    complete(key, .success(picture))
  }

  /// - Returns: Whether it is a picture that was requested.
  private func receive(
    _ answer: Picture, for request: PictureRequest, wasCancelled: Bool
  ) -> Bool {
    lastPictureID &+= 1
    let key = request.key.sharp
    guard let picture = answer.placed(as: lastPictureID, for: key),
      picture.isSharp || request.key.isRough
    else { return false }
    if key.look.isMetadata {
      if !wasCancelled { complete(key, .success(picture)) }
      return true
    }
    // One that is no longer needed is still good, unless it is from before a refresh.
    guard request.id > lastOutdatedID else { return true }
    guard picture.isSharp else {
      if memory.picture(key) == nil {
        memory.insert(picture, for: key.rough)
        if isShown(key) { hasChanged = true }
      }
      queue.finish(request.key)
      return true
    }
    // A picture for a file is not shown, and would displace pictures that are.
    if key.look.isForScreen { memory.insert(picture, for: key) }
    // Another attempt may be running; it is not needed any more.
    cancel(key)
    complete(key, .success(picture))
    return true
  }
}

extension PictureFailure {
  /// Whether there can't be a picture either if there is no rough picture.
  fileprivate nonisolated var concernsPicture: Bool {
    switch self {
    case .noRough, .timedOut, .workerDied, .outOfMemory, .unsupportedOutput: false
    default: true
    }
  }
}

extension PictureLoader {
  /// A photo's picture as a JPEG for other files, made after everything that screens request. Not cached.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameter side: The maximum length of its longer side in pixels; smaller pictures are not enlarged.
  /// - Throws: `workerDied` also if no worker can be started; `problem` has the reason.
  public func jpeg(of file: PictureFile, side: UInt32) async throws(PictureFailure) -> JPEGPicture {
    try await jpeg(PictureLook(side: side, output: .jpeg), of: file, in: .background)
  }

  /// The small picture that a camera has put into a file. Not cached.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Parameter file: The file, or its beginning.
  /// - Throws: `noRough` or `noPreview` if there is none; `workerDied` also if no worker can be started.
  public func thumbnail(in file: PictureFile) async throws(PictureFailure) -> JPEGPicture {
    // Larger than any row, and smaller than most previews in raw files.
    try await jpeg(PictureLook(side: 512, output: .thumbnail), of: file, in: .visibleMetadata)
  }

  private func jpeg(
    _ look: PictureLook, of file: PictureFile, in lane: RequestLane
  ) async throws(PictureFailure) -> JPEGPicture {
    guard case .jpeg(let jpeg) = try await payload(look, of: file, in: lane) else {
      throw .badRequest
    }
    return jpeg
  }

  /// What a file's picture looks like, from the thumbnail in the file or in the desktop's cache if there is one. Read after
  /// everything that screens request; not cached.
  ///
  /// Cancelling the task cancels the request.
  ///
  /// - Throws: `noRough` if the file has no thumbnail and would have to be decoded as a whole; `workerDied` also if no
  ///   worker can be started.
  public func fingerprint(
    of file: PictureFile
  ) async throws(PictureFailure) -> PhotoFingerprint {
    // So that the smallest thumbnail of the cache is large enough.
    let look = PictureLook(side: 64, output: .fingerprint)
    guard case .fingerprint(let fingerprint) = try await payload(look, of: file, in: .background)
    else { throw .badRequest }
    return fingerprint
  }
}

/// How many processors this process may use, at least 1.
///
/// Not the number in the machine (`sched_getaffinity`): in a container or under `taskset` there may be fewer.
nonisolated public func availableCores() -> Int {
  var set = cpu_set_t()
  guard sched_getaffinity(0, MemoryLayout<cpu_set_t>.size, &set) == 0 else { return 1 }
  return max(1, withUnsafeBytes(of: set) { $0.reduce(0) { $0 + $1.nonzeroBitCount } })
}
