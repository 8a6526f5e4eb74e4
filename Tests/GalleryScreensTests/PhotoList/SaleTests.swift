import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryScreens
import GalleryTestSupport
import TerminalKit
import Testing

/// `f`: only what is for sale.
struct SaleFilterTests {
  private let service = ScriptedService()

  private func list(columns: Int = 60, rows: Int = 14) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    service.succeed(Photo.four)
    run.settle()
    return run
  }

  @Test func `f shows photos for sale, and a sign while it does`() {
    let run = list()

    run.type("f")
    #expect(run.line(13).contains("Esc clear"))
    service.succeed([.couple, .street])

    #expect(run.line(0).contains("   ● for sale × "))
    #expect(run.line(4).hasPrefix(" ssssss  vienna.street ") && !run.screen.contains("Moose"))
    #expect(run.line(13).hasPrefix(" Enter open  / search  & filter  Esc clear  ? all keys "))
    expectEqual(service.queries.map(\.filter), [.everything, .forSale])
  }

  @Test func `Esc first cancels an order that loads over a filter, and says so`() {
    let run = list()
    run.type("f")
    service.succeed([.couple, .street])

    run.type("sd")
    #expect(run.line(13).contains("Esc back"), "\(run.line(13))")
    run.press(.escape)

    #expect(run.line(13).contains("Esc clear"), "\(run.line(13))")
    #expect(run.line(0).contains("   ● for sale × "))
  }

  @Test func `the sign stays in a narrow header with a long title`() {
    let run = list(columns: 40, rows: 12)
    run.sourceTitle = "A gallery with quite a long title"
    run.type("f")

    service.succeed(PhotoPage(photos: [.couple], totalCount: 12_345, hasMorePages: true))

    expectEqual(run.line(0), " A gallery w…   ● for sale × ⠋ 1/12,345 ")
  }
}

/// What may be opened.
struct SaleGateTests {
  @Test func `a photo that is not for sale raises the alert over the list`() {
    let run = GalleryRun([.couple, .bog], columns: 60, rows: 14)

    run.press(.down, .enter)

    expectScreen(
      run,
      """
      | Popular                                                2/2 |
      |────────────────────────────────────────────────────────────|
      | cccccc  couple                   1 Oct 2017       ● €80.00 |
      | cccccc  two people at the lake                             |
      |▌bbbbbb  Moose┌──────────────────────────────┐ not for sale |
      |▌bbbbbb  fog o│  This item is not for sale   │              |
      |              │                              │              |
      |              │▌l  look larger               │              |
      |              └── ↑↓ Enter choose · Esc back ┘              |
      |                                                            |
      ⋮ 2
      |────────────────────────────────────────────────────────────|
      |                                                            |
      """)
  }

  @Test func `the alert leads to the next photo that is for sale, and to the photo's page`() {
    var bog = Photo.bog
    bog.pageURL = URL(string: "https://shop.example/bog")
    let run = GalleryRun(
      [bog, .stub(id: "moor", name: "Moor", saleStatus: .notForSale), .street], columns: 60,
      rows: 14, hasOutsideKeys: true)

    run.press(.enter)
    for text in [
      " This item is not for sale ", "│▌n  next for sale ", "│ o  open its web page ",
      "│ l  look larger ", " ↑↓ Enter choose · Esc back ┘",
    ] { #expect(run.screen.contains(text), "\(text)") }
    run.press(.enter)
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    #expect(!run.screen.contains("not for sale ·"))

    run.press(.home, .enter)
    run.type("o")
    expectEqual(run.opener.addresses, ["https://shop.example/bog"])
    run.press(.home, .down, .enter)
    #expect(run.screen.contains("n  next for sale"))
    #expect(!run.screen.contains("open its web page"))
    run.type("l")
    expectEqual((run.navigator.topScreen as? PhotoDetailScreen)?.photo?.id, "moor")
  }

  @Test func `the seller can be asked where an address is known`() {
    var bog = Photo.bog
    bog.pageURL = URL(string: "https://shop.example/bog")
    let run = GalleryRun([bog, .street], hasOutsideKeys: true)
    run.seller = "anna@shop.example"

    run.press(.enter)
    #expect(run.screen.contains("a  ask the seller"))
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
    try click(on: "n  next for sale")
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
