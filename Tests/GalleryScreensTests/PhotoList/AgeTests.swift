import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// How old what is shown is.
struct AgeTests {
  private let service = ScriptedService()

  /// The rows of three hours ago.
  private func list(columns: Int, rows: Int = 14) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    service.store(
      PhotoPage(
        photos: Photo.four, totalCount: 4, storedAt: run.now.addingTimeInterval(-3 * 3_600)))
    run.settle()
    return run
  }

  @Test func `stored rows are there before the answer, with their age beside the count`() {
    let run = list(columns: 100)

    #expect(run.line(0).hasSuffix("⠋ refreshing    stored 3 hours ago   4 photos "))
    expectEqual(run.selectedLine?.contains("couple"), true)
    service.succeed(Photo.four)

    #expect(run.line(0).hasSuffix("      4 photos "))
    #expect(!run.screen.contains("stored"))
  }

  @Test func `in a narrower terminal the age is at the foot`() {
    let run = list(columns: 80)

    #expect(run.line(12).hasSuffix(" stored 3 hours ago ─"))
    #expect(run.line(0).hasSuffix("⠋ refreshing    4 photos "))
  }

  @Test func `at 40 columns title, count and age are whole`() {
    let run = list(columns: 40, rows: 12)
    service.fail(.noNetwork)

    expectScreen(
      run,
      """
      | Popular                       4 photos |
      |────────────────────────────────────────|
      |▌cccccc  couple                ● €80.00 |
      |▌cccccc  NIKON D500 - two people at th… |
      | ssssss  vienna.street       ● for sale |
      | ssssss  shooting in vienna             |
      | bbbbbb  Moose Bog         not for sale |
      | bbbbbb  fog over the moor              |
      | hhhhhh  harbour                        |
      | hhhhhh                                 |
      |───────── offline · stored 3 hours ago ─|
      | ↑↓ move  Enter open  ? help  q quit    |
      """)
  }

  @Test func `the fresh rows keep the selection with its photo, at its height`() {
    let run = list(columns: 60, rows: 10)
    run.type("j")
    #expect(run.line(4).contains("vienna.street"))

    service.succeed([.stub(id: "new", name: "new one")] + Photo.four)

    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    #expect(run.line(4).contains("vienna.street"))
  }

  @Test func `a feed's own name is in the header after its first page`() {
    let run = GalleryRun(service: service, columns: 60, rows: 14)
    #expect(run.line(0).hasPrefix(" Vitrine  Popular "))
    run.sourceTitle = "Photos of the day"

    service.succeed(Photo.four)

    #expect(run.line(0).hasPrefix(" Vitrine  Photos of the day "))
  }
}
