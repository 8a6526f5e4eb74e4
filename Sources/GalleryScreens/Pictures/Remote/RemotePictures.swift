import Foundation
import GalleryDomain
import PictureKit

/// Fetches the pictures that the screen wishes for, the visible ones first.
///
/// Whoever draws asks how far a picture is, which starts nothing. What is declared is looked for in the
/// store at once and fetched in its turn: a few at a time a host, what is fetched ahead only when nothing
/// visible is missing, nothing at all while rows fly by. What is not declared any more is cancelled, but
/// for a download of which most has arrived. It holds no timer but the one that tells when scrolling has
/// come to rest, and one while something visible failed that may pass: it is tried again then.
public final class RemotePictures {
  /// Something that was declared is there, has failed, or came a step nearer that is worth seeing.
  public var onChange: (() -> Void)?

  let repository: any PhotoImageRepository
  let limits: RemotePictureLimits
  var wishes = RemoteWishes()
  var files: [URL: RemoteImage] = [:]
  var failures = RemoteFailures()
  /// Those that are being looked for in the store.
  var lookups: Set<URL> = []
  /// Those that are not in the store, and wanted.
  var missing: Set<URL> = []
  /// Stored ones about which the server is to be asked.
  var doubted: Set<URL> = []
  var fetches: [URL: RemoteFetch] = [:]
  /// Files that turned out to be gone since the last refresh: each is fetched anew once.
  private var vanished: Set<URL> = []
  private var pace = ScrollPace()
  private let paceTimer: any DeadlineTimer
  private var isPaceTimerSet = false
  private let retryTimer: any DeadlineTimer
  private var retryTime: Duration?
  private var lastNumber = 0

  /// How many pictures' names are remembered; those on the screen always are.
  private static let fileLimit = 10_000

  public init(
    repository: any PhotoImageRepository, limits: RemotePictureLimits = RemotePictureLimits(),
    paceTimer: any DeadlineTimer = DispatchDeadlineTimer(leeway: .milliseconds(5)),
    retryTimer: any DeadlineTimer = DispatchDeadlineTimer(leeway: .seconds(1))
  ) {
    self.repository = repository
    self.limits = limits
    self.paceTimer = paceTimer
    self.retryTimer = retryTimer
  }

  /// How far a picture is. Does not ask for it.
  ///
  /// - Complexity: O(1).
  public func state(of url: URL) -> RemoteImageState {
    if let image = files[url] { return .ready(image) }
    if let fetch = fetches[url] { return .fetching(fetch.progress) }
    if let error = failures.error(for: url, at: now) { return .failed(error) }
    return .waiting
  }

  /// How far a download is that takes long enough to be watched.
  func watchedProgress(of url: URL) -> ImageProgress? {
    guard let fetch = fetches[url], let progress = fetch.progress else { return nil }
    return fetch.isWatched(at: now) ? progress : nil
  }

  /// Declares all that is wanted, replacing what was before.
  ///
  /// - Parameters:
  ///   - visible: The most important first.
  ///   - next: What the next move would show, the nearest first.
  ///   - watched: Those whose progress is shown.
  public func declare(visible: [URL], next: [URL], watched: Set<URL> = []) {
    let wishes = RemoteWishes(visible: visible, next: next, watched: watched)
    if !self.wishes.visibleSet.isSubset(of: wishes.visibleSet) { noteMove() }
    self.wishes = wishes
    missing.formIntersection(wishes.all)
    cancelUnwanted()
    forgetFilesIfTooMany()
    proceed()
  }

  /// Tries again what failed, and asks the servers about what is on the screen.
  public func refresh() {
    failures.forgetAll()
    vanished = []
    doubted = Set(files.keys)
    proceed()
  }

  /// The file of a picture is not there any more. Ignored when that was said before since the last
  /// refresh: another fetch would not help.
  func fileHasVanished(_ url: URL) {
    guard vanished.insert(url).inserted else { return }
    files[url] = nil
    doubted.remove(url)
    proceed()
  }

  var now: Duration { paceTimer.now }

  var isHeld: Bool { pace.isQuick }

  /// Takes the next steps: nothing here calls back before it returns.
  func proceed() {
    lookUp()
    startFetches()
    setRetryTimer()
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  // MARK: Scrolling

  private func noteMove() {
    pace.moved(at: now)
    setPaceTimer()
  }

  private func setPaceTimer() {
    guard !isPaceTimerSet, let end = pace.end else { return }
    isPaceTimerSet = true
    paceTimer.set(end) { [weak self] in self?.paceTimerRang() }
  }

  private func paceTimerRang() {
    isPaceTimerSet = false
    pace.settle(at: now)
    setPaceTimer()
    if !isHeld { proceed() }
  }

  // MARK: Trying again

  private func setRetryTimer() {
    let time = failures.nextEnd(among: wishes.visible, after: now)
    guard time != retryTime else { return }
    retryTime = time
    // Two timers need not count from the same beginning.
    retryTimer.set(time.map { retryTimer.now + ($0 - now) }) { [weak self] in
      self?.retryTimerRang()
    }
  }

  private func retryTimerRang() {
    retryTime = nil
    proceed()
    // They are waited for again, and no longer failed.
    onChange?()
  }

  private func forgetFilesIfTooMany() {
    guard files.count > Self.fileLimit else { return }
    files = files.filter { wishes.all.contains($0.key) }
    doubted.formIntersection(wishes.all)
  }
}
