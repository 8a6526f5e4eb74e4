import FeedFormats
import Foundation
import GalleryDomain

// Which page is asked for, and how it is reached.
extension RemotePhotoRepository {
  /// A page; where the feed has to be walked through, one step after the other, each of which others may
  /// wait for as well.
  func admittedPage(_ number: Int, of key: ListKey) async throws(PhotoSourceError) -> AdmittedPage {
    let generation = state(of: key).generation
    if state(of: key).walk.isBehindEnd(number) { return AdmittedPage(number: number) }
    guard !format.hasNumberedPages else {
      return try await sharedLoad(of: number, key, generation).value()
    }
    do throws(PhotoSourceError) {
      return try await walkedPage(number, of: key, generation)
    } catch {
      // A position from the store may be one that the server has forgotten.
      guard error.isRefusal, isCurrent(key, generation),
        lists[key]?.walk.forgetStored(of: number) == true
      else { throw error }
      return try await walkedPage(number, of: key, generation)
    }
  }

  private func walkedPage(
    _ number: Int, of key: ListKey, _ generation: Int
  ) async throws(PhotoSourceError) -> AdmittedPage {
    try await walk(to: number, of: key, generation)
    guard isCurrent(key, generation) else { throw .cancelled }
    if state(of: key).walk.trail[number] == nil { return AdmittedPage(number: number) }
    return try await sharedLoad(of: number, key, generation).value()
  }

  /// Goes on until it is known where a page begins, or that there is none.
  private func walk(
    to number: Int, of key: ListKey, _ generation: Int
  ) async throws(PhotoSourceError) {
    guard state(of: key).walk.trail[number] == nil else { return }
    if try await takeStoredPosition(of: number, key, generation) { return }
    while true {
      guard isCurrent(key, generation) else { throw .cancelled }
      let walk = state(of: key).walk
      guard !walk.isBehindEnd(number), walk.trail[number] == nil,
        let page = walk.trail.nearest(upTo: number)
      else { return }
      _ = try await sharedLoad(of: page, key, generation).value()
      guard isCurrent(key, generation) else { throw .cancelled }
      // Nothing learnt: the feed does not go on from there.
      if state(of: key).walk.trail.nearest(upTo: number) == page { return }
    }
  }

  /// The page before may have been stored, and says where this one begins.
  private func takeStoredPosition(
    of number: Int, _ key: ListKey, _ generation: Int
  ) async throws(PhotoSourceError) -> Bool {
    guard number > 1, !state(of: key).walk.mistrustsStore else { return false }
    let before = await store.page(for: pageKey(key, page: number - 1))
    guard isCurrent(key, generation) else { throw .cancelled }
    guard let before, case .continuation(let continuation) = before.page.next else { return false }
    if case .url(let url) = continuation, !WebAddress.isWeb(url) { return false }
    lists[key]?.walk.takeStored(.continuation(continuation), of: number)
    return true
  }

  /// The load of a page that is under way, else a new one.
  private func sharedLoad(
    of number: Int, _ key: ListKey, _ generation: Int
  ) -> SharedLoad<AdmittedPage> {
    if let running = state(of: key).loads[number], running.load.isOpen { return running.load }
    lastTicket += 1
    let ticket = lastTicket
    let load = SharedLoad<AdmittedPage> { [weak self] in
      guard let self else { return .failure(.cancelled) }
      return await self.outcome(of: number, key, generation, ticket)
    }
    lists[key]?.loads[number] = PageLoad(ticket: ticket, load: load)
    return load
  }

  private func outcome(
    of number: Int, _ key: ListKey, _ generation: Int, _ ticket: Int
  ) async -> Result<AdmittedPage, PhotoSourceError> {
    let result: Result<AdmittedPage, PhotoSourceError>
    do throws(PhotoSourceError) {
      result = .success(try await load(number, key, generation))
    } catch {
      result = .failure(error)
    }
    if lists[key]?.loads[number]?.ticket == ticket { lists[key]?.loads[number] = nil }
    return result
  }

  // MARK: Lists

  func isCurrent(_ key: ListKey, _ generation: Int) -> Bool {
    lists[key]?.generation == generation
  }

  /// What is known of a list, or a new one in place of the one that was not used for longest.
  func state(of key: ListKey) -> ListState {
    lastListUse += 1
    if lists[key] != nil {
      lists[key]?.lastUse = lastListUse
    } else {
      let idle = lists.filter { $0.value.loads.isEmpty }
      if lists.count >= Self.listLimit,
        let oldest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })
      {
        lists[oldest.key] = nil
      }
      lists[key] = newState(of: key, refreshedAt: nil)
    }
    return lists[key] ?? newState(of: key, refreshedAt: nil)
  }

  /// A refresh: what is under way is cancelled, what was known is forgotten.
  func restart(_ key: ListKey) {
    for load in lists[key]?.loads.values.map(\.load) ?? [] { load.cancel() }
    lists[key] = newState(of: key, refreshedAt: now())
    firstAnswer = nil
  }

  private func newState(of key: ListKey, refreshedAt: Date?) -> ListState {
    lastTicket += 1
    return ListState(
      walk: newWalk(key), generation: lastTicket, refreshedAt: refreshedAt, lastUse: lastListUse)
  }
}
