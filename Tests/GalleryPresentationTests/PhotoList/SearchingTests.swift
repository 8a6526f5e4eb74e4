import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct SearchingTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    service.capabilities = SourceCapabilities(
      search: .atSource, terms: [.forSale], isRemote: true)
    sut = PhotoListViewModel(apiService: service, pageSize: 10)
    history = History(sut)
  }

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

  @Test func `visible rows stay until the first page of the search is there`() throws {
    start()
    sut.search(for: "  sea\u{1B}[31m  gull ")

    #expect(sut.title(33) == "photo 33")
    #expect(sut.searchText == nil)
    #expect(sut.wantedSearchText == "sea gull")
    let load = try #require(service.openLoads.last)
    #expect(load.query == PageRequest(pageSize: 10, search: "sea gull"))
    load.answer(found(3))

    #expect(history.entries == ["loading=true", "reload 3", "loading=false"])
    #expect(sut.searchText == "sea gull")
    #expect(sut.focusedIndexPath?.row == 0)
    #expect(sut.title(0) == "photo 500")
    #expect(service.savedQueries == ["sea gull"])
  }

  @Test func `leaving a search restores rows, focus and window without a request`() throws {
    start()
    sut.search(for: "sea")
    try #require(service.openLoads.last).answer(found(3))
    sut.willDisplay(rows: 0..<3)
    let asked = service.loads.count
    history.clear()

    sut.leaveSearch()

    #expect(history.entries == ["reload 95"])
    #expect(sut.searchText == nil)
    #expect(sut.focusedIndexPath?.row == 33)
    #expect(sut.title(33) == "photo 33")
    #expect(sut.displayedRows == 30..<35)
    #expect(service.loads.count == asked)
  }

  @Test func `a search that has not come is cancelled and announces nothing but its end`() throws {
    start()
    sut.search(for: "sea")
    let load = try #require(service.openLoads.last)
    sut.leaveSearch()

    #expect(load.isCancelled)
    load.answer(found(3))
    #expect(history.entries == ["loading=true", "loading=false"])
    #expect(sut.title(33) == "photo 33")
    #expect(service.savedQueries.isEmpty)
  }

  @Test func `a search within a search still leads back to the start`() throws {
    start()
    for text in ["sea", "gull", "sand"] {
      sut.search(for: text)
      try #require(service.openLoads.last).answer(found(3))
    }
    #expect(sut.searchText == "sand")
    sut.leaveSearch()

    #expect(sut.focusedIndexPath?.row == 33)
    #expect(sut.numberOfCells == 95)
    sut.leaveSearch()
    #expect(sut.numberOfCells == 95)
    #expect(service.savedQueries == ["sea", "gull", "sand"])
  }

  @Test func `a search that fails keeps the rows, says so, and is not remembered`() throws {
    start()
    sut.search(for: "sea")
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))

    #expect(
      history.entries == [
        "loading=true",
        "alert photos.example timed out. Press r to retry",
        "loading=false",
      ])
    #expect(sut.title(33) == "photo 33")
    #expect(sut.searchText == nil)
    #expect(sut.wantedSearchText == nil)
    #expect(service.savedQueries.isEmpty)
  }

  @Test func `a failed search is tried again, and forgotten once something else is wanted`()
    throws
  {
    start()
    sut.search(for: "sea")
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))
    sut.alertDismissed()

    sut.tryAgain()
    #expect(sut.wantedSearchText == "sea")
    try #require(service.openLoads.last).answer(found(3))
    #expect(sut.searchText == "sea")
    #expect(service.savedQueries == ["sea"])
    sut.leaveSearch()

    sut.search(for: "gull")
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))
    sut.refresh()
    #expect(sut.wantedSearchText == nil)
    try #require(service.openLoads.last).fail(.timedOut(host: "photos.example"))
    sut.tryAgain()
    #expect(sut.wantedSearchText == nil)
    #expect(sut.isRefreshing)
  }

  @Test func `a search that fails where there are no rows says why, and can be left`() throws {
    service.source = { _ in PhotoPage(photos: []) }
    sut.initFetch()
    service.source = nil
    sut.search(for: "sea")
    try #require(service.openLoads.last).fail(.noNetwork)
    #expect(sut.state == .failed(.noNetwork))
    #expect(sut.searchText == "sea")

    sut.leaveSearch()
    #expect(sut.state == .empty)
    #expect(sut.stateText?.title == "No photos")
  }

  @Test func `a search that finds nothing says what to do`() throws {
    start()
    sut.search(for: "sea")
    try #require(service.openLoads.last).answer(found(0))

    #expect(sut.state == .empty)
    #expect(sut.stateText?.title == "No photos match \"sea\"")
    #expect(
      sut.stateText?.advice
        == "Press / to search again, or Esc to clear the search")
    service.capabilities.search = .here
    sut.search(for: "sea")
    try #require(service.openLoads.last).answer(found(0))
    #expect(sut.stateText?.advice.hasPrefix("Searched loaded photos only. ") == true)
    service.capabilities.holdsOwnFiles = true
    sut.search(for: "sea")
    try #require(service.openLoads.last).answer(found(0))
    #expect(sut.stateText?.advice.hasPrefix("Press / to search again") == true)
    sut.leaveSearch()
    #expect(sut.numberOfCells == 95)
  }

  @Test(arguments: ["", "  ", "\u{1B}[31m", "\n\t"])
  func `blank text leaves the search`(text: String) throws {
    start()
    sut.search(for: text)
    #expect(history.entries.isEmpty)
    sut.search(for: "sea")
    try #require(service.openLoads.last).answer(found(3))
    sut.search(for: text)

    #expect(sut.searchText == nil)
    #expect(sut.numberOfCells == 95)
  }

  @Test func `the stored page of a search comes first and the fresh one then`() throws {
    start()
    sut.search(for: "sea")
    let load = try #require(service.openLoads.last)
    load.cached(found(2))
    #expect(sut.searchText == "sea")
    #expect(sut.numberOfCells == 2)
    #expect(service.savedQueries.isEmpty)
    sut.focus(1)
    load.answer(PhotoPage(photos: Photo.stubs(3, from: 499), totalCount: 3))

    #expect(history.entries == ["loading=true", "reload 2", "reload 3", "loading=false"])
    #expect(sut.focusedIndexPath?.row == 2)
    #expect(service.savedQueries == ["sea"])
    sut.leaveSearch()
    #expect(sut.focusedIndexPath?.row == 33)
  }

  @Test func `a stored search left before its fresh page is not remembered`() throws {
    start()
    sut.search(for: "sea")
    let load = try #require(service.openLoads.last)
    load.cached(found(2))
    sut.leaveSearch()
    load.answer(found(3))

    #expect(history.entries == ["loading=true", "reload 2", "reload 95", "loading=false"])
    #expect(service.savedQueries.isEmpty)
  }

  @Test func `a search before the first page is there leads back to loading it`() throws {
    sut.initFetch()
    sut.search(for: "sea")
    #expect(service.openLoads.map(\.query.search) == ["sea"])
    try #require(service.openLoads.last).answer(found(3))
    sut.leaveSearch()
    #expect(sut.state == .loading)
    #expect(service.openLoads.map(\.query) == [PageRequest(pageSize: 10)])
    try #require(service.openLoads.last).answer(.of(95, for: PageRequest(pageSize: 10)))

    #expect(
      history.entries == [
        "loading=true", "reload 3", "loading=false", "reload 0", "loading=true", "reload 95",
        "loading=false",
      ])
  }

  @Test func `later pages of a search are requested with the search`() throws {
    start()
    sut.search(for: "sea")
    try #require(service.openLoads.last).answer(.of(25, for: PageRequest(pageSize: 10)))
    sut.willDisplay(rows: 10..<15)

    #expect(service.openLoads.map(\.query) == [PageRequest(page: 2, pageSize: 10, search: "sea")])
  }

  @Test func `r while a search is loading requests the search again`() throws {
    start()
    sut.search(for: "sea")
    sut.refresh()
    let load = try #require(service.openLoads.last)
    #expect(load.query == PageRequest(pageSize: 10, search: "sea", isRefresh: true))
    load.answer(found(3))

    #expect(history.loading == [true, false])
    #expect(service.savedQueries == ["sea"])
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

    #expect(sut.numberOfCells == 2)
    #expect(sut.countText == "2 found of 3 photos")
    sut.show(onlyForSale: true)
    service.fetchSuccess()
    #expect(sut.numberOfCells == 1)
    #expect(sut.title(0) == "Wien")
    sut.leaveSearch()
    #expect(sut.numberOfCells == 3)
    #expect(sut.shownFilter == .everything)
  }
}
