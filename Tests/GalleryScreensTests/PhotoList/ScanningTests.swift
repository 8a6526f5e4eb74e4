import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// A source that is still being read while its first rows are shown.
struct ScanningTests {
  private let service = ScriptedService()

  private func start(columns: Int) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: 12)
    service.succeed(PhotoPage(photos: Photo.stubs(100), totalCount: 100, hasMorePages: true))
    return run
  }

  private func step(_ photoCount: Int, _ done: Int, of known: Int, isComplete: Bool = false) {
    service.announce(
      SourceProgress(
        photoCount: photoCount, completedSteps: done, knownSteps: known, isComplete: isComplete))
  }

  @Test func `the header counts up beside a progress bar`() {
    let run = start(columns: 80)

    step(12_000, 3, of: 4)

    expectEqual(
      run.line(0),
      " Vitrine  Popular                    scanning ████████████▊       12,000 photos ")
  }

  @Test func `a long title makes way for the bar`() {
    let run = start(columns: 60)

    step(12_000, 1, of: 2)

    expectEqual(run.line(0), " Vitrine  Popular        scanning ████▌       12,000 photos ")
  }

  @Test func `a narrow header turns a spinner in place of the bar`() {
    let run = start(columns: 40)

    step(12_000, 1, of: 2)

    expectEqual(run.line(0), " Popular                ⠋ 12,000 photos ")
  }

  @Test func `the bar is gone when all is read`() {
    let run = start(columns: 80)
    step(12_000, 1, of: 2)

    step(12_500, 2, of: 2, isComplete: true)

    expectEqual(
      run.line(0),
      " Vitrine  Popular                                                 12,500 photos ")
    #expect(!run.listTicks.isRunning)
  }

  @Test func `rows that were found while scanning can be reached`() {
    let run = start(columns: 60)
    step(150, 1, of: 2)

    run.type("G")
    service.succeed(
      PhotoPage(number: 2, photos: Photo.stubs(50, from: 100), totalCount: 150))

    expectEqual(run.selectedLine?.contains("photo 149"), true)
  }

  @Test func `a list that is being counted says so, and G waits for its end`() {
    let run = GalleryRun(service: service, columns: 60, rows: 12)
    var page = PhotoPage(photos: Photo.stubs(100), hasMorePages: true)
    page.isBeingCounted = true
    page.sections = .page([PhotoSection(.camera("A"), start: 0, count: 100)])
    service.succeed(page)
    #expect(run.line(0).contains("counting") && run.line(0).contains("100+ photos"))
    #expect(run.line(2).contains(" A ─") && run.line(2).contains(" 100+ ─"))

    run.type("G")
    expectEqual(run.selectedLine?.contains("photo 99"), true)
    #expect((0..<12).contains { run.line($0).contains("Counting…") })
    page = PhotoPage(photos: Photo.stubs(100), totalCount: 5_000, hasMorePages: true)
    page.sections = .whole([PhotoSection(.camera("A"), start: 0, count: 5_000)])
    service.succeed(page)
    service.succeed(
      PhotoPage(
        number: 50, photos: Photo.stubs(100, from: 4_900), totalCount: 5_000, hasMorePages: false))

    expectEqual(run.selectedLine?.contains("photo 4999"), true)
    #expect(!run.line(0).contains("counting") && run.line(0).contains("5,000 photos"))
  }
}
