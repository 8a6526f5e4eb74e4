import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import Synchronization
import Testing

extension InterfaceTests {
  /// Orders at a seller's server, and changes to a basket there.
  struct OrderServerTests {
    private let home = ScratchFolder()

    private func serve(_ desk: SellerDesk) throws -> FeedServer {
      try FeedServer { desk.answer(to: $0) }
    }

    /// In the form, with two photos in the basket and everything but the delivery filled in.
    private func fillForm(_ server: FeedServer) throws -> GallerySession {
      let gallery = try home.gallery("\(server.address)/feed.json", showing: "couple")
      try gallery.send("  ", showing: "Added to basket: harbour")
      try gallery.send("$", showing: "name and e-mail required")
      gallery.send("Anna Lens\ranna@lens.example\r")
      try gallery.waitUntilGone("needed")
      return gallery
    }

    @Test func `an order whose response is lost is placed once, when the user asks again`() throws {
      let desk = SellerDesk { $0 == 0 ? $1.delivered(.resetAfter(byteCount: 0)) : $1 }
      let server = try serve(desk)
      let gallery = try fillForm(server)
      try gallery.send("\t\u{1B}OC", showing: "address required")
      gallery.send("\tLinzer 1, 1010 Wien\t")
      try gallery.waitUntilGone("address required")

      try gallery.send("\r", showing: "Send name, e-mail")
      #expect(desk.orders.isEmpty)
      try gallery.send("y", showing: "Was it ordered?")
      expectEqual(Array(desk.orders.values), [1])
      try gallery.send("a", showing: "Order S-1")
      gallery.send("\u{1B}")
      try gallery.waitUntilGone("Order S-1")
      try gallery.send("b", showing: "The basket is empty")
      try gallery.leave("qq")

      expectEqual(Array(desk.orders.values), [2])
      let posts = server.requests.filter { $0.method == "POST" }
      expectEqual(Set(posts.map(\.body)).count, 1)
      let order = try #require(
        try JSONSerialization.jsonObject(with: Data(posts.first?.body ?? [])) as? [String: Any])
      let customer = order["customer"] as? [String: Any]
      #expect(customer?["address"] as? String == "Linzer 1, 1010 Wien")
      #expect(customer?["delivery"] as? String == "print")
      let items = order["items"] as? [[String: Any]]
      expectEqual(items?.map { $0["title"] as? String }, ["couple", "harbour"])
    }

    /// When the server kills the program: before it takes the order, or when it has.
    enum Kill: CaseIterable { case inBody, beforeAnswer, inAnswer }

    @Test(arguments: Kill.allCases)
    func `an order during which the program was killed is asked about and placed once`(
      _ moment: Kill
    ) throws {
      let victim = Mutex<pid_t?>(nil)
      let killVictim: @Sendable () -> Bool = {
        let pid = victim.withLock { $0.take() }
        if let pid { kill(pid, SIGKILL) }
        return pid != nil
      }
      let desk = SellerDesk { number, answer in
        guard number == 0 else { return answer }
        if moment == .beforeAnswer { _ = killVictim() }
        guard moment == .inAnswer else { return answer }
        // The rest of the answer never comes.
        Thread.detachNewThread { _ = killVictim() }
        return answer.delivered(.hangAfter(byteCount: 4, nil))
      }
      let server = try FeedServer { stage in
        guard moment == .inBody, case .head(let line) = stage, line.hasPrefix("POST ") else {
          return true
        }
        return !killVictim()
      } route: {
        desk.answer(to: $0)
      }
      let first = try fillForm(server)
      try first.send("\t\t\r", showing: "Send name, e-mail")
      let pid = try first.shell.pid()
      victim.withLock { $0 = pid }
      first.send("y")
      try first.shell.awaitEnd(of: pid)
      let taken = moment == .inBody ? [] : [1]
      expectEqual(Array(desk.orders.values), taken)

      let second = try home.gallery("\(server.address)/feed.json", showing: "couple")
      try second.send("b", showing: "An order of 2 photos to 127.0.0.1")
      try second.wait(for: "no answer came")
      // The basket may be read after the orders; until then there is nothing to order.
      try second.wait(for: "$ order")
      try second.send("$", showing: "[ Ask again… ]")
      try second.send("\r", showing: "Was it ordered?")
      expectEqual(Array(desk.orders.values), taken, "nothing is sent again unasked")
      try second.send("a", showing: "Order S-1")
      try second.send("\u{1B}", showing: "The basket is empty")
      try second.send("H", showing: "as S-1")
      try second.leave("qqq")

      expectEqual(Array(desk.orders.values), [taken.count + 1])
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
      try first.send("  k", showing: "basket 2 · €125.50")
      try first.send("G ", showing: "Added to basket: fog")
      try first.leave()

      desk.offer([
        .init(id: 1, name: "couple", price: "90.00"),
        .init(id: 3, name: "fog", price: "99.00", isForSale: false),
      ])
      // The rows of the new response, not the stored ones.
      let second = try home.gallery(source, showing: "€90.00")
      try second.send("b", showing: "was €80.00, now €90.00")
      try second.wait(for: "no longer for sale")
      try second.wait(for: "gone from the source")
      try second.leave("qq")
    }
  }
}
