import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct DownloadTests {
  static let picture = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 7) }

  @Test(arguments: [
    Answer.bytes(picture), Answer.bytes(picture).framed(.chunked),
    Answer.gzip(picture, type: "image/x-portable-pixmap"),
  ])
  func `a picture goes into the file`(answer: Answer) async throws {
    let server = try FeedServer { _ in answer }

    let (outcome, bytes) = try await CurlTransport.test().downloaded(HTTPRequest(url: server.url()))

    let response = try outcome.get()
    expectEqual(response.status, 200)
    #expect(response.body.isEmpty)
    expectEqual(bytes, Self.picture)
  }

  @Test func `progress says how much there is and how much the server says`() async throws {
    let server = try FeedServer { _ in .bytes(Self.picture) }
    let file = try DownloadFile()
    let seen = Mutex<[ImageProgress]>([])
    let clock = Mutex(Duration.zero)
    var time = TestTime().time
    // Half a tenth of a second a look.
    time.now = {
      clock.withLock {
        $0 += .milliseconds(50)
        return $0
      }
    }

    _ = try await CurlTransport.test(time: time).download(
      HTTPRequest(url: server.url()), to: file.descriptor,
      progress: { progress in seen.withLock { $0.append(progress) } })

    let all = seen.withLock { $0 }
    let looks = clock.withLock { $0 } / .milliseconds(50)
    #expect(all.allSatisfy { $0.expectedByteCount == 300_000 })
    expectEqual(all.map(\.receivedByteCount), all.map(\.receivedByteCount).sorted())
    #expect(Double(all.count) <= looks / 2 + 1)
    #expect(!all.isEmpty)
  }

  @Test func `a picture beyond the limit is an error, whatever its length says`() async throws {
    let server = try FeedServer { request in
      let answer = Answer.bytes(Self.picture)
      return request.path == "/honest" ? answer : answer.framed(.close)
    }
    let transport = CurlTransport.test { $0.limits.imageByteCount = 100_000 }

    for (path, count) in [("/honest", 300_000), ("/silent", 100_000)] {
      let (outcome, bytes) = try await transport.downloaded(HTTPRequest(url: server.url(path)))
      expectEqual(
        outcome, .failure(.tooLarge(name: "127.0.0.1", byteCount: count, byteLimit: 100_000)))
      #expect(bytes.count <= 100_000)
    }
    expectEqual(server.requestCount, 2)
  }

  @Test func `a picture that is too large for its file is cut there`() async throws {
    let server = try FeedServer { request in
      let answer = Answer.bytes(Self.picture)
      return request.path == "/packed"
        ? .gzip(Self.picture, type: "image/x-portable-pixmap") : answer.framed(.close)
    }

    for path in ["/plain", "/packed"] {
      let (outcome, bytes) = try await CurlTransport.test().downloaded(
        HTTPRequest(url: server.url(path)), byteLimit: 100_000)
      guard case .failure(.tooLarge(_, let byteCount, let byteLimit)) = outcome else {
        Issue.record("\(path): \(outcome)")
        continue
      }
      #expect(byteCount <= 100_000 && byteLimit <= 100_000)
      #expect(bytes.count <= 100_000)
    }
    expectEqual(server.requestCount, 2)
  }

  @Test func `an interrupted download starts over`() async throws {
    let answers = AnswerSequence(
      Answer.bytes([UInt8](repeating: 9, count: 400_000)).delivered(
        .resetAfter(byteCount: 350_000)),
      Answer.bytes(Self.picture).delivered(.closeAfter(byteCount: 100)), .bytes(Self.picture))
    let server = try FeedServer { answers.answer(to: $0) }

    let bytes = try await CurlTransport.test().downloaded(HTTPRequest(url: server.url())).bytes

    expectEqual(bytes, Self.picture)
    expectEqual(server.requestCount, 3)
  }

  @Test func `a full disk is an error, and not a reason to ask again`() async throws {
    let server = try FeedServer { _ in .bytes(Self.picture) }
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }

    await #expect(throws: PhotoSourceError.unreadable(name: "127.0.0.1", code: ENOSPC)) {
      try await CurlTransport.test().download(
        HTTPRequest(url: server.url()), to: full, progress: { _ in })
    }
    expectEqual(server.requestCount, 1)
  }

  @Test func `a failed answer leaves the file empty`() async throws {
    let server = try FeedServer { _ in Answer.html("<h1>gone").with(status: 404) }

    let (outcome, bytes) = try await CurlTransport.test().downloaded(HTTPRequest(url: server.url()))

    expectEqual(try outcome.get().status, 404)
    #expect(bytes.isEmpty)
  }
}
