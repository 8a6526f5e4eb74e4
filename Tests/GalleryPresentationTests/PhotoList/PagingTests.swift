import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct PagingTests: ListTests {
  let bench = ListBench()

  private func start(total: Int) {
    service.source = { .of(total, for: $0) }
    sut.initFetch()
  }

  @Test func `a jump to the end of a billion photos fetches the last page only`() {
    start(total: 1_000_000_000)
    sut.willDisplay(rows: 999_999_970..<1_000_000_000)

    expectEqual(service.queriedPages, [1, 10_000_000])
    expectEqual(sut.title(999_999_999), "photo 999999999")
    expectEqual(sut.countText, "200 of 1,000,000,000 photos")
    expectEqual(sut.positionTexts, ["200 of 1,000,000,000 photos"])
    expectEqual(sut.totalCount, 1_000_000_000)
  }

  @Test func `a billion photos reached only page after page have the loaded rows`() {
    service.source = { query in
      var page = PhotoPage.of(1_000_000_000, for: query)
      page.comesOneByOne = true
      return page
    }
    sut.initFetch()

    expectEqual(sut.numberOfCells, 100)
    expectEqual(sut.countText, "100 of 1,000,000,000 photos")
    service.source = nil
    sut.willDisplay(rows: 90..<100)
    expectEqual(service.queriedPages, [1, 2])
    expectEqual(sut.footer, .loadingOneByOne)
    expectEqual(sut.footerText, "Loading more… · one page at a time")
  }

  @Test func `pages are loaded nearest first and one at a time`() throws {
    start(total: 1_000)
    service.source = nil
    sut.willDisplay(rows: 195..<225)

    var pages: [Int] = []
    while let load = service.openLoads.last {
      expectEqual(sut.footer, .loadingMore)
      pages.append(load.query.page)
      load.answer(.of(1_000, for: load.query))
    }
    expectEqual(pages, [3, 2])
  }

  @Test func `a page that is scrolled past is cancelled for a visible one`() throws {
    start(total: 10_000)
    service.source = nil
    sut.willDisplay(rows: 1_000..<1_020)
    let passed = try #require(service.openLoads.last)
    sut.willDisplay(rows: 5_050..<5_070)

    #expect(passed.isCancelled)
    expectEqual(service.openLoads.map(\.query.page), [51])
    passed.answer(.of(10_000, for: passed.query))
    #expect(sut.isPlaceholder(1_000))
  }

  @Test func `pages far from the window are dropped and fetched again`() {
    start(total: 10_000)
    sut.willDisplay(rows: 0..<30)
    sut.willDisplay(rows: 5_040..<5_065)
    #expect(sut.isPlaceholder(0))
    #expect(!sut.isPlaceholder(5_020))
    expectEqual(sut.numberOfCells, 10_000)

    sut.willDisplay(rows: 0..<30)
    expectEqual(sut.title(0), "photo 0")
    #expect(sut.isPlaceholder(5_020))
    expectEqual(service.queriedPages, [1, 51, 1])
    // The rows are those of before, whatever has been rated out of a filter.
    expectEqual(service.loads.map(\.query.isAgain), [false, false, true])
  }

  @Test func `pages near the window are kept`() {
    start(total: 10_000)
    for row in stride(from: 0, to: 450, by: 50) { sut.willDisplay(rows: row..<(row + 30)) }
    sut.willDisplay(rows: 0..<30)

    expectEqual(service.queriedPages, [1, 2, 3, 4, 5])
  }

  @Test(arguments: [0, 1, 99, 100, 101, 199, 200, 201])
  func `every size of source is shown to its end`(total: Int) {
    start(total: total)
    sut.willDisplay(rows: 0..<30)
    for row in stride(from: 0, to: total, by: 20) { sut.willDisplay(rows: row..<(row + 20)) }

    expectEqual(sut.numberOfCells, total)
    for row in 0..<total { expectEqual(sut.title(row), "photo \(row)") }
    expectEqual(sut.footer, (total == 0 ? .none : .noMorePhotos))
    expectEqual(service.loads.count, max(1, (total + 99) / 100))
  }

  @Test func `a feed of unknown length grows until its end`() {
    service.source = { query in
      PhotoPage(
        number: query.page,
        photos: Photo.stubs(query.page == 3 ? 20 : 100, from: (query.page - 1) * 100),
        hasMorePages: query.page < 3)
    }
    sut.initFetch()
    expectEqual(sut.numberOfCells, 100)
    expectEqual(sut.countText, "100+ photos")
    expectEqual(sut.footer, .none)

    sut.willDisplay(rows: 80..<100)
    expectEqual(sut.numberOfCells, 200)
    sut.willDisplay(rows: 180..<200)
    expectEqual(sut.numberOfCells, 220)
    expectEqual(sut.footerText, "End of the list")
    expectEqual(sut.countText, "220 photos")
  }

  @Test func `a page that fails stays as placeholders until it is tried again`() throws {
    start(total: 1_000)
    service.source = nil
    sut.willDisplay(rows: 300..<320)
    try #require(service.openLoads.last).fail(.noNetwork)
    // The previous page is within a screenful, and comes next.
    try answer(.of(1_000, for: PageRequest(page: 3)))
    sut.willDisplay(rows: 300..<320)

    #expect(service.openLoads.isEmpty)
    expectEqual(sut.title(310), "Can't load more · r to retry")
    #expect(sut.isPlaceholder(310))
    expectEqual(sut.footerText, "Can't load more · r to retry")
    #expect(history.alerts.isEmpty)

    sut.willDisplay(rows: 0..<20)
    sut.willDisplay(rows: 300..<320)
    expectEqual(service.openLoads.map(\.query.page), [4])
  }

  @Test func `a short page in the middle shifts no photo`() {
    service.source = { query in
      var page = PhotoPage.of(300, for: query)
      if query.page == 1 {
        page.photos.removeLast(3)
        page.skipped.count = 3
      }
      return page
    }
    sut.initFetch()
    expectEqual(sut.numberOfCells, 297)
    sut.willDisplay(rows: 90..<120)
    sut.willDisplay(rows: 190..<220)

    expectEqual(sut.title(96), "photo 96")
    expectEqual(sut.title(97), "photo 100")
    expectEqual(sut.title(296), "photo 299")
    expectEqual(sut.skippedText, "3 unreadable")
    expectEqual(sut.footer, .noMorePhotos)
  }

  @Test func `the focus stays with its photo when a page above turns out short`() {
    service.source = { query in
      var page = PhotoPage.of(1_000, for: query)
      if query.page == 4 { page.photos.removeFirst(10) }
      return page
    }
    sut.initFetch()
    sut.willDisplay(rows: 450..<470)
    sut.focus(455)
    sut.willDisplay(rows: 390..<420)

    expectEqual(sut.focusedIndexPath?.row, 445)
    expectEqual(sut.title(445), "photo 455")
  }

  @Test func `a source that shrinks between pages ends earlier`() {
    start(total: 1_000)
    service.source = { .of(130, for: $0) }
    sut.focus(50)
    sut.willDisplay(rows: 100..<120)

    expectEqual(sut.numberOfCells, 130)
    expectEqual(sut.title(129), "photo 129")
    #expect(sut.isPlaceholder(130))
    sut.willDisplay(rows: 900..<920)
    expectEqual(service.queriedPages, [1, 2])
    expectEqual(sut.focusedIndexPath?.row, 50)
  }

  @Test func `a page past the end ends the list, and the focus moves back into it`() {
    start(total: 1_000)
    service.source = { query in
      query.page <= 8
        ? .of(1_000, for: query) : PhotoPage(number: query.page, photos: [], totalCount: 1_000)
    }
    sut.focus(990)
    sut.willDisplay(rows: 980..<1_000)

    expectEqual(sut.numberOfCells, 800)
    expectEqual(sut.focusedIndexPath?.row, 799)
    expectEqual(sut.title(799), "photo 799")
    expectEqual(service.queriedPages, [1, 10, 9, 8])
  }

  @Test func `a feed with its own page size is read by its pages`() {
    service.source = { query in
      PhotoPage.of(600, for: PageRequest(page: query.page, pageSize: 60))
    }
    sut.initFetch()
    sut.willDisplay(rows: 580..<600)

    expectEqual(sut.numberOfCells, 600)
    expectEqual(service.queriedPages, [1, 10])
    expectEqual(sut.title(599), "photo 599")
  }

  @Test func `a feed that always promises more and returns nothing is not asked again`() {
    service.source = { query in
      PhotoPage(
        number: query.page, photos: query.page == 1 ? Photo.stubs(5) : [], hasMorePages: true,
        skipped: SkippedItems(count: 1))
    }
    sut.initFetch()
    for _ in 0..<10 { sut.willDisplay(rows: 0..<5) }

    expectEqual(sut.numberOfCells, 5)
    #expect(service.loads.count <= 4)
    expectEqual(sut.footer, .noMorePhotos)
  }

  @Test func `a first page of which no photo could be read is not the end`() {
    service.source = { query in
      query.page == 1
        ? PhotoPage(photos: [], hasMorePages: true, skipped: SkippedItems(count: 100))
        : PhotoPage(number: 2, photos: Photo.stubs(5))
    }
    sut.initFetch()

    expectEqual(sut.numberOfCells, 5)
    expectEqual(sut.title(0), "photo 0")
  }

  @Test(arguments: [Int.max, Int.min, -1])
  func `a source that lies about its size does no harm`(total: Int) {
    service.source = { query in
      PhotoPage(
        number: query.page, photos: Photo.stubs(100), totalCount: total, hasMorePages: true,
        skipped: SkippedItems(count: Int.max))
    }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)
    sut.willDisplay(rows: (sut.numberOfCells - 20)..<sut.numberOfCells)
    sut.willDisplay(rows: Int.min..<Int.max)
    sut.willDisplay(rows: (Int.max - 1)..<Int.max)

    #expect(sut.numberOfCells >= 100)
    #expect(sut.title(0) == "photo 0" || sut.isPlaceholder(0))
  }

  @Test func `the stored version of a later page is shown until the fresh one is there`() throws {
    start(total: 1_000)
    service.source = nil
    sut.willDisplay(rows: 130..<150)
    let load = try #require(service.openLoads.last)
    load.cached(PhotoPage(number: 2, photos: Photo.stubs(100, from: 7_000)))
    expectEqual(sut.title(140), "photo 7040")
    load.answer(.of(1_000, for: load.query))
    expectEqual(sut.title(140), "photo 140")
  }

  @Test func `a screen that lays out when rows are announced starts no load twice`() {
    start(total: 1_000)
    sut.reloadTableViewClosure = { [weak sut] in sut?.willDisplay(rows: 190..<220) }
    sut.willDisplay(rows: 190..<220)

    expectEqual(service.queriedPages, [1, 3, 2])
  }
}
