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

    #expect(
      run.line(0)
        == " Vitrine  Popular                    scanning ████████████▊       12,000 photos ")
  }

  @Test func `a long title makes way for the bar`() {
    let run = start(columns: 60)

    step(12_000, 1, of: 2)

    #expect(
      run.line(0)
        == " Vitrine  Popular        scanning ████▌       12,000 photos ")
  }

  @Test func `a narrow header turns a spinner in place of the bar`() {
    let run = start(columns: 40)

    step(12_000, 1, of: 2)

    #expect(run.line(0) == " Popular                ⠋ 12,000 photos ")
  }

  @Test func `the smallest header keeps the title and the spinner, and the number where it fits`() {
    let run = start(columns: 20)

    step(12_000, 1, of: 2)

    #expect(run.line(0) == " Popular   ⠋ 12,000 ")
    step(1_200_000, 1, of: 2)
    #expect(run.line(0) == " Popular          ⠋ ")
  }

  @Test func `the bar is gone when all is read`() {
    let run = start(columns: 80)
    step(12_000, 1, of: 2)

    step(12_500, 2, of: 2, isComplete: true)

    #expect(
      run.line(0)
        == " Vitrine  Popular                                                 12,500 photos ")
    #expect(!run.listTicks.isRunning)
  }

  @Test func `rows that were found while scanning can be reached`() {
    let run = start(columns: 60)
    step(150, 1, of: 2)

    run.type("G")
    service.succeed(
      PhotoPage(number: 2, photos: Photo.stubs(50, from: 100), totalCount: 150))

    #expect(run.selectedLine?.contains("photo 149") == true)
  }
}
