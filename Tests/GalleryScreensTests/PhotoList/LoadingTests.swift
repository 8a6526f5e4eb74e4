import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import TerminalKit
import Testing

/// The list before there are rows, and where there are none.
struct FirstLoadTests {
  private let service = ScriptedService()

  @Test func `the first load says that it is running`() {
    let run = GalleryRun(service: service, columns: 60, rows: 12)

    expectEqual(run.line(0), " Popular                                       ⠋ loading    ")
    expectEqual(run.line(5), "                          Loading…                          ")
    #expect(run.line(11).hasPrefix(" r refresh  ? all keys  q quit "))
  }

  @Test func `a failed load says what to do, in the place of the rows alone, however often`() {
    let run = GalleryRun(service: service, columns: 60, rows: 12)
    service.fail(.noNetwork)
    let before = run.screen
    expectEqual(run.line(0).trimmingPrefix(" ").prefix(8), "Popular ")
    expectEqual(run.line(4), "                         No Network                         ")
    expectEqual(run.line(6), "             Check the connection, then press r             ")
    #expect(run.line(11).hasPrefix(" r refresh  ? all keys  q quit "))

    run.type("r")
    service.fail(.noNetwork)

    expectEqual(run.screen, before)
  }

  @Test func `a source counts as opened once it could be read, and only once`() {
    let run = GalleryRun(service: service)
    var count = 0
    run.coordinator?.onOpened = { count += 1 }
    service.fail(.noNetwork)
    run.settle()
    expectEqual(count, 0)

    run.type("r")
    service.succeed(Photo.four)
    run.settle()
    expectEqual(count, 1)
    run.type("r")
    service.succeed(Photo.four)
    run.settle()

    expectEqual(count, 1)
  }

  @Test func `a source that is left before all of it is there was opened with its first photos`() {
    let run = GalleryRun(service: service)
    var count = 0
    run.coordinator?.onOpened = { count += 1 }

    service.store(PhotoPage(photos: Photo.four, totalCount: 4))
    run.settle()
    expectEqual(count, 1)
    service.succeed(Photo.four)
    run.settle()

    expectEqual(count, 1)
  }

  @Test func `a long reason is wrapped, not cut`() {
    let run = GalleryRun(service: service, columns: 40, rows: 12)

    service.fail(
      .malformed(
        name: "a-gallery-with-a-long-name.json", line: 3, column: 14, reason: "a comma is missing"))

    expectEqual(
      (3..<8).map(run.line),
      [
        "              Can't parse               ", " a-gallery-with-a-long-name.json, line  ",
        "    3, column 14: a comma is missing    ", "                                        ",
        "       Fix the file, then press r       ",
      ])
  }

  @Test func `an empty source says what to do`() {
    let run = GalleryRun([], columns: 60, rows: 12)

    #expect(run.line(0).hasSuffix(" 0 photos "))
    #expect(run.line(4).hasPrefix("                         No photos "))
    #expect(run.line(6).hasPrefix("              Press r to refresh, or q to quit "))
    #expect(run.line(11).hasPrefix(" r refresh  ? all keys  q quit "))
  }

  @Test func `keys that move or open do nothing without rows`() {
    let run = GalleryRun([], columns: 60, rows: 12)
    let before = run.screen

    run.press(.down, .up, .pageDown, .end, .home, .enter, .right)
    run.terminal.doubleClick(column: 5, row: 5)
    run.terminal.mouse(.wheelDown, column: 5, row: 5)

    expectEqual(run.screen, before)
  }
}

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

    #expect(run.line(0).hasSuffix("⠋ refreshing  stored 3 hours ago    1/4 "))
    expectEqual(run.selectedLine?.contains("couple"), true)
    service.succeed(Photo.four)

    #expect(run.line(0).hasSuffix("      1/4 "))
    #expect(!run.screen.contains("stored"))
  }

  @Test func `in a narrower terminal the age is at the foot`() {
    let run = list(columns: 79)

    run.noteTicks.tick()
    #expect(run.line(13).hasSuffix("  stored 3 hours ago "))
    #expect(run.line(0).hasSuffix("⠋ refreshing    1/4 "))
  }

  @Test func `at 40 columns title, count and age are whole`() {
    let run = list(columns: 40, rows: 12)
    service.fail(.noNetwork)
    run.press(.escape)
    run.noteTicks.tick()

    expectEqual(run.line(0), " Popular                            1/4 ")
    expectEqual(run.line(11), " ? keys    offline · stored 3 hours ago ")
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
    #expect(run.line(0).hasPrefix(" Popular "))
    run.sourceTitle = "Photos of the day"

    service.succeed(Photo.four)

    #expect(run.line(0).hasPrefix(" Photos of the day "))
  }
}

/// A source that is still being read while its first rows are shown.
struct ScanningTests {
  private let service = ScriptedService()

  private func start(columns: Int) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: 12)
    service.succeed(PhotoPage(photos: Photo.stubs(100), totalCount: 100, hasMorePages: true))
    return run
  }

  private func step(_ photoCount: Int, _ done: Int, of known: Int, isComplete: Bool = false) {
    service.announceStep(
      SourceProgress(
        photoCount: photoCount, completedSteps: done, knownSteps: known, isComplete: isComplete))
  }

  @Test(arguments: [
    (80, " Popular                                   scanning ████████████▊      1/12,000 "),
    (60, " Popular                       scanning ████▌      1/12,000 "),
    (40, " Popular                     ⠋ 1/12,000 "),
  ])
  func `the header counts up beside a bar, or in a narrow one a spinner, until all is read`(
    columns: Int, header: String
  ) {
    let run = start(columns: columns)
    step(12_000, columns == 80 ? 3 : 1, of: columns == 80 ? 4 : 2)
    expectEqual(run.line(0), header)

    step(12_500, 4, of: 4, isComplete: true)

    #expect(run.line(0).hasSuffix(" 1/12,500 "))
    #expect(!run.line(0).contains("scanning") && !run.spinnerTicks.isRunning)
  }
}

/// Loading the list again while it is looked at.
struct RefreshTests {
  private let service = ScriptedService()

  private func start(columns: Int = 60, rows: Int = 14) -> GalleryRun {
    let run = GalleryRun(service: service, columns: columns, rows: rows)
    service.succeed(Photo.four)
    return run
  }

  @Test func `the old rows stay under the spinner until the new ones are there`() {
    let run = start()
    let rows = (2..<12).map(run.line)

    run.type("r")
    #expect(run.line(0).hasSuffix(" ⠋ refreshing    1/4 "))
    expectEqual((2..<12).map(run.line), rows)
    expectEqual(run.pictures.refreshCount, 1)

    service.succeed([.street])
    #expect(run.line(0).hasSuffix("   1/1 "))
    #expect(run.line(2).hasPrefix("▌ssssss  vienna.street") && !run.screen.contains("couple"))
    #expect(run.line(13).hasSuffix("  Refreshed "))
  }

  @Test func `the spinner turns with the ticks and stops with the load`() {
    let run = start()
    run.settle()
    #expect(!run.spinnerTicks.isRunning)

    run.type("r")
    #expect(run.line(0).contains("⠋ refreshing"))
    run.spinnerTicks.tick()
    #expect(run.line(0).contains("⠙ refreshing"))
    service.succeed(Photo.four)

    #expect(!run.line(0).contains("refreshing"))
    #expect(!run.spinnerTicks.isRunning)
  }

  @Test func `r next to the message that mentions it tries again`() {
    let run = start()
    run.type("r")
    service.fail(.connectionFailed(host: "photos.example"))
    #expect(run.screen.contains("press r"))
    #expect(!run.noticeTicks.isRunning, "a failure waits for somebody to look")

    run.type("r")

    #expect(!run.screen.contains("press r"))
    #expect(run.line(0).contains("refreshing"))
    service.succeed([.street])
    #expect(run.line(0).contains(" 1/1 "))
  }

  @Test func `an error is shown at the foot until the next key, and the old rows stay`() {
    let run = start()
    run.type("r")

    service.fail(.noNetwork)
    #expect(run.line(2).hasPrefix("▌cccccc  couple "))
    #expect(run.line(13).hasPrefix(" No Network "))

    run.press(.down)
    #expect(!run.screen.contains("No Network"))
    expectEqual(run.selectedLine?.contains("vienna.street"), true)
    #expect(run.line(0).contains("/4 "))
  }

  @Test func `another photo in the same row changes the preview`() {
    let run = start(columns: 100, rows: 24)
    #expect(run.line(2).contains("│ ccc"))

    run.type("r")
    service.succeed([.street, .bog])

    #expect(run.line(2).contains("│ sss"))
    #expect(!run.screen.contains("NIKON"))
  }

  @Test func `the foot says that a folder is gone while its rows stay`() {
    let run = start()

    service.change(.watched(.absent(.gone)))
    service.change(.changed)
    service.fail(.notFound(name: "photos"))

    #expect(run.screen.contains(" The folder is gone "))
    #expect(run.line(0).contains("/4 "))
    expectEqual(run.selectedLine?.contains("couple"), true)
    // That a refresh failed, too, is no longer said when the folder is there again.
    run.type("r")
    service.fail(.notFound(name: "pictures"))
    #expect(run.screen.contains("pictures"))
    service.change(.changed)
    service.succeed([.street, .bog])
    service.change(.watched(.all))
    #expect(!run.screen.contains("The folder is gone") && !run.screen.contains("pictures"))
    #expect(run.line(0).contains("/2 "))
    #expect(run.line(13).contains("Enter open"))
  }

  @Test(arguments: [120, 80, 79, 40])
  func `files that are read behind the screen are counted in the header, or at a narrow one's foot`(
    columns: Int
  ) {
    let run = start(columns: columns, rows: 24)

    service.change(.reading(FileReading(readCount: 12_300, fileCount: 50_000)))
    run.settle()
    run.noteTicks.tick()
    expectEqual(run.line(0).contains("reading 24%    1/4 "), columns >= 80)
    expectEqual(run.line(23).contains("reading 24%"), columns < 80)

    service.change(.reading(nil))
    #expect(!run.screen.contains("reading"))
  }
}
