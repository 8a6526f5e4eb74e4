import Foundation
import GalleryData
import GalleryDomain
import Logging
import Synchronization

/// A source that was opened: what the screens and the commands ask.
struct OpenSource: Sendable {
  let repository: any PhotoRepository
  /// Names it where what was searched for is kept.
  let id: String
  /// How the pictures are asked for that it names on the network: with the headers that its service wants,
  /// and within its reach.
  let imageRequest: @Sendable (URL) -> HTTPRequest
  /// What writes marks on its photos; nil where they are not one's own.
  let saleMarks: (any SaleMarkRepository)?

  init(
    _ repository: any PhotoRepository, id: String, saleMarks: (any SaleMarkRepository)? = nil,
    imageRequest: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) {
    self.repository = repository
    self.id = id
    self.saleMarks = saleMarks
    self.imageRequest = imageRequest
  }

  /// The same, with a word in the log of every item that could not be read.
  func logged(by logger: Logger) -> OpenSource {
    OpenSource(
      LoggedRepository(repository, logger: logger), id: id, saleMarks: saleMarks,
      imageRequest: imageRequest)
  }
}

/// A repository whose skipped items are logged, each once.
private final class LoggedRepository: PhotoRepository {
  private let repository: any PhotoRepository
  private let logger: Logger
  private let logged = Mutex<Set<SkippedItem>>([])

  /// A source may have more on each of its pages.
  private static let limit = 1_000

  init(_ repository: any PhotoRepository, logger: Logger) {
    self.repository = repository
    self.logger = logger
  }

  var title: String { get async { await repository.title } }
  var capabilities: SourceCapabilities { repository.capabilities }
  var orderRoute: OrderRoute { get async { await repository.orderRoute } }
  func progress() async -> AsyncStream<SourceProgress> { await repository.progress() }
  func details(of photo: Photo) async -> Photo { await repository.details(of: photo) }

  func information(of photo: Photo) async -> PhotoInformation {
    await repository.information(of: photo)
  }

  func storedPage(for query: PhotoQuery) async -> PhotoPage? {
    await repository.storedPage(for: query)
  }

  func page(for query: PhotoQuery) async throws(PhotoSourceError) -> PhotoPage {
    let page = try await repository.page(for: query)
    for item in page.skipped where isNews(item) {
      logger.info("skipped \(item.name): \(item.reason)")
    }
    return page
  }

  private func isNews(_ item: SkippedItem) -> Bool {
    logged.withLock { $0.count < Self.limit && $0.insert(item).inserted }
  }
}
