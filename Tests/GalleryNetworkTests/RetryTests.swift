import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import Synchronization
import Testing

/// Everything that is waited for happens immediately, or the test has failed.
@Suite(.timeLimit(.minutes(10)))
struct RetryTests {
  private let time = TestTime()

  @Test(arguments: [429, 502, 503, 504])
  func `temporary failures are retried, after growing delays`(status: Int) async throws {
    let answers = AnswerSequence(.status(status), .status(status), .status(status), .json("{}"))
    let server = try FeedServer { answers.answer(to: $0) }

    let response = try await CurlTransport.test(time: time.time).send(
      HTTPRequest(url: server.url()))

    expectEqual(response.status, 200)
    expectEqual(server.requestCount, 4)
    expectEqual(time.waits, [.milliseconds(300), .milliseconds(600), .milliseconds(1_200)])
  }

  @Test(arguments: [429, 502, 503, 504])
  func `after three retries the answer is final`(status: Int) async throws {
    let server = try FeedServer { _ in Answer.text("busy").with(status: status) }

    let response = try await CurlTransport.test(time: time.time).send(
      HTTPRequest(url: server.url()))

    expectEqual(response.status, status)
    expectEqual(response.text, "busy")
    expectEqual(server.requestCount, 4)
  }

  @Test(arguments: [("2", 2), ("30", 30), ("0", 0), ("Sat, 21 Nov 2026 12:00:05 GMT", 5)])
  func `the server's own time is respected`(retryAfter: String, seconds: Int) async throws {
    let answers = AnswerSequence(.tooManyRequests(retryAfter: retryAfter), .json("{}"))
    let server = try FeedServer { answers.answer(to: $0) }

    _ = try await CurlTransport.test(time: time.time).send(HTTPRequest(url: server.url()))

    let wait = try #require(time.waits.first)
    #expect(wait >= .seconds(seconds) && wait < .seconds(seconds + 1))
    expectEqual(server.requestCount, 2)
  }

  @Test(arguments: ["Sat, 21 Nov 2020 12:00:00 GMT", nil])
  func `a past time is ignored: the delay is the same as without one`(
    retryAfter: String?
  ) async throws {
    let answers = AnswerSequence(.tooManyRequests(retryAfter: retryAfter), .json("{}"))
    let server = try FeedServer { answers.answer(to: $0) }

    _ = try await CurlTransport.test(time: time.time).send(HTTPRequest(url: server.url()))

    expectEqual(time.waits, [.milliseconds(300)])
  }

  @Test(arguments: ["31", "3600", "99999999999999999999", "Sat, 21 Nov 2026 13:00:00 GMT"])
  func `a server that asks for a long time is left alone, and the time is reported`(
    retryAfter: String
  )
    async throws
  {
    let server = try FeedServer { _ in .tooManyRequests(retryAfter: retryAfter) }

    let error = await CurlTransport.test(time: time.time).error(for: server.url())

    guard case .rateLimited(host: "127.0.0.1", let seconds) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(seconds > 30 && seconds <= 366 * 86_400)
    expectEqual(server.requestCount, 1)
    #expect(time.waits.isEmpty)
  }

  @Test func `a connection that ends before an answer is tried again`() async throws {
    let answers = AnswerSequence(.raw(""), .raw(""), .json("{}"))
    let server = try FeedServer { answers.answer(to: $0) }

    let response = try await CurlTransport.test(time: time.time).send(
      HTTPRequest(url: server.url()))

    expectEqual(response.status, 200)
    expectEqual(server.requestCount, 3)
  }

  @Test func `a refused connection fails after three retries`() async throws {
    let port = try RefusingPort()
    let url = try #require(URL(string: port.address))

    let error = await CurlTransport.test(time: time.time).error(for: url)

    expectEqual(error, .connectionFailed(host: "127.0.0.1:\(port.port)", cause: .refused))
    expectEqual(time.waits.count, 3)
    withExtendedLifetime(port) {}
  }

  @Test func `a POST is sent once, unless it only reads`() async throws {
    let server = try FeedServer { _ in .status(503) }
    let transport = CurlTransport.test(time: time.time)
    var request = HTTPRequest(method: .post, url: server.url(), body: [1])

    _ = try await transport.send(request)
    expectEqual(server.requestCount, 1)

    request.isSafePost = true
    _ = try await transport.send(request)
    expectEqual(server.requestCount, 5)
    #expect(server.requests.allSatisfy { $0.body == [1] })
  }

  @Test func `a request that may be sent only once has a connection of its own`() async throws {
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test()
    let left = Mutex(0)

    _ = try await transport.send(HTTPRequest(url: server.url()))
    _ = try await transport.send(
      HTTPRequest(method: .post, url: server.url(), body: [1]),
      bodyWillLeave: { left.withLock { $0 += 1 } })

    expectEqual(server.connectionCount, 2)
    expectEqual(left.withLock { $0 }, 1)
  }

  @Test func `a cancelled caller is not waited for`() async throws {
    let server = try FeedServer { _ in .tooManyRequests(retryAfter: "20") }
    let (waits, waiting) = AsyncStream.makeStream(of: Void.self)
    var time = self.time.time
    time.sleep = { duration in
      if duration < .seconds(60) { waiting.yield() }
      try await Task.sleep(for: .seconds(86_400))
    }
    let transport = CurlTransport.test(time: time)
    let task = Task { await transport.error(for: server.url()) }

    for await _ in waits { break }
    task.cancel()

    await expectEqual(task.value, .cancelled)
    expectEqual(server.requestCount, 1)
  }
}
