import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct GateTests {
  @Test(arguments: [SaleStatus.forSale, .unstated])
  func `a photo that is for sale or unstated opens within the call`(status: SaleStatus) {
    var opened: [String] = []
    let service = PagingService()
    service.source = { _ in PhotoPage(photos: [.stub(saleStatus: status)]) }
    let sut = PhotoListViewModel(
      apiService: service,
      actions: PhotoListViewModelActions { photo, _ in opened.append(photo.id) })
    sut.initFetch()

    sut.press(0)

    expectEqual(opened, ["1"])
    #expect(sut.isAllowSegue)
  }

  @Test(arguments: [SaleStatus.forSale, .unstated, .notForSale])
  func `a file of one's own opens within the call, whatever it says and before it is read`(
    status: SaleStatus
  ) {
    let service = PagingService()
    service.capabilities = SourceCapabilities(holdsOwnFiles: true)
    service.source = { _ in PhotoPage(photos: [.stub(saleStatus: status, needsDetails: true)]) }
    let sut = PhotoListViewModel(apiService: service)
    sut.initFetch()

    sut.press(0)

    expectEqual(sut.selectedPhoto?.id, "1")
    #expect(sut.isAllowSegue)
  }

  @Test func `a row that is not loaded opens nothing`() {
    let service = PagingService()
    service.source = { .of(1_000, for: $0) }
    let sut = PhotoListViewModel(apiService: service)
    let history = History(sut)
    sut.initFetch()
    sut.press(0)

    sut.press(500)

    #expect(!sut.isAllowSegue)
    expectEqual(sut.selectedPhoto, nil)
    #expect(history.alerts.isEmpty)
  }
}
