import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import PictureProtocol
import TerminalKit
import Testing

@testable import GalleryScreens

/// The facts about a photo, next to it, below or over it.
struct InformationTests {
  /// Brightest in the middle, a little at both ends; no blue at all.
  private static let hill = PictureHistogram(
    red: (0..<64).map { UInt32(max(0, 20 - abs(20 - $0))) },
    green: (0..<64).map { UInt32(max(0, 20 - abs(44 - $0))) },
    luminance: (0..<64).map { UInt32(32 - abs(32 - $0)) })

  private func open(
    _ photos: [Photo] = [.couple, .harbour], columns: Int, rows: Int,
    histogram: PictureHistogram? = nil
  ) -> GalleryRun {
    let run = GalleryRun(photos, columns: columns, rows: rows)
    run.pictures.histogram = histogram
    run.press(.enter)
    run.type("i")
    return run
  }

  @Test func `80×24 has more than fits, and scrolls`() {
    let run = open(columns: 80, rows: 24, histogram: Self.hill)
    expectScreen(
      run,
      """
      | couple                                                                     1/2 |
      |cccccccccccccccccccccccccccccccccccccccccc│ Photo                              ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Title          couple              ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Description    two people at the   ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│                lake                ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ For sale       ● €80.00            ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ By             A. Lens             ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Licence        CC BY 4.0           ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Date           2017-10-01 00:00    ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│                                    ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Camera                             ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Camera         NIKON D500          ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Lens           50mm F1.8           ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Focal length   50 mm               ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Aperture       ƒ/1.8               ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ Exposure time  1/200 s             ┃|
      |cccccccccccccccccccccccccccccccccccccccccc│ ISO            100                 │|
      |cccccccccccccccccccccccccccccccccccccccccc│                                    │|
      |cccccccccccccccccccccccccccccccccccccccccc│ File                               │|
      |cccccccccccccccccccccccccccccccccccccccccc│ Dimensions     6000 × 4000         │|
      |cccccccccccccccccccccccccccccccccccccccccc│                                    │|
      |cccccccccccccccccccccccccccccccccccccccccc│               ▁▃▅▇█▆▄▂             │|
      |cccccccccccccccccccccccccccccccccccccccccc│ ↓ 9 more lines · PgDn              │|
      | n next  p previous  i info  +- zoom  q back  ? all keys                        |
      """)

    run.press(.pageDown)
    #expect(run.line(0).hasPrefix(" couple "))
    #expect(run.line(1).contains("│ Camera ") && run.line(2).contains("│ Camera "))
    #expect(run.line(21).contains("│ B "))
    run.press(.pageUp)
    #expect(run.line(1).contains("│ Photo"))
  }

  @Test func `below the photo in a narrow and tall terminal`() {
    expectScreen(
      open(columns: 50, rows: 20),
      """
      | couple                                       1/2 |
      |cccccccccccccccccccccccccccccccccccccccccccccccccc|
      ⋮ 8
      |──────────────────────────────────────────────────|
      | Photo                                           ┃|
      | Title          couple                           ┃|
      | Description    two people at the lake           ┃|
      | For sale       ● €80.00                         │|
      | By             A. Lens                          │|
      | Licence        CC BY 4.0                        │|
      | Date           2017-10-01 00:00                 │|
      | ↓ 11 more lines · PgDn                          │|
      | n next  p previous  i info  q back  ? keys       |
      """)
  }

  @Test func `over the photo in a small one, where the arrows scroll it`() {
    let run = open(columns: 40, rows: 12)
    for (row, words) in [
      (0, " couple                             1/2 "),
      (1, " Photo                                 ┃"),
      (3, " Description    two people at the lake ┃"),
      (9, " Camera                                │"),
      (10, " ↓ 9 more lines · PgDn                 │"),
      (11, " n next  p previous  q back  ? keys     "),
    ] { expectEqual(run.line(row), words) }

    run.press(.down)
    #expect(run.line(1).hasPrefix(" Title"))
    run.type("k")
    #expect(run.line(1).hasPrefix(" Photo"))
    run.type("G")
    #expect(run.line(1) != run.line(2))
    #expect(run.line(0).hasPrefix(" couple "))
  }

  @Test(arguments: [(40, 12), (60, 16), (80, 24)])
  func `page by page every line is seen`(columns: Int, rows: Int) {
    let run = open(columns: columns, rows: rows, histogram: Self.hill)
    var seen = run.screen
    for _ in 0..<9 {
      run.press(.pageDown)
      seen += run.screen
    }
    let labels = [
      "Title", "Date", "Camera ", "Lens", "Focal", "Aperture", "Exposure", "ISO", "Dim",
    ]
    for label in labels {
      #expect(seen.contains(label), "\(label)")
    }
  }

  @Test(arguments: [Key.character("i"), .escape, .character("q"), .enter])
  func `i closes it, and so do Esc, q and Enter, and the photo is as before`(key: Key) {
    let run = open(columns: 80, rows: 24)
    let closed = GalleryRun([.couple, .harbour], columns: 80, rows: 24)
    closed.press(.enter)

    run.press(key)

    expectEqual(run.screen, closed.screen)
  }

  @Test func `zooming closes it where it covers the photo, and only there`() {
    let run = open(columns: 40, rows: 12)
    run.type("z")
    #expect(!run.screen.contains("Camera"))
    #expect(run.line(0).contains("100%"))
    run.type("iw")
    #expect(!run.screen.contains("Camera"))
    #expect(run.line(0).contains("fit"))

    let beside = open(columns: 80, rows: 24)
    beside.type("z")
    #expect(beside.screen.contains("Camera"))
  }

  @Test func `what doesn't zoom closes nothing, and keys may be read together`() {
    let run = open(columns: 40, rows: 12)
    run.type("w-")
    #expect(run.screen.contains("Camera"))
    run.type("i")

    run.terminal.press(.character("i"), .character("z"))
    #expect(!run.screen.contains("Camera"))
    #expect(run.line(0).contains("100%"))
    run.terminal.press(.character("w"), .character("i"))
    #expect(run.screen.contains("Camera"))
  }

  @Test func `it stays open for the next photo, from its start`() {
    let run = open(columns: 80, rows: 24, histogram: Self.hill)
    run.press(.pageDown)

    run.type("n")

    #expect(run.line(0).hasPrefix(" harbour "))
    #expect(run.line(1).contains("│ Photo"))
    #expect(run.line(2).contains("harbour"))
  }

  @Test func `if all of it is visible, PgDn leads to the next photo`() {
    let run = open([.harbour, .couple], columns: 80, rows: 24)

    run.press(.pageDown)

    #expect(run.line(0).hasPrefix(" couple "))
  }

  @Test func `the wheel over it scrolls it, elsewhere it changes the photo`() {
    let run = open(columns: 80, rows: 24, histogram: Self.hill)

    run.terminal.mouse(.wheelDown, column: 60, row: 5)
    #expect(run.line(0).hasPrefix(" couple "))
    #expect(!run.line(1).contains("│ Photo"))
    run.terminal.mouse(.wheelDown, column: 6, row: 5)
    #expect(run.line(0).hasPrefix(" harbour "))
  }

  @Test func `a zoomed photo is moved beside it, and not below it`() throws {
    let run = open([.sized("a", 6000, 4000)], columns: 80, rows: 24)
    run.type("%")
    let before = try #require(run.pictures.visible.first?.look.region)

    run.press(.right)
    #expect(try #require(run.pictures.visible.first?.look.region) != before)
    run.terminal.resize(columns: 40, rows: 12)
    let below = run.pictures.visible.first?.look.region
    run.terminal.mouse(.press, column: 20, row: 5)
    run.terminal.mouse(.drag, column: 10, row: 5)
    run.settle()
    expectEqual(run.pictures.visible.first?.look.region, below)
  }

  // MARK: Its parts

  @Test(arguments: 1...60)
  func `lines never overflow their columns`(columns: Int) {
    let groups = [
      PhotoInformationGroup(
        title: "Camera",
        rows: [
          PhotoInformationRow(label: "Exposure time", value: "1/200 s"),
          PhotoInformationRow(
            label: "Words", value: "日本語の長い説明 and a verylongwordthatnevercomestoanend"),
        ])
    ]

    let theme = Theme.standard()
    for line in InfoText(groups: groups, theme: theme).lines(columns: columns) {
      for part in line where part.style == theme.primary {
        #expect(part.column + GlyphWidth.columns(of: part.text) <= max(columns, part.column + 2))
      }
    }
  }

  @Test func `a histogram of nothing has no lines, one of a spike all else too`() {
    #expect(
      HistogramText(histogram: PictureHistogram(), theme: .standard()).lines(columns: 40).isEmpty)

    var luminance = Array(repeating: UInt32(8), count: 64)
    luminance[63] = .max
    let lines = HistogramText(
      histogram: PictureHistogram(luminance: luminance), theme: .standard()
    ).lines(columns: 66)
    expectEqual(lines.count, 10)
    expectEqual(lines[0].last?.text, String(repeating: "█", count: 64))
    expectEqual(lines[9].last?.text, String(repeating: " ", count: 64))
  }

  @Test func `a histogram has as many bars as there is room for`() {
    let text = HistogramText(histogram: Self.hill, theme: .standard())

    expectEqual(
      text.lines(columns: 34).map { $0.last?.text.replacing(#/ +$/#, with: "") },
      [
        "            ▁▃▅▇█▆▄▂", "        ▁▃▅▇█████████▆▄▂",
        "    ▁▃▅▇█████████████████▆▄▂", "▁▃▅▇█████████████████████████▆▄▂",
        "     ▁▂▄▆▇█▆▅▃▁", "▁▂▄▅▇███████████▆▅▃▁",
        "                 ▁▂▄▆▇█▆▅▃▁", "            ▁▂▄▅▇███████████▆▅▃▁", "", "",
      ])
    expectEqual(text.lines(columns: 66)[0].last?.text.count, 64)
    expectEqual(text.lines(columns: 65)[0].last?.text.count, 32)
    expectEqual(text.lines(columns: 34)[0].last?.text.count, 32)
  }
}
