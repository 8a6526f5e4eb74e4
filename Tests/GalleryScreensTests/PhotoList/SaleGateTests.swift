import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// What may be opened.
struct SaleGateTests {
  @Test func `a photo that is not for sale raises the alert over the list`() {
    let run = GalleryRun([.couple, .bog], columns: 60, rows: 14)

    run.press(.down, .enter)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                  2 photos |
      |────────────────────────────────────────────────────────────|
      | cccccc  couple                                    ● €80.00 |
      | cccccc  NIKON D500 - two people at the lake                |
      |▌bbbbbb  Moose Bog                             not for sale |
      |▌bbbbbb  fog ov┌───────────────────────────┐                |
      |               │ This item is not for sale │                |
      |               └───────────────── Enter ok ┘                |
      |                                                            |
      ⋮ 3
      |────────────────────────────────────────── End of the list ─|
      |                                                            |
      """)
  }

  @Test(arguments: ["?", "b", "/", "?key", "q"], [SaleStatus.forSale, .notForSale])
  func `a pressed photo that is read only now doesn't cover where the user has gone`(
    _ keys: String, _ status: SaleStatus
  ) {
    let service = ScriptedService(Photo.stubs(3, saleStatus: .unstated, needsDetails: true))
    let run = GalleryRun(service: service, basket: ScriptedBasket())
    run.press(.enter)
    // A selection, so that `q` asks.
    if keys == "q" { run.type("t") }
    run.type(keys)
    let (screen, count) = (run.screen, run.navigator.screens.count)
    let alertCount = run.navigator.alerts.count

    service.finishDetails(status)

    expectEqual(run.navigator.screens.count, count)
    expectEqual(run.navigator.alerts.count, alertCount)
    #expect(run.list?.alertMessage == nil)
    if keys != "q" && keys != "/" { expectEqual(run.screen, screen) }
  }

  @Test func `the alert leads to the next photo that is for sale, and to the photo's page`() {
    var bog = Photo.bog
    bog.pageURL = URL(string: "https://shop.example/bog")
    let run = GalleryRun(
      [bog, .stub(id: "moor", name: "Moor", saleStatus: .notForSale), .street], columns: 60,
      rows: 14, hasOutsideKeys: true)

    run.press(.enter)
    #expect(run.screen.contains(" o page · n next for sale · Esc back ┘"))
    run.type("n")
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    #expect(!run.screen.contains("not for sale ·"))

    run.press(.home, .enter)
    run.type("o")
    expectEqual(run.opener.addresses, ["https://shop.example/bog"])
    run.press(.home, .down, .enter)
    #expect(run.screen.contains(" n next for sale · Esc back ┘"))
    #expect(!run.screen.contains("o page"))
  }

  @Test func `the seller can be asked where an address is known`() {
    var bog = Photo.bog
    bog.pageURL = URL(string: "https://shop.example/bog")
    let run = GalleryRun([bog, .street], hasOutsideKeys: true)
    run.seller = "anna@shop.example"

    run.press(.enter)
    #expect(run.screen.contains(" a ask the seller · o page · n next for sale · Esc back ┘"))
    run.type("a")

    expectEqual(
      run.opener.addresses,
      [
        "mailto:anna@shop.example?subject=Moose%20Bog&body=https://shop.example/bog"
      ])
    #expect(run.line(23).contains("Opening anna@shop.example"))
  }

  @Test(arguments: [60, 80]) func `the choices of a box can be clicked`(_ columns: Int) throws {
    let run = GalleryRun([.bog, .street], columns: columns)
    run.seller = "anna@shop.example"
    func click(on words: String) throws {
      run.press(.home, .enter)
      let row = try #require((0..<24).first { run.line($0).contains(words) })
      let line = run.line(row)
      let start = try #require(line.range(of: words)?.lowerBound)
      run.terminal.mouse(.press, column: line.distance(from: line.startIndex, to: start), row: row)
    }

    try click(on: "ask the seller")
    expectEqual(run.opener.addresses, ["mailto:anna@shop.example?subject=Moose%20Bog"])
    try click(on: "n next for sale")
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    try click(on: "This item")
    expectEqual(run.selectedLine?.contains("Moose Bog"), true)
    #expect(!run.screen.contains("This item is not for sale"))
    expectEqual(run.opener.addresses.count, 1)
  }

  @Test func `a key without a meaning says so at the foot`() {
    let run = GalleryRun(Photo.four)
    let before = run.screen

    run.type("z")
    #expect(run.line(23).hasPrefix(" Unknown key: z · ? for help "))
    run.press(.escape)

    expectEqual(run.screen, before)
    expectEqual(run.service.queries.count, 1)
  }
}
