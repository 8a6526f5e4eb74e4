import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

@testable import GalleryScreens

/// The grid at the sizes that it is made for.
struct PhotoGridSizesTests {
  private func run(_ photos: [Photo], columns: Int, rows: Int) -> GalleryRun {
    let run = GalleryRun(photos, columns: columns, rows: rows)
    run.press(.tab)
    return run
  }

  @Test func `a wide terminal shows a sheet of large pictures and no preview`() {
    let run = run(Photo.four + Photo.stubs(20), columns: 120, rows: 40)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                                                                             24 photos |
      |────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌ccccccccccccccccccccc▐ sssssssssssssssssssss  bbbbbbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhhhhhh  000000000000000000000     ┃|
      |▌couple              ●▐ vienna.street       ●  Moose Bog              harbour                photo 0             ●     ┃|
      |                                                                                                                       ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | 111111111111111111111  222222222222222222222  333333333333333333333  444444444444444444444  555555555555555555555     ┃|
      | photo 1             ●  photo 2             ●  photo 3             ●  photo 4             ●  photo 5             ●     ┃|
      |                                                                                                                       ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | 666666666666666666666  777777777777777777777  888888888888888888888  999999999999999999999  111111111111111111111     ┃|
      | photo 6             ●  photo 7             ●  photo 8             ●  photo 9             ●  photo 10            ●     ┃|
      |                                                                                                                       ┃|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     ┃|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     ┃|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     │|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     │|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     │|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     │|
      | 111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111  111111111111111111111     │|
      | photo 11            ●  photo 12            ●  photo 13            ●  photo 14            ●  photo 15            ●     │|
      |                                                                                                                       │|
      |────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────|
      | ↑↓←→ move  ⏎ open  Tab list  r refresh  ? help  q quit                                                                 |
      """)
  }

  @Test func `in a usual terminal four stand beside each other`() {
    let run = run(Photo.four + Photo.stubs(20), columns: 80, rows: 24)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                                     24 photos |
      |────────────────────────────────────────────────────────────────────────────────|
      |▌ccccccccccccccccc▐ sssssssssssssssss  bbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhh    ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  bbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhh    ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  bbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhh    ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  bbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhh    ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  bbbbbbbbbbbbbbbbb  hhhhhhhhhhhhhhhhh    ┃|
      |▌couple          ●▐ vienna.street   ●  Moose Bog          harbour              ┃|
      |                                                                               ┃|
      | 00000000000000000  11111111111111111  22222222222222222  33333333333333333    ┃|
      | 00000000000000000  11111111111111111  22222222222222222  33333333333333333    ┃|
      | 00000000000000000  11111111111111111  22222222222222222  33333333333333333    ┃|
      | 00000000000000000  11111111111111111  22222222222222222  33333333333333333    │|
      | 00000000000000000  11111111111111111  22222222222222222  33333333333333333    │|
      | photo 0         ●  photo 1         ●  photo 2         ●  photo 3         ●    │|
      |                                                                               │|
      | 44444444444444444  55555555555555555  66666666666666666  77777777777777777    │|
      | 44444444444444444  55555555555555555  66666666666666666  77777777777777777    │|
      | 44444444444444444  55555555555555555  66666666666666666  77777777777777777    │|
      | 44444444444444444  55555555555555555  66666666666666666  77777777777777777    │|
      | 44444444444444444  55555555555555555  66666666666666666  77777777777777777    │|
      | photo 4         ●  photo 5         ●  photo 6         ●  photo 7         ●    │|
      |────────────────────────────────────────────────────────────────────────────────|
      | ↑↓←→ move  ⏎ open  Tab list  r refresh  ? help  q quit                         |
      """)
  }

  @Test func `in a small terminal two stand beside each other`() {
    let run = run(Photo.four, columns: 40, rows: 12)

    expectScreen(
      run,
      """
      | Popular                       4 photos |
      |────────────────────────────────────────|
      |▌ccccccccccccccccc▐ sssssssssssssssss  ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  ┃|
      |▌ccccccccccccccccc▐ sssssssssssssssss  │|
      |▌ccccccccccccccccc▐ sssssssssssssssss  │|
      |▌couple          ●▐ vienna.street   ●  │|
      |                                       │|
      |────────────────────────────────────────|
      | ↑↓←→ move  ⏎ open  r refresh  ? help   |
      """)
  }

  @Test func `in the smallest terminal pictures are small but there`() {
    let run = run(Photo.four, columns: 20, rows: 5)

    expectScreen(
      run,
      """
      | Popular   4 photos |
      |▌ccccccc▐ sssssss  ┃|
      |▌ccccccc▐ sssssss  │|
      |▌coup… ●▐ vien… ●  │|
      | ↑↓←→ move  ⏎ open  |
      """)
  }

  @Test func `a single photo stands at the beginning`() {
    let run = run([.couple], columns: 60, rows: 16)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                   1 photo |
      |────────────────────────────────────────────────────────────|
      |▌cccccccccccc▐                                              |
      |▌cccccccccccc▐                                              |
      |▌cccccccccccc▐                                              |
      |▌cccccccccccc▐                                              |
      |▌couple     ●▐                                              |
      |                                                            |
      |                                                            |
      |                                                            |
      |                                                            |
      |                                                            |
      |                                                            |
      |                                                            |
      |────────────────────────────────────────────────────────────|
      | ↑↓←→ move  ⏎ open  r refresh  ? help        No more photos |
      """)
  }

  @Test func `exactly full there is no scroll bar, and one more photo moves no other`() {
    let full = run(Photo.stubs(12), columns: 80, rows: 24)
    let more = run(Photo.stubs(13), columns: 80, rows: 24)

    #expect(!full.screen.contains("┃"))
    #expect(full.screen.contains("No more photos"))
    #expect(more.line(2).hasSuffix("┃"))
    #expect(!more.screen.contains("No more photos"))
    #expect(more.line(2).dropLast() == full.line(2).dropLast())

    more.type("G")

    #expect(more.line(16).hasSuffix(" ┃"))
    #expect(more.line(21).hasPrefix("▌photo 12"))
    #expect(more.screen.contains("No more photos"))
  }

  @Test func `an empty source says what to do, as in the list`() {
    let run = GalleryRun([], columns: 60, rows: 12)
    let before = run.screen

    run.press(.tab, .down, .right, .enter, .end)
    run.terminal.mouse(.doubleClick, column: 5, row: 5)

    #expect(run.screen == before)
  }

  @Test func `every size down to 1×1 is drawn, and the grid comes back`() {
    let run = run(Photo.four, columns: 20, rows: 5)
    let before = run.screen

    for rows in (1...5).reversed() {
      for columns in (1...20).reversed() {
        run.terminal.resize(columns: columns, rows: rows)
        #expect(run.terminal.surface.size == Size(columns: columns, rows: rows))
      }
    }
    run.terminal.resize(columns: 20, rows: 5)

    #expect(run.screen == before)
  }
}
