import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// A list whose source changes by itself.
struct FollowingTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    service.capabilities = SourceCapabilities(search: .here, holdsOwnFiles: true)
    sut = PhotoListViewModel(apiService: service, pageSize: 100)
    history = History(sut)
    service.source = { PhotoPage.of(10, for: $0) }
    sut.willDisplay(rows: 0..<10)
    sut.initFetch()
    history.clear()
  }

  @Test func `rows follow without a notice, and the focus stays with its photo`() {
    sut.focus(5)
    service.source = { request in
      var page = PhotoPage.of(10, for: request)
      page.photos.removeFirst(2)
      page.totalCount = 8
      page.anchorRow = 3
      return page
    }
    var isTold = false
    sut.sourceChangedClosure = { isTold = true }
    service.change(.changed)

    expectEqual(sut.numberOfCells, 8)
    expectEqual(sut.title(sut.focusedIndexPath?.row ?? -1), "photo 5")
    expectEqual(sut.refreshedText, nil)
    #expect(isTold)
    expectEqual(service.loads.last?.query.isRefresh, true)
  }

  @Test func `while it loads there is no notice, and a failure keeps the rows`() {
    service.source = nil
    service.change(.changed)
    #expect(sut.isLoading && sut.activityText == nil)
    service.openLoads.last?.fail(.permissionDenied(name: "x"))

    #expect(!sut.isLoading)
    expectEqual(sut.numberOfCells, 10)
    expectEqual(sut.alertMessage, nil)
  }

  @Test func `a change during a load is followed after it, once`() {
    service.source = nil
    sut.refresh()
    let asked = service.loads.count
    service.change(.changed)
    service.change(.changed)
    expectEqual(service.loads.count, asked)
    service.source = { PhotoPage.of(12, for: $0) }
    service.openLoads.last?.answer(PhotoPage.of(11, for: PageRequest()))

    expectEqual(service.loads.count, asked + 1)
    expectEqual(sut.numberOfCells, 12)
  }

  @Test func `a listing on the back stack is loaded again`() {
    sut.search(for: "photo")
    service.change(.changed)
    service.source = { PhotoPage.of(20, for: $0) }
    sut.leave()

    expectEqual(sut.shownQuery, .everything)
    expectEqual(sut.numberOfCells, 20)
  }

  @Test func `a notice says what is not watched, and the key that helps`() {
    expectEqual(sut.watchText, nil)
    service.change(.watched(.folders(8_192)))
    expectEqual(sut.watchText, "Only 8,192 folders are watched · r shows other changes")
    service.change(.watched(.thisComputerOnly))
    expectEqual(sut.watchText, "r shows what other computers changed")
    service.change(.watched(.nothing))
    expectEqual(sut.watchText, "Changes are not noticed here: press r")
    service.change(.watched(.all))
    expectEqual(sut.watchText, nil)
    expectEqual(sut.absenceText, nil)
    service.change(.watched(.absent(.gone)))
    expectEqual(sut.absenceText, "The folder is gone")
    expectEqual(sut.watchText, nil)
    service.change(.watched(.absent(.forbidden)))
    expectEqual(sut.absenceText, "No permission to read the folder")
    service.change(.watched(.absent(.unmounted)))
    expectEqual(sut.absenceText, "The disk is not mounted")
    service.change(.watched(.absent(.unreadable)))
    expectEqual(sut.absenceText, "The folder can't be read")
    service.change(.watched(.all))
    expectEqual(sut.absenceText, nil)
  }
}
