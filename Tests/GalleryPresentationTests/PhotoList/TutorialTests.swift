import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// What the tutorial's own tests state, said again: its mock, its names, its order.
struct TutorialTests {
  let service = TutorialService()
  let sut: PhotoListViewModel

  init() {
    sut = PhotoListViewModel(apiService: service)
  }

  private func finishFetching() {
    service.completePhotos = (0..<5).map {
      .stub(id: "\($0)", name: "photo \($0)", saleStatus: $0 == 4 ? .notForSale : .forSale)
    }
    sut.initFetch()
    service.fetchSuccess()
  }

  @Test func `the first fetch asks the service`() {
    service.completePhotos = []

    sut.initFetch()

    #expect(service.isFetchPopularPhotoCalled)
  }

  @Test(arguments: [APIError.noNetwork, .serverOverload, .permissionDenied])
  func `a failed fetch shows the error's own words`(error: APIError) {
    sut.initFetch()
    service.fetchFail(error: error)

    expectEqual(sut.alertMessage, error.rawValue)
  }

  @Test func `the errors have the tutorial's words`() {
    expectEqual(APIError.noNetwork.rawValue, "No Network")
    expectEqual(APIError.serverOverload.rawValue, "Server is overloaded")
    expectEqual(APIError.permissionDenied.rawValue, "You don't have permission")
  }

  @Test func `there are as many cells as photos, and the table is told`() {
    service.completePhotos = Photo.stubs(7)
    var reloads = 0
    sut.reloadTableViewClosure = { () in reloads += 1 }

    sut.initFetch()
    service.fetchSuccess()

    expectEqual(sut.numberOfCells, 7)
    expectEqual(reloads, 1)
  }

  @Test func `it is loading until the photos are there`() {
    var loadingStatus = false
    sut.updateLoadingStatus = { [weak sut] in loadingStatus = sut?.isLoading ?? false }

    sut.initFetch()
    #expect(loadingStatus)

    service.fetchSuccess()
    #expect(!loadingStatus)
  }

  @Test func `a photo that is for sale may be opened`() {
    finishFetching()

    sut.userPressed(at: IndexPath(row: 0, section: 0))

    #expect(sut.isAllowSegue)
    expectEqual(sut.selectedPhoto?.name, "photo 0")
  }

  @Test func `a photo that is not for sale raises the alert and stays on the list`() {
    finishFetching()
    sut.userPressed(at: IndexPath(row: 0, section: 0))
    var messages: [String?] = []
    sut.showAlertClosure = { [weak sut] in messages.append(sut?.alertMessage) }

    sut.userPressed(at: IndexPath(row: 4, section: 0))

    #expect(!sut.isAllowSegue)
    expectEqual(sut.selectedPhoto, nil)
    expectEqual(messages, ["This item is not for sale"])
  }

  @Test func `a cell is that of its row`() {
    finishFetching()

    expectEqual(sut.getCellViewModel(at: IndexPath(row: 1, section: 0)).titleText, "photo 1")
  }

  @Test func `a success without photos is an empty list`() {
    service.completePhotos = []
    sut.initFetch()
    service.fetchSuccess()

    expectEqual(sut.numberOfCells, 0)
    expectEqual(sut.state, .empty)
    expectEqual(sut.alertMessage, nil)
  }

  @Test func `a failure without an error still says that it failed`() {
    sut.initFetch()
    service.fetchFail(error: nil)

    expectEqual(sut.alertMessage, "Can't load the photos. Press r to retry")
    #expect(!sut.isLoading)
  }

  @Test func `a success with an error is a failure`() {
    sut.initFetch()
    service.completeClosure?(true, Photo.stubs(2), .noNetwork)

    expectEqual(sut.alertMessage, "No Network")
    expectEqual(sut.numberOfCells, 0)
  }

  @Test(arguments: [-1, 5, 4_000, Int.max, Int.min])
  func `a row that is not there never traps`(row: Int) {
    finishFetching()
    let indexPath = IndexPath(row: row, section: 0)

    #expect(sut.getCellViewModel(at: indexPath).isPlaceholder)
    expectEqual(sut.photo(at: indexPath), nil)
    sut.focusMoved(to: indexPath)
    sut.userPressed(at: indexPath)

    #expect(!sut.isAllowSegue)
    expectEqual(sut.selectedPhoto, nil)
    #expect(sut.getCellViewModel(at: IndexPath()).isPlaceholder)
  }

  @Test func `all the photos of one answer are rows, however many`() {
    service.completePhotos = Photo.stubs(1_234)
    sut.initFetch()
    service.fetchSuccess()

    expectEqual(sut.numberOfCells, 1_234)
    expectEqual(sut.title(1_233), "photo 1233")
    expectEqual(sut.countText, "1,234 photos")
  }
}
