import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// A list whose source changes by itself.
struct FollowingTests: ListTests {
  let bench = ListBench(SourceCapabilities(search: .here, holdsOwnFiles: true))

  init() {
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

  @Test(
    arguments: [
      (.all, nil, nil),
      (.folders(8_192), "Only 8,192 folders are watched · r shows other changes", nil),
      (.thisComputerOnly, "r shows what other computers changed", nil),
      (.nothing, "Changes are not noticed here: press r", nil),
      (.absent(.gone), nil, "The folder is gone"),
      (.absent(.forbidden), nil, "No permission to read the folder"),
      (.absent(.unmounted), nil, "The disk is not mounted"),
      (.absent(.unreadable), nil, "The folder can't be read"),
    ] as [(SourceWatch, String?, String?)])
  func `a notice says what is not watched, and the key that helps`(
    watch: SourceWatch, text: String?, absence: String?
  ) {
    service.change(.watched(watch))
    expectEqual(sut.watchText, text)
    expectEqual(sut.absenceText, absence)

    service.change(.watched(.all))
    #expect(sut.watchText == nil && sut.absenceText == nil)
  }
}
