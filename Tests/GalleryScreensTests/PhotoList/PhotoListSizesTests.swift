import ExpectationSupport
import GalleryPresentation
import TerminalKit
import Testing

@testable import GalleryScreens

/// The list at the sizes that it is made for.
struct PhotoListSizesTests {
  @Test func `a wide terminal shows the selected photo beside the list`() {
    let run = GalleryRun(Photo.four, columns: 120, rows: 40)

    expectScreen(
      run,
      """
      | Popular                                                                                                            1/4 |
      |────────────────────────────────────────────────────────────────────────┬───────────────────────────────────────────────|
      |▌ccccccccc  couple                            1 Oct 2017       ● €80.00 │ ccccccccccccccccccccccccccccccccccccccccccccc |
      |▌ccccccccc  two people at the lake                                      │ ccccccccccccccccccccccccccccccccccccccccccccc |
      |▌ccccccccc  A. Lens · NIKON D500 · 50 mm · ƒ/1.8 · 1/200 s · ISO 100    │ ccccccccccccccccccccccccccccccccccccccccccccc |
      |                                                                        │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | sssssssss  vienna.street                     1 Oct 2017     ● for sale │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | sssssssss  shooting in vienna                                          │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | sssssssss  W H                                                         │ ccccccccccccccccccccccccccccccccccccccccccccc |
      |                                                                        │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | bbbbbbbbb  Moose Bog                                      not for sale │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | bbbbbbbbb  fog over the moor                                           │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | bbbbbbbbb  M. Oose                                                     │ ccccccccccccccccccccccccccccccccccccccccccccc |
      |                                                                        │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | hhhhhhhhh  harbour                                                     │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | hhhhhhhhh                                                              │ ccccccccccccccccccccccccccccccccccccccccccccc |
      | hhhhhhhhh                                                              │ ccccccccccccccccccccccccccccccccccccccccccccc |
      |                                                                        │ 50mm F1.8                                     |
      |                                                                        │ 6000 × 4000 · CC BY 4.0                       |
      |                                                                        │                                               |
      ⋮ 18
      |────────────────────────────────────────────────────────────────────────┴───────────────────────────────────────────────|
      | Enter open  / search  & filter  f for sale  s sort  Tab grid  ? all keys                                               |
      """)
  }

  @Test func `the narrowest terminal with a preview keeps the exposure whole`() {
    let run = GalleryRun(Photo.four, columns: 100, rows: 24)

    for (row, words) in [
      (1, "────┬────"), (4, " · 1/200 s… │ ccc"), (14, "│ 50mm F1.8 "),
      (15, "│ 50 mm · ƒ/1.8 · 1/200 s · ISO 100     "), (16, "│ 6000 × 4000 · CC BY 4.0 "),
    ] { #expect(run.line(row).contains(words), "\(run.line(row))") }
  }

  @Test func `beside the preview the scroll indicator has no track`() {
    let run = GalleryRun(Photo.stubs(50), columns: 100, rows: 24)

    #expect(run.line(2).contains("● for sale ┃│ "))
    #expect(run.line(18).contains("● for sale  │ "))
  }

  @Test func `below 100 columns the list has the whole width`() {
    let run = GalleryRun(Photo.four)

    expectScreen(
      run,
      """
      | Popular                                                                    1/4 |
      |────────────────────────────────────────────────────────────────────────────────|
      |▌ccccccccc  couple                     6000 × 4000    1 Oct 2017       ● €80.00 |
      |▌ccccccccc  two people at the lake                                              |
      |▌ccccccccc  A. Lens · NIKON D500 · 50 mm · ƒ/1.8 · 1/200 s · ISO 100            |
      |                                                                                |
      | sssssssss  vienna.street                             1 Oct 2017     ● for sale |
      | sssssssss  shooting in vienna                                                  |
      | sssssssss  W H                                                                 |
      |                                                                                |
      | bbbbbbbbb  Moose Bog                                              not for sale |
      | bbbbbbbbb  fog over the moor                                                   |
      | bbbbbbbbb  M. Oose                                                             |
      |                                                                                |
      | hhhhhhhhh  harbour                                                             |
      | hhhhhhhhh                                                                      |
      | hhhhhhhhh                                                                      |
      |                                                                                |
      ⋮ 4
      |────────────────────────────────────────────────────────────────────────────────|
      | Enter open  / search  & filter  f for sale  s sort  Tab grid  ? all keys       |
      """)
  }

  @Test func `in a small terminal a row is the title and one line`() {
    let run = GalleryRun(
      [.couple, .street, .bog, .harbour, .couple, .street], columns: 40, rows: 12)

    expectScreen(
      run,
      """
      | Popular                            1/6 |
      |────────────────────────────────────────|
      |▌cccccc  couple               ● €80.00 ┃|
      |▌cccccc  two people at the lake        ┃|
      | ssssss  vienna.street      ● for sale ┃|
      | ssssss  shooting in vienna            ┃|
      | bbbbbb  Moose Bog        not for sale ┃|
      | bbbbbb  fog over the moor             │|
      | hhhhhh  harbour                       │|
      | hhhhhh                                │|
      |────────────────────────────────────────|
      | Enter open  / search  & filter  ? keys |
      """)
  }

  @Test func `where the count does not fit beside the title its numbers do`() {
    let service = ScriptedService()
    service.generates(1_234)
    let run = GalleryRun(service: service, columns: 40, rows: 12)

    run.sourceTitle = "photos.example · Shop"
    run.type("r")
    expectEqual(run.line(0), " photos.example · Shop          1/1,234 ")
    run.sourceTitle = "photos.example"
    run.type("r")
    expectEqual(run.line(0), " photos.example                 1/1,234 ")
  }

  @Test func `in the smallest terminal the last row can be reached`() {
    let run = GalleryRun(Photo.four, columns: 40, rows: 10)

    run.type("G")

    expectEqual(run.line(2), " ssssss  vienna.street      ● for sale │")
    expectEqual(run.line(6), "▌hhhhhh  harbour                       ┃")
    expectEqual(run.line(9), " Enter open  ? keys     End of the list ")
  }
}
