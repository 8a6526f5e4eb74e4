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

  @Test(arguments: [
    (80, " Vitrine  Popular                    scanning ████████████▊       12,000 photos "),
    (60, " Vitrine  Popular        scanning ████▌       12,000 photos "),
    (40, " Popular                ⠋ 12,000 photos "),
  ])
  func `the header counts up beside a bar, or in a narrow one a spinner, until all is read`(
    columns: Int, header: String
  ) {
    let run = start(columns: columns)
    step(12_000, columns == 80 ? 3 : 1, of: columns == 80 ? 4 : 2)
    expectEqual(run.line(0), header)

    step(12_500, 4, of: 4, isComplete: true)

    #expect(run.line(0).hasSuffix("  12,500 photos "))
    #expect(!run.line(0).contains("scanning") && !run.listTicks.isRunning)
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
