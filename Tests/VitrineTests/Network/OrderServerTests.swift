import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import Testing

extension InterfaceTests {
  /// Orders at a seller's server, and changes to a basket there.
  struct OrderServerTests {
    private let home: NetworkHome

    init() throws {
      home = try NetworkHome()
    }

    private func serve(_ desk: SellerDesk) throws -> FeedServer {
      try FeedServer { desk.answer(to: $0) }
    }

    /// In the form, with two photos in the basket and everything but the delivery filled in.
    private func fillForm(_ server: FeedServer) throws -> GallerySession {
      let gallery = try home.gallery("\(server.address)/feed.json", showing: "couple")
      gallery.send("  ")
      try gallery.wait(for: "Added to basket: harbour")
      gallery.send("o")
      try gallery.wait(for: "name and e-mail required")
      gallery.send("Anna Lens\ranna@lens.example\r")
      try gallery.waitUntilGone("needed")
      return gallery
    }

    @Test func `an order whose response is lost is placed once, when the user asks again`() throws {
      let desk = SellerDesk { $0 == 0 ? $1.delivered(.resetAfter(byteCount: 0)) : $1 }
      let server = try serve(desk)
      let gallery = try fillForm(server)
      gallery.send("\t\u{1B}OC")
      try gallery.wait(for: "address required")
      gallery.send("\tLinzer 1\r1010 Wien\t")
      try gallery.waitUntilGone("address required")

      gallery.send("\r")
      try gallery.wait(for: "Send name, e-mail")
      #expect(desk.orders.isEmpty)
      gallery.send("y")
      try gallery.wait(for: "Was it ordered?")
      expectEqual(Array(desk.orders.values), [1])
      gallery.send("a")
      try gallery.wait(for: "Order S-1")
      gallery.send("\u{1B}")
      try gallery.waitUntilGone("Order S-1")
      gallery.send("b")
      try gallery.wait(for: "The basket is empty")
      gallery.send("qq")
      try expectEqual(gallery.shell.status(), 0)

      expectEqual(Array(desk.orders.values), [2])
      let posts = server.requests.filter { $0.method == "POST" }
      expectEqual(Set(posts.map(\.body)).count, 1)
      let order = try #require(
        try JSONSerialization.jsonObject(with: Data(posts.first?.body ?? [])) as? [String: Any])
      let customer = order["customer"] as? [String: Any]
      #expect(customer?["address"] as? String == "Linzer 1\n1010 Wien")
      #expect(customer?["delivery"] as? String == "print")
      let items = order["items"] as? [[String: Any]]
      expectEqual(items?.map { $0["title"] as? String }, ["couple", "harbour"])
    }

    /// As with `q`, Ctrl-C or a hang-up: the response is never read.
    @Test func `an order during which the program was killed is asked about and placed once`()
      throws
    {
      let desk = SellerDesk { $0 == 0 ? $1.delivered(.hang(nil)) : $1 }
      let server = try serve(desk)
      let first = try fillForm(server)
      first.send("\t\t\r")
      try first.wait(for: "Send name, e-mail")
      first.send("y")
      try first.wait(for: "placing")
      try ProcessTable.wait(for: "the order") { !desk.orders.isEmpty }
      let pid = try first.shell.pid()
      kill(pid, SIGKILL)
      try first.shell.awaitEnd(of: pid)

      let second = try home.gallery("\(server.address)/feed.json", showing: "couple")
      second.send("b")
      try second.wait(for: "An order of 2 photos to 127.0.0.1")
      try second.wait(for: "no answer came")
      // The basket may be read after the orders; until then there is nothing to order.
      try second.wait(for: "o order")
      second.send("o")
      try second.wait(for: "[ Ask again… ]")
      second.send("\r")
      try second.wait(for: "Was it ordered?")
      second.send("a")
      try second.wait(for: "Order S-1")
      second.send("\u{1B}")
      try second.wait(for: "The basket is empty")
      second.send("H")
      try second.wait(for: "as S-1")
      second.send("qqq")
      try expectEqual(second.shell.status(), 0)

      expectEqual(desk.orders.count, 1)
      expectEqual(Array(desk.orders.values), [2])
      let listed = try home.orders()
      expectEqual(listed.outputLines.count, 1)
      #expect(
        listed.outputText.hasSuffix(
          "\taccepted\t127.0.0.1:\(server.port)\t2 photos\t125.50 EUR\tS-1\n"))
      let json = try home.orders("--json").outputText
      #expect(json.contains(#""server_number":"S-1""#))
      #expect(!json.contains("Anna"))
      try expectEqual(home.orders("--forget").outputText, "forgot 1 order\n")
      #expect(try home.orders().output.isEmpty)
      try expectEqual(home.orders("V-1").status, 1)
    }

    @Test func `a basket shows what costs more, is not for sale or is gone`() throws {
      let desk = SellerDesk()
      let server = try serve(desk)
      let source = "\(server.address)/feed.json"
      let first = try home.gallery(source, showing: "couple")
      first.send("  k")
      try first.wait(for: "basket 2 · €125.50")
      first.send("G ")
      try first.wait(for: "Added to basket: fog")
      first.send("q")
      try expectEqual(first.shell.status(), 0)

      desk.offer([
        .init(id: 1, name: "couple", price: "90.00"),
        .init(id: 3, name: "fog", price: "99.00", isForSale: false),
      ])
      // The rows of the new response, not the stored ones.
      let second = try home.gallery(source, showing: "€90.00")
      second.send("b")
      try second.wait(for: "was €80.00, now €90.00")
      try second.wait(for: "no longer for sale")
      try second.wait(for: "gone from the source")
      second.send("qq")
      try expectEqual(second.shell.status(), 0)
    }

    @Test func `a feed that is a file is searched here`() throws {
      let server = try serve(SellerDesk())
      let gallery = try home.gallery("\(server.address)/feed.json", showing: "couple")

      gallery.send("/harb\r")
      try gallery.wait(for: "Search: harb")
      try gallery.awaitSelection("harbour")
      gallery.send("\u{1B}")
      try gallery.wait(for: "couple")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
      #expect(server.pageRequests.allSatisfy { $0.path == "/feed.json" })
    }
  }
}
