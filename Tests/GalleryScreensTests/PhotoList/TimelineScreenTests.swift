import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// `T`: what users see and type.
struct TimelineScreenTests {
  private func day(_ text: String, _ count: Int, _ row: Int) -> DayCount? {
    DatePeriod(text).map { DayCount($0, count: count, row: row) }
  }

  private func folder(
    columns: Int, rows: Int, _ change: (inout FacetCounts) -> Void = { _ in }
  ) -> GalleryRun {
    let service = ScriptedService()
    service.capabilities.isReadWhole = true
    service.generates(400)
    var counts = FacetCounts()
    counts.days = [
      day("2017-11-03", 2, 0), day("2018-05-01", 16, 2), day("2018-05-02", 8, 18),
      day("2018-06-30", 1, 26), day("2019-07-14", 100, 27), day("2020-01-01", 50, 127),
    ].compactMap(\.self)
    (counts.photoCount, counts.readCount, counts.totalCount) = (177, 177, 177)
    counts.isComplete = true
    change(&counts)
    service.counts = { _ in counts }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test func `the bars are at the foot, with the period in focus below its bar`() {
    let run = folder(columns: 60, rows: 14)

    run.type("gt")
    run.press(.end, .left)

    #expect(run.line(11).hasPrefix("─ 2019-07 · 100 photos ─"))
    #expect(run.line(12).hasPrefix(" ▁           ▂ ▁                         █           ▄ "))
    #expect(run.line(13).hasPrefix("     2018                    2019     2019-07        2020 "))
  }

  @Test func `few bars have names, and a press anywhere on one moves there`() {
    let run = folder(columns: 60, rows: 14) { counts in
      counts.days = [day("2024-05-03", 2, 0), day("2024-07-14", 4, 2)].compactMap(\.self)
    }
    run.type("gt")
    #expect(run.line(12).hasPrefix(" ▄▄▄▄▄▄▄         ███████ "))
    #expect(run.line(13).hasPrefix(" 2024-05 Jun     Jul "))

    run.terminal.mouse(.press, column: 22, row: 12)
    run.settle()

    #expect(run.line(13).hasPrefix(" May     Jun     2024-07 "))
  }

  @Test func `a month is at the top of the list, and Enter leaves it there`() {
    let run = folder(columns: 60, rows: 24)
    run.type("gt2019")
    #expect((2...6).contains { run.line($0).hasPrefix("▌") })

    run.press(.enter)

    #expect((2...6).contains { run.line($0).hasPrefix("▌") })
  }

  @Test(arguments: [false, true])
  func `Esc brings the list back to where it was`(isGrid: Bool) {
    let run = folder(columns: 60, rows: 24)
    if isGrid { run.press(.tab) }
    run.press(.pageDown, .pageDown, .up)
    let before = run.screen
    run.type("gt")
    run.press(.end, .left)
    #expect(run.line(3) != before.split(separator: "\n", omittingEmptySubsequences: false)[3])

    run.press(.escape)

    expectEqual(run.screen, before)
  }

  @Test func `the photos of a month alone are shown with a key, and the help has it`() {
    let run = folder(columns: 100, rows: 24)
    run.type("gt2018-05")
    #expect(run.line(20).contains("  & only these  "))
    run.type("?")
    #expect(run.screen.contains("show only these photos"))
    run.press(.escape)
    #expect(run.line(20).hasPrefix("─ 2018-05 · 24 photos ─"))

    run.type("&")

    #expect(run.line(0).contains("● date:2018-05 ×"))
    #expect(!run.screen.contains("only these"))
  }

  @Test func `letters of a date that is typed are no commands`() {
    let run = folder(columns: 60, rows: 14)
    run.type("gtJune 2018")
    #expect(run.line(11).hasPrefix("─ 2018-06 · 1 photo ─"))
    run.press(.left)
    run.type("July 2019")
    #expect(run.line(11).hasPrefix("─ 2019-07 · 100 photos ─"))
    run.type("T")
    #expect(run.line(11).hasPrefix("─ 2019-07 · 100 photos ─"))
    run.type("q")
    #expect(!run.line(11).contains("2019-07"))
  }

  @Test func `days are shown when zoomed in, and a year can be typed`() {
    let run = folder(columns: 60, rows: 14)
    run.type("gt2018")
    #expect(run.line(11).hasPrefix("─ 2018-05 · 24 photos ─"))
    run.type("+")
    #expect(run.line(11).hasPrefix("─ 2018-05-01 · 16 photos ─"))
    run.type("20")
    #expect(run.line(11).hasPrefix("─ to 20_ ─"))
    #expect(run.line(11).hasSuffix(" Enter go  Esc cancel ──"))
    run.press(.right)
    #expect(run.line(11).hasPrefix("─ 2018-05-02 · 8 photos ─"))
    run.type("--")
    #expect(run.line(11).hasPrefix("─ 2018 · 25 photos ─"))
  }

  @Test(arguments: [(40, 12), (80, 24), (120, 40), (40, 10)])
  func `it fits every size, in the list and in the grid`(columns: Int, rows: Int) {
    for isGrid in [false, true] {
      let run = folder(columns: columns, rows: rows)
      if isGrid { run.press(.tab) }
      run.type("gt")
      run.press(.end, .left)
      let isNarrow = columns < 60
      #expect(run.screen.contains(isNarrow ? "─ 100 photos ─" : "─ 2019-07 · 100 photos ─"))
      #expect(run.screen.contains(isNarrow ? "─ Enter go  Esc cancel ──" : "←→ move  & only these"))
      #expect(run.line(rows - 1).contains("2019-07"))
      #expect(run.screen.contains("█"))
      run.press(.enter)
      #expect(!run.screen.contains("Esc cancel"))
    }
  }

  @Test func `while the folder is being read it says how far that is, and what has no date`() {
    let run = folder(columns: 80, rows: 24) { counts in
      counts.isComplete = false
      (counts.photoCount, counts.totalCount) = (180, 55_697)
    }
    run.type("gt")
    #expect(run.line(20).hasPrefix("─ 2 photos · counted 177 of 55,697 · 3 undated "))
    #expect(run.line(20).hasSuffix(" Enter go  Esc cancel ──"))
    run.terminal.resize(columns: 140, rows: 40)
    #expect(run.screen.contains("─ 2017-11 · 2 photos · counted 177 of 55,697 · 3 undated ─"))
    run.terminal.resize(columns: 60, rows: 20)
    #expect(run.screen.contains("─ 2 photos · counted 177 of 55,697 "))
  }

  @Test func `on a narrow screen what is wrong with a date, and that photos are counted, is short`()
  {
    let run = folder(columns: 40, rows: 12)
    run.type("gt2018-13")
    #expect(run.screen.contains("─ no month 13 ─"))
    run.press(.escape)

    run.service.counts = nil
    run.type("gt")
    #expect(run.screen.contains("─ counting ─"))
  }

  @Test func `a note that the rule has no room for is beside the period in focus`() {
    let run = folder(columns: 40, rows: 12) { $0.photoCount = 180 }
    run.type("gt")
    #expect(run.line(9).hasPrefix("─ 2 photos ─"))
    #expect(run.line(11) == " 2017-11       2019           3 undated ")
    run.press(.end)
    #expect(run.line(11) == " 3 undated     2019     2020-01         ")
  }

  @Test func `without dates a line says so, and the list's keys work`() {
    let run = folder(columns: 60, rows: 14) { $0.days = [] }
    run.type("gt")
    #expect(run.screen.contains("No photo here has a date of its own"))
    #expect(!run.screen.contains("cancel"))
  }
}
