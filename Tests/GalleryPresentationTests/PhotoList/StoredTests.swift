import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Pages from the store, their age, and an unreachable network.
struct StoredTests {
  final class Clock {
    var date = Date(timeIntervalSince1970: 1_700_000_000)
  }

  let service = PagingService()
  let clock = Clock()
  let sut: PhotoListViewModel
  let history: History

  init() {
    let clock = clock
    sut = PhotoListViewModel(
      apiService: service, pageSize: 10, timeZone: .gmt, now: { clock.date })
    history = History(sut)
  }

  private func stored(_ query: PageRequest, hours: Double = 3, from first: Int = 0) -> PhotoPage {
    var page = PhotoPage.of(95, for: query)
    page.photos = Photo.stubs(page.photos.count, from: (query.page - 1) * 10 + first)
    page.storedAt = clock.date - hours * 3_600
    return page
  }

  /// The stored page is shown, and the fresh one is loading.
  private func startStored() throws -> PagingService.Load {
    sut.initFetch()
    let load = try #require(service.openLoads.last)
    load.cached(stored(load.query))
    return load
  }

  @Test func `the stored page is marked with its age until the fresh one is there`() throws {
    sut.initFetch()
    let load = try #require(service.openLoads.last)
    load.cached(stored(load.query, from: 7))
    sut.focus(4)
    sut.willDisplay(rows: 2..<6)
    expectEqual(sut.ageText, "stored 3 hours ago")
    #expect(sut.isLoading)
    clock.date += 3_600
    expectEqual(sut.ageText, "stored 4 hours ago")

    load.answer(.of(95, for: load.query))

    expectEqual(sut.ageText, nil)
    // The photo has moved, and the selection and the window with it.
    expectEqual(sut.title(4), "photo 4")
    expectEqual(sut.focusedIndexPath?.row, 4)
    expectEqual(history.entries, ["loading=true", "reload 95", "reload 95", "loading=false"])
  }

  @Test func `the focus of the stored page and the window move to the photo's new row`() throws {
    let load = try startStored()
    sut.focus(4)
    sut.willDisplay(rows: 2..<6)
    var page = PhotoPage.of(95, for: load.query)
    page.photos = [.stub(id: "x"), .stub(id: "y")] + page.photos.dropLast(2)
    load.answer(page)

    expectEqual(sut.focusedIndexPath?.row, 6)
    expectEqual(sut.displayedRows, 4..<8)
    expectEqual(sut.refreshedText, nil)
  }

  @Test(
    arguments: [
      .noNetwork, .hostNotFound(host: "a.example"), .connectionFailed(host: "a.example"),
      .timedOut(host: "a.example"),
    ] as [PhotoSourceError])
  func `an unreachable source at the start shows a mark and no alert`(
    error: PhotoSourceError
  ) throws {
    let load = try startStored()
    load.fail(error)

    expectEqual(history.entries, ["loading=true", "reload 95", "loading=false"])
    expectEqual(sut.ageText, "offline · stored 3 hours ago")
    expectEqual(sut.state, .photos)
  }

  @Test(
    arguments: [
      (.permissionDenied(name: ""), "You don't have permission"),
      (.notAFeed(name: "a.example", beginning: ""), "a.example is empty."),
      (.serverOverloaded, "Server is overloaded"),
    ] as [(PhotoSourceError, String)])
  func `any other error after the stored page is an alert, and the rows stay marked`(
    error: PhotoSourceError, words: String
  ) throws {
    let load = try startStored()
    load.fail(error)

    expectEqual(sut.alertMessage?.hasPrefix(words), true)
    expectEqual(history.loading, [true, false])
    expectEqual(history.reloads, 1)
    expectEqual(sut.ageText, "stored 3 hours ago")
    expectEqual(sut.numberOfCells, 95)
  }

  @Test func `when the network is back the mark disappears`() throws {
    let load = try startStored()
    load.fail(.noNetwork)
    sut.refresh()
    let second = try #require(service.openLoads.last)
    second.answer(.of(95, for: second.query))

    expectEqual(sut.ageText, nil)
    expectEqual(sut.refreshedText, "Refreshed")
  }

  @Test func `later pages come from the store with their own age, and are not requested twice`()
    throws
  {
    let load = try startStored()
    load.fail(.noNetwork)
    sut.willDisplay(rows: 52..<58)
    let later = try #require(service.openLoads.last)
    expectEqual(later.query.page, 6)
    later.cached(stored(later.query, hours: 50))
    later.fail(.noNetwork)

    expectEqual(sut.title(55), "photo 55")
    expectEqual(sut.ageText, "offline · stored 2 days ago")
    while let margin = service.openLoads.last {
      margin.cached(stored(margin.query, hours: 50))
      margin.fail(.noNetwork)
    }
    expectEqual(sut.footer, .none)
    let asked = service.loads.count
    sut.willDisplay(rows: 52..<58)
    expectEqual(service.loads.count, asked)
    #expect(history.alerts.isEmpty)
    sut.willDisplay(rows: 0..<5)
    expectEqual(sut.ageText, "offline · stored 3 hours ago")
  }

  @Test(arguments: [false, true])
  func `later pages come from the store while the first one is loading`(isRemote: Bool) throws {
    service.capabilities = SourceCapabilities(search: .atSource, isRemote: isRemote)
    service.stored = { $0.page == 7 ? nil : stored($0, hours: 50) }
    let load = try startStored()
    sut.willDisplay(rows: 52..<58)

    expectEqual(sut.title(55), "photo 55")
    expectEqual(sut.ageText, "stored 2 days ago")
    #expect(sut.isLoading)
    expectEqual(service.storedQueries.sorted(), [5, 6, 7])
    sut.willDisplay(rows: 52..<58)
    expectEqual(service.storedQueries.count, 3)
    expectEqual(service.queriedPages, [1])

    load.fail(.noNetwork)
    while let margin = service.openLoads.last {
      if let page = service.stored?(margin.query) { margin.cached(page) }
      margin.fail(.noNetwork)
    }
    expectEqual(sut.title(55), "photo 55")
    expectEqual(sut.ageText, "offline · stored 2 days ago")
  }

  @Test func `stored pages follow each other if the source states no total`() throws {
    service.capabilities = SourceCapabilities(search: .atSource, isRemote: true)
    let page = { (query: PageRequest) in
      var page = stored(query)
      page.totalCount = nil
      page.hasMorePages = query.page < 3
      return page
    }
    service.stored = page
    sut.initFetch()
    let load = try #require(service.openLoads.last)
    load.cached(page(load.query))
    sut.willDisplay(rows: 2..<10)
    sut.willDisplay(rows: 10..<20)

    #expect(sut.numberOfCells >= 20)
    expectEqual(sut.title(15), "photo 15")
    load.answer(.of(30, for: load.query))
    expectEqual(sut.title(3), "photo 3")
  }

  @Test func `while files are checked, the header says so beside the age`() throws {
    let load = try startStored()
    var step = SourceProgress(
      photoCount: 20, completedSteps: 20, knownSteps: 95, isComplete: false, activity: .checking)
    service.announceStep(step)

    expectEqual(sut.activityText, "checking")
    expectEqual(sut.ageText, "stored 3 hours ago")
    step.isComplete = true
    service.announceStep(step)
    load.answer(.of(95, for: load.query))
    expectEqual(sut.activityText, nil)
    expectEqual(sut.ageText, nil)
  }

  @Test func `no stored page is requested if the source stores none`() throws {
    sut.initFetch()
    let load = try #require(service.openLoads.last)
    var page = stored(load.query)
    page.storedAt = nil
    load.cached(page)
    sut.willDisplay(rows: 52..<58)

    #expect(service.storedQueries.isEmpty)
  }

  @Test func `a later page that was never stored says that it could not be loaded`() throws {
    let load = try startStored()
    load.fail(.noNetwork)
    sut.willDisplay(rows: 52..<58)
    try #require(service.openLoads.last).fail(.noNetwork)

    expectEqual(sut.title(55), "Can't load more · r to retry")
    expectEqual(sut.footer, .couldNotLoadMore)
    expectEqual(sut.ageText, "offline")
  }

  @Test func `a page that isn't stored is asked of the source when a refresh is given up`() throws {
    service.capabilities = SourceCapabilities(isRemote: true)
    service.source = { .of(95, for: $0) }
    sut.initFetch()
    service.source = nil
    sut.refresh()
    sut.willDisplay(rows: 52..<58)
    sut.filter(by: "sale:yes")
    sut.leave()

    expectEqual(sut.title(55), "…")
    expectEqual(service.openLoads.last?.query.page, 6)
  }

  @Test func `fresh rows are offline without an age if a later page cannot be reached`()
    throws
  {
    service.source = { .of(95, for: $0) }
    sut.initFetch()
    service.source = nil
    sut.willDisplay(rows: 12..<15)
    try #require(service.openLoads.last).fail(.connectionFailed(host: "a.example"))

    expectEqual(sut.ageText, "offline")
    service.source = { .of(95, for: $0) }
    sut.refresh()
    expectEqual(sut.ageText, nil)
    expectEqual(sut.title(13), "photo 13")
  }

  @Test func `a search offline shows its stored answer, marked`() throws {
    service.source = { .of(95, for: $0) }
    sut.initFetch()
    service.source = nil
    sut.search(for: "sea")
    let load = try #require(service.openLoads.last)
    load.cached(stored(load.query))
    load.fail(.noNetwork)

    expectEqual(sut.searchText, "sea")
    expectEqual(sut.ageText, "offline · stored 3 hours ago")
    #expect(history.alerts.isEmpty)
    #expect(service.savedQueries.isEmpty)
  }

  static let ages: [(TimeInterval, String)] = [
    (-1_000, "just now"), (0, "just now"), (59.9, "just now"), (60, "1 minute ago"),
    (300, "5 minutes ago"), (3_599, "59 minutes ago"), (3_600, "1 hour ago"),
    (10_800, "3 hours ago"), (86_399, "23 hours ago"), (86_400, "1 day ago"),
    (172_800, "2 days ago"), (604_799, "6 days ago"), (604_800, "on 2023-11-07"),
    (1e12, "long ago"), (.infinity, "long ago"), (.nan, "long ago"),
  ]

  @Test(arguments: ages)
  func `ages are in words, and old answers show their day`(seconds: TimeInterval, text: String)
    throws
  {
    sut.initFetch()
    let load = try #require(service.openLoads.last)
    var page = stored(load.query)
    page.storedAt = clock.date - seconds
    load.cached(page)

    expectEqual(sut.ageText, "stored \(text)")
  }

  @Test(arguments: ["-is:selected", "is:selected|rejected"])
  func `stored later pages are filtered with the selection, too`(filter: String) throws {
    service.capabilities = SourceCapabilities(search: .atSource, isRemote: true)
    sut.initFetch()
    let first = try #require(service.openLoads.last)
    first.answer(.of(95, for: first.query))
    sut.toggle(.stub(id: "2"))
    var selections: [[Photo.ID]] = []
    service.stored = { request in
      selections.append(request.selection)
      return nil
    }

    sut.filter(by: filter)
    let load = try #require(service.openLoads.last)
    load.cached(stored(load.query))
    sut.willDisplay(rows: 52..<58)

    #expect(!selections.isEmpty)
    expectEqual(Set(selections), [["2"]])
  }
}
