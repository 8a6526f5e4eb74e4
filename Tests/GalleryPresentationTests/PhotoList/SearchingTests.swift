import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct SearchingTests: ListTests {
  let bench = ListBench(
    pageSize: 10, SourceCapabilities(search: .atSource, operations: ["sale.yes"], isRemote: true))

  /// 95 photos with the 33rd selected, and nothing under way.
  private func start() {
    service.source = { .of(95, for: $0) }
    sut.initFetch()
    sut.willDisplay(rows: 30..<35)
    sut.focus(33)
    service.source = nil
    history.clear()
  }

  private func found(_ count: Int, from first: Int = 500) -> PhotoPage {
    PhotoPage(photos: Photo.stubs(count, from: first), totalCount: count)
  }

  @Test
  func `what is typed is searched in what is known, then in the rest, and entering it saves it`() {
    let service = PagingService()
    service.capabilities.isReadWhole = true
    let sut = PhotoListViewModel(apiService: service, pageSize: 10)
    service.source = { .of(30, for: $0) }
    sut.initFetch()
    sut.focus(7)
    service.source = nil

    sut.searchWhileTyping(for: "s")
    sut.searchWhileTyping(for: "se")
    expectEqual(service.openLoads.count, 1)
    #expect(service.openLoads.last?.query.isPreview == true)
    service.openLoads.last?.answer(found(3))
    expectEqual(sut.numberOfCells, 3)
    expectEqual(sut.focusedIndexPath?.row, 0)
    expectEqual(service.savedQueries, [])

    // The rest is read then, which the same text doesn't begin again.
    expectEqual(sut.activityText, "searching")
    #expect(service.openLoads.last?.query.isPreview == false)
    sut.searchWhileTyping(for: "se")
    var ranked = found(4, from: 600)
    ranked.sortReach = SortReach(readCount: 30, isWhole: true)
    service.openLoads.last?.answer(ranked)
    expectEqual(sut.numberOfCells, 4)
    expectEqual(sut.orderText, "best first")
    sut.searchWhileTyping(for: "se")
    expectEqual(service.openLoads.count, 0)

    sut.search(for: "se")
    #expect(service.openLoads.last?.query.isPreview == false)
    service.openLoads.last?.answer(ranked)
    expectEqual(service.savedQueries, ["se"])
    sut.searchWhileTyping(for: "")
    expectEqual(sut.numberOfCells, 30)
    expectEqual(sut.focusedIndexPath?.row, 7)
  }

  @Test func `what was begun to be found is read to its end, whatever the user wanted meanwhile`() {
    let service = PagingService()
    service.capabilities.isReadWhole = true
    let sut = PhotoListViewModel(apiService: service, pageSize: 10)
    service.source = { .of(30, for: $0) }
    sut.initFetch()
    service.source = nil
    sut.searchWhileTyping(for: "se")
    service.openLoads.last?.answer(found(3))

    sut.sort(by: PhotoSort(.price))
    sut.leave()

    let load = service.openLoads.last
    expectEqual(load?.query.query, PhotoQuery(search: "se"))
    expectEqual(load?.query.isPreview, false)
    var ranked = found(4, from: 600)
    ranked.sortReach = SortReach(readCount: 30, isWhole: true)
    load?.answer(ranked)
    expectEqual(sut.numberOfCells, 4)
    expectEqual(service.openLoads.count, 0)
  }

  @Test func `a filter that was taken off in the results stays off after them`() throws {
    start()
    sut.filter(by: "sale:yes")
    try answer(found(40))
    sut.search(for: "sea")
    try answer(found(3))
    sut.filter(by: "")
    try answer(found(5))

    sut.leaveSearch()

    expectEqual(sut.wantedQuery, .everything)
  }

  @Test(arguments: [true, false])
  func `an order that had not come when the search began comes after it`(isFound: Bool) throws {
    start()
    let date = PhotoSort(.date, isDescending: true)
    sut.sort(by: date)
    sut.search(for: "sea")
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.query.sort, date)
    if isFound { load.answer(found(3)) }

    sut.leaveSearch()

    expectEqual(sut.wantedQuery, PhotoQuery(sort: date))
    try answer(.of(95, for: PageRequest()))
    expectEqual(sut.shownQuery, PhotoQuery(sort: date))
  }

  @Test func `rows stay until the search has a page, and come back as they were`() throws {
    start()
    sut.search(for: "  sea\u{1B}[31m  gull ")

    expectEqual(sut.title(33), "photo 33")
    expectEqual(sut.searchText, nil)
    expectEqual(sut.wantedSearchText, "sea gull")
    let load = try #require(service.openLoads.last)
    expectEqual(load.query, PageRequest(pageSize: 10, search: "sea gull"))
    load.answer(found(3))

    expectEqual(history.entries, ["loading=true", "reload 3", "loading=false"])
    expectEqual(sut.searchText, "sea gull")
    expectEqual(sut.focusedIndexPath?.row, 0)
    expectEqual(sut.title(0), "photo 500")
    expectEqual(service.savedQueries, ["sea gull"])

    sut.willDisplay(rows: 0..<3)
    let asked = service.loads.count
    history.clear()
    sut.leaveSearch()

    expectEqual(history.entries, ["reload 95"])
    expectEqual(sut.searchText, nil)
    expectEqual(sut.focusedIndexPath?.row, 33)
    expectEqual(sut.title(33), "photo 33")
    expectEqual(sut.displayedRows, 30..<35)
    expectEqual(service.loads.count, asked)
  }

  @Test func `a search within a search still leads back to the start`() throws {
    start()
    for text in ["sea", "gull", "sand"] {
      sut.search(for: text)
      try answer(found(3))
    }
    expectEqual(sut.searchText, "sand")
    sut.leaveSearch()

    expectEqual(sut.focusedIndexPath?.row, 33)
    expectEqual(sut.numberOfCells, 95)
    sut.leaveSearch()
    expectEqual(sut.numberOfCells, 95)
    expectEqual(service.savedQueries, ["sea", "gull", "sand"])
  }

  @Test func `a failed search keeps the rows and is tried again, if nothing else is wanted`()
    throws
  {
    start()
    sut.search(for: "sea")
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))
    expectEqual(
      history.entries,
      ["loading=true", "alert photos.example timed out. Press r to retry", "loading=false"])
    expectEqual(sut.title(33), "photo 33")
    expectEqual(sut.searchText, nil)
    expectEqual(sut.wantedSearchText, nil)
    #expect(service.savedQueries.isEmpty)
    sut.alertDismissed()

    sut.tryAgain()
    expectEqual(sut.wantedSearchText, "sea")
    try answer(found(3))
    expectEqual(sut.searchText, "sea")
    expectEqual(service.savedQueries, ["sea"])
    sut.leaveSearch()

    sut.search(for: "gull")
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))
    sut.refresh()
    expectEqual(sut.wantedSearchText, nil)
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))
    sut.tryAgain()
    expectEqual(sut.wantedSearchText, nil)
    #expect(sut.isLoading)
  }

  @Test func `a search that fails where there are no rows says why, and can be left`() throws {
    service.source = { _ in PhotoPage(photos: []) }
    sut.initFetch()
    service.source = nil
    sut.search(for: "sea")
    try #require(service.openLoads.last).fail(.noNetwork)
    expectEqual(sut.state, .failed(.noNetwork))
    expectEqual(sut.searchText, "sea")

    sut.leaveSearch()
    expectEqual(sut.state, .empty)
    expectEqual(sut.stateText?.title, "No photos")
  }

  @Test func `a search that finds nothing says what to do`() throws {
    start()
    sut.search(for: "sea")
    try answer(found(0))

    expectEqual(sut.state, .empty)
    expectEqual(sut.stateText?.title, "No photos match \"sea\"")
    expectEqual(sut.stateText?.advice, "Press / to search again, or Esc to clear the search")
    service.capabilities.search = .here
    service.capabilities.isRemote = true
    sut.search(for: "sea")
    try answer(found(0))
    expectEqual(sut.stateText?.advice.hasPrefix("Searched loaded photos only. "), true)
    service.capabilities.isRemote = false
    sut.search(for: "sea")
    try answer(found(0))
    expectEqual(sut.stateText?.advice.hasPrefix("Press / to search again"), true)
    sut.leaveSearch()
    expectEqual(sut.numberOfCells, 95)
  }

  @Test(arguments: ["", "  ", "\u{1B}[31m", "\n\t"])
  func `blank text leaves the search`(text: String) throws {
    start()
    sut.search(for: text)
    #expect(history.entries.isEmpty)
    sut.search(for: "sea")
    try answer(found(3))
    sut.search(for: text)

    expectEqual(sut.searchText, nil)
    expectEqual(sut.numberOfCells, 95)
  }

  @Test func `the stored page of a search comes first and the fresh one then`() throws {
    start()
    sut.search(for: "sea")
    let load = try #require(service.openLoads.last)
    load.cached(found(2))
    expectEqual(sut.searchText, "sea")
    expectEqual(sut.numberOfCells, 2)
    #expect(service.savedQueries.isEmpty)
    sut.focus(1)
    load.answer(PhotoPage(photos: Photo.stubs(3, from: 499), totalCount: 3))

    expectEqual(history.entries, ["loading=true", "reload 2", "reload 3", "loading=false"])
    expectEqual(sut.focusedIndexPath?.row, 2)
    expectEqual(service.savedQueries, ["sea"])
    sut.leaveSearch()
    expectEqual(sut.focusedIndexPath?.row, 33)
  }

  @Test func `a search before the first page is there leads back to loading it`() throws {
    sut.initFetch()
    sut.search(for: "sea")
    expectEqual(service.openLoads.map(\.query.search), ["sea"])
    try answer(found(3))
    sut.leaveSearch()
    expectEqual(sut.state, .loading)
    expectEqual(service.openLoads.map(\.query), [PageRequest(pageSize: 10)])
    try answer(.of(95, for: PageRequest(pageSize: 10)))

    expectEqual(
      history.entries,
      [
        "loading=true", "reload 3", "loading=false", "reload 0", "loading=true", "reload 95",
        "loading=false",
      ])
  }

  @Test func `a service of one method is searched in its photos`() {
    let service = TutorialService()
    let sut = PhotoListViewModel(apiService: service)
    service.completePhotos = [
      .stub(id: "1", name: "Vienna"), .stub(id: "2", name: "Wien", description: "CAFÉ  Central"),
      .stub(id: "3", name: "café", saleStatus: .notForSale, tags: ["central"]),
    ]
    sut.initFetch()
    service.fetchSuccess()
    sut.search(for: "central cafe")
    service.fetchSuccess()

    expectEqual(sut.numberOfCells, 2)
    expectEqual(sut.countText, "2 found of 3 photos")
    sut.show(onlyForSale: true)
    service.fetchSuccess()
    expectEqual(sut.numberOfCells, 1)
    expectEqual(sut.title(0), "Wien")
    sut.leaveSearch()
    expectEqual(sut.numberOfCells, 3)
    expectEqual(sut.shownFilter, .everything)
  }
}
