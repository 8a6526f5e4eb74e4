import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct DetailsTests: ListTests {
  let bench = ListBench()

  init() {
    service.source = { query in
      PhotoPage(photos: Photo.stubs(50, saleStatus: .unstated, needsDetails: true))
    }
    sut.initFetch()
    history.clear()
  }

  /// What a source can do is known with its answers.
  private func readWhole() {
    service.capabilities.isReadWhole = true
    sut.refresh()
    history.clear()
  }

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

  @Test func `what is remembered comes for a page at once, and only the other photos are read`() {
    readWhole()
    service.remembered = { Int($0)!.isMultiple(of: 2) ? "NIKON D500" : nil }
    sut.willDisplay(rows: 10..<15)

    expectEqual(service.recalled, [(0..<50).map(String.init)])
    expectEqual(sut.getCellViewModel(at: IndexPath(row: 48, section: 0)).descText, "NIKON D500")
    expectEqual(service.details.map(\.photo.id), ["11", "13"])
    expectEqual(history.reloads, 1)
    sut.willDisplay(rows: 20..<25)
    expectEqual(service.details.filter { !$0.isCancelled }.map(\.photo.id), ["21", "23"])
    expectEqual(service.recalled.count, 1)
  }

  @Test func `photos are looked up again when files were read behind the screen`() {
    readWhole()
    sut.willDisplay(rows: 10..<20)
    expectEqual(service.details.map(\.photo.id), ["10", "11", "12", "13"])

    service.remembered = { $0 == "14" ? nil : "NIKON D500" }
    service.change(.reading(FileReading(readCount: 20, fileCount: 50)))

    expectEqual(service.recalled.count, 2)
    expectEqual(service.details.filter { !$0.isCancelled }.map(\.photo.id), ["14"])
    service.details.last?.answer()
    expectEqual(service.details.count, 5)
  }

  @Test func `files that are read behind the screen disturb nothing while what is on it is read`() {
    readWhole()
    service.remembered = { Int($0)! < 12 ? "NIKON D500" : nil }
    sut.willDisplay(rows: 10..<20)
    expectEqual(service.details.map(\.photo.id), ["12", "13", "14", "15"])

    service.recallsAtOnce = false
    service.change(.reading(FileReading(readCount: 20, fileCount: 50)))
    expectEqual(service.details.map(\.isCancelled), [false, false, false, false])
    service.recallsAtOnce = true
    sut.willDisplay(rows: 10..<12)
    let count = service.recalled.count
    service.change(.reading(FileReading(readCount: 30, fileCount: 50)))
    expectEqual(service.recalled.count, count)
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
}
