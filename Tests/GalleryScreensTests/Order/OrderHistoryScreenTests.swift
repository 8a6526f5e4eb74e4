import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// Earlier orders, and an order without an answer, as users see them.
struct OrderHistoryScreenTests {
  private func files(isSent: Bool) throws -> RecordedOrder.State {
    .written(
      json: try #require(FileReference(path: "/orders/V-20231114-2346.json")),
      mail: try #require(FileReference(path: "/orders/V-20231114-2346.eml")), isSent: isSent)
  }

  private func run(
    _ orders: [RecordedOrder], columns: Int = 80, rows: Int = 24, pictures: StubPictures? = nil
  ) -> OrderScreenRun {
    let run = OrderScreenRun(
      [.couple], route: .server("https://orders.example/new"), columns: columns, rows: rows,
      remembered: orders, opens: false, pictures: pictures)
    run.type("H")
    return run
  }

  @Test func `each row shows an order's photos, total, date and state`() throws {
    let run = run([
      .stub(), .stub(try files(isSent: false), number: "V-20231114-2346", items: [.stub()]),
      .stub(.accepted(host: "orders.example", number: "S-118", page: nil), number: "V-7"),
    ])
    #expect(run.line(0).hasPrefix(" Orders"))
    #expect(run.line(2).hasPrefix("▌ 2 photos: couple €80.00 and photo street €80.00"))
    #expect(run.line(2).contains("€160.00"))
    #expect(run.line(3).contains("sent to orders.example, no answer"))
    #expect(run.line(3).contains("V-20231114-2345"))
    #expect(run.line(5).contains("not marked as sent: /orders/V-20231114-2"))
    #expect(run.line(7).contains("accepted by orders.example as S-118"))
    #expect(run.line(23).contains("a ask again"))
    run.press(.down)
    #expect(run.line(23).contains("m mark as sent"))
    run.press(.down)
    #expect(!run.line(23).contains("mark as"))
    run.type("q")
    #expect(run.shows("the photos"))
  }

  @Test func `a narrow terminal shows the state and the key for it before all else`() throws {
    let run = run(
      [.stub(try files(isSent: false), number: "V-20231114-2346")], columns: 40, rows: 12)

    #expect(run.line(3).hasPrefix("▌ not marked as sent: /orders/V-2023"))
    expectEqual(run.line(11), " m mark as sent  Esc back  ? keys       ")
    run.resize(columns: 80, rows: 24)
    #expect(run.line(3).contains("2023-11-14"))
    #expect(run.line(23).hasPrefix(" m mark as sent  Enter to the basket"))
  }

  @Test(arguments: [("V-7", "2023-11-14"), ("V-20231114-2346", "V-20231114-2346")])
  func `a short state leaves a narrow terminal room for the date, or a long number`(
    number: String, shown: String
  ) {
    let run = run(
      [.stub(.accepted(host: "nl", number: nil, page: nil), number: number)], columns: 40,
      rows: 12)

    #expect(run.line(3).hasPrefix("▌ accepted by nl "), "\(run.line(3))")
    #expect(run.line(3).contains(shown), "\(run.line(3))")
  }

  @Test func `without orders the key that goes back is named`() {
    #expect(run([]).shows("listed here; Esc goes back"))
  }

  @Test func `rows have a picture of what was ordered`() {
    let pictures = StubPictures()
    let one = RecordedOrder.stub(number: "V-7", items: [.stub(id: "x")])
    let run = run([.stub(), one], pictures: pictures)

    #expect(run.line(2).hasPrefix("▌ccccccccc  2 photos: couple €80.00 and photo street"))
    #expect(run.line(4).hasPrefix("▌ccccccccc "))
    #expect(run.line(6).hasPrefix(" xxxxxxxxx  1 photo"))
    expectEqual(pictures.visible.map(\.photo.id), ["couple", "x"])

    run.resize(columns: 40, rows: 12)
    #expect(run.line(2).hasPrefix("▌cccccc  2 photos"))
    run.resize(columns: 40, rows: 10)
    #expect(run.line(2).hasPrefix("▌cccccc  2 photos"))

    pictures.graphicsMethod = .none
    run.resize(columns: 80, rows: 24)
    #expect(run.line(2).hasPrefix("▌ 2 photos: couple"))
    #expect(pictures.visible.isEmpty)
  }

  @Test func `its help finds the commands of other screens`() {
    let run = run([.stub()])

    run.type("?zoom")
    #expect(run.shows("Elsewhere: a photo"))
    run.press(.escape, .escape)

    #expect(run.line(0).hasPrefix(" Orders"))
  }

  @Test func `Enter adds its photos to the basket again, m marks it as sent`() throws {
    let run = run(
      [.stub(try files(isSent: false), items: [.stub(id: "old", second: 900_000_000)])],
      columns: 100)

    run.press(.enter)
    #expect(run.basket.basket.contains("old"))
    run.type("m")

    expectEqual(run.remembered.notes, [.done, .outOfBasket])
    #expect(run.shows(" marked as sent: /orders/V-20231114-2346.eml"))
  }

  @Test func `an order without an answer is settled in the form`() {
    let run = run([.stub()])

    run.type("a")
    #expect(run.shows("Was it ordered?"))
    #expect(run.shows("a ask again · n it did not arrive · Esc later"))
    run.type("a")
    expectEqual(run.orders.askedAgain, [.stub()])
    #expect(run.shows("placing…"))
    run.orders.finish(.accepted(host: "orders.example", message: nil, page: nil))

    #expect(run.shows("orders.example accepted the order of 2 photos"))
  }

  @Test func `the form shows an order without an answer, and its button asks about it`() {
    let run = OrderScreenRun(
      route: .server("https://orders.example/new"), remembered: [.stub()])
    #expect(run.shows("An order of 2 photos to orders.example"))
    #expect(run.shows("was sent; no answer came"))
    #expect(run.shows("[ Ask again… ]"))
    run.press(.tab)
    run.fillIn()
    run.press(.tab, .tab, .enter)
    #expect(run.shows("Was it ordered?"))

    run.press(.escape)
    #expect(run.orders.asked.isEmpty && run.orders.askedAgain.isEmpty)
    run.press(.enter)
    run.type("n")

    expectEqual(run.remembered.notes, [.didNotArrive])
    #expect(!run.shows("no answer came"))
    #expect(run.shows("[ Place order ]"))
  }

  @Test func `it can be settled with an empty basket, too`() {
    let run = OrderScreenRun([], route: .file, remembered: [.stub()])

    #expect(run.shows("[ Ask again… ]"))
  }
}
