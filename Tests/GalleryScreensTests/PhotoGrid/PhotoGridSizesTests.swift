import ExpectationSupport
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
      |┌──────────────────────────┐                                                                                           ┃|
      |│cccccccccccccccccccccccccc│  ssssssssssssssssssssssssss    bbbbbbbbbbbbbbbbbbbbbbbbbb    hhhhhhhhhhhhhhhhhhhhhhhhhh   ┃|
      ⋮ 9
      |└couple ────────── ● €80.00┘  vienna.street   ● for sale    Moose Bog     not for sale    harbour                      ┃|
      |                                                                                                                       ┃|
      | 00000000000000000000000000   11111111111111111111111111    22222222222222222222222222    33333333333333333333333333   ┃|
      ⋮ 4
      | 00000000000000000000000000   11111111111111111111111111    22222222222222222222222222    33333333333333333333333333   │|
      ⋮ 4
      | photo 0         ● for sale   photo 1         ● for sale    photo 2         ● for sale    photo 3         ● for sale   │|
      |                                                                                                                       │|
      | 44444444444444444444444444   55555555555555555555555555    66666666666666666666666666    77777777777777777777777777   │|
      ⋮ 9
      | photo 4         ● for sale   photo 5         ● for sale    photo 6         ● for sale    photo 7         ● for sale   │|
      |────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────|
      | ↑↓←→ move  Enter open  & filter  / search  f for sale  Tab list  r refresh  ? help  q quit                             |
      """)
  }

  @Test func `in a usual terminal four photos are next to each other`() {
    let run = run(Photo.four + Photo.stubs(20), columns: 80, rows: 24)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                                     24 photos |
      |────────────────────────────────────────────────────────────────────────────────|
      |┌────────────────┐                                                             ┃|
      |│cccccccccccccccc│  ssssssssssssssss    bbbbbbbbbbbbbbbb    hhhhhhhhhhhhhhhh   ┃|
      ⋮ 3
      |└couple ─────── ●┘  vienna.street  ●    Moose Bog      ○    harbour            ┃|
      |                                                                               ┃|
      | 0000000000000000   1111111111111111    2222222222222222    3333333333333333   ┃|
      ⋮ 3
      | photo 0        ●   photo 1        ●    photo 2        ●    photo 3        ●   │|
      |                                                                               │|
      | 4444444444444444   5555555555555555    6666666666666666    7777777777777777   │|
      ⋮ 3
      | photo 4        ●   photo 5        ●    photo 6        ●    photo 7        ●   │|
      |                                                                               │|
      |                                                                               │|
      |────────────────────────────────────────────────────────────────────────────────|
      | ↑↓←→ move  Enter open  / search  f for sale  Tab list  ? help  q quit          |
      """)
  }

  @Test func `in a small terminal two photos are next to each other`() {
    let run = run(Photo.four, columns: 40, rows: 12)

    expectScreen(
      run,
      """
      | Popular                       4 photos |
      |────────────────────────────────────────|
      |┌──────────┐                           ┃|
      |│cccccccccc│  ssssssssss   bbbbbbbbbb  ┃|
      |│cccccccccc│  ssssssssss   bbbbbbbbbb  ┃|
      |│cccccccccc│  ssssssssss   bbbbbbbbbb  ┃|
      |└couple ─ ●┘  vienna.… ●   Moose B… ○  ┃|
      |                                       ┃|
      |                                       │|
      |                                       │|
      |────────────────────────────────────────|
      | ↑↓←→ move  Enter open  ? help  q quit  |
      """)
  }

  @Test func `in the smallest terminal pictures are small but there`() {
    let run = run(Photo.four, columns: 40, rows: 10)

    expectScreen(
      run,
      """
      | Popular                       4 photos |
      |────────────────────────────────────────|
      |┌──────────┐                           ┃|
      |│cccccccccc│  ssssssssss   bbbbbbbbbb  ┃|
      |│cccccccccc│  ssssssssss   bbbbbbbbbb  ┃|
      |│cccccccccc│  ssssssssss   bbbbbbbbbb  │|
      |└couple ─ ●┘  vienna.… ●   Moose B… ○  │|
      |                                       │|
      |────────────────────────────────────────|
      | ↑↓←→ move  Enter open  ? help  q quit  |
      """)
  }

  @Test func `a single photo is at the beginning`() {
    let run = run([.couple], columns: 60, rows: 16)

    expectScreen(
      run,
      """
      | Vitrine  Popular                                   1 photo |
      |────────────────────────────────────────────────────────────|
      |┌────────────────┐                                          |
      |│cccccccccccccccc│                                          |
      ⋮ 3
      |└couple ─────── ●┘                                          |
      |                                                            |
      ⋮ 5
      |────────────────────────────────────────── End of the list ─|
      | ↑↓←→ move  Enter open  / search  ? help  q quit            |
      """)
  }

  @Test func `exactly full there is no scroll bar, and one more photo moves no other`() {
    let full = run(Photo.stubs(12), columns: 80, rows: 24)
    let more = run(Photo.stubs(13), columns: 80, rows: 24)

    #expect(!full.screen.contains("┃"))
    #expect(full.screen.contains("End of the list"))
    #expect(more.line(2).hasSuffix("┃"))
    #expect(!more.screen.contains("End of the list"))
    expectEqual(more.line(2).dropLast(), full.line(2).dropLast())

    more.type("G")

    #expect(more.line(16).hasSuffix(" ┃"))
    #expect(more.line(19).hasPrefix("└photo 12"))
    #expect(more.screen.contains("End of the list"))
  }
}
