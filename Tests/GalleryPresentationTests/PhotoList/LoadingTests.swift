import GalleryPresentation
import GalleryTestSupport
import Testing

struct LoadingTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    sut = PhotoListViewModel(apiService: service, pageSize: 10)
    history = History(sut)
  }

  @Test func `the data are announced first, and then the end of loading`() throws {
    sut.initFetch()
    try #require(service.loads.last).answer(PhotoPage(photos: Photo.stubs(3)))

    #expect(history.entries == ["loading=true", "reload 3", "loading=false"])
    #expect(history.loading == [true, false])
  }

  @Test func `an answer within the call is announced within the call`() {
    service.source = { .of(3, for: $0) }

    sut.initFetch()

    #expect(history.entries == ["loading=true", "reload 3", "loading=false"])
    #expect(!sut.isLoading)
  }

  @Test func `the stored page is shown while the fresh one is loading`() throws {
    sut.initFetch()
    let load = try #require(service.loads.last)
    load.cached(PhotoPage(photos: Photo.stubs(2)))
    #expect(sut.isLoading)
    #expect(sut.numberOfCells == 2)

    load.answer(PhotoPage(photos: Photo.stubs(3)))

    #expect(history.entries == ["loading=true", "reload 2", "reload 3", "loading=false"])
  }

  @Test func `an error after the stored page raises the alert and the rows stay`() throws {
    sut.initFetch()
    let load = try #require(service.loads.last)
    load.cached(PhotoPage(photos: Photo.stubs(2)))
    load.fail(.serverOverloaded)

    #expect(
      history.entries
        == ["loading=true", "reload 2", "alert Server is overloaded", "loading=false"])
    #expect(sut.numberOfCells == 2)
    #expect(sut.state == .photos)
  }

  @Test func `an error with nothing to show says what to do`() throws {
    sut.initFetch()
    try #require(service.loads.last).fail(.notFound(name: "Pictures"))

    #expect(sut.state == .failed(.notFound(name: "Pictures")))
    #expect(sut.stateText?.title == "Pictures does not exist")
    #expect(sut.stateText?.advice == "Check the name, or choose another source")
    #expect(sut.alertMessage == "Pictures does not exist. Check the name, or choose another source")
  }

  @Test func `after an error a refresh starts from nothing`() throws {
    sut.initFetch()
    try #require(service.loads.last).fail(.noNetwork)
    sut.refresh()
    #expect(sut.state == .loading)
    #expect(!sut.isRefreshing)

    try #require(service.loads.last).answer(PhotoPage(photos: Photo.stubs(1)))

    #expect(sut.state == .photos)
    #expect(sut.stateText == nil)
  }

  @Test func `the states follow each other`() throws {
    #expect(sut.state == .idle)
    sut.initFetch()
    #expect(sut.state == .loading)
    try #require(service.loads.last).answer(PhotoPage(photos: []))
    #expect(sut.state == .empty)
    #expect(sut.stateText?.title == "No photos")
    #expect(sut.countText == "0 photos")
  }

  @Test func `only the first answer of a service counts`() throws {
    sut.initFetch()
    let load = try #require(service.loads.last)
    load.answer(PhotoPage(photos: Photo.stubs(3)))
    load.answer(PhotoPage(photos: Photo.stubs(5)))
    load.cached(PhotoPage(photos: Photo.stubs(7)))

    #expect(sut.numberOfCells == 3)
    #expect(history.loading == [true, false])
  }

  @Test func `a source that cancels a load itself raises no alert`() throws {
    sut.initFetch()
    try #require(service.loads.last).fail(.cancelled)

    #expect(history.entries == ["loading=true", "loading=false"])
  }

  @Test func `a list that is released cancels its loads`() throws {
    var viewModel: PhotoListViewModel? = PhotoListViewModel(apiService: service)
    viewModel?.initFetch()
    #expect(viewModel?.isLoading == true)
    viewModel = nil

    #expect(try #require(service.loads.last).isCancelled)
  }

  @Test func `a closed alert is forgotten without another`() throws {
    sut.initFetch()
    try #require(service.loads.last).fail(.noNetwork)
    sut.alertDismissed()

    #expect(sut.alertMessage == nil)
    #expect(history.alerts == ["No Network"])
  }
}
