import ExpectationSupport
import FeedServerSupport
import Foundation
import GalleryDomain
import Synchronization
import Testing

@testable import GalleryOrders

/// Orders over the network, with the program's own transport and a real server on loopback.
@Suite(.timeLimit(.minutes(10))) struct OrderServerTests {
  private let key = Order.idText.lowercased()

  private func uncertainty(_ error: OrderError?) -> OrderUncertainty? {
    if case .unanswered(_, let uncertainty) = error { uncertainty } else { nil }
  }

  private func uncertainty(_ outcome: Result<PlacedOrder, OrderError>) -> OrderUncertainty? {
    if case .failure(let error) = outcome { uncertainty(error) } else { nil }
  }

  /// The result of an answer that is always the same.
  private func outcome(_ answer: Answer) async throws -> Result<PlacedOrder, OrderError> {
    let server = try FeedServer { _ in answer }
    return await OrderRun().outcome(of: .stub(), by: .server(server.url("/order")))
  }

  private func error(at server: FeedServer, _ run: OrderRun = OrderRun()) async -> OrderError? {
    await run.error(of: .stub(), by: .server(server.url("/order")))
  }

  private func accepted(_ placed: PlacedOrder?) -> (message: String?, page: URL?)? {
    guard case .accepted(_, let message, let page) = placed?.outcome else { return nil }
    return (message, page)
  }

  @Test func `an order is one POST of JSON with its key, and no secrets`() async throws {
    let desk = OrderDesk()
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()
    let url = try #require(URL(string: "http://me:pw@127.0.0.1:\(server.port)/order?shop=1#x"))

    let placed = try await run.repository.place(.stub(), by: OrderRoute(channel: .server(url)))

    expectEqual(placed.number, "S-1")
    expectEqual(
      placed.outcome,
      .accepted(
        host: "127.0.0.1:\(server.port)", message: "Thank you", page: server.url("/orders/1")))
    let request = try #require(server.requests.first)
    expectEqual(server.requestCount, 1)
    expectEqual(request.method, "POST")
    expectEqual(request.target, "/order?shop=1")
    expectEqual(request.header("Idempotency-Key"), key)
    expectEqual(request.header("Content-Type"), "application/json; charset=utf-8")
    expectEqual(request.header("Authorization"), nil)
    expectEqual(request.header("Cookie"), nil)
    let json = try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
    #expect(json?["number"] as? String == "V-20261121-2579")
    #expect(json?["id"] as? String == key)
    #expect((json?["items"] as? [[String: Any]])?.first?["title"] as? String == "couple")
    #expect((json?["customer"] as? [String: Any])?["email"] as? String == "ann@example.org")
    #expect(json?["placed"] == nil)
  }

  @Test(arguments: [
    Answer.raw(""), .json("{}").delivered(.resetAfter(byteCount: 0)),
    .json(#"{"number":"S-1"}"#).delivered(.resetAfter(byteCount: 5)),
    .json(#"{"number":"S-1"}"#).delivered(.closeAfter(byteCount: 5)), .status(502), .status(503),
    .status(500), .status(409), .json(#"{"message":"being worked on"}"#).with(status: 409),
  ])
  func `after a lost or failed answer nothing is sent unless the user asks again`(
    lost: Answer
  ) async throws {
    let desk = OrderDesk { $0.number == 0 ? lost : $1 }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()

    let error = await error(at: server, run)

    guard case .unanswered(let order, _) = error else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    expectEqual(server.requestCount, 1)
    try await expectEqual(run.askAgain(order).get().number, "S-1")
    expectEqual(desk.keys, [key: 2])
    expectEqual(Set(server.requests.map(\.body)).count, 1)
  }

  @Test func `a retry after a failure is the same order to the byte`() async throws {
    let desk = OrderDesk { $0.number < 1 ? .status(500) : $1 }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun(source: "Popular")
    let channel = OrderRoute.Channel.server(server.url("/order"))

    let first = await run.error(of: .stub(), by: channel)
    // Meanwhile the source has got another name.
    let later = OrderRun(source: "Popular (12 new)", folder: run.folder)
    let second = await later.outcome(of: .stub(), by: channel)

    expectEqual(
      uncertainty(first), .failed(host: "127.0.0.1:\(server.port)", status: 500, message: nil))
    try expectEqual(second.get().number, "S-1")
    expectEqual(desk.keys, [key: 2])
    let bodies = server.requests.map { String(decoding: $0.body, as: UTF8.self) }
    expectEqual(bodies, [bodies[0], bodies[0]])
  }

  /// A reader of feeds cuts texts of two megabytes.
  @Test func `what was sent is kept whole, however long it is`() async throws {
    let desk = OrderDesk { $0.number == 0 ? .status(500) : $1 }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()
    let order = Order.stub([.stub(String(repeating: "x", count: 3 << 20))])

    _ = await run.error(of: order, by: .server(server.url("/order")))
    _ = try await run.askAgain(try #require(run.orders.first)).get()

    let bodies = server.requests.map(\.body)
    expectEqual(bodies.map { $0.count > 3 << 20 }, [true, true])
    #expect(bodies.first == bodies.last)
  }

  @Test func `a slow answer is waited for`() async throws {
    let gate = Gate()
    let desk = OrderDesk { $1.delivered(.drip(byteCount: 3, gate)) }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()
    async let outcome = run.outcome(of: .stub(), by: .server(server.url("/order")))

    await server.until { $0.requests.count == 1 }
    gate.open()

    try await expectEqual(outcome.get().number, "S-1")
  }

  @Test func `an order that hangs can be cancelled, and placed again`() async throws {
    let desk = OrderDesk { $0.number == 0 ? $1.delivered(.hang(nil)) : $1 }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()
    let channel = OrderRoute.Channel.server(server.url("/order"))
    let task = Task { await run.error(of: .stub(), by: channel) }

    await server.until { $0.requests.count == 1 }
    task.cancel()

    expectEqual(uncertainty(await task.value), .lost(.cancelled))
    try await expectEqual(run.outcome(of: .stub(), by: channel).get().number, "S-1")
    expectEqual(desk.keys, [key: 2])
  }

  @Test func `a server that is not there`() async throws {
    let port = try RefusingPort()
    let url = try #require(URL(string: port.address + "/order"))

    let run = OrderRun()
    await expectEqual(
      run.error(of: .stub(), by: .server(url)),
      .notSent(.connectionFailed(host: "127.0.0.1:\(port.port)", cause: .refused)))
    #expect(run.fileNames.isEmpty)
    withExtendedLifetime(port) {}
  }

  @Test(
    arguments: [
      (400, .json(#"{"message":"The address is missing"}"#), "The address is missing"),
      (422, .json(#"{"error":"Sold \u001b[31mout\u0007\nyesterday"}"#), "Sold out yesterday"),
      (422, .json(#"{"errors":[{"message":"No such photo"}]}"#), "No such photo"),
      (
        403, .json(#"{"type":"x","title":"Closed","detail":"Closed on Sundays"}"#),
        "Closed on Sundays"
      ),
      (404, .json("<html>No such page</html>"), nil), (410, .json(""), nil),
      (429, .json(#"{"message":"Three a day"}"#).adding("Retry-After", "2"), "Three a day"),
      (401, .json("[1,2]"), nil),
      (501, .json(#"{"error":{"message":"Not yet"}}"#), "Not yet"),
      // A success that is an error.
      (200, .json(#"{"error":"No such photo"}"#), "No such photo"),
      // The words of a page aren't shown.
      (403, .text("Closed\nuntil Monday"), "Closed until Monday"),
      (403, .html("<p>Closed</p>"), nil),
    ] as [(Int, Answer, String?)])
  func `a refusal has the server's words, and is not retried`(
    status: Int, answer: Answer, words: String?
  ) async throws {
    let server = try FeedServer { _ in answer.with(status: status) }
    let run = OrderRun()

    let error = await error(at: server, run)

    let host = "127.0.0.1:\(server.port)"
    expectEqual(error, .refused(host: host, status: status, message: words))
    expectEqual(server.requestCount, 1)
    #expect(run.fileNames.isEmpty)
  }

  @Test func `409 with a number is the earlier order, without one it is an unknown outcome`()
    async throws
  {
    let known = try await outcome(.json(#"{"order":"S-7"}"#).with(status: 409))
    let sold = try await outcome(.json(#"{"message":"Just sold"}"#).with(status: 409))

    try expectEqual(known.get().number, "S-7")
    guard case .failed(_, 409, "Just sold") = uncertainty(sold) else {
      return #expect(Bool(false), "\(sold)")
    }
  }

  @Test(arguments: [
    (#"{"number":"S-1"}"#, "S-1"), (#"{"id":4711}"#, "4711"), (#"{"order":"A/3"}"#, "A/3"),
    (#"{"order":{"id":9,"number":"N-9","url":"/x"}}"#, "N-9"), (#"{"order_number":12}"#, "12"),
    (#"{"number":null,"id":" ","order":[],"message":"Thanks"}"#, "V-20261121-2579"),
    (#"{"ok":true}"#, "V-20261121-2579"),
    ("\u{FEFF}{\"number\":\"\\u001b[2J9\\u202e\"}", "9"),
    (
      #"{"number":"\#(String(repeating: "9", count: 400))"}"#,
      String(repeating: "9", count: 59) + "…"
    ),
  ])
  func `the number is the server's, else ours`(body: String, number: String) async throws {
    try await expectEqual(outcome(.json(body)).get().number, number)
  }

  @Test(arguments: [201, 202, 204])
  func `a server may answer with a bare success`(status: Int) async throws {
    try await expectEqual(outcome(.status(status)).get().number, "V-20261121-2579")
  }

  @Test(arguments: [
    Answer.html("<!DOCTYPE html><title>Sign in</title>"), .json("[]"), .json("{}"), .json("{"),
    .json(#"{"photos":[]}"#), .text(""), .text("OK"), .json("{} {}"),
    .bytes([0xFF, 0xFE, 0x00], type: "application/json"),
    .json(String(repeating: "[", count: 100_000)),
  ])
  func `a success that doesn't mention an order isn't believed`(answer: Answer) async throws {
    let outcome = try await outcome(answer)

    guard case .notUnderstood(_, let beginning) = uncertainty(outcome) else {
      return #expect(Bool(false), "\(outcome)")
    }
    #expect(beginning.count <= 40)
  }

  @Test func `an endless answer is cut off`() async throws {
    for huge in [
      Answer.endless(Array(repeating: 0x20, count: 65_536)), .bomb(),
      .bytes([UInt8](repeating: 0x20, count: OrderServer.responseByteLimit + 1)),
    ] {
      let server = try FeedServer { _ in huge }
      let error = await error(at: server)
      expectEqual(
        uncertainty(error), .notUnderstood(host: "127.0.0.1:\(server.port)", beginning: ""))
    }
  }

  @Test func `escape sequences of an answer are removed`() async throws {
    let body =
      #"{"number":"S\u001b]0;x\u00071","message":"a\u001b[31m\u009b0m\u202eb\r\nc","url":"/\u001b[2J\u202e"}"#
    let server = try FeedServer { _ in .json(body) }
    let run = OrderRun()

    let placed = try await run.repository.place(.stub(), by: .server(at: server))

    expectEqual(placed.number, "S1")
    let answer = try #require(accepted(placed))
    expectEqual(answer.message, "ab c")
    let page = answer.page?.absoluteString ?? ""
    #expect(page.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    #expect(!run.allText.utf8.contains(0x1B))
  }

  @Test(arguments: ["javascript:alert(1)", "file:///etc/passwd", "mailto:a@b", "//", "http://"])
  func `a page that isn't a web address is left out`(page: String) async throws {
    let placed = try await outcome(.json(#"{"number":"1","url":"\#(page)"}"#)).get()

    expectEqual(accepted(placed)?.page, nil)
  }

  @Test(
    arguments: [301, 302, 303, 307, 308].map { (FeedServer.Host.otherLoopback, $0) } + [
      (.loopback, 308)
    ])
  func `a redirect to another host, or another server of the same host, gets no order`(
    host: FeedServer.Host, status: Int
  ) async throws {
    let other = try FeedServer(host: host) { _ in .json(#"{"number":"stolen"}"#) }
    let server = try FeedServer { _ in .redirect(to: other.address + "/order", status: status) }

    let error = await error(at: server)

    guard case .lost(.redirectRefused(host: "127.0.0.1", let reason)) = uncertainty(error) else {
      return #expect(Bool(false), "\(String(describing: error))")
    }
    if host == .otherLoopback { expectEqual(reason, "it leads to 127.0.0.2") }
    expectEqual(other.requestCount, 0)
  }

  @Test(arguments: [301, 302, 307, 308])
  func `a redirect within the host gets the order`(status: Int) async throws {
    let desk = OrderDesk()
    let server = try FeedServer { request in
      request.path == "/order"
        ? .redirect(to: "/shop/order/", status: status) : desk.answer(to: request)
    }

    let placed = try await OrderRun().repository.place(.stub(), by: .server(at: server))

    expectEqual(placed.number, "S-1")
    expectEqual(server.requests.map(\.method), ["POST", "POST"])
    expectEqual(Set(server.requests.map(\.body)).count, 1)
    expectEqual(server.requests.last?.header("Idempotency-Key"), key)
  }

  @Test func `303 fetches the answer elsewhere`() async throws {
    let server = try FeedServer { request in
      request.method == "POST"
        ? .redirect(to: "/order/9", status: 303) : .json(#"{"number":"9"}"#)
    }

    let placed = try await OrderRun().repository.place(.stub(), by: .server(at: server))

    expectEqual(placed.number, "9")
    expectEqual(server.requests.last?.body, [])
  }

  @Test func `a public feed's order is not sent to the local network`() async throws {
    let server = try FeedServer { _ in .json(#"{"number":"1"}"#) }
    let run = OrderRun(reach: .publicHosts, allowsPrivateHosts: false)

    let error = await error(at: server, run)

    expectEqual(error, .notSent(.privateAddressRefused(host: "127.0.0.1")))
    expectEqual(server.connectionCount, 0)
    #expect(run.fileNames.isEmpty)
  }

  @Test func `an order that can't be recorded is not sent`() async throws {
    let server = try FeedServer { _ in .json(#"{"number":"1"}"#) }

    let error = await error(at: server, OrderRun(folder: "/dev/null/orders"))

    expectEqual(error, .unwritable(path: "/dev/null/orders"))
    expectEqual(server.requestCount, 0)
  }

  @Test func `a host to which no order can be sent is known before one is placed`() async throws {
    let server = try FeedServer { _ in .json(#"{"number":"1"}"#) }
    let route = OrderRoute(channel: .server(server.url("/order")))

    let refused = OrderRun(route: route, reach: .publicHosts, allowsPrivateHosts: false)
    await expectEqual(refused.repository.route().refusal, .privateAddressRefused(host: "127.0.0.1"))
    for run in [
      OrderRun(route: route), OrderRun(route: route, reach: .publicHosts),
      OrderRun(route: .file, reach: .publicHosts, allowsPrivateHosts: false),
    ] {
      await expectEqual(run.repository.route().refusal, nil)
    }
    expectEqual(server.connectionCount, 0)
  }

  /// Refused tells for certain that nothing was ordered only where no earlier try was lost.
  @Test(arguments: [
    Answer.json("{}").delivered(.resetAfter(byteCount: 0)), .status(502), .status(500),
    .status(409),
  ])
  func `a refusal after an attempt that may have arrived is not certain`(
    first: Answer
  ) async throws {
    let server = try FeedServer { request in
      request.number == 0 ? first : .json(#"{"message":"Sold"}"#).with(status: 422)
    }
    let run = OrderRun()

    let lost = await error(at: server, run)
    guard case .unanswered(let order, _) = lost else {
      return #expect(Bool(false), "\(String(describing: lost))")
    }
    let later = await run.askAgain(order)

    let host = "127.0.0.1:\(server.port)"
    expectEqual(uncertainty(later), .failed(host: host, status: 422, message: "Sold"))
    expectEqual(run.orders.count, 1)
  }

  @Test(arguments: [301, 302, 307, 308])
  func `after a redirect loop the outcome is unknown`(status: Int) async throws {
    let server = try FeedServer { _ in .redirect(to: "/order", status: status) }

    let error = await error(at: server)

    expectEqual(
      uncertainty(error),
      .lost(.redirectRefused(host: "127.0.0.1", reason: "more than 5 redirects")))
  }

  @Test func `an order is on the disk before it is sent`() async throws {
    let run = OrderRun()
    let names = Mutex<[String]>([])
    let record = Mutex("")
    let server = try FeedServer { request in
      names.withLock { $0 = run.fileNames }
      record.withLock { $0 = run.text("V-20261121-2579.record") }
      return .json(#"{"number":"1"}"#)
    }

    _ = try await run.repository.place(.stub(), by: .server(at: server))

    expectEqual(names.withLock { $0 }, ["V-20261121-2579.record"])
    let sent = try JSONSerialization.jsonObject(with: Data(record.withLock { $0 }.utf8))
    let fields = sent as? [String: Any]
    #expect(fields?["status"] as? String == "sent")
    #expect(fields?["body"] as? String == String(decoding: server.requests[0].body, as: UTF8.self))
  }
}
