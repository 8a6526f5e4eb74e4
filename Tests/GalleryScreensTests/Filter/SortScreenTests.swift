import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// `s`: the choice of an order.
struct SortScreenTests {
  private func list(
    _ photos: [Photo] = Photo.four, columns: Int = 80, rows: Int = 14
  ) -> GalleryRun {
    let service = ScriptedService()
    service.answer = { .success(PhotoPage(photos).arranged(for: $0)) }
    return GalleryRun(service: service, columns: columns, rows: rows)
  }

  @Test func `orders are chosen by a letter at the foot`() {
    let run = list()
    run.type("s")

    expectScreen(
      run,
      """
      | Vitrine  Popular                                                      4 photos |
      |────────────────────────────────────────────────────────────────────────────────|
      |▌cccccc  couple                                                        ● €80.00 |
      |▌cccccc  NIKON D500 - two people at the lake                                    |
      | ssssss  vienna.street                                               ● for sale |
      | ssssss  shooting in vienna                                                     |
      | bbbbbb  Moose Bog                                                 not for sale |
      | bbbbbb  fog over the moor                                                      |
      |─ sort ─────────────────────────────────────────────────────────────────────────|
      | s as listed ●  d newest first  D oldest first  t by title                      |
      | T by title, reversed  p lowest price first  P highest price first  c by camera |
      | r highest rating first  R lowest rating first  l by label  n by file name      |
      | N by file name, reversed  z largest file first  Z smallest file first          |
      | f by folder and name                                                           |
      """)
  }

  @Test
  func `a narrow terminal shows only lower-case choices, and the list stays visible`() {
    let run = list(columns: 40, rows: 12)
    run.type("ss")
    run.type("st")
    run.type("s")

    expectScreen(
      run,
      """
      | by title · Popular            4 photos |
      |────────────────────────────────────────|
      |▌cccccc  couple                ● €80.00 |
      |▌cccccc  NIKON D500 - two people at th… |
      | hhhhhh  harbour                        |
      |─ sort ─────────────────────────────────|
      | s as listed  d newest first            |
      | t by title ●  p lowest price first     |
      | c by camera  r highest rating first    |
      | l by label  n by file name             |
      | z largest file first                   |
      | f by folder and name                   |
      """)
  }

  @Test func `where nothing has a price no order by price is offered, but its key works`() {
    let run = list(Photo.stubs(3, saleStatus: .unstated))

    run.type("s")
    #expect(run.screen.contains("d newest first"))
    #expect(!run.screen.contains("price"))
    run.type("p")

    #expect(run.line(0).contains("lowest price first"))
    run.type("s")
    #expect(run.screen.contains("p lowest price first ●"))
  }

  @Test func `Esc and other keys change nothing`() {
    let run = list()
    let before = run.screen
    run.type("sx")
    run.press(.enter)
    #expect(run.screen != before)
    run.press(.escape)

    expectEqual(run.screen, before)
    expectEqual(run.service.queries.count, 1)
  }

  @Test func `the mouse chooses too`() {
    let run = list()
    run.type("s")
    run.terminal.mouse(.press, column: 40, row: 12)
    run.settle()

    expectEqual(run.service.queries.count, 2)
  }
}
