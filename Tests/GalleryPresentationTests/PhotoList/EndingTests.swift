import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// How lists end, and pages that fail.
struct EndingTests: ListTests {
  let bench = ListBench()

  static let endings: [(FeedEnding, String)] = [
    (.neverEnds, "The feed never ends · stopped after 300 photos"),
    (.shrank, "The feed got shorter · 300 photos left"),
    (
      .foldersWithoutPhotos(count: 2_000),
      "No photos in 2,000 folders in a row · stopped after 300 photos"
    ),
    (
      .incomplete(missing(["2019/b"])),
      "Missing 2019/b: Server is overloaded · r to retry"
    ),
    (
      .incomplete(missing(["2019/b", "2020"])),
      "2 folders are missing: Server is overloaded · r to retry"
    ),
    (.tooManyPhotos, "Stopped after 300 photos · the source has more than can be kept"),
  ]

  private static func missing(_ names: [String]) -> MissingFolders {
    let folders = names.map { MissingFolders.Folder(name: $0, error: .serverOverloaded) }
    var missing = MissingFolders(folders[0])
    for folder in folders.dropFirst() { missing.append(folder) }
    return missing
  }

  @Test func `folders that a server did not list are named, a line each`() {
    expectEqual(
      SourceText.stopped(.incomplete(Self.missing((1...12).map { "d\($0)" })), after: 300),
      ["the list is incomplete:"] + (1...10).map { "d\($0): Server is overloaded" } + [
        "… and 2 more folders"
      ])
    expectEqual(
      SourceText.stopped(.foldersWithoutPhotos(count: 2_000), after: 300),
      ["no photos in 2,000 folders in a row; stopped there"])
  }

  @Test(arguments: endings)
  func `a feed that was stopped says why, until it goes on`(ending: FeedEnding, words: String) {
    service.source = { query in
      var page = PhotoPage(
        number: query.page, photos: Photo.stubs(100, from: query.page * 100), hasMorePages: true)
      if query.page == 3 { page.ending = ending }
      return page
    }
    sut.initFetch()
    for row in [90, 190, 290] { sut.willDisplay(rows: row..<(row + 10)) }

    expectEqual(sut.footer, .stopped(ending))
    expectEqual(sut.footerText, words)
    expectEqual(sut.countText, "300 photos")
    expectEqual(service.queriedPages, [1, 2, 3])
    sut.refresh()
    expectEqual(sut.footer, .stopped(ending))
    service.source = { .of(100, for: $0) }
    sut.refresh()
    expectEqual(sut.footer, .noMorePhotos)
  }

  @Test func `a source with fewer photos than it states says how many`() {
    service.source = { query in
      var page = PhotoPage(photos: Photo.stubs(20), totalCount: 73)
      page.statedCount = query.isRefresh ? nil : 73
      return page
    }
    sut.initFetch()

    expectEqual(sut.footer, .endedEarly(of: 73))
    expectEqual(sut.footerText, "The source stopped at 20 of 73 photos")
    sut.refresh()
    expectEqual(sut.footer, .noMorePhotos)
  }

  @Test func `a source that grows during a jump to its end has the new rows`() {
    service.source = { .of(1_000, for: $0) }
    sut.initFetch()
    service.source = { .of(1_250, for: $0) }
    sut.willDisplay(rows: 980..<1_000)

    expectEqual(sut.numberOfCells, 1_250)
    expectEqual(sut.title(999), "photo 999")
    sut.willDisplay(rows: 1_230..<1_250)
    expectEqual(sut.title(1_249), "photo 1249")
    #expect(service.loads.count <= 5)
  }

  /// A list whose page on the screen could not be loaded.
  private func failPage(of rows: Range<Int>) throws {
    service.source = { .of(1_000, for: $0) }
    sut.initFetch()
    service.source = nil
    sut.willDisplay(rows: rows)
    try #require(service.openLoads.last).fail(.serverOverloaded)
  }

  @Test(arguments: [false, true])
  func `r tries the failed page on the screen again, and only that; it says why that fails, too`(
    failsAgain: Bool
  ) throws {
    try failPage(of: 350..<370)
    #expect(history.alerts.isEmpty)
    history.clear()

    sut.refresh()
    expectEqual(service.openLoads.map(\.query), [PageRequest(page: 4)])
    expectEqual(sut.footer, .loadingMore)
    let load = try #require(service.openLoads.last)
    if failsAgain { load.fail(.noNetwork) } else { load.answer(.of(1_000, for: load.query)) }

    #expect(history.loading.isEmpty)
    guard !failsAgain else {
      expectEqual(history.alerts, ["No Network"])
      expectEqual(sut.footerText, "Can't load more · r to retry")
      #expect(service.openLoads.isEmpty)
      return
    }
    expectEqual(sut.title(350), "photo 350")
    #expect(history.alerts.isEmpty)
    sut.refresh()
    expectEqual(service.openLoads.map(\.query.isRefresh), [true])
  }

  @Test func `r refreshes if the failed page is out of sight`() throws {
    // The next page is within a screenful, and not on the screen.
    try failPage(of: 75..<95)
    sut.refresh()

    expectEqual(service.openLoads.map(\.query), [PageRequest(isRefresh: true)])
  }

  @Test func `the page after the last row that fails is tried again with r`() throws {
    func page(_ query: PageRequest) -> PhotoPage {
      PhotoPage(
        number: query.page, photos: Photo.stubs(100, from: query.page * 100), hasMorePages: true)
    }
    service.source = page
    sut.initFetch()
    service.source = nil
    sut.willDisplay(rows: 80..<100)
    try #require(service.openLoads.last).fail(.noNetwork)
    expectEqual(sut.footer, .couldNotLoadMore)
    sut.refresh()
    expectEqual(service.openLoads.map(\.query), [PageRequest(page: 2)])
    try answer(page(PageRequest(page: 2)))

    expectEqual(sut.numberOfCells, 200)
  }
}
