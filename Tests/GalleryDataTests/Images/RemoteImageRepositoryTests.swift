import ExpectationSupport
import FeedFormats
import Foundation
import GalleryDomain
import Synchronization
import Testing
import WaitSupport

@testable import GalleryData

/// Pictures over a network that is a script, into a store of the test.
@Suite(.timeLimit(.minutes(10)))
struct RemoteImageRepositoryTests {
  private let network: ScriptedDownloads
  private let store: FolderImageStore
  private let repository: RemoteImageRepository
  private let url = URL(string: "https://pictures.example/a.jpg?size=9")!
  private let jpeg: [UInt8] = [0xFF, 0xD8, 0xFF, 0xE0] + Array("a picture".utf8)

  init() {
    (network, store) = (ScriptedDownloads(), FolderImageStore())
    repository = RemoteImageRepository(files: WebFiles(network), store: store)
  }

  private func make(
    request: @escaping @Sendable (URL) -> HTTPRequest = { HTTPRequest(url: $0) }
  ) -> RemoteImageRepository {
    RemoteImageRepository(files: WebFiles(network, request: request), store: store)
  }

  private func image(
    _ repository: RemoteImageRepository, isRefresh: Bool = false
  ) async throws(PhotoSourceError) -> FileReference {
    try await repository.image(at: url, isRefresh: isRefresh) { _ in }
  }

  private func bytes(_ file: FileReference) throws -> [UInt8] {
    try FileBytes.read(file, byteLimit: 1_000).bytes
  }

  @Test func `a picture is fetched once and then comes from the store`() async throws {
    network.answer(url, with: .init(headers: ["ETag": "\"1\""], body: jpeg))
    await expectEqual(repository.storedImage(at: url), nil)
    #expect(network.requests.isEmpty)

    let file = try await image(repository)

    try expectEqual(bytes(file), jpeg)
    try await expectEqual(image(repository), file)
    try await expectEqual(image(make()), file)
    await expectEqual(make().storedImage(at: url), file)
    expectEqual(network.requests.map(\.url), [url])
    expectEqual(network.requests.first?.headers["Accept"]?.contains("image/jpeg"), true)
    await expectEqual(store.images[url]?.validators.entityTag, "\"1\"")
  }

  @Test func `an address written as that of a thumbnail in a file is fetched, too`() async throws {
    let url = URL(string: "https://pictures.example/a.jpg#thumbnail-1")!
    network.answer(url, with: .init(body: jpeg))

    let file = try await make().image(at: url, isRefresh: false) { _ in }

    try expectEqual(bytes(file), jpeg)
  }

  @Test func `however many callers ask for a URL, one request is made`() async throws {
    let isOpen = Signal()
    network.answer(
      url, with: .init(body: jpeg, gate: { isOpen.isSet }))
    let files = try await withThrowingTaskGroup(of: FileReference.self) { group in
      for _ in 0..<20 {
        group.addTask {
          try await repository.image(at: url, isRefresh: false) { _ in
            isOpen.set()
          }
        }
      }
      return try await group.reduce(into: Set()) { $0.insert($1) }
    }

    expectEqual(files.count, 1)
    expectEqual(network.requests.count, 1)
  }

  @Test func `each caller can leave alone, and the request continues for the others`() async throws
  {
    let (isOpen, otherIsThere) = (Signal(), Signal())
    network.answer(url, with: .init(body: jpeg, gate: { isOpen.isSet }))
    let leaving = Task {
      await Result(catching: { () async throws(PhotoSourceError) in try await image(repository) })
    }
    try await wait(for: "a request") { !network.requests.isEmpty }
    let staying = Task {
      try await repository.image(at: url, isRefresh: false) { _ in otherIsThere.set() }
    }
    try await wait(for: "the second caller") { otherIsThere.isSet }

    leaving.cancel()
    await expectEqual(leaving.value, .failure(.cancelled))
    isOpen.set()

    try expectEqual(bytes(try await staying.value), jpeg)
    expectEqual(network.requests.count, 1)
    #expect(network.cancelled.isEmpty)
  }

  @Test func `the request ends when the last caller has left, and leaves no file`() async throws {
    network.answer(url, with: .init(body: jpeg, gate: { false }))
    let task = Task {
      await Result(catching: { () async throws(PhotoSourceError) in try await image(repository) })
    }
    try await wait(for: "a request") { !network.requests.isEmpty }

    task.cancel()

    await expectEqual(task.value, .failure(.cancelled))
    try await wait(for: "the end of the request") { !network.cancelled.isEmpty }
    try await wait(for: "its file to be removed") { await store.discardCount > 0 }
    await expectEqual(store.fileCount, 0)

    network.answer(url, with: .init(body: jpeg))
    try expectEqual(bytes(try await image(repository)), jpeg)
  }

  @Test func `a cancelled caller starts no request`() async {
    let task = Task {
      // Ends with the cancellation, long before its time.
      try? await Task.sleep(for: waitLimit)
      return await Result(catching: { () async throws(PhotoSourceError) in
        try await image(repository)
      })
    }

    task.cancel()

    await expectEqual(task.value, .failure(.cancelled))
    #expect(network.requests.isEmpty)
  }

  @Test func `a refresh asks whether it has changed, and 304 keeps the file`() async throws {
    network.answer(
      url,
      with: .init(
        headers: ["ETag": "\"1\"", "Last-Modified": "Sun, 01 Oct 2017 10:00:00 GMT"], body: jpeg))
    let file = try await image(repository)
    network.answer(url, with: .init(status: 304))

    try await expectEqual(image(repository, isRefresh: true), file)

    expectEqual(network.requests.last?.headers["If-None-Match"], "\"1\"")
    expectEqual(
      network.requests.last?.headers["If-Modified-Since"], "Sun, 01 Oct 2017 10:00:00 GMT")
    await expectEqual(store.confirmed, [url])
    await expectEqual(store.fileCount, 1)
    try expectEqual(bytes(file), jpeg)
  }

  @Test func `a refresh loads a new picture, and a failed one keeps the old`() async throws {
    network.answer(url, with: .init(body: jpeg))
    let old = try await image(repository)
    network.answer(url, with: .init(status: 500))
    await #expect(throws: PhotoSourceError.serverFailed(host: "pictures.example", status: 500)) {
      try await image(repository, isRefresh: true)
    }
    await expectEqual(repository.storedImage(at: url), old)

    network.answer(url, with: .init(body: jpeg + [1]))
    let new = try await image(repository, isRefresh: true)

    #expect(new != old)
    try expectEqual(bytes(new), jpeg + [1])
  }

  @Test func `304 for a picture that isn't stored is an error`() async {
    network.answer(url, with: .init(status: 304))

    await #expect(throws: PhotoSourceError.serverFailed(host: "pictures.example", status: 304)) {
      try await image(make())
    }
  }

  @Test func `a stored file that has vanished is fetched again, without a condition`() async throws
  {
    network.answer(url, with: .init(headers: ["ETag": "\"1\""], body: jpeg))
    _ = try await image(repository)
    await store.removeFile(of: url)

    await expectEqual(repository.storedImage(at: url), nil)
    try expectEqual(bytes(try await image(repository)), jpeg)

    expectEqual(network.requests.count, 2)
    expectEqual(network.requests.last?.headers["If-None-Match"], nil)
  }

  @Test(
    arguments: [
      ("<!DOCTYPE html><title>Not here</title>", "<!DOCTYPE html><title>Not here</title>"),
      ("<svg xmlns='http://www.w3.org/2000/svg'/>", "<svg xmlns='http://www.w3.org/2000/svg'/>"),
      ("", ""), ("\u{1B}[31mred", "red"),
    ])
  func `an answer that isn't a picture is quoted, and never stored`(
    _ body: String, _ beginning: String
  ) async {
    network.answer(
      url, with: .init(headers: ["Content-Type": "image/jpeg"], body: Array(body.utf8)))
    await #expect(throws: PhotoSourceError.notAPicture(name: "a.jpg", beginning: beginning)) {
      try await image(repository)
    }

    await expectEqual(repository.storedImage(at: url), nil)
    await expectEqual(store.fileCount, 0)
  }

  @Test func `TIFF and HEIC are not accepted from the network`() async {
    let brand = [0, 0, 0, 24] + Array("ftypheic".utf8) + [0, 0, 0, 0] + Array("mif1heic".utf8)
    for body in [Array("II*\0".utf8), brand] as [[UInt8]] {
      network.answer(url, with: .init(body: body))

      await #expect(throws: PhotoSourceError.self) { try await image(make()) }
    }
    await expectEqual(store.fileCount, 0)
  }

  @Test(
    arguments: [
      (404, PhotoSourceError.notFound(name: "pictures.example/a.jpg")),
      (429, .rateLimited(host: "pictures.example", seconds: 12)),
    ])
  func `a failed status is an error, even if a picture came with it`(
    _ status: Int, _ error: PhotoSourceError
  ) async {
    network.answer(
      url, with: .init(status: status, headers: ["Retry-After": "12"], body: jpeg))

    await #expect(throws: error) { try await image(make()) }

    await expectEqual(store.fileCount, 0)
  }

  @Test(
    arguments: [
      PhotoSourceError.truncated(host: "h"), .tooLarge(name: "a", byteCount: 9, byteLimit: 5),
      .noNetwork, .privateAddressRefused(host: "h"),
    ])
  func `a broken download is deleted`(_ error: PhotoSourceError) async {
    network.answer(url, with: .init(body: jpeg, error: error))

    await #expect(throws: error) { try await image(make()) }

    await expectEqual(store.fileCount, 0)
    await expectEqual(store.discardCount, 1)
  }

  @Test func `the request is the format's own, including secrets and reach`() async throws {
    network.answer(url, with: .init(body: jpeg))
    let repository = make { url in
      HTTPRequest(
        url: url, headers: ["x-api-key": "k", "Accept": "image/*"], reach: .publicHosts,
        secretNames: ["x-api-key"])
    }

    _ = try await image(repository)

    let request = try #require(network.requests.first)
    expectEqual(request.headers["x-api-key"], "k")
    expectEqual(request.headers.values(of: "Accept"), ["image/*"])
    expectEqual(request.reach, .publicHosts)
    expectEqual(request.secretNames, ["x-api-key"])
  }

  @Test(arguments: [
    "file:///etc/passwd", "ftp://h/a.jpg", "data:image/png;base64,AAAA", "https:/a",
  ])
  func `URLs of other kinds are never requested`(_ text: String) async throws {
    let url = try #require(URL(string: text))

    await #expect(throws: PhotoSourceError.self) {
      try await make().image(at: url, isRefresh: false) { _ in }
    }

    #expect(network.requests.isEmpty)
  }

  @Test func `if nothing can be written it is an error`() async {
    await store.becomeReadOnly()
    network.answer(url, with: .init(body: jpeg))

    await #expect(throws: PhotoSourceError.unreadable(name: "a.jpg", code: 0)) {
      try await image(make())
    }
    #expect(network.requests.isEmpty)
  }

  @Test func `if nothing can be kept it is an error, and the next caller asks again`() async {
    await store.refuseToSave()
    network.answer(url, with: .init(body: jpeg))

    for _ in 0..<2 {
      await #expect(throws: PhotoSourceError.unreadable(name: "a.jpg", code: 0)) {
        try await image(make())
      }
    }
    expectEqual(network.requests.count, 2)
    await expectEqual(store.fileCount, 0)
  }
}

/// Something that has happened.
private final class Signal: Sendable {
  private let value = Mutex(false)
  var isSet: Bool { value.withLock { $0 } }
  func set() { value.withLock { $0 = true } }
}

extension Result where Failure == PhotoSourceError {
  fileprivate init(catching body: () async throws(PhotoSourceError) -> Success) async {
    do throws(PhotoSourceError) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
