import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// Rows with texts of every kind.
struct PhotoListTextTests {
  @Test func `wide glyphs take two cells and are never cut in half`() {
    let run = GalleryRun(
      [
        .stub(id: "a", name: "東京の夜景", description: "渋谷スクランブル交差点を渡る人々と看板の光"),
        .stub(id: "b", name: "x東京の夜景と朝の光と雨の通り", description: "👩‍👩‍👧‍👦 family 🇦🇹 flag e\u{301}"),
        .stub(id: "c", name: "📷📷📷📷📷📷📷📷📷📷📷📷📷📷📷", description: "🌲 forest 🌲"),
      ], columns: 40, rows: 10)

    expectScreen(
      run,
      """
      | Popular                            1/3 |
      |────────────────────────────────────────|
      |▌aaaaaa  東京の夜景          ● for sale |
      |▌aaaaaa  渋谷スクランブル交差点を渡る…  |
      | bbbbbb  x東京の夜景と朝の…  ● for sale |
      | bbbbbb  👩 family AT flag é            |
      | cccccc  📷📷📷📷📷📷📷📷…   ● for sale |
      | cccccc  🌲 forest 🌲                   |
      |────────────────────────────────────────|
      | Enter open  / search  & filter  ? keys |
      """)
  }

  @Test func `the raw files of a photo are named beside its title`() {
    let raws = ["/a/1.CR2", "/a/1.dng"].compactMap(FileReference.init(path:))
    let run = GalleryRun(
      [
        .stub(
          id: "a", name: "pair", companions: Array(raws.prefix(1)), rating: 4,
          saleStatus: .unstated),
        .stub(id: "b", name: "three files", companions: raws),
        .stub(id: "c", name: "alone", saleStatus: .unstated),
      ], columns: 40, rows: 10)

    expectEqual(
      [2, 4, 6].map(run.line),
      [
        "▌aaaaaa  pair                 +CR2 ★★★★ ", " bbbbbb  three f… +CR2 +DNG  ● for sale ",
        " cccccc  alone                          ",
      ])
  }

  @Test func `a title that is written from right to left leaves the status in its place`() {
    let run = GalleryRun(
      [
        .stub(id: "a", name: "غروب الشمس", saleStatus: .notForSale),
        .stub(id: "b", name: "שקיעה מעל הים", price: Price(amount: "9.00", currency: "ILS")),
      ], columns: 60, rows: 10)

    expectEqual(run.line(2), "▌aaaaaa  غروب الشمس                            not for sale ")
    expectEqual(run.line(4), " bbbbbb  שקיעה מעל הים                              ● ₪9.00 ")
  }

  @Test func `an unknown fact leaves no hole`() {
    let run = GalleryRun(
      [
        .stub(id: "a", name: "by only", author: "W H", saleStatus: .forSale),
        .stub(id: "b", name: "described", description: "a bench", saleStatus: .unstated),
        .stub(id: "c", name: "name only", saleStatus: .notForSale),
        .stub(id: "d", name: "camera only", camera: "LEICA M3", saleStatus: .unstated),
      ], columns: 60, rows: 22)

    for (row, words) in [
      (2, "▌aaaaaaaaa  by only                              ● for sale "), (3, "▌aaaaaaaaa  W H"),
      (6, " bbbbbbbbb  described"), (7, " bbbbbbbbb  a bench"), (8, " bbbbbbbbb"),
      (10, " ccccccccc  name only                          not for sale "), (11, " ccccccccc"),
      (14, " ddddddddd  camera only"), (15, " ddddddddd  LEICA M3"), (16, " ddddddddd"),
    ] { expectEqual(run.line(row), words.padding(toLength: 60, withPad: " ", startingAt: 0)) }
  }

  @Test func `rows whose page is loading or failed say so`() {
    let service = ScriptedService()
    let run = GalleryRun(service: service, columns: 60, rows: 12)
    service.succeed(
      PhotoPage(photos: Photo.stubs(100), totalCount: 200, hasMorePages: true))

    run.type("G")
    #expect(run.line(0).hasSuffix(" ⠋ loading more    200/200 "))
    #expect(run.line(2).hasPrefix(" ░░░░░░  …  ") && run.line(3).hasPrefix(" ░░░░░░     "))
    #expect(run.line(8).hasPrefix("▌░░░░░░  …  "))
    #expect(run.line(11).hasSuffix("   Loading more… "))

    service.fail(.noNetwork)
    #expect(run.line(2).hasPrefix("         Can't load more · r to retry  "))
    #expect(run.line(8).hasPrefix("▌        Can't load more · r to retry  "))
    #expect(run.line(11).hasSuffix("  Can't load more · r to retry "))
  }
}
