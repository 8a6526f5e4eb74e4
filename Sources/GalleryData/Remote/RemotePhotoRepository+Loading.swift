import FeedFormats
import Foundation
import GalleryDomain

// One page: from the store while it is fresh, else from the network, and into the store.
extension RemotePhotoRepository {
  /// What came of asking for a page.
  private struct Answer {
    var page: FeedPage
    /// Whether the network gave it, so that the store has to hear of it.
    var isNew: Bool
  }

  /// - Throws: `.cancelled` also where the list was begun anew meanwhile: nothing is stored then.
  func load(
    _ number: Int, _ key: ListKey, _ generation: Int
  ) async throws(PhotoSourceError) -> AdmittedPage {
    guard var position = state(of: key).walk.trail[number] ?? numbered(number) else {
      return AdmittedPage(number: number)
    }
    var emptyCount = 0
    while true {
      let answer = try await answer(at: position, number, key, generation)
      guard isCurrent(key, generation), !Task.isCancelled else { throw .cancelled }
      emptyCount += 1
      // A list whose pages have no numbers has no rows for an empty one: what follows takes its place.
      if answer.page.photos.isEmpty, emptyCount < limits.emptyPageLimit(for: answer.page),
        let next = lists[key]?.walk.follow(answer.page, in: number)
      {
        position = next
        continue
      }
      if let title = answer.page.title { feedTitle = title }
      // Later pages and searches need not repeat it.
      if let route = answer.page.orderRoute {
        statedRoute = route
      } else if number == 1, key.query.search == nil {
        statedRoute = .some(nil)
      }
      // In place: a copy would take the tables of all pages along.
      guard
        let admitted = lists[key]?.walk.admit(
          answer.page, number: number, emptyCount: emptyCount)
      else { throw .cancelled }
      if answer.isNew { await tidyStore(after: admitted, key) }
      return admitted
    }
  }

  private func numbered(_ number: Int) -> FeedPosition? {
    format.hasNumberedPages ? .number(number) : nil
  }

  private func answer(
    at position: FeedPosition, _ number: Int, _ key: ListKey, _ generation: Int
  ) async throws(PhotoSourceError) -> Answer {
    let pageRequest = pageRequest(key, at: position)
    var request = try request(for: pageRequest)
    if number == 1 { lists[key]?.walk.begin(at: request.url) }
    let pageKey = pageKey(key, page: number)
    let origin = PageOrigin.text(request)
    if let first = takeFirstAnswer(position, key, request) {
      return try await take(first, to: pageRequest, pageKey, origin, generation, key)
    }

    let known = await store.page(for: pageKey)
    // A page of this number that answered another request is another page.
    let stored = known.flatMap { page in
      page.origin == origin || page.origin == nil && format.hasNumberedPages ? page : nil
    }
    if let stored, isFresh(stored, key) {
      return Answer(page: stored.page.priced(at: now()), isNew: false)
    }
    if request.method == .get { stored?.validators.condition(&request.headers) }
    if state(of: key).refreshedAt != nil, number == 1 {
      // What lies between must not answer for the server.
      request.headers["Cache-Control"] = request.headers["Cache-Control"] ?? "max-age=0"
    }
    guard isCurrent(key, generation), !Task.isCancelled else { throw .cancelled }
    let response = try await transport.send(request)
    guard isCurrent(key, generation), !Task.isCancelled else { throw .cancelled }
    if response.status == 304, let stored {
      let freshness = HTTPFreshness(response.headers, now: now())
      await store.confirm(pageKey, at: now(), freshUntil: freshness.freshUntil)
      return Answer(page: stored.page.priced(at: now()), isNew: false)
    }
    return try await take(response, to: pageRequest, pageKey, origin, generation, key)
  }

  /// Reads an answer of the network and stores it.
  private func take(
    _ response: HTTPResponse, to request: FeedPageRequest, _ pageKey: PageKey, _ origin: String,
    _ generation: Int, _ key: ListKey
  ) async throws(PhotoSourceError) -> Answer {
    let page: FeedPage
    do throws(PhotoSourceError) {
      page = try await decoded(response, of: request, key)
    } catch {
      throw error.hidingSecrets(of: try self.request(for: request))
    }
    guard isCurrent(key, generation), !Task.isCancelled else { throw .cancelled }
    let time = now()
    let freshness = HTTPFreshness(response.headers, now: time)
    if freshness.isStorable, response.isSuccess {
      await store.save(
        StoredPage(
          page: page, storedAt: time, freshUntil: freshness.freshUntil,
          validators: HTTPValidators(response.headers), origin: origin),
        for: pageKey)
    }
    return Answer(page: page, isNew: true)
  }

  private func decoded(
    _ response: HTTPResponse, of request: FeedPageRequest, _ key: ListKey
  ) async throws(PhotoSourceError) -> FeedPage {
    let context = FeedContext(url: response.url, zone: zone, now: now())
    do throws(PhotoSourceError) {
      let page = try await Self.decode(response, of: request, format, context)
      if response.isSuccess || isEnd(response, of: request, key) { return page }
    } catch {
      if response.isSuccess { throw error }
      if isEnd(response, of: request, key) { return FeedPage(photos: []) }
      if error.explainsStatus { throw error }
    }
    throw PhotoSourceError(status: response, now: now())
  }

  /// Whether an answer that is no success only says that the list ends before this page; not where the total that
  /// the source stated reaches further.
  private func isEnd(
    _ response: HTTPResponse, of request: FeedPageRequest, _ key: ListKey
  ) -> Bool {
    if case .number(let number) = request.position, state(of: key).walk.expects(page: number) {
      return false
    }
    return format.isEnd(response, of: request)
  }

  @concurrent
  static func decode(
    _ response: HTTPResponse, of request: FeedPageRequest, _ format: any FeedFormat,
    _ context: FeedContext
  ) async throws(PhotoSourceError) -> FeedPage {
    try format.decode(response, of: request, in: context)
  }

  // MARK: The request

  private func request(
    for page: FeedPageRequest
  ) throws(PhotoSourceError) -> HTTPRequest {
    let request = try format.request(for: page)
    guard WebAddress.isWeb(request.url) else {
      throw .redirectRefused(
        host: CleanText.line(request.url.host()) ?? format.name,
        reason: "neither http nor https")
    }
    // The feed's own address was named by the user, whichever it is.
    if page.position == .number(1), namedBy == nil { return request }
    return reach.page(request)
  }

  private func takeFirstAnswer(
    _ position: FeedPosition, _ key: ListKey, _ request: HTTPRequest
  ) -> HTTPResponse? {
    guard let answer = firstAnswer, position == .number(1), key.query == .everything
    else { return nil }
    firstAnswer = nil
    return answer
  }

  /// For the title, before anybody has asked for the page.
  func decodedFirstAnswer() async -> FeedPage? {
    guard let firstAnswer else { return nil }
    let request = pageRequest(listKey(for: PageRequest()), at: .number(1))
    return try? await Self.decode(
      firstAnswer, of: request, format, FeedContext(url: firstAnswer.url, zone: zone, now: now()))
  }

  // MARK: The store

  private func isFresh(_ page: StoredPage, _ key: ListKey) -> Bool {
    let time = now()
    guard let until = page.freshUntil, time < until, page.storedAt <= time else { return false }
    return state(of: key).refreshedAt.map { page.storedAt > $0 } ?? true
  }

  /// Behind its end a list has no pages, whatever was stored when it was longer.
  private func tidyStore(after page: AdmittedPage, _ key: ListKey) async {
    var last: Int?
    if !page.hasMorePages { last = page.photos.isEmpty ? page.number - 1 : page.number }
    if format.hasNumberedPages, let total = page.totalCount, total > 0, !page.photos.isEmpty {
      let pageCount = (total - 1) / max(key.size, page.photos.count) + 1
      last = min(last ?? Int.max, max(pageCount, page.number))
    }
    guard let last, last < limits.pageLimit else { return }
    await store.removePages(from: last + 1, of: pageKey(key, page: last + 1))
  }
}
