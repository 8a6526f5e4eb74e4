import FeedFormats
import Foundation
import GalleryDomain
import Synchronization

@testable import GalleryData

/// A repository over a script, with a store and a clock of its own.
final class RemoteFeed: Sendable {
  let store: MemoryPageStore
  let transport: ScriptedTransport
  let repository: RemotePhotoRepository
  let clock: TestClock

  /// - Parameter answer: Makes the text of an answer from the path and query asked for.
  convenience init(
    _ format: LineFormat = LineFormat(), pageLimit: Int = FeedPaginator.pageLimit,
    store: MemoryPageStore = MemoryPageStore(), clock: TestClock = TestClock(),
    headers: HTTPHeaders = [:], text: @escaping @Sendable (String) -> String
  ) {
    self.init(format, pageLimit: pageLimit, store: store, clock: clock) { request in
      let target = request.url.path() + (request.url.query().map { "?\($0)" } ?? "")
      return HTTPResponse(
        status: 200, headers: headers, body: Array(text(target).utf8), url: request.url)
    }
  }

  /// - Parameter page: Makes the text of a page from its number, or from the token that names it.
  convenience init(
    _ paging: LineFormat.Paging, pageLimit: Int = FeedPaginator.pageLimit,
    store: MemoryPageStore = MemoryPageStore(), page: @escaping @Sendable (Int) -> String
  ) {
    self.init(LineFormat(paging: paging), pageLimit: pageLimit, store: store) { target in
      page(Int(target.split(separator: "=").last ?? "") ?? 1)
    }
  }

  init(
    _ format: LineFormat = LineFormat(), pageLimit: Int = FeedPaginator.pageLimit,
    store: MemoryPageStore = MemoryPageStore(), clock: TestClock = TestClock(),
    answer: @escaping ScriptedTransport.Answer
  ) {
    self.store = store
    self.clock = clock
    transport = ScriptedTransport(answer)
    repository = RemotePhotoRepository(
      format: format, transport: transport, store: store, zone: .gmt, now: { clock.now },
      pageLimit: pageLimit)
  }

  func page(_ number: Int, isRefresh: Bool = false) async throws(PhotoSourceError) -> PhotoPage {
    try await repository.page(for: PageRequest(page: number, isRefresh: isRefresh))
  }

  func ids(_ number: Int) async throws(PhotoSourceError) -> [String] {
    try await page(number).ids
  }

  func failure(_ number: Int) async -> PhotoSourceError? {
    await GalleryDataTests.failure(repository, PageRequest(page: number))
  }
}

final class TestClock: Sendable {
  private let time = Mutex(Date(timeIntervalSince1970: 1_700_000_000))
  var now: Date { time.withLock { $0 } }
  func advance(seconds: Double) { time.withLock { $0 += seconds } }
}

extension HTTPResponse {
  static func text(
    _ text: String, for request: HTTPRequest, status: Int = 200, _ headers: HTTPHeaders = [:]
  ) -> HTTPResponse {
    HTTPResponse(status: status, headers: headers, body: Array(text.utf8), url: request.url)
  }
}
