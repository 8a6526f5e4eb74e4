import ExpectationSupport
import FeedServerSupport
import Files
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import FeedFormats
@testable import GalleryOrders

/// What is remembered of orders, and for how long what was typed is.
@Suite(.timeLimit(.minutes(10))) struct OrderRecordsTests {
  private let number = "V-20261121-2579"
  private let typed = ["Ann Lens", "ann@example.org", "thin paper", "Linzer Straße", "key=7"]

  private func order(_ id: String = Order.idText) -> Order {
    .stub(
      [.stub("1", item: "52", variant: "61", page: "https://photos.example/1")], id: id,
      note: "On thin paper", delivery: .print, address: "Linzer Straße 1")
  }

  private func holdsTyped(_ run: OrderRun) -> Bool { typed.contains { run.allText.contains($0) } }

  @Test
  func `an order without an answer keeps what was sent; after an answer only the history is left`()
    async throws
  {
    let desk = OrderDesk { $0.number == 0 ? $1.delivered(.hang(nil)) : $1 }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun(time: .over(at: server))
    let host = "127.0.0.1:\(server.port)"

    let lost = await run.error(of: order(), by: .server(server.url("/order?key=7")))
    guard case .unanswered(_, .lost(.timedOut(host: "127.0.0.1"))) = lost else {
      return #expect(Bool(false), "\(String(describing: lost))")
    }
    let open = try #require(run.orders.first)
    expectEqual(open.state, .unanswered(host: host))
    expectEqual(open.items, order().items)
    expectEqual(open.sourceTitle, "Popular")
    #expect(holdsTyped(run))
    var status = stat()
    expectEqual(stat("\(run.folder)/\(number).record", &status), 0)
    expectEqual(status.st_mode & 0o777, 0o600)

    // Another start of the program, of the same source under another name.
    let later = OrderRun(source: "Popular (12 new)", folder: run.folder)
    try await expectEqual(later.askAgain(open).get().number, "S-1")
    // If the program ends here, the next start takes the photos out of the basket.
    expectEqual(OrderRun(folder: run.folder).orders.first?.isInBasket, true)

    expectEqual(Set(server.requests.map(\.body)).count, 1)
    expectEqual(desk.keys.keys.map { $0 }, [Order.idText.lowercased()])
    expectEqual(
      run.orders.map(\.state), [.accepted(host: host, number: "S-1", page: server.url("/orders/1"))]
    )
    expectEqual(run.orders.first?.items, order().items)
    #expect(!holdsTyped(run))
  }

  @Test func `while an order has no answer no other one is sent to that server, from any source`()
    async throws
  {
    let desk = OrderDesk { $0.number == 0 ? $1.delivered(.hang(nil)) : $1 }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun(time: .over(at: server))
    let channel = OrderRoute.Channel.server(server.url("/order"))
    _ = await run.outcome(of: order(), by: channel)
    let other = order("11112222-3333-4444-8555-666677778888")

    for source in ["feed", "another feed"] {
      let later = OrderRun(sourceID: source, folder: run.folder)
      guard case .unsettled(let open) = await later.error(of: other, by: channel) else {
        return #expect(Bool(false))
      }
      expectEqual(open.number, number)
    }
    expectEqual(server.requestCount, 1)

    // The user knows that it did not arrive.
    let later = OrderRun(folder: run.folder)
    try await later.repository.note(.didNotArrive, of: order().id)
    #expect(!holdsTyped(run))
    guard case .failure(.noLongerOpen) = await later.askAgain(run.orders[0]) else {
      return #expect(Bool(false))
    }
    _ = try await later.repository.place(other, by: OrderRoute(channel: channel))
    expectEqual(Set(desk.keys.keys).count, 2)
    expectEqual(Set(run.orders.map(\.id)), [order().id, other.id])
  }

  @Test func `two Vitrines never send at the same time`() async throws {
    let gate = Gate()
    let desk = OrderDesk { $1.delivered(.hang(gate)) }
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()
    let channel = OrderRoute.Channel.server(server.url("/order"))
    async let first = run.outcome(of: order(), by: channel)
    await server.until { $0.requests.count == 1 }

    let other = OrderRun(folder: run.folder)
    let open = try #require(run.orders.first)
    await expectEqual(
      other.error(of: order("11112222-3333-4444-8555-666677778888"), by: channel), .busy)
    await expectEqual(other.askAgain(open), .failure(.busy))
    await #expect(throws: OrderError.busy) {
      try await OrderRecords(folder: run.folder).forget([open])
    }
    gate.open()

    try await expectEqual(first.get().number, "S-1")
    expectEqual(server.requestCount, 1)
    // What the other one asks about has been answered.
    try await expectEqual(other.askAgain(open).get().number, "S-1")
    expectEqual(server.requestCount, 1)
  }

  @Test func `the user's marks for files and carts are recorded`() async throws {
    let run = OrderRun()
    let shop = try #require(URL(string: "https://shop.example"))
    _ = try await run.repository.place(order(), by: .file)
    let cart = order("11112222-3333-4444-8555-666677778888")
    _ = try await run.repository.place(cart, by: OrderRoute(channel: .shopify(shop)))
    expectEqual(run.orders.count(where: \.awaitsUser), 2)
    #expect(run.orders.allSatisfy { !$0.isInBasket })

    for id in [order().id, cart.id] { try await run.repository.note(.done, of: id) }
    #expect(run.orders.allSatisfy { !$0.awaitsUser && $0.isInBasket })
    for id in [order().id, cart.id] { try await run.repository.note(.outOfBasket, of: id) }
    #expect(run.orders.allSatisfy { !$0.awaitsUser && !$0.isInBasket })
    // The file is the user's.
    #expect(run.fileNames.contains("\(number).eml"))
  }

  @Test func `orders are listed by source, the latest first`() async throws {
    let run = OrderRun()
    for second in 0..<3 {
      let order = Order(
        id: UUID(), createdAt: Date(timeIntervalSince1970: 1_795_262_400 + Double(second)),
        customer: order().customer, items: [.stub("\(second)")])
      _ = try await run.repository.place(order, by: .file)
    }
    let other = OrderRun(source: "Recent", sourceID: "another feed", folder: run.folder)

    await expectEqual(run.repository.orders().map { $0.items[0].id }, ["2", "1", "0"])
    #expect(await other.repository.orders().isEmpty)
  }

  @Test func `forgetting an order removes its files, and nothing else`() async throws {
    let run = OrderRun()
    _ = try await run.repository.place(order(), by: .file)
    let other = try await run.repository.place(
      order("11112222-3333-4444-8555-666677778888"), by: .file)
    let forgotten = try #require(run.orders.first { $0.number == number })

    try await OrderRecords(folder: run.folder).forget([forgotten])

    expectEqual(run.orders.map(\.number), [other.number])
    #expect(run.fileNames.allSatisfy { $0.hasPrefix(other.number) })
    // The record, the order and the mail.
    expectEqual(run.fileNames.count, 3)
  }

  @Test
  func `an order that 1.0.0 wrote to files is listed and marked, and forgotten with its text`()
    async throws
  {
    let run = OrderRun()
    let record = """
      {"createdAt":784000000,"id":"\(Order.idText.lowercased())","isDone":false,"items":[],\
      "json":"file:///orders/\(number).json","number":"\(number)","source":"Popular",\
      "status":"file","text":"file:///orders/\(number).txt","version":1}
      """
    for ending in ["json", "txt", "eml"] { try run.write("Ann Lens", to: "\(number).\(ending)") }
    try run.write(record, to: "\(number).record")
    let json = try #require(FileReference(path: "/orders/\(number).json"))
    let text = try #require(FileReference(path: "/orders/\(number).txt"))

    expectEqual(run.orders.map(\.state), [.written(json: json, mail: text, isSent: false)])
    try await run.repository.note(.done, of: order().id)
    let marked = try #require(run.orders.first)
    expectEqual(marked.state, .written(json: json, mail: text, isSent: true))
    try await OrderRecords(folder: run.folder).forget([marked])

    #expect(run.fileNames.isEmpty)
  }

  @Test func `files of a program that was killed are removed with the next order`() async throws {
    let run = OrderRun()
    let half = ".vitrine-\(try #require(ProcessIdentity.ended).text)-0123456789abcdef.tmp"
    for name in [half, "\(number).record.4711", "V-1.txt.12", "mine.12", "V-1.txt"] {
      try run.write("Ann Lens", to: name)
    }

    _ = try await run.repository.place(order(), by: .file)

    expectEqual(run.fileNames.filter { !$0.hasPrefix(number) }, ["V-1.txt", "mine.12"])
  }

  @Test(arguments: ["", "{", "[]", #"{"version":2}"#, #"{"version":1,"id":"x"}"#])
  func `a record that can't be read is named and kept, and prevents nothing`(text: String)
    async throws
  {
    let shop = try #require(URL(string: "https://shop.example"))
    for route in [.file, OrderRoute(channel: .shopify(shop))] {
      let run = OrderRun()
      try run.write(text, to: "\(number).record")

      let placed = try await run.repository.place(order(), by: route)

      #expect(placed.number != number)
      expectEqual(run.orders.map(\.number), [placed.number])
      expectEqual(OrderRecords(folder: run.folder).contents().unreadable, ["\(number).record"])
      expectEqual(run.text("\(number).record"), text)
    }
  }

  @Test func `a record is read as it was written, and has no commands for a terminal`() throws {
    let body = "a\u{7F}\u{9B}31m\u{202E}b\u{E0001}"
    let order = RecordedOrder(
      id: UUID(), number: number, createdAt: Date(timeIntervalSince1970: 0), sourceID: nil,
      sourceTitle: "Popular", items: [], state: .unanswered(host: "a.example"))

    let text = try #require(OrderRecord(order: order, body: body).stored)

    #expect(text.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    expectEqual(OrderRecord(stored: Array(text.utf8))?.body, body)
  }

  @Test func `without a state folder nothing is remembered`() {
    #expect(OrderRecords(folder: nil).contents().orders.isEmpty)
    #expect(OrderRecords(folder: "/dev/null/orders").contents().orders.isEmpty)
  }

  @Test func `an order that 1.0.0 sent without an answer isn't sent again with another token`()
    async throws
  {
    let desk = OrderDesk()
    let server = try FeedServer { desk.answer(to: $0) }
    let run = OrderRun()
    // As 1.0.0 wrote it, with its name for https://shop.example/list?album=5&t=one.
    let record = """
      {"body":"{}","createdAt":784000000,"host":"old.example","id":"\(Order.idText.lowercased())",\
      "items":[],"number":"\(number)","source":"X","sourceID":"x:https://shop.example/list?album=5",\
      "status":"sent","url":"https://old.example/order","version":1}
      """
    try run.write(record, to: "\(number).record")
    let preset = try PresetReader.preset(
      toml: """
        name = "x"
        title = "X"
        about = "A test"
        items = ""
        [list]
        url = "https://x.example/list"
        [fields]
        id = "id"
        image = "image"
        """, file: "x.toml", stem: "x")

    for token in ["one", "two"] {
      let url = try #require(URL(string: "https://shop.example/list?album=5&t=\(token)"))
      let format = try PresetFormat(preset: preset, url: url) { _ in nil }
      let later = OrderRun(sourceID: format.sourceID, folder: run.folder)
      let error = await later.error(
        of: order("11112222-3333-4444-8555-666677778888"), by: .server(server.url("/order")))
      guard case .unsettled(let open) = error else { return #expect(Bool(false), "\(token)") }
      expectEqual(open.number, number)
      await expectEqual(later.repository.orders().map(\.number), [number])
    }
    expectEqual(server.requestCount, 0)
  }
}
