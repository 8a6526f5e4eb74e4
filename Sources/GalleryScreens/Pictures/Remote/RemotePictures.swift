import Foundation
import GalleryDomain
import PictureKit
import TerminalKit

/// Fetches the pictures that the screen requests, the visible ones first.
///
/// Drawing asks for the state of a picture, which starts nothing. Declared pictures are looked up in the store
/// immediately and fetched in turn: a few at a time for each host, pictures ahead only when nothing visible is missing,
/// nothing at all while rows fly by. Pictures that are no longer declared are cancelled, except for a download that has
/// almost finished. It has an alarm until scrolling has come to rest, and while a visible picture failed for a reason that may
/// pass, which is then tried again.
public final class RemotePictures {
  /// Called when a declared picture is there, has failed, or has made progress worth showing.
  var onChange: (() -> Void)?

  private let repository: any PhotoImageRepository
  private let alarm: any Alarm
  /// What was declared last.
  private var (visible, next): ([URL], [URL]) = ([], [])
  private var (visibleSet, wanted, watched): (Set<URL>, Set<URL>, Set<URL>) = ([], [], [])
  /// What is known of the pictures that were wanted; nothing until one has been looked up.
  private var steps: [URL: Step] = [:]
  private var fetches: [URL: Fetch] = [:]
  /// The pictures whose files turned out to be gone since the last refresh: each is fetched again once.
  private var vanished: Set<URL> = []
  private var pace = ScrollPace()
  private var lastNumber = 0

  /// From this many on, only the pictures that are wanted stay remembered.
  private static let knownLimit = 10_000
  /// How many are fetched at a time from one host; browsers use six, and a rate-limited thumbnail server allows fewer.
  private static let hostLimit = 4
  private static let totalLimit = 8
  /// How many pictures ahead are fetched at a time, from all hosts together: visible ones always find room.
  private static let prefetchLimit = 2

  private enum Step {
    case lookingUp
    /// It is wanted, and not in the store.
    case missing
    /// `isDoubted`: the server is to be asked about it, and it is shown meanwhile.
    case here(RemoteImage, isDoubted: Bool = false)
    /// It is worth another try then; nil for never. A broken picture costs one request and not one per frame.
    case failed(PhotoSourceError, until: Duration?)

    var isMissing: Bool { if case .missing = self { true } else { false } }
    var isDoubted: Bool { if case .here(_, isDoubted: true) = self { true } else { false } }
    var image: RemoteImage? { if case .here(let image, _) = self { image } else { nil } }
  }

  private struct Fetch {
    /// Distinguishes it from an earlier request for the same address.
    let number: Int
    let host: String
    let isRefresh: Bool
    let start: Duration
    let task: Task<Void, Never>
    var progress: ImageProgress?

    /// Whether it may finish although it is no longer wanted: three quarters are there, and throwing them away would cost
    /// more than the rest.
    var isNearlyDone: Bool {
      guard let progress, let total = progress.expectedByteCount, total > 0 else { return false }
      return progress.receivedByteCount >= total - total / 4
    }
  }

  public init(
    repository: any PhotoImageRepository,
    alarm: any Alarm = DispatchAlarm(leeway: .milliseconds(5))
  ) {
    self.repository = repository
    self.alarm = alarm
  }

  /// The state of a picture. Does not request it.
  ///
  /// - Complexity: O(1).
  func state(of url: URL) -> RemoteImageState {
    if let image = steps[url]?.image { return .ready(image) }
    if let fetch = fetches[url] { return .fetching(fetch.progress) }
    if case .failed(let error, let end)? = steps[url], isAhead(end) { return .failed(error) }
    return .waiting
  }

  /// The progress of a download that is large, or takes long enough to be shown.
  func watchedProgress(of url: URL) -> ImageProgress? {
    guard let fetch = fetches[url], let progress = fetch.progress,
      max(progress.receivedByteCount, progress.expectedByteCount ?? 0)
        >= PictureTransfer.watchedByteCount || now - fetch.start >= PictureTransfer.watchedAfter
    else { return nil }
    return progress
  }

  /// Declares all pictures that are wanted, replacing the previous declaration.
  ///
  /// - Parameters:
  ///   - visible: The most important first.
  ///   - next: What the next move would show, the nearest first.
  ///   - watched: The pictures whose progress is shown.
  func declare(visible: [URL], next: [URL], watched: Set<URL> = []) {
    // A folder of files has none.
    guard !(visible.isEmpty && next.isEmpty && wanted.isEmpty) else { return }
    let former = visibleSet
    (self.visible, self.next, self.watched) = (visible, next, watched)
    visibleSet = Set(visible)
    wanted = visibleSet.union(next)
    if !former.isSubset(of: visibleSet) { pace.moved(at: now) }
    for (url, fetch) in fetches where !wanted.contains(url) && !fetch.isNearlyDone { cancel(url) }
    if steps.count > Self.knownLimit { steps = steps.filter { wanted.contains($0.key) } }
    proceed()
  }

  /// Tries failed pictures again, and asks the servers about those on the screen.
  func refresh() {
    vanished = []
    steps = steps.compactMapValues { step -> Step? in
      switch step {
      case .failed: nil
      case .here(let image, _): .here(image, isDoubted: true)
      case .lookingUp, .missing: step
      }
    }
    proceed()
  }

  /// The file of a picture is gone. Ignored if that was reported before since the last refresh: another download would
  /// not help.
  func fileHasVanished(_ url: URL) {
    guard vanished.insert(url).inserted else { return }
    steps[url] = nil
    proceed()
  }

  private var now: Duration { alarm.now }

  private func isAhead(_ time: Duration?) -> Bool { time.map { $0 > now } ?? true }

  /// Takes the next steps; it never calls back before it returns.
  private func proceed() {
    lookUp()
    if !pace.isQuick { startFetches() }
    let retries = visible.compactMap { url -> Duration? in
      if case .failed(_, let end?)? = steps[url], end > now { end } else { nil }
    }
    alarm.set((retries + [pace.end].compactMap(\.self)).min()) { [weak self] in
      guard let self else { return }
      pace.settle(at: now)
      proceed()
      // Failed pictures are awaited again.
      onChange?()
    }
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: The store

  /// Looks up unknown pictures in the store, all together so that it costs one frame.
  private func lookUp() {
    var urls: [URL] = []
    for url in pace.isQuick ? visible : visible + next where isUnknown(url) {
      steps[url] = .lookingUp
      urls.append(url)
    }
    guard !urls.isEmpty else { return }
    Task { [repository] in
      var found: [URL: FileReference] = [:]
      for url in urls { found[url] = await repository.storedImage(at: url) }
      lookedUp(urls, found)
    }
  }

  private func isUnknown(_ url: URL) -> Bool {
    guard fetches[url] == nil else { return false }
    switch steps[url] {
    case nil: return true
    case .failed(_, let end): return !isAhead(end)
    case .lookingUp, .missing, .here: return false
    }
  }

  private func lookedUp(_ urls: [URL], _ found: [URL: FileReference]) {
    var hasChanged = false
    for url in urls {
      guard case .lookingUp? = steps[url] else { continue }
      let isWanted = wanted.contains(url)
      steps[url] = found[url].map(arrived) ?? (isWanted ? .missing : nil)
      hasChanged = hasChanged || isWanted && found[url] != nil
    }
    proceed()
    if hasChanged { onChange?() }
  }

  private func arrived(_ file: FileReference) -> Step {
    .here(RemoteImage(file: file, arrival: nextNumber()))
  }

  // MARK: The network

  /// Starts whatever may start: visible and missing pictures, then visible ones to be checked, then those ahead.
  private func startFetches() {
    let missing = visible.filter { steps[$0]?.isMissing == true }
    for url in missing where fetches[url] == nil {
      if !hasRoom(for: url) { makeRoom(for: url) }
      start(url)
    }
    // Nor ahead while pictures may still turn out to be missing.
    guard missing.isEmpty,
      !visible.contains(where: { if case .lookingUp? = steps[$0] { true } else { false } })
    else { return }
    for url in visible where steps[url]?.isDoubted == true { start(url, isRefresh: true) }
    for url in next where steps[url]?.isMissing == true && fetches[url] == nil {
      guard fetches.keys.count(where: { !visibleSet.contains($0) }) < Self.prefetchLimit else {
        return
      }
      start(url)
    }
  }

  private func hasRoom(for url: URL) -> Bool {
    let host = Self.host(of: url)
    return fetches.count < Self.totalLimit
      && fetches.values.count { $0.host == host } < Self.hostLimit
  }

  /// A download that isn't seen any more makes way for a visible picture.
  private func makeRoom(for url: URL) {
    let host = Self.host(of: url)
    let isFull = fetches.count >= Self.totalLimit
    let ahead = fetches.filter { other, fetch in
      !visibleSet.contains(other) && !fetch.isNearlyDone && (isFull || fetch.host == host)
    }
    if let last = ahead.max(by: { $0.value.number < $1.value.number }) { cancel(last.key) }
  }

  /// Does nothing if the request is under way, or there is no room for it.
  private func start(_ url: URL, isRefresh: Bool = false) {
    guard fetches[url] == nil, hasRoom(for: url) else { return }
    let number = nextNumber()
    let task = Task { [weak self, repository] in
      let result: Result<FileReference, PhotoSourceError>
      do throws(PhotoSourceError) {
        result = .success(
          try await repository.image(at: url, isRefresh: isRefresh) { [weak self] progress in
            Task { @MainActor in self?.progressed(url, number: number, progress) }
          })
      } catch {
        result = .failure(error)
      }
      self?.finished(url, number: number, result)
    }
    fetches[url] = Fetch(
      number: number, host: Self.host(of: url), isRefresh: isRefresh, start: now, task: task)
  }

  private func cancel(_ url: URL) { fetches.removeValue(forKey: url)?.task.cancel() }

  private func progressed(_ url: URL, number: Int, _ progress: ImageProgress) {
    guard fetches[url]?.number == number else { return }
    fetches[url]?.progress = progress
    if watched.contains(url), watchedProgress(of: url) != nil { onChange?() }
  }

  private func finished(
    _ url: URL, number: Int, _ result: Result<FileReference, PhotoSourceError>
  ) {
    guard let fetch = fetches[url], fetch.number == number else { return }
    fetches[url] = nil
    var hasChanged = wanted.contains(url)
    let former = fetch.isRefresh ? steps[url]?.image : nil
    switch result {
    case .success(let file) where file != former?.file: steps[url] = arrived(file)
    case .failure(let error) where former == nil: fail(url, error)
    default:
      // Checked and unchanged: the picture made from it is kept. So is a stored one, whatever the server says about it now.
      steps[url] = former.map { .here($0) }
      hasChanged = false
    }
    proceed()
    if hasChanged { onChange?() }
  }

  private func fail(_ url: URL, _ error: PhotoSourceError) {
    let failed = Step.failed(error, until: error.passesAfter.map { now + $0 })
    steps[url] = failed
    guard error.concernsHost else { return }
    // Requesting the others from it would only take long.
    let host = Self.host(of: url)
    for (other, step) in steps
    where step.isMissing && fetches[other] == nil && Self.host(of: other) == host {
      steps[other] = failed
    }
  }

  private static func host(of url: URL) -> String {
    // Another port is another server.
    "\(url.host()?.lowercased() ?? ""):\(url.port ?? 0)"
  }
}

/// The state of a picture from the network.
nonisolated enum RemoteImageState: Hashable, Sendable {
  /// It is not known yet whether it is stored, or it waits for its turn.
  case waiting
  /// It is being fetched; nil until something has arrived.
  case fetching(ImageProgress?)
  case ready(RemoteImage)
  case failed(PhotoSourceError)
}

/// A picture that was fetched.
nonisolated struct RemoteImage: Hashable, Sendable {
  var file: FileReference
  /// Grows with each picture that arrives, so that a picture that was fetched again counts as another one, whatever its
  /// file is called.
  var arrival: Int
}
