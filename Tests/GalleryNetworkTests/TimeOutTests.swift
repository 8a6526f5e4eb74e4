import ExpectationSupport
import FeedFormats
import FeedServerSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryNetwork
import Glibc
import Testing

/// What is waited for comes at once, or the test has failed.
@Suite(.timeLimit(.minutes(10)))
struct TimeOutTests {
  @Test(arguments: [
    Answer.json("{}").delivered(.hang(nil)),
    Answer.json("{\"photos\":[]}").delivered(.hangAfter(byteCount: 0, nil)),
    Answer.json("{\"photos\":[]}").delivered(.hangAfter(byteCount: 5, nil)),
  ])
  func `a server that falls silent is given up, once`(answer: Answer) async throws {
    let server = try FeedServer { _ in answer }
    let transport = CurlTransport.test { $0.timeOuts.idle = .milliseconds(50) }

    let error = await transport.error(for: server.url())

    expectEqual(error, .timedOut(host: "127.0.0.1"))
    // On a busy machine the server reads the request after the client has given up.
    await server.until { $0.requests.count == 1 && $0.openConnectionCount == 0 }
    expectEqual(server.connectionCount, 1)
  }

  @Test func `a server that says a byte now and then is given up after the time for the whole`()
    async throws
  {
    let gate = Gate()
    gate.open()
    // A byte a piece without end, as fast as it is read: silence never comes.
    let server = try FeedServer { _ in
      Answer.endless([0x20]).delivered(.drip(byteCount: 1, gate))
    }
    let transport = CurlTransport.test(time: .system) {
      $0.timeOuts.feed = .milliseconds(500)
    }

    let error = await transport.error(for: server.url())

    expectEqual(error, .timedOut(host: "127.0.0.1"))
    await server.until { $0.requests.count == 1 && $0.openConnectionCount == 0 }
    expectEqual(server.connectionCount, 1)
  }

  @Test func `a server that takes a long body slowly isn't silent`() async throws {
    let body = [UInt8](repeating: 0x20, count: 32 << 20)
    // Longer than the time for silence, which is long enough for a busy machine.
    let idle = Duration.seconds(3)
    let server = try SocketServer { connection in
      // Little room, so that what the client has sent is what is read here.
      var size: Int32 = 65_536
      setsockopt(connection, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
      var buffer = [UInt8](repeating: 0, count: 65_536)
      var left = body.count
      let deadline = ContinuousClock.now + idle + .seconds(1)
      while left > 0 {
        let count = read(connection, &buffer, buffer.count)
        guard count > 0 else { return }
        left -= count
        if .now < deadline { poll(nil, 0, 20) }
      }
      // All was read before: nothing is shown by this answer.
      guard .now >= deadline else { return }
      let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
      _ = write(connection, answer, answer.count)
      // With something unread, the end of the connection would overtake the answer.
      while read(connection, &buffer, buffer.count) > 0 {}
    }
    let url = try #require(URL(string: "http://127.0.0.1:\(server.port)/"))

    let outcome = await CurlTransport.test { $0.timeOuts.idle = idle }
      .outcome(of: HTTPRequest(method: .post, url: url, body: body))

    try expectEqual(outcome.get().status, 200)
  }

  @Test func `a slow answer within the time is read`() async throws {
    let gate = Gate()
    let server = try FeedServer { _ in
      Answer.json(#"{"photos":[]}"#).delivered(.drip(byteCount: 3, gate))
    }
    async let response = CurlTransport.test().send(HTTPRequest(url: server.url()))

    await server.until { $0.concurrency == 1 }
    gate.allow(3)
    gate.allow(2)

    try await expectEqual(response.text, #"{"photos":[]}"#)
  }

  @Test func `a server that does not finish the handshake is given up`() async throws {
    // It waits for a request, and gets a handshake that it does not understand.
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test { $0.timeOuts.connect = .milliseconds(50) }

    let error = await transport.error(
      for: try #require(URL(string: "https://127.0.0.1:\(server.port)/")))

    expectEqual(error, .connectionFailed(host: "127.0.0.1:\(server.port)", cause: .timedOut))
  }

  @Test(arguments: [
    Answer.json("{}").delivered(.hang(nil)),
    Answer.endless([0x20]).delivered(.hangAfter(byteCount: 1_000, nil)),
    Answer.endless([UInt8](repeating: 0x20, count: 4_096)),
  ])
  func `a cancelled request ends at once, and its connection with it`(answer: Answer) async throws {
    let server = try FeedServer { _ in answer }
    let transport = CurlTransport.test { $0.limits.feedByteCount = .max / 2 }
    let task = Task { await transport.error(for: server.url()) }

    await server.until { $0.concurrency == 1 }
    task.cancel()

    await expectEqual(task.value, .cancelled)
    await server.until { $0.openConnectionCount == 0 }
    expectEqual(server.requestCount, 1)
  }

  @Test func `a request of a cancelled task is not sent`() async throws {
    let server = try FeedServer { _ in .json("{}") }
    let transport = CurlTransport.test()
    let (stream, started) = AsyncStream.makeStream(of: Void.self)
    let task = Task {
      for await _ in stream { break }
      return await transport.error(for: server.url())
    }

    task.cancel()
    started.yield()

    await expectEqual(task.value, .cancelled)
  }
}
