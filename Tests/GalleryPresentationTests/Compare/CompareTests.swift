import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Which photos are compared, and which is in focus.
struct CompareTests {
  private let service = PagingService()
  private let list: PhotoListViewModel
  private let log = Log()
  private let history = UndoHistory()

  private final class Log {
    var closedCount = 0
    var updateCount = 0
  }

  init() {
    list = PhotoListViewModel(apiService: service, pageSize: 10)
    service.source = { _ in PhotoPage(photos: Photo.stubs(6)) }
    list.initFetch()
  }

  private func compare(_ ids: [Photo.ID], focus: Photo.ID? = nil) -> CompareViewModel {
    let sut = CompareViewModel(
      photos: ids.map { .stub(id: $0) }, focus: focus, in: list, history: history)
    sut.closeClosure = { [log] in log.closedCount += 1 }
    sut.updateClosure = { [log] in log.updateCount += 1 }
    sut.viewDidAppear()
    return sut
  }

  private var listFocus: Int? { list.focusedIndexPath?.row }

  @Test func `the focus begins at the given photo, and wraps around`() {
    let sut = compare(["1", "3", "5"], focus: "3")
    expectEqual(sut.focusedPhoto?.id, "3")
    expectEqual(listFocus, 3)

    var history: [Photo.ID?] = []
    for offset in [1, 1, -1, -1, -1] {
      sut.focusMoved(by: offset)
      history.append(sut.focusedPhoto?.id)
    }

    expectEqual(history, ["5", "1", "5", "3", "1"])
    expectEqual(listFocus, 1)
    expectEqual(log.updateCount, 5)
  }

  @Test func `a focus that isn't among the photos becomes the first`() {
    expectEqual(compare(["4", "2"], focus: "0").focusedPhoto?.id, "4")
    expectEqual(listFocus, 4)
  }

  @Test func `an invalid index moves nothing`() {
    let sut = compare(["1", "3"])

    for index in [-1, 0, 2, .max, .min] { sut.focusMoved(to: index) }

    expectEqual(sut.focusedIndex, 0)
    expectEqual(log.updateCount, 0)
  }

  @Test func `changes of a photo are taken over, whether or not the list shows it`() {
    let sut = compare(["1", "other"])

    list.photosChanged([.stub(id: "1", name: "photo 1", rating: 4)])
    sut.photosChanged([.stub(id: "other", rating: 2), .stub(id: "stranger")])

    expectEqual(sut.photos.map(\.rating), [4, 2])
  }

  @Test func `details of a photo are kept while the list has it unread`() {
    let sut = compare(["1", "2"])

    sut.photosChanged([.stub(id: "1", name: "unread", needsDetails: true)])

    #expect(!sut.photos[0].needsDetails)
  }

  @Test func `a photo that was moved is removed, and a single one closes the comparison`() {
    let sut = compare(["1", "3", "5"], focus: "5")

    sut.photoLeft("1")
    expectEqual(sut.photos.map(\.id), ["3", "5"])
    expectEqual(sut.focusedPhoto?.id, "5")
    expectEqual(log.closedCount, 0)
    sut.photoLeft("stranger")
    sut.photoLeft("5")

    expectEqual(sut.focusedPhoto?.id, "3")
    expectEqual(listFocus, 3)
    expectEqual(log.closedCount, 1)
  }

  @Test func `undo brings a dropped photo back, where it was, while the comparison is there`() {
    var sut: CompareViewModel? = compare(["2", "4", "5"], focus: "2")
    _ = history.register("selecting") { "selecting" }

    _ = sut?.dropPressed()
    expectEqual(sut?.photos.map(\.id), ["4", "5"])
    expectEqual(history.undo(), "dropping vienna.street")
    expectEqual(sut?.photos.map(\.id), ["2", "4", "5"])
    expectEqual(sut?.focusedPhoto?.id, "2")
    expectEqual(listFocus, 2)

    sut?.photoLeft("5")
    _ = sut?.dropPressed()
    expectEqual(sut?.photos.map(\.id), ["5", "4"])
    expectEqual(history.undo(), "dropping vienna.street")
    expectEqual(sut?.photos.map(\.id), ["2", "4"])

    _ = sut?.dropPressed()
    sut = nil
    expectEqual(history.undoLatest { _ in }, "Undone: selecting")
  }

  @Test func `more than four are not compared`() {
    expectEqual(compare(["0", "1", "2", "3", "4"]).photos.count, 4)
  }
}
