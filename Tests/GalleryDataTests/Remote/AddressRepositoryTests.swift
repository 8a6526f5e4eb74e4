import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryData

/// A URL with unknown contents.
@Suite(.timeLimit(.minutes(10))) struct AddressRepositoryTests {
  private let store = MemoryPageStore()
  private let url = URL(string: "https://feed.example/list") ?? URL(filePath: "/")

  private func repository(
    _ transport: ScriptedTransport, _ catalog: StubCatalog = StubCatalog(), _ url: URL? = nil
  ) -> AddressRepository {
    AddressRepository(
      url: url ?? self.url,
      dependencies: AddressRepository.Dependencies(
        catalog: catalog, transport: transport, store: store, zone: .gmt,
        now: { Date(timeIntervalSince1970: 1_700_000_000) }))
  }

  @Test func `the first answer determines the format and is page 1`() async throws {
    let transport = ScriptedTransport { .text("lines: a b", for: $0) }
    let repository = repository(transport)
    expectEqual(repository.capabilities.search, .here)
    #expect(repository.answering is AddressRepository)

    let page = try await repository.page(for: PageRequest())

    expectEqual(page.ids, ["lines:", "a", "b"])
    expectEqual(transport.requestCount, 1)
    #expect(repository.answering is RemotePhotoRepository)
    expectEqual(repository.capabilities.search, .atSource)
    await expectEqual(repository.storedPage(for: PageRequest())?.photos.count, 3)
  }

  // MARK: Lists of files

  private static let list = """
    <html><head><title>Index of /list/</title></head><body><h1>Index of /list/</h1><pre><a href="../">../</a>
    <a href="b.jpg">b.jpg</a>  22-Nov-2026 03:21  45781
    <a href="a.jpg">a.jpg</a>  22-Nov-2026 03:21  45781
    </pre></body></html>
    """

  private func folderRepository(
    _ transport: ScriptedTransport, url: URL? = nil, opensFoldersOfPictures: Bool = false
  ) -> AddressRepository {
    var dependencies = AddressRepository.Dependencies(
      catalog: StubCatalog(), transport: transport, store: store, zone: .gmt,
      now: { Date(timeIntervalSince1970: 1_700_000_000) },
      folder: { server in
        let images = RemoteImageRepository(
          files: server.files, store: MemoryImages(), areOwn: true)
        return (
          repository: FolderRepository(
            server, images: images, reader: nil, zone: .gmt),
          images: images
        )
      })
    dependencies.opensFoldersOfPictures = opensFoldersOfPictures
    return AddressRepository(url: url ?? self.url, dependencies: dependencies)
  }

  @Test func `a picture's address opens the list of files around it`() async throws {
    let transport = ScriptedTransport { Self.listAnswer($0) }
    let picture = try #require(URL(string: "https://feed.example/list/b.jpg"))
    let repository = folderRepository(transport, url: picture, opensFoldersOfPictures: true)
    var request = PageRequest()
    request.anchor = "b.jpg"

    let page = try await repository.page(for: request)

    expectEqual(page.ids, ["a.jpg", "b.jpg"])
    expectEqual(page.anchorRow, 1)
    expectEqual(transport.requests.map(\.url.absoluteString), ["https://feed.example/list/"])
  }

  @Test(arguments: [true, false])
  func `a picture without a list around it is loaded itself`(opens: Bool) async throws {
    let transport = ScriptedTransport { request in
      request.url.path() == "/list/"
        ? .text("", for: request, status: 403) : .text("lines: a", for: request)
    }
    let picture = try #require(URL(string: "https://feed.example/list/b.jpg"))
    let repository = folderRepository(transport, url: picture, opensFoldersOfPictures: opens)

    try await expectEqual(repository.ids(), ["lines:", "a"])
    expectEqual(transport.requestCount, (opens ? 2 : 1))
  }

  /// Keeps nothing.
  private struct MemoryImages: ImageStore {
    func image(at url: URL) async -> StoredImage? { nil }
    func makeFile() async -> ImageFile? { nil }
    func save(
      _ file: ImageFile, for url: URL, validators: HTTPValidators
    ) async -> FileReference? { nil }
    func confirm(_ url: URL) async {}
    func discard(_ file: ImageFile) async {}
  }

  private static func listAnswer(_ request: HTTPRequest) -> HTTPResponse {
    var answer = HTTPResponse.text(list, for: request, ["Content-Type": "text/html"])
    answer.url = URL(string: "https://feed.example/list/") ?? request.url
    return answer
  }

  @Test func `an address that answers with a list of files is a folder`() async throws {
    let transport = ScriptedTransport { Self.listAnswer($0) }
    let repository = folderRepository(transport)
    #expect(repository.folderImages == nil)

    let page = try await repository.page(for: PageRequest())

    expectEqual(page.ids, ["a.jpg", "b.jpg"])
    expectEqual(page.photos.first?.imageURL?.absoluteString, "https://feed.example/list/a.jpg")
    expectEqual(page.photos.first?.fileSize, 45_781)
    #expect(repository.answering is FolderRepository)
    #expect(repository.folderImages != nil)
    await expectEqual(repository.title, "list · feed.example")
    // The first answer is the listing, too, where a redirect has led to it.
    expectEqual(transport.requestCount, 1)
    for await step in await repository.progress() where step.isComplete { break }
  }

  @Test func `an observer sends no request, and learns of a folder when a page has found one`()
    async throws
  {
    let isUp = Mutex(false)
    let transport = ScriptedTransport { request in
      isUp.withLock { $0 } ? Self.listAnswer(request) : HTTPResponse.text("", for: request, [:])
    }
    let repository = folderRepository(transport)
    let steps = await repository.progress()
    for _ in 0..<100 { await Task.yield() }
    expectEqual(transport.requestCount, 0)
    await #expect(throws: PhotoSourceError.self) { try await repository.page(for: PageRequest()) }
    _ = await repository.progress()
    for _ in 0..<100 { await Task.yield() }
    expectEqual(transport.requestCount, 1)

    isUp.withLock { $0 = true }
    _ = try await repository.page(for: PageRequest())

    for await step in steps where step.isComplete { break }
  }

  @Test func `a list at the URL itself is not requested twice`() async throws {
    let url = try #require(URL(string: "https://anna:s3cret@feed.example/list/"))
    let transport = ScriptedTransport { Self.listAnswer($0) }
    let repository = folderRepository(transport, url: url)

    _ = try await repository.page(for: PageRequest())
    expectEqual(transport.requestCount, 1)
    expectEqual(transport.requests.first?.url.absoluteString, "https://feed.example/list/")
    expectEqual(transport.requests.first?.credentials?.user, "anna")

    // And is known the next time, without a guess at its kind.
    let second = ScriptedTransport { Self.listAnswer($0) }
    let again = folderRepository(second, url: url)
    try await expectEqual(again.page(for: PageRequest()).photos.count, 2)
    expectEqual(second.requestCount, 1)
    expectEqual(second.requests.first?.credentials?.user, "anna")
  }

  @Test func `a list that has become a feed is recognised again`() async throws {
    _ = try await folderRepository(ScriptedTransport { Self.listAnswer($0) }).page(
      for: PageRequest())

    let repository = folderRepository(ScriptedTransport { .text("lines: a", for: $0) })
    try await expectEqual(repository.ids(), ["lines:", "a"])
    #expect(repository.folderImages == nil)
  }

  @Test func `the recognised format is remembered, with its pages`() async throws {
    let first = ScriptedTransport { .text("lines: a", for: $0, ["ETag": "1"]) }
    _ = try await repository(first).page(for: PageRequest())

    let second = ScriptedTransport { .text("", for: $0, status: 304) }
    let catalog = StubCatalog()
    let repository = repository(second, catalog)

    await expectEqual(repository.storedPage(for: PageRequest())?.ids, ["lines:", "a"])
    expectEqual(second.requestCount, 0)
    // A guess until the server has answered.
    #expect(repository.answering is AddressRepository)
    try await expectEqual(repository.page(for: PageRequest()).photos.count, 2)
    expectEqual(second.requests.map { $0.headers["If-None-Match"] }, ["1"])
    expectEqual(catalog.lookCount, 0)
    #expect(repository.answering is RemotePhotoRepository)
  }

  @Test func `a URL with other contents than last time is recognised again`() async throws {
    let first = ScriptedTransport { .text("lines: a", for: $0) }
    _ = try await repository(first).page(for: PageRequest())

    let second = ScriptedTransport { .text("<html>", for: $0) }
    let repository = repository(second)

    await expectEqual(
      failure(repository),
      .notAFeed(name: "feed.example/list", beginning: "<html>", content: .webPage))
    expectEqual(second.requestCount, 2)
  }

  @Test func `a service's own host needs no request`() async throws {
    let transport = ScriptedTransport { .text("a b", for: $0) }
    let catalog = StubCatalog(hosts: ["feed.example"])
    let page = try await repository(transport, catalog).page(for: PageRequest())

    expectEqual(page.photos.count, 2)
    expectEqual(catalog.lookCount, 0)
    expectEqual(transport.requestCount, 1)
  }

  @Test func `a web page leads to the feed that it names, within its reach`() async throws {
    let transport = ScriptedTransport { request in
      .text(request.url.path() == "/feed" ? "lines: a" : "<html>", for: request)
    }
    let catalog = StubCatalog(links: ["http://other.example/feed"])
    let page = try await repository(transport, catalog).page(for: PageRequest())

    expectEqual(page.photos.count, 2)
    expectEqual(
      transport.requests.map(\.url.absoluteString),
      ["https://feed.example/list", "https://other.example/feed"])
    expectEqual(transport.requests.map(\.reach), [.anyHost, .publicHosts])

    // The next time it is asked directly, and still not trusted with the local network.
    let again = self.repository(transport, catalog)
    await expectEqual(again.storedPage(for: PageRequest())?.photos.count, 2)
    _ = try await again.page(for: PageRequest())
    expectEqual(transport.requests.last?.url.absoluteString, "https://other.example/feed")
    expectEqual(transport.requests.last?.reach, .publicHosts)
    expectEqual(transport.requestCount, 3)
  }

  @Test func `a feed that moved is found again through the page that names it`() async throws {
    let path = Mutex("/feed")
    let transport = ScriptedTransport { request in
      switch request.url.path() {
      case "/list": .text("<html>", for: request)
      case path.withLock({ $0 }): .text("lines: a", for: request)
      default: .text("", for: request, status: 404)
      }
    }
    let old = StubCatalog(links: ["https://feed.example/feed"])
    _ = try await repository(transport, old).page(for: PageRequest())
    path.withLock { $0 = "/new" }

    let new = StubCatalog(links: ["https://feed.example/new"])
    try await expectEqual(repository(transport, new).page(for: PageRequest()).photos.count, 2)
    expectEqual(transport.targets, ["/list", "/feed", "/feed", "/list", "/new"])
  }

  @Test func `the error quotes the first characters of a page that names no feed`() async {
    let text = "<!doctype html>\u{1B}[31m<p>Hello"
    let transport = ScriptedTransport { .text(text, for: $0) }
    await expectEqual(
      failure(repository(transport)),
      .notAFeed(
        name: "feed.example/list", beginning: "<!doctype html><p>Hello", content: .webPage))
    await expectEqual(
      failure(repository(ScriptedTransport { .text("", for: $0) })),
      .notAFeed(name: "feed.example/list", beginning: ""))
    #expect(store.keys.isEmpty)
  }

  @Test func `a page that leads to itself or to a file leads nowhere`() async {
    for link in ["https://feed.example/list", "file:///etc/passwd"] {
      let transport = ScriptedTransport { .text("<html>", for: $0) }
      let repository = repository(transport, StubCatalog(links: [link]))
      await expectEqual(
        failure(repository),
        .notAFeed(name: "feed.example/list", beginning: "<html>", content: .webPage))
      expectEqual(transport.requestCount, 1)
    }
  }

  @Test func `an error is reported, and the next try asks again`() async throws {
    let isUp = Mutex(false)
    let transport = ScriptedTransport { request in
      .text("lines: a", for: request, status: isUp.withLock { $0 } ? 200 : 503)
    }
    let repository = repository(transport)
    await expectEqual(failure(repository), .serverOverloaded)
    isUp.withLock { $0 = true }
    // As the `r` key does.
    _ = try await repository.page(for: PageRequest(isRefresh: true))
    expectEqual(transport.requestCount, 2)
  }

  @Test func `a name and a password go to the feed's server, and nowhere else`()
    async throws
  {
    let url = try #require(URL(string: "https://me:s%20x@feed.example/list"))
    let transport = ScriptedTransport { request in
      .text(
        request.url.path() == "/list" ? "lines: !url=https://other.example/2" : "b", for: request)
    }
    let repository = repository(transport, StubCatalog(), url)
    _ = try await repository.page(for: PageRequest(page: 2))

    let user = ServerCredentials(user: "me", password: Array("s x".utf8))
    expectEqual(transport.requests.map(\.credentials), [user, nil])
    #expect(transport.requests.allSatisfy { $0.url.user() == nil })
    #expect(!repository.id.contains("me") || !repository.id.contains("s%20x"))
    #expect(store.keys.allSatisfy { !$0.sourceID.contains("s%20x") })
  }

  @Test func `pictures keep to the feed's reach before and after it is known`() async throws {
    let transport = ScriptedTransport { .text("lines: a", for: $0) }
    let repository = repository(transport)
    let picture = try #require(URL(string: "http://192.168.0.1/a.jpg"))
    expectEqual(repository.imageRequest(for: picture).reach, .publicHosts)
    _ = try await repository.page(for: PageRequest())
    expectEqual(repository.imageRequest(for: picture).reach, .publicHosts)
    expectEqual(repository.imageRequest(for: picture).url, picture)
  }

  @Test func `two concurrent callers make one request`() async throws {
    let gate = TestGate()
    let transport = ScriptedTransport { (request) throws(PhotoSourceError) in
      try await gate.pass()
      return .text("lines: a", for: request)
    }
    let repository = repository(transport)
    async let page = repository.page(for: PageRequest())
    await gate.arrived()
    async let other = repository.page(for: PageRequest())
    // The address until the format is known.
    await expectEqual(repository.title, "feed.example/list")
    gate.open()
    try await expectEqual(page.photos.count, 2)
    try await expectEqual(other.photos.count, 2)
    await expectEqual(repository.title, "Lines")
    expectEqual(transport.requestCount, 1)
  }

  @Test func `the title comes with a page, and is not requested after its failure`() async throws {
    let transport = ScriptedTransport { HTTPResponse(status: 500, url: $0.url) }
    let repository = repository(transport)

    _ = await repository.title
    expectEqual(transport.requestCount, 0)
    await #expect(throws: PhotoSourceError.self) {
      try await repository.page(for: PageRequest())
    }
    _ = await repository.title
    expectEqual(transport.requestCount, 1)
  }
}
