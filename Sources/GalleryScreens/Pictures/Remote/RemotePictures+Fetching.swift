import Foundation
import GalleryDomain

extension RemotePictures {
  // MARK: The store

  /// Looks in the store for what is not known, in one go so that it costs one frame.
  func lookUp() {
    let wanted = isHeld ? wishes.visible : wishes.visible + wishes.next
    let urls = wanted.filter { isUnknown($0) && lookups.insert($0).inserted }
    guard !urls.isEmpty else { return }
    Task { [repository] in
      var found: [URL: FileReference] = [:]
      for url in urls { found[url] = await repository.storedImage(at: url) }
      lookedUp(urls, found)
    }
  }

  private func isUnknown(_ url: URL) -> Bool {
    files[url] == nil && fetches[url] == nil && !missing.contains(url)
      && failures.error(for: url, at: now) == nil
  }

  private func lookedUp(_ urls: [URL], _ found: [URL: FileReference]) {
    var hasChanged = false
    for url in urls {
      lookups.remove(url)
      guard isUnknown(url) else { continue }
      if let file = found[url] {
        take(file, for: url)
        hasChanged = hasChanged || wishes.all.contains(url)
      } else if wishes.all.contains(url) {
        missing.insert(url)
      }
    }
    proceed()
    if hasChanged { onChange?() }
  }

  private func take(_ file: FileReference, for url: URL) {
    files[url] = RemoteImage(file: file, arrival: nextNumber())
    failures.forget(url)
  }

  // MARK: The network

  /// Starts what may be started: what is visible and missing, then what is visible and doubted, then what
  /// comes next.
  func startFetches() {
    guard !isHeld else { return }
    let wanted = wishes.visible.filter { missing.contains($0) }
    for url in wanted where fetches[url] == nil {
      if !hasRoom(for: url) { makeRoom(for: url) }
      if hasRoom(for: url) { start(url, isRefresh: false) }
    }
    // Nor ahead of what may still turn out to be missing.
    guard wanted.isEmpty, wishes.visibleSet.isDisjoint(with: lookups) else { return }
    for url in wishes.visible where doubted.contains(url) && fetches[url] == nil {
      if hasRoom(for: url) { start(url, isRefresh: true) }
    }
    for url in wishes.next where missing.contains(url) && fetches[url] == nil {
      guard prefetchCount < limits.prefetch else { return }
      if hasRoom(for: url) { start(url, isRefresh: false) }
    }
  }

  private func hasRoom(for url: URL) -> Bool {
    let host = Self.host(of: url)
    return fetches.count < limits.total
      && fetches.values.count { $0.host == host } < limits.perHost
  }

  private var prefetchCount: Int {
    fetches.keys.count { !wishes.visibleSet.contains($0) }
  }

  /// What is fetched ahead gives way to what is seen.
  private func makeRoom(for url: URL) {
    let host = Self.host(of: url)
    let isFull = fetches.count >= limits.total
    let ahead = fetches.filter { other, fetch in
      !wishes.visibleSet.contains(other) && !fetch.isNearlyDone && (isFull || fetch.host == host)
    }
    // The one that has come least far.
    let least = ahead.min {
      ($0.value.progress?.receivedByteCount ?? 0, -$0.value.number)
        < ($1.value.progress?.receivedByteCount ?? 0, -$1.value.number)
    }
    if let least { cancel(least.key) }
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

  func cancelUnwanted() {
    for (url, fetch) in fetches where !wishes.all.contains(url) && !fetch.isNearlyDone {
      cancel(url)
    }
  }

  private func cancel(_ url: URL) {
    fetches.removeValue(forKey: url)?.task.cancel()
  }

  private func progressed(_ url: URL, number: Int, _ progress: ImageProgress) {
    guard fetches[url]?.number == number else { return }
    fetches[url]?.progress = progress
    if wishes.watched.contains(url), watchedProgress(of: url) != nil { onChange?() }
  }

  private func finished(
    _ url: URL, number: Int, _ result: Result<FileReference, PhotoSourceError>
  ) {
    guard let fetch = fetches[url], fetch.number == number else { return }
    fetches[url] = nil
    missing.remove(url)
    doubted.remove(url)
    var hasChanged = wishes.all.contains(url)
    switch result {
    case .success(let file):
      // Asked about and found unchanged: the picture that is made of it stands.
      if fetch.isRefresh, files[url]?.file == file {
        hasChanged = false
      } else {
        take(file, for: url)
      }
    case .failure(let error):
      // What is stored stands, whatever the server says of it now.
      if fetch.isRefresh, files[url] != nil { hasChanged = false } else { fail(url, error) }
    }
    proceed()
    if hasChanged { onChange?() }
  }

  private func fail(_ url: URL, _ error: PhotoSourceError) {
    failures.remember(error, for: url, at: now)
    guard error.concernsHost else { return }
    // Asking it for the others would only take long.
    let host = Self.host(of: url)
    for other in missing where fetches[other] == nil && Self.host(of: other) == host {
      failures.remember(error, for: other, at: now)
      missing.remove(other)
    }
  }

  private static func host(of url: URL) -> String {
    // Another port is another server.
    "\(url.host()?.lowercased() ?? ""):\(url.port ?? 0)"
  }
}
