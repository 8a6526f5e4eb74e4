import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct ProgressTests: ListTests {
  let bench = ListBench()

  @Test func `a folder that is being scanned grows row by row`() {
    service.source = { .of(37, for: $0) }
    sut.initFetch()
    sut.focus(30)
    sut.willDisplay(rows: 0..<40)
    history.clear()

    service.source = { .of(137, for: $0) }
    service.announce(photoCount: 137, steps: 1, of: 4)
    expectEqual(sut.numberOfCells, 137)
    expectEqual(sut.progressFraction, 0.25)
    expectEqual(sut.activityText, "scanning")

    service.source = { .of(5_000, for: $0) }
    service.announce(photoCount: 5_000, steps: 4, of: 4, isComplete: true)
    expectEqual(sut.numberOfCells, 5_000)
    expectEqual(sut.activityText, nil)
    expectEqual(sut.progressFraction, nil)
    expectEqual(sut.countText, "\(CountText.grouped(sut.numberOfCells)) photos")
    // The first page had room when it was read, and was read again.
    for row in 0..<100 { expectEqual(sut.title(row), "photo \(row)") }
    expectEqual(sut.focusedIndexPath?.row, 30)
    #expect(history.loading.isEmpty)
  }

  @Test func `growth keeps the loaded pages`() {
    service.source = { .of(500, for: $0) }
    sut.initFetch()
    sut.willDisplay(rows: 80..<110)
    service.announce(photoCount: 900)

    expectEqual(sut.numberOfCells, 900)
    expectEqual(sut.title(150), "photo 150")
    expectEqual(service.queriedPages, [1, 2])
  }

  @Test func `progress without news about the rows announces no rows`() {
    service.source = { .of(500, for: $0) }
    sut.initFetch()
    history.clear()
    var statuses = 0
    sut.updateStatusClosure = { statuses += 1 }
    service.announce(photoCount: 500)

    #expect(history.entries.isEmpty)
    expectEqual(statuses, 1)
  }

  @Test func `a folder is empty only when it has been read to the end`() {
    service.source = { .of(0, for: $0) }
    sut.initFetch()
    service.announce(photoCount: 0)
    expectEqual(sut.state, .loading)
    expectEqual(sut.stateText?.title, "Scanning…")

    service.announce(photoCount: 0, isComplete: true)
    expectEqual(sut.state, .empty)
  }

  @Test func `items skipped by a scan are counted once`() {
    service.source = { _ in PhotoPage(photos: Photo.stubs(3), skipped: SkippedItems(count: 2)) }
    sut.initFetch()
    service.announce(photoCount: 3, isComplete: true, skippedCount: 4)

    expectEqual(sut.skippedText, "4 unreadable")
  }

  @Test func `during a refresh the new count waits for the new rows`() throws {
    service.source = { .of(500, for: $0) }
    sut.initFetch()
    service.source = nil
    sut.refresh()
    service.announce(photoCount: 800)
    expectEqual(sut.numberOfCells, 500)

    try answer(.of(500, for: PageRequest()))
    expectEqual(sut.numberOfCells, 800)
  }

  @Test(arguments: [Int.max, Int.min])
  func `false progress does no harm`(count: Int) {
    service.source = { .of(500, for: $0) }
    sut.initFetch()
    service.announce(photoCount: count, steps: count, of: 1)
    #expect(sut.numberOfCells >= 500)
    service.announce(photoCount: 1, steps: 1, of: count)
    #expect((0...1).contains(sut.progressFraction ?? 0))
  }
}
