import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct DetailsTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    sut = PhotoListViewModel(apiService: service, pageSize: 100)
    history = History(sut)
    service.source = { query in
      PhotoPage(photos: Photo.stubs(50, saleStatus: .unstated, needsDetails: true))
    }
    sut.initFetch()
    history.clear()
  }

  private var open: [PagingService.DetailLoad] { service.details.filter { !$0.isCancelled } }

  @Test func `visible photos are read a few at a time`() throws {
    sut.willDisplay(rows: 10..<20)
    expectEqual(service.details.map(\.photo.id), ["10", "11", "12", "13"])

    service.details[1].answer(camera: "NIKON D500")
    expectEqual(service.details.map(\.photo.id), ["10", "11", "12", "13", "14"])
    expectEqual(sut.getCellViewModel(at: IndexPath(row: 11, section: 0)).descText, "NIKON D500")
    expectEqual(history.reloads, 1)
  }

  @Test func `photos that were scrolled past are not read`() {
    sut.willDisplay(rows: 0..<3)
    sut.willDisplay(rows: 2..<5)

    expectEqual(service.details.map(\.isCancelled), [true, true, false, false, false])
    service.details[0].answer(camera: "late")
    #expect(sut.getCellViewModel(at: IndexPath(row: 0, section: 0)).descText.isEmpty)
    expectEqual(history.reloads, 0)
  }

  @Test func `what is remembered comes for some screens at once`() {
    service.capabilities.isReadWhole = true
    sut.willDisplay(rows: 10..<15)
    expectEqual(service.details.map(\.photo.id), ["10"])
    // The rest of the screen, the next two screens, the previous one.
    expectEqual(
      service.details[0].ahead.map(\.id), (Array(11..<25) + Array(5..<10)).map(String.init))

    service.details[0].answer(camera: "NIKON D500", aheadCount: 19)
    expectEqual(history.reloads, 1)
    expectEqual(sut.getCellViewModel(at: IndexPath(row: 24, section: 0)).descText, "NIKON D500")
    for row in 11..<20 { sut.willDisplay(rows: row..<(row + 5)) }
    expectEqual(service.details.count, 1)
    sut.willDisplay(rows: 22..<27)
    expectEqual(service.details.last?.photo.id, "25")
    expectEqual(service.details.last?.ahead.map(\.id), (26..<37).map(String.init))
  }

  @Test func `photos of which nothing is remembered are read a few at a time`() {
    service.capabilities.isReadWhole = true
    sut.willDisplay(rows: 10..<20)
    service.details[0].answer(camera: "NIKON D500")

    expectEqual(service.details.map(\.photo.id), ["10", "11", "12", "13", "14"])
    #expect(service.details.dropFirst().allSatisfy { $0.ahead.isEmpty })
    // Files were read behind the screen meanwhile.
    service.change(.reading(FileReading(readCount: 20, fileCount: 50)))
    service.details[1].answer()
    expectEqual(service.details.count, 5)
    for load in service.details[2...4] { load.answer() }
    expectEqual(service.details.last?.photo.id, "15")
    expectEqual(service.details.last?.ahead.count, 34)
  }

  @Test func `a look ahead that was scrolled past is made again for the rows that are shown`() {
    service.capabilities.isReadWhole = true
    sut.willDisplay(rows: 0..<5)
    sut.willDisplay(rows: 30..<35)

    expectEqual(service.details.map(\.isCancelled), [true, false])
    expectEqual(service.details[1].photo.id, "30")
    #expect(!service.details[1].ahead.isEmpty)
    service.details[0].answer(camera: "late", aheadCount: 5)
    #expect(sut.getCellViewModel(at: IndexPath(row: 1, section: 0)).descText.isEmpty)
  }

  @Test func `a photo that cannot be read is requested once`() throws {
    sut.willDisplay(rows: 0..<1)
    let load = service.details[0]
    load.completion(load.photo)
    sut.willDisplay(rows: 0..<1)

    expectEqual(service.details.count, 1)
  }

  @Test func `a photo that is listed twice is read once`() {
    service.source = { _ in
      PhotoPage(photos: [
        .stub(id: "a", needsDetails: true), .stub(id: "a", needsDetails: true),
      ])
    }
    sut.refresh()
    sut.willDisplay(rows: 0..<2)
    service.details.last?.answer(camera: "camera")

    expectEqual(service.details.count, 1)
    expectEqual(sut.getCellViewModel(at: IndexPath(row: 1, section: 0)).descText, "camera")
  }

  @Test func `a pressed photo is read first and then opened`() {
    var opened: [String] = []
    let sut = PhotoListViewModel(
      apiService: service,
      actions: PhotoListViewModelActions { photo, indexPath in
        opened.append("\(photo.id) at \(indexPath.row)")
      })
    sut.initFetch()
    sut.press(7)
    #expect(sut.isReading)
    #expect(!sut.isAllowSegue)
    #expect(opened.isEmpty)
    sut.press(7)
    expectEqual(service.details.count, 1)

    service.details[0].answer(.forSale)
    expectEqual(opened, ["7 at 7"])
    #expect(sut.isAllowSegue)
    expectEqual(sut.selectedPhoto?.saleStatus, .forSale)
    #expect(!sut.isReading)
  }

  @Test func `a pressed photo whose file says no raises the alert`() {
    sut.press(7)
    service.details[0].answer(.notForSale)

    expectEqual(history.alerts, ["This item is not for sale"])
    #expect(!sut.isAllowSegue)
    expectEqual(sut.selectedPhoto, nil)
  }

  @Test func `pressing a photo that is being read for its row gives it priority`() {
    sut.willDisplay(rows: 0..<3)
    #expect(service.details.allSatisfy { $0.urgency == .visible })
    sut.press(1)
    expectEqual(service.details.map(\.isCancelled), [false, true, false, false])
    expectEqual(service.details.last?.photo.id, "1")
    expectEqual(service.details.last?.urgency, .urgent)
    sut.willDisplay(rows: 20..<21)
    expectEqual(service.details.map(\.isCancelled), [true, true, true, false, false])

    service.details[3].answer(.forSale)
    #expect(sut.isAllowSegue)
  }

  @Test func `pressing another photo cancels the first press`() {
    sut.press(7)
    sut.press(8)
    service.details[0].answer(.notForSale)
    #expect(history.alerts.isEmpty)

    service.details[1].answer(.forSale)
    expectEqual(sut.selectedPhoto?.id, "8")
  }

  @Test func `moving on cancels a press`() {
    sut.focus(7)
    sut.press(7)
    sut.focus(8)
    #expect(!sut.isReading)
    service.details[0].answer(.forSale)

    #expect(!sut.isAllowSegue)
  }

  @Test func `a refresh cancels a press`() {
    sut.press(7)
    service.source = nil
    sut.refresh()
    #expect(service.details[0].isCancelled)
    #expect(!sut.isReading)
    service.details[0].answer(.forSale)

    #expect(!sut.isAllowSegue)
    expectEqual(sut.selectedPhoto, nil)
  }

  @Test(arguments: [false, true])
  func `a pressed photo is opened though its folder changes meanwhile, unless it is gone`(
    isGone: Bool
  ) {
    sut.press(7)
    service.source = { query in
      var photos = Photo.stubs(50, saleStatus: .unstated, needsDetails: true)
      photos.remove(at: isGone ? 7 : 0)
      return PhotoPage(photos: photos)
    }
    service.change(.changed)
    expectEqual(sut.numberOfCells, 49)
    expectEqual(sut.isReading, !isGone)

    service.details[0].answer(.forSale)
    expectEqual(sut.selectedPhoto?.id, isGone ? nil : "7")
  }

  @Test func `a pressed photo that was moved or trashed isn't opened`() {
    sut.press(7)
    sut.photosLeft(["7"])
    expectEqual(sut.isReading, false)

    service.details[0].answer(.forSale)
    expectEqual(sut.selectedPhoto?.id, nil)
  }
}

extension PhotoListViewModel {
  /// Whether a pressed photo is being read before it opens.
  fileprivate var isReading: Bool { activityText == "reading" }
}
