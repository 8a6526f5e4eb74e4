import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// `&`: what users see and type.
struct FilterLineTests {
  private func list(columns: Int = 80, rows: Int = 24, isRemote: Bool = false) -> GalleryRun {
    let service = ScriptedService()
    service.capabilities.isRemote = isRemote
    service.answer = { .success(PhotoPage(Photo.four).arranged(for: $0)) }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test func `the line is at the foot, with the fields above it`() {
    let run = list(columns: 60, rows: 14)

    run.type("&cam")

    let screen = run.screen
    run.press(.escape)
    expectScreen(
      screen, over: run.screen,
      """
      = 10
      |─ suggestions ──────────────────────────────────────────────|
      |▌  camera:  NIKON D500                                      |
      |─────── Enter filter  Tab complete  ↑↓ choose  Esc cancel ──|
      | & cam                                                      |
      """)
  }

  @Test(arguments: [(80, 24, 8), (40, 12, 4)])
  func `what there is no room for is counted, and the key leads there`(
    columns: Int, rows: Int, shown: Int
  ) {
    let run = list(columns: columns, rows: rows)
    run.type("&")
    let count = FilterField.allCases.count

    #expect(run.screen.contains("─ ↑ \(count - shown) more ─"), "\(run.screen)")
    #expect(run.line(rows - 3).hasPrefix("▌  camera:  "))
    for _ in 0..<count { run.press(.up) }
    #expect(!run.screen.contains(" more ─"))
    #expect(run.screen.contains("▌  \(FilterField.allCases[count - 1].rawValue):"))
  }

  @Test func `the suggestions disappear when there are none left`() {
    let run = list()
    run.type("&sale:ye")
    #expect(run.screen.contains("─ suggestions ─"))

    run.press(.tab)

    #expect(run.line(23).hasPrefix(" & sale:yes"))
    #expect(!run.screen.contains("─ suggestions ─"))
  }

  @Test func `the list's values are offered, and the list is filtered while typing`() {
    let run = list(rows: 12)

    run.type("&camera:")
    run.press(.tab)

    #expect(run.line(0).hasPrefix(" Popular   ● camera:\"NIKON D500\" ×  "))
    #expect(run.line(0).hasSuffix("  1/1 of 4 photos "))
    #expect(run.line(2).hasPrefix("▌cccccc  couple ") && run.line(4).hasPrefix("      "))
    #expect(run.line(10).hasPrefix("─ Filters as you type ─"))
    #expect(run.line(10).hasSuffix("─ Enter filter  Tab complete  Esc cancel ──"))
    #expect(run.line(11).hasPrefix(" & camera:\"NIKON D500\"     "))
  }

  /// A folder whose photos are counted whole.
  private func folder(columns: Int, rows: Int, isComplete: Bool = true) -> GalleryRun {
    let service = ScriptedService()
    service.capabilities.isReadWhole = true
    service.answer = { .success(PhotoPage(Photo.four).arranged(for: $0)) }
    service.counts = { request in
      var counts = FacetCounts()
      counts.values[.camera] = [
        PhotoCount("NIKON CORPORATION NIKON D500", 12_345), PhotoCount("X100V", 7),
      ]
      (counts.readCount, counts.totalCount) = (isComplete ? 55_697 : 12_500, 55_697)
      counts.isComplete = isComplete
      return counts
    }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test func `values are offered with their counts, in a column`() {
    let run = folder(columns: 60, rows: 14)

    run.type("&camera:")

    #expect(run.line(9).hasPrefix("─ suggestions ─"))
    #expect(run.line(10).hasPrefix("   X100V                              7 "))
    #expect(run.line(11).hasPrefix("▌  NIKON CORPORATION NIKON D500  12,345 "))
    #expect(run.line(12).hasSuffix("─ Enter filter  Tab complete  ↑↓ choose  Esc cancel ──"))
    run.press(.tab)
    #expect(run.line(13).hasPrefix(" & camera:=\"NIKON CORPORATION NIKON D500\" "))
  }

  @Test
  func
    `on a narrow screen a value has its count beside it, on a wider one the rule says how far counting is`()
  {
    let run = folder(columns: 40, rows: 12, isComplete: false)

    run.type("&camera:")

    #expect(run.line(9) == "▌  NIKON CORPORATION NIKON D500  12,345 ")
    #expect(run.line(10).hasSuffix("─ Enter filter  Esc cancel ──"))
    run.terminal.resize(columns: 80, rows: 24)
    #expect(run.line(22).hasPrefix("─ Counted "))
    #expect(run.line(22).hasSuffix(" Enter filter  Tab complete  ↑↓ choose  Esc cancel ──"))
  }

  @Test func `a fault is shown immediately, and marked in the line`() {
    let run = list(columns: 60, rows: 14)

    run.type("&price:cheap sea")

    #expect(run.line(11).hasPrefix(" expected a price, e.g. <€100, or <100 in any currency "))
    #expect(run.line(12).hasPrefix("─ Filters as you type ─"))
    #expect(run.line(12).hasSuffix("─ Enter filter  Esc cancel ──"))
    #expect(run.terminal.surface[9, 13].style.attributes.contains(.underline))
    #expect(!run.terminal.surface[14, 13].style.attributes.contains(.underline))
  }

  @Test func `what may follow is on the rule above the line, and leaves no empty lines behind`() {
    let run = list(columns: 80, rows: 24)
    let rows = (0..<22).map(run.line)

    run.type("&price:")
    #expect(run.line(22).hasPrefix("─ a price, e.g. <€100, or <100 in any currency ─"))
    expectEqual((0..<22).map(run.line), rows)
    run.type("cheap sea")
    #expect(run.line(21).hasPrefix(" expected a price, e.g. <€100, or <100 in any currency "))
    run.press(.control("u"))
    run.type("price:<9")

    expectEqual((18..<22).map(run.line), Array(rows[18...]))
  }

  @Test
  func `what may follow is read whole on a narrow screen, with the keys that end the line`() {
    let run = list(columns: 40, rows: 12)

    run.type("&price:>")

    expectEqual(
      (7...11).map(run.line),
      [
        "────────────────────────────────────────",
        " a price, e.g. <€100, or <100 in any    ",
        " currency                               ",
        "──────────── Enter filter  Esc cancel ──",
        " & price:>                              ",
      ])
    run.press(.escape)
    #expect(!run.screen.contains("a price"))
  }

  @Test func `the header shows the filter and the order`() {
    let run = list(rows: 12)

    run.type("&sale:yes")
    run.press(.enter)
    run.type("st")

    for (row, words) in [
      (0, " Popular   ● for sale ×   title ↑  "), (2, "▌cccccc  couple "),
      (4, " ssssss  vienna.street "),
      (11, " Enter open  / search  & filter  f all  s sort  Esc clear  ? all keys "),
    ] { #expect(run.line(row).hasPrefix(words), "\(run.line(row))") }
    #expect(run.line(0).hasSuffix(" 1/2 "))
  }

  @Test func `f sets sale:yes in the filter, and either one removes it`() {
    let run = list()
    let before = run.screen
    run.type("&sale:yes camera:nikon")
    run.press(.enter)
    run.type("f")
    #expect(run.line(0).contains("camera:nikon"))
    #expect(!run.line(0).contains("for sale"))
    run.type("f")
    #expect(run.line(0).contains("● camera:nikon sale:yes ×"))

    // Esc removes the other terms, f the rest.
    run.press(.escape)
    #expect(run.line(0).contains("● for sale ×"))
    run.type("f")
    expectEqual(run.screen, before)

    run.type("f&")
    #expect(run.screen.contains("sale:yes"))
    run.press(.control("u"), .enter)
    expectEqual(run.screen, before)
  }

  @Test func `a long paste is not cut where a title would be`() {
    let run = list(columns: 60, rows: 14)
    run.type("&")
    run.terminal.paste(String(repeating: "-sea ", count: 100) + "the-end")
    run.settle()

    #expect(run.line(13).contains("-sea the-end"))
  }
}

/// `s`: the choice of an order.
struct SortScreenTests {
  private func list(
    _ photos: [Photo] = Photo.four, columns: Int = 80, rows: Int = 14
  ) -> GalleryRun {
    let service = ScriptedService()
    service.answer = { .success(PhotoPage(photos).arranged(for: $0)) }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test func `orders are chosen from a menu, by a letter or with the arrows`() {
    let run = list(columns: 40, rows: 12)
    run.type("s")

    for (row, text) in [
      (0, "┌ sort ─"), (1, "│▌● s  as listed "), (2, "│   d  newest first "),
      (6, "│   r  highest rating first "), (10, "│   f  by folder and name "),
      (11, "── ↑↓ Enter choose · Esc cancel ┘"),
    ] { #expect(run.line(row).contains(text), "\(text)") }
    run.press(.down, .down, .enter)
    #expect(run.line(0).contains("title ↑"))
  }

  @Test func `the letter of the order reverses it, and says so; a capital one means nothing`() {
    let run = list(columns: 40, rows: 12)
    run.type("st")
    #expect(run.line(0).contains("title ↑"))
    run.type("s")
    #expect(run.screen.contains("▌● t  by title · again: by title"))
    run.type("t")
    #expect(run.line(0).contains("title ↓"))
    run.type("st")
    #expect(run.line(0).contains("title ↑"))
    run.type("sT")
    #expect(run.screen.contains("Unknown key: T"))
    run.type("s")
    #expect(!run.line(0).contains("title"))
    run.type("st")
    run.type("ss")
    #expect(!run.line(0).contains("title"))
  }

  @Test func `in the lowest terminal the menu shows the rows around the focus`() {
    let run = list(columns: 40, rows: 10)
    run.type("s")
    run.press(.up, .down, .down, .down, .down, .down, .down, .down, .down, .down)
    #expect(run.screen.contains("▌  f  by folder and name"))
    #expect(!run.screen.contains("as listed"))
  }

  @Test func `where nothing has a price no order by price is offered, but its key works`() {
    let run = list(Photo.stubs(3, saleStatus: .unstated))

    run.type("s")
    #expect(run.screen.contains("d  newest first"))
    #expect(!run.screen.contains("price"))
    run.type("p")

    #expect(run.line(0).contains("price ↑"))
    run.type("s")
    #expect(run.screen.contains("● p  lowest price first · again: highest price first"))
  }

  @Test func `Esc changes nothing, and another key is told`() {
    let run = list()
    let before = run.screen
    run.type("sx")
    #expect(run.screen.contains("Unknown key: x · Esc cancel"))
    run.press(.escape)

    expectEqual(run.screen, before)
    expectEqual(run.service.queries.count, 1)
  }

  @Test func `the mouse chooses too`() {
    let run = list()
    run.type("s")
    run.terminal.mouse(.press, column: 40, row: 4)
    run.settle()

    expectEqual(run.service.queries.count, 2)
  }
}
