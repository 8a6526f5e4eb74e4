import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// A marked range of rows, and its fate while the list changes.
struct RowRangeTests {
  let service = PagingService()
  let list: PhotoListViewModel
  let sut: SelectionOfList

  init() {
    let list = PhotoListViewModel(apiService: service, pageSize: 100)
    self.list = list
    sut = SelectionOfList(list: list)
  }

  private func start(_ total: Int) {
    service.source = { .of(total, for: $0) }
    list.initFetch()
    list.willDisplay(rows: 0..<20)
    list.focus(0)
  }

  private var marked: [Photo.ID] { sut.photos.map(\.id) }

  @Test func `a range begins at the selection and goes to wherever that moves`() {
    start(50)
    expectEqual(sut.rows, nil)
    expectEqual(sut.countText, nil)

    list.focus(5)
    sut.toggleRange()
    expectEqual(sut.rows, 5..<6)
    expectEqual(sut.countText, "1 selected")
    expectEqual(marked, ["5"])

    list.focus(8)
    expectEqual(sut.rows, 5..<9)
    expectEqual(marked, ["5", "6", "7", "8"])

    list.focus(3)
    expectEqual(sut.rows, 3..<6)
    expectEqual(marked, ["3", "4", "5"])
  }

  @Test func `a second V makes it part of the selection`() {
    start(50)
    sut.toggleRange()
    list.focus(3)
    sut.toggleRange()
    list.focus(20)

    expectEqual(sut.rows, nil)
    expectEqual(marked, ["0", "1", "2", "3"])
    expectEqual(sut.countText, "4 selected")
  }

  @Test func `Esc ends it, and what was selected before stays`() {
    start(50)
    sut.toggle(.stub(id: "7"))
    sut.toggleRange()
    list.focus(3)
    expectEqual(sut.countText, "5 selected")

    sut.end()

    expectEqual(marked, ["7"])
  }

  @Test func `there is no range where there are no rows`() {
    start(0)
    sut.toggleRange()

    expectEqual(sut.rows, nil)
    #expect(sut.isComplete)
  }

  @Test func `a range ends at the rows that are there, and at its limit`() {
    var notices: [String] = []
    list.showNoticeClosure = { notices.append($0) }
    start(1_000_000)
    list.focus(10)
    sut.toggleRange()
    list.focus(9 + RowRange.limit)
    expectEqual(notices, [])
    list.focus(999_999)

    expectEqual(sut.rows, 10..<(10 + RowRange.limit))
    expectEqual(notices, ["Only the first 5,000 photos are selected"])

    list.focus(0)
    expectEqual(sut.rows, 0..<11)
  }

  @Test func `a range stays with its photos when the list is loaded again`() {
    start(50)
    list.focus(5)
    sut.toggleRange()
    list.focus(7)
    let fresh = Photo.stubs(3, from: 900) + Photo.stubs(50)
    service.source = { _ in PhotoPage(photos: fresh, totalCount: 53) }

    list.refresh()

    expectEqual(sut.rows, 8..<11)
    expectEqual(marked, ["5", "6", "7"])
  }

  @Test func `where the photo at its beginning is gone the range begins at that row`() {
    start(50)
    list.focus(5)
    sut.toggleRange()
    list.focus(7)
    service.source = { _ in
      PhotoPage(photos: Photo.stubs(50).filter { $0.id != "5" }, totalCount: 49)
    }

    list.refresh()

    #expect(marked == ["6", "7"] || marked == ["6"])
    expectEqual(sut.rows?.lowerBound, 5)
  }

  @Test func `a range ends with its photos, so that those that take their rows are not in it`() {
    start(100)
    list.focus(20)
    sut.toggleRange()
    list.focus(10)
    let photos = sut.photos
    expectEqual(photos.count, 11)

    list.photosLeft(photos.map(\.id))

    expectEqual(sut.rows, nil)
    #expect(sut.isEmpty)
    expectEqual(list.numberOfCells, 89)
  }

  @Test func `selected photos in rows that are not loaded count once`() {
    start(3_000)
    for row in [1_000, 1_001] {
      list.willDisplay(rows: row..<(row + 20))
      list.focus(row)
      sut.toggle(.stub(id: "\(row)"))
    }
    list.willDisplay(rows: 0..<20)
    list.focus(0)
    service.source = nil
    sut.toggleRange()

    list.willDisplay(rows: 2_980..<3_000)
    list.focus(2_999)

    expectEqual(sut.countText, "3,000 selected")
    service.answerAll(3_000)
    expectEqual(sut.countText, "3,000 selected")
    sut.toggleRange()
    expectEqual(sut.countText, "3,000 selected")
  }

  @Test func `pages on their way are waited for, and told of`() throws {
    start(300)
    sut.toggleRange()
    list.willDisplay(rows: 280..<300)
    list.focus(299)
    service.source = nil
    var answers: [[Photo]] = []

    sut.gather { photos, _ in answers.append(photos) }
    #expect(sut.isGathering)
    expectEqual(sut.activityText, "reading 200 of 300")
    #expect(answers.isEmpty)
    for load in service.openLoads { load.answer(.of(300, for: load.query)) }

    expectEqual(answers.map(\.count), [300])
    expectEqual(sut.activityText, nil)
  }

  @Test func `what comes behind a page that cannot be loaded is still loaded`() throws {
    start(1_000)
    sut.toggleRange()
    list.willDisplay(rows: 980..<1_000)
    list.focus(999)
    service.source = nil
    var answer: (photos: [Photo], leftOutCount: Int)?

    sut.gather { answer = ($0, $1) }
    service.answerAll(1_000, failing: [3])

    let given = try #require(answer)
    expectEqual(given.photos.map(\.id), (Array(0..<200) + Array(300..<1_000)).map(String.init))
    expectEqual(given.leftOutCount, 100)

    // The next command asks for the page again.
    sut.gather { answer = ($0, $1) }
    service.answerAll(1_000)
    expectEqual(answer?.photos.count, 1_000)
    expectEqual(answer?.leftOutCount, 0)
  }

  @Test(arguments: 0..<40)
  func `whatever pages fail, a range gets all photos of the others, and counts the rest`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    let total = Int.random(in: 101...1_500, using: &random)
    let (from, to) = (
      Int.random(in: 0..<total, using: &random), Int.random(in: 0..<total, using: &random)
    )
    // The rows of the first page and those on the screen are loaded before.
    start(total)
    list.willDisplay(rows: from..<(from + 20))
    list.focus(from)
    sut.toggleRange()
    list.willDisplay(rows: to..<(to + 20))
    list.focus(to)
    let rows = try #require(sut.rows)
    let loaded = Set(sut.photos.map(\.id))
    service.source = nil
    let failing = Set((1...15).filter { _ in Bool.random(using: &random) })
    var answer: (photos: [Photo], leftOutCount: Int)?

    sut.gather { answer = ($0, $1) }
    service.answerAll(total, failing: failing)

    let expected = rows.filter { loaded.contains("\($0)") || !failing.contains($0 / 100 + 1) }
    let given = try #require(answer)
    expectEqual(given.photos.map(\.id), expected.map(String.init))
    expectEqual(given.leftOutCount, rows.count - expected.count)
  }

  @Test func `photos of a range that cannot be selected are counted in words`() {
    var notices: [String] = []
    list.showNoticeClosure = { notices.append($0) }
    start(1_000)
    sut.toggleRange()
    list.willDisplay(rows: 980..<1_000)
    list.focus(999)
    service.source = nil

    sut.toggleRange()
    service.answerAll(1_000, failing: [3])

    expectEqual(sut.countText, "900 selected")
    expectEqual(notices, ["100 not loaded"])
  }

  @Test func `photos of which only the names are known are read first`() {
    service.source = { _ in
      PhotoPage(photos: Photo.stubs(10, needsDetails: true), totalCount: 10)
    }
    list.initFetch()
    list.willDisplay(rows: 0..<2)
    list.focus(0)
    sut.toggleRange()
    list.focus(9)
    var given: [Photo] = []

    sut.gather { photos, _ in given = photos }
    service.answerDetails(camera: "read")

    expectEqual(given.map(\.id), (0..<10).map(String.init))
    #expect(given.allSatisfy { $0.camera == "read" })
  }

  @Test func `without a range it is the selected photo that is read`() {
    service.source = { _ in
      PhotoPage(photos: Photo.stubs(3, needsDetails: true), totalCount: 3)
    }
    list.initFetch()
    list.willDisplay(rows: 0..<3)
    list.focus(1)
    #expect(!sut.isComplete)
    var given: [Photo] = []

    sut.gather { photos, _ in given = photos }
    // The user moves on meanwhile.
    list.focus(2)
    for load in service.details { load.answer(.forSale, camera: "read") }

    expectEqual(given.map(\.id), ["1"])
    expectEqual(given.first?.camera, "read")
  }

  @Test func `a photo that is gone before it was read is left out`() {
    service.source = { _ in
      PhotoPage(photos: Photo.stubs(3, needsDetails: true), totalCount: 3)
    }
    list.initFetch()
    list.willDisplay(rows: 0..<3)
    list.focus(1)
    var answer: (photos: [Photo], leftOutCount: Int)?
    sut.gather { answer = ($0, $1) }
    service.source = { _ in PhotoPage(photos: Photo.stubs(1), totalCount: 1) }

    list.refresh()

    expectEqual(answer?.photos.isEmpty, true)
    expectEqual(answer?.leftOutCount, 1)
  }
}
