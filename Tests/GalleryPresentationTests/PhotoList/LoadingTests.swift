import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import Testing

struct LoadingTests: ListTests {
  let bench = ListBench(pageSize: 10)

  @Test func `an error with nothing to show says what to do`() throws {
    sut.initFetch()
    try #require(service.loads.last).fail(.notFound(name: "Pictures"))

    expectEqual(sut.state, .failed(.notFound(name: "Pictures")))
    expectEqual(sut.stateText?.title, "Pictures does not exist")
    expectEqual(sut.stateText?.advice, "Check the name, or choose another source")
    expectEqual(
      sut.alertMessage, "Pictures does not exist. Check the name, or choose another source")
    sut.alertDismissed()
    expectEqual(sut.alertMessage, nil)
    expectEqual(history.alerts.count, 1)
  }

  @Test func `Esc leaves a source that says nothing, and r asks it again`() throws {
    sut.initFetch()
    let load = try #require(service.loads.last)

    sut.leave()

    #expect(load.isCancelled)
    #expect(!sut.isLoading)
    expectEqual(sut.state, .failed(.cancelled))
    expectEqual(sut.stateText?.title, "Loading was cancelled")
    expectEqual(sut.alertMessage, nil)
    sut.refresh()
    try #require(service.loads.last).answer(PhotoPage(photos: Photo.stubs(3)))
    expectEqual(sut.numberOfCells, 3)
  }

  @Test func `the states follow each other, and after an error from nothing`() throws {
    expectEqual(sut.state, .idle)
    sut.initFetch()
    expectEqual(sut.state, .loading)
    try #require(service.loads.last).fail(.noNetwork)
    sut.refresh()
    expectEqual(sut.state, .loading)
    expectEqual(sut.numberOfCells, 0)
    try #require(service.loads.last).answer(PhotoPage(photos: []))
    expectEqual(sut.state, .empty)
    expectEqual(sut.stateText?.title, "No photos")
    expectEqual(sut.countText, "0 photos")
    sut.refresh()
    try #require(service.loads.last).answer(PhotoPage(photos: Photo.stubs(1)))
    expectEqual(sut.state, .photos)
    expectEqual(sut.stateText, nil)
  }

  @Test func `only the first answer of a service counts`() throws {
    sut.initFetch()
    let load = try #require(service.loads.last)
    load.answer(PhotoPage(photos: Photo.stubs(3)))
    load.answer(PhotoPage(photos: Photo.stubs(5)))
    load.cached(PhotoPage(photos: Photo.stubs(7)))

    expectEqual(sut.numberOfCells, 3)
    expectEqual(history.loading, [true, false])
  }

  @Test func `a list that is released cancels its loads`() throws {
    var viewModel: PhotoListViewModel? = PhotoListViewModel(apiService: service)
    viewModel?.initFetch()
    expectEqual(viewModel?.isLoading, true)
    viewModel = nil

    #expect(try #require(service.loads.last).isCancelled)
  }
}
