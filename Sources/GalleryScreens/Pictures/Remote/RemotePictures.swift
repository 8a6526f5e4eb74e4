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
  /// A declared picture is there, has failed, or has made progress worth showing.
  var onChange: (() -> Void)?

  private let repository: any PhotoImageRepository
  private var requests = RemotePictureRequests()
  private var known: [URL: Known] = [:]
  private var fetches: [URL: RemoteFetch] = [:]
  private var pace = ScrollPace()
  private let alarm: any Alarm
  private var alarmTime: Duration?
  private var lastNumber = 0

  /// Of how many pictures something is remembered; of those on the screen it always is.
  private static let knownLimit = 10_000
  /// How many are fetched at a time from one host; browsers use six, and a rate-limited thumbnail server allows fewer.
  private static let hostLimit = 4
  private static let totalLimit = 8
  /// For pictures ahead, from all hosts together: visible ones always find room.
  private static let prefetchLimit = 2

  /// What is known of a picture that was wanted.
  private struct Known {
    /// It stays while the server is asked about it.
    var image: RemoteImage?
    var step = Step.none
    /// Whether the server is to be asked about the stored picture.
    var isDoubted = false
    /// Whether the file turned out to be gone since the last refresh: it is fetched again once.
    var hasVanished = false

    /// A broken picture costs one request and not one per frame.
    func error(at now: Duration) -> PhotoSourceError? {
      guard case .failed(let error, let end) = step, end.map({ $0 > now }) ?? true else {
        return nil
      }
      return error
    }
  }

  private enum Step: Equatable {
    case none
    /// In the store.
    case lookingUp
    /// It is wanted, and not in the store.
    case missing
    /// It is worth another try then; nil for never.
    case failed(PhotoSourceError, until: Duration?)
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
    if let image = known[url]?.image { return .ready(image) }
    if let fetch = fetches[url] { return .fetching(fetch.progress) }
    if let error = known[url]?.error(at: now) { return .failed(error) }
    return .waiting
  }

  /// The progress of a download that takes long enough to be shown.
  func watchedProgress(of url: URL) -> ImageProgress? {
    guard let fetch = fetches[url], let progress = fetch.progress else { return nil }
    return fetch.isWatched(at: now) ? progress : nil
  }

  /// Declares all pictures that are wanted, replacing the previous declaration.
  ///
  /// - Parameters:
  ///   - visible: The most important first.
  ///   - next: What the next move would show, the nearest first.
  ///   - watched: The pictures whose progress is shown.
  func declare(visible: [URL], next: [URL], watched: Set<URL> = []) {
    let requests = RemotePictureRequests(visible: visible, next: next, watched: watched)
    if !self.requests.visibleSet.isSubset(of: requests.visibleSet) { pace.moved(at: now) }
    self.requests = requests
    cancelUnwanted()
    if known.count > Self.knownLimit {
      known = known.filter { requests.all.contains($0.key) }
    }
    proceed()
  }

  /// Tries failed pictures again, and asks the servers about those on the screen.
  func refresh() {
    known = known.mapValues { picture in
      var picture = picture
      if case .failed = picture.step { picture.step = .none }
      picture.hasVanished = false
      picture.isDoubted = picture.image != nil
      return picture
    }
    proceed()
  }

  /// The file of a picture is gone. Ignored if that was reported before since the last refresh: another download would
  /// not help.
  func fileHasVanished(_ url: URL) {
    guard known[url]?.hasVanished != true else { return }
    known[url] = Known(hasVanished: true)
    proceed()
  }

  var now: Duration { alarm.now }

  private var isHeld: Bool { pace.isQuick }

  /// Takes the next steps; it never calls back before it returns.
  private func proceed() {
    lookUp()
    startFetches()
    setAlarm()
  }

  private func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: The alarm

  private func setAlarm() {
    let retries = requests.visible.compactMap { url -> Duration? in
      guard case .failed(_, let end?)? = known[url]?.step, end > now else { return nil }
      return end
    }
    let time = (retries + [pace.end].compactMap(\.self)).min()
    guard time != alarmTime else { return }
    alarmTime = time
    alarm.set(time) { [weak self] in self?.alarmRang() }
  }

  private func alarmRang() {
    alarmTime = nil
    pace.settle(at: now)
    proceed()
    // Failed pictures are awaited again.
    onChange?()
  }
}

extension RemotePictures {
  // MARK: The store

  /// Looks up unknown pictures in the store, all together so that it costs one frame.
  private func lookUp() {
    let wanted = isHeld ? requests.visible : requests.visible + requests.next
    var urls: [URL] = []
    for url in wanted where isUnknown(url) {
      known[url, default: Known()].step = .lookingUp
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
    guard fetches[url] == nil, let picture = known[url] else { return fetches[url] == nil }
    return picture.image == nil && ![.missing, .lookingUp].contains(picture.step)
      && picture.error(at: now) == nil
  }

  private func lookedUp(_ urls: [URL], _ found: [URL: FileReference]) {
    var hasChanged = false
    for url in urls where known[url]?.step == .lookingUp {
      let isWanted = requests.all.contains(url)
      if let file = found[url] {
        take(file, for: url)
        hasChanged = hasChanged || isWanted
      } else {
        known[url]?.step = isWanted ? .missing : .none
      }
    }
    proceed()
    if hasChanged { onChange?() }
  }

  private func take(_ file: FileReference, for url: URL) {
    known[url, default: Known()].image = RemoteImage(file: file, arrival: nextNumber())
    known[url]?.step = .none
  }

  // MARK: The network

  /// Starts whatever may start: visible and missing pictures, then visible ones to be checked, then those ahead.
  private func startFetches() {
    guard !isHeld else { return }
    let wanted = requests.visible.filter { known[$0]?.step == .missing }
    for url in wanted where fetches[url] == nil {
      if !hasRoom(for: url) { makeRoom(for: url) }
      if hasRoom(for: url) { start(url, isRefresh: false) }
    }
    // Nor ahead while pictures may still turn out to be missing.
    guard wanted.isEmpty, !requests.visible.contains(where: { known[$0]?.step == .lookingUp })
    else { return }
    for url in requests.visible where known[url]?.isDoubted == true && fetches[url] == nil {
      if hasRoom(for: url) { start(url, isRefresh: true) }
    }
    for url in requests.next where known[url]?.step == .missing && fetches[url] == nil {
      guard prefetchCount < Self.prefetchLimit else { return }
      if hasRoom(for: url) { start(url, isRefresh: false) }
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
      !requests.visibleSet.contains(other) && !fetch.isNearlyDone && (isFull || fetch.host == host)
    }
    let last = ahead.max { $0.value.number < $1.value.number }
    if let last { cancel(last.key) }
  }

  private var prefetchCount: Int {
    fetches.keys.count { !requests.visibleSet.contains($0) }
  }

  private func start(_ url: URL, isRefresh: Bool) {
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
    fetches[url] = RemoteFetch(
      number: number, host: Self.host(of: url), isRefresh: isRefresh, start: now, task: task)
  }

  private func cancelUnwanted() {
    for (url, fetch) in fetches where !requests.all.contains(url) && !fetch.isNearlyDone {
      cancel(url)
    }
  }

  private func cancel(_ url: URL) {
    fetches.removeValue(forKey: url)?.task.cancel()
  }

  private func progressed(_ url: URL, number: Int, _ progress: ImageProgress) {
    guard fetches[url]?.number == number else { return }
    fetches[url]?.progress = progress
    if requests.watched.contains(url), watchedProgress(of: url) != nil { onChange?() }
  }

  private func finished(
    _ url: URL, number: Int, _ result: Result<FileReference, PhotoSourceError>
  ) {
    guard let fetch = fetches[url], fetch.number == number else { return }
    fetches[url] = nil
    if known[url]?.step == .missing { known[url]?.step = .none }
    known[url]?.isDoubted = false
    let former = known[url]?.image
    var hasChanged = requests.all.contains(url)
    switch result {
    case .success(let file):
      // Checked and unchanged: the picture made from it is kept.
      if fetch.isRefresh, former?.file == file {
        hasChanged = false
      } else {
        take(file, for: url)
      }
    case .failure(let error):
      // A stored picture is kept, whatever the server says about it now.
      if fetch.isRefresh, former != nil { hasChanged = false } else { fail(url, error) }
    }
    proceed()
    if hasChanged { onChange?() }
  }

  private func fail(_ url: URL, _ error: PhotoSourceError) {
    let failed = Step.failed(error, until: error.passesAfter.map { now + $0 })
    known[url, default: Known()].step = failed
    guard error.concernsHost else { return }
    // Requesting the others from it would only take long.
    let host = Self.host(of: url)
    for (other, picture) in known
    where picture.step == .missing && fetches[other] == nil && Self.host(of: other) == host {
      known[other]?.step = failed
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

/// The pictures that the screen wants from the network.
nonisolated struct RemotePictureRequests {
  var visible: [URL] = []
  var next: [URL] = []
  var watched: Set<URL> = []
  let visibleSet: Set<URL>
  let all: Set<URL>

  init(visible: [URL] = [], next: [URL] = [], watched: Set<URL> = []) {
    self.visible = visible
    self.next = next
    self.watched = watched
    visibleSet = Set(visible)
    all = visibleSet.union(next)
  }
}

/// A request that is under way.
struct RemoteFetch {
  /// Distinguishes it from an earlier request for the same address.
  let number: Int
  let host: String
  let isRefresh: Bool
  let start: Duration
  let task: Task<Void, Never>
  var progress: ImageProgress?

  /// Whether it takes long enough to be shown.
  func isWatched(at now: Duration) -> Bool {
    guard let progress else { return false }
    return max(progress.receivedByteCount, progress.expectedByteCount ?? 0)
      >= PictureTransfer.watchedByteCount || now - start >= PictureTransfer.watchedAfter
  }

  /// Whether it may finish although it is no longer wanted: three quarters are there, and throwing them away would cost
  /// more than the rest.
  var isNearlyDone: Bool {
    guard let progress, let total = progress.expectedByteCount, total > 0 else { return false }
    return progress.receivedByteCount >= total - total / 4
  }
}
