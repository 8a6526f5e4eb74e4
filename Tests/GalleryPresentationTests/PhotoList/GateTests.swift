import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct GateTests {
  @Test(
    arguments: [
      (.forSale, false), (.unstated, false), (.forSale, true), (.unstated, true),
      (.notForSale, true),
    ] as [(SaleStatus, Bool)])
  func `a photo opens within the call, and a file of one's own whatever it says, though unread`(
    status: SaleStatus, isOwn: Bool
  ) {
    var opened: [String] = []
    let service = PagingService()
    service.capabilities = SourceCapabilities(holdsOwnFiles: isOwn)
    service.source = { _ in PhotoPage(photos: [.stub(saleStatus: status, needsDetails: isOwn)]) }
    let sut = PhotoListViewModel(
      apiService: service,
      actions: PhotoListViewModelActions { photo, _ in opened.append(photo.id) })
    sut.initFetch()

    sut.press(0)

    expectEqual(opened, ["1"])
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
