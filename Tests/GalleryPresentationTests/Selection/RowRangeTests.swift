import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// A marked range of rows, and its fate while the list changes.
struct RowRangeTests: ListTests {
  let bench = ListBench()

  private func start(_ total: Int) {
    service.source = { .of(total, for: $0) }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)
    sut.focus(0)
  }

  /// Photos of which only the names are known.
  private func startUnread(_ total: Int, focus row: Int) {
    service.source = { _ in
      PhotoPage(photos: Photo.stubs(total, needsDetails: true), totalCount: total)
    }
    sut.initFetch()
    sut.willDisplay(rows: 0..<3)
    sut.focus(row)
  }

  private var marked: [Photo.ID] { sut.selectedPhotos.map(\.id) }

  @Test func `a range begins at the selection and goes to wherever that moves`() {
    start(50)
    expectEqual(sut.selectedRange, nil)
    expectEqual(sut.selectedText, nil)

    sut.focus(5)
    sut.toggleRange()
    expectEqual(sut.selectedRange, 5..<6)
    expectEqual(sut.selectedText, "1 selected")
    expectEqual(marked, ["5"])

    sut.focus(8)
    expectEqual(sut.selectedRange, 5..<9)
    expectEqual(marked, ["5", "6", "7", "8"])

    sut.focus(3)
    expectEqual(sut.selectedRange, 3..<6)
    expectEqual(marked, ["3", "4", "5"])
  }

  @Test func `there is no range where there are no rows`() {
    start(0)
    sut.toggleRange()

    expectEqual(sut.selectedRange, nil)
    #expect(sut.isSelectionReady)
  }

  @Test func `a range ends at the rows that are there, and at its limit`() {
    start(1_000_000)
    sut.focus(10)
    sut.toggleRange()
    sut.focus(9 + RowRange.limit)
    expectEqual(history.notices, [])
    sut.focus(999_999)

    expectEqual(sut.selectedRange, 10..<(10 + RowRange.limit))
    sut.focus(999_998)
    expectEqual(history.notices, ["Only the first 5,000 photos are selected"])

    sut.focus(0)
    expectEqual(sut.selectedRange, 0..<11)
  }

  @Test func `a range stays with its photos when the list is loaded again`() {
    start(50)
    sut.focus(5)
    sut.toggleRange()
    sut.focus(7)
    let fresh = Photo.stubs(3, from: 900) + Photo.stubs(50)
    service.source = { _ in PhotoPage(photos: fresh, totalCount: 53) }

    sut.refresh()

    expectEqual(sut.selectedRange, 8..<11)
    expectEqual(marked, ["5", "6", "7"])
  }

  @Test func `where the photo at its beginning is gone the range begins at that row`() {
    start(50)
    sut.focus(5)
    sut.toggleRange()
    sut.focus(7)
    service.source = { _ in
      PhotoPage(photos: Photo.stubs(50).filter { $0.id != "5" }, totalCount: 49)
    }

    sut.refresh()

    #expect(marked == ["6", "7"] || marked == ["6"])
    expectEqual(sut.selectedRange?.lowerBound, 5)
  }

  @Test func `a range ends with its photos, so that those that take their rows are not in it`() {
    start(100)
    sut.focus(20)
    sut.toggleRange()
    sut.focus(10)
    let photos = sut.selectedPhotos
    expectEqual(photos.count, 11)

    sut.photosLeft(photos.map(\.id))

    expectEqual(sut.selectedRange, nil)
    #expect(sut.selectedCount == 0)
    expectEqual(sut.numberOfCells, 89)
  }

  @Test func `selected photos in rows that are not loaded count once`() {
    start(3_000)
    for row in [1_000, 1_001] {
      sut.willDisplay(rows: row..<(row + 20))
      sut.focus(row)
      sut.toggle(.stub(id: "\(row)"))
    }
    sut.willDisplay(rows: 0..<20)
    sut.focus(0)
    service.source = nil
    sut.toggleRange()

    sut.willDisplay(rows: 2_980..<3_000)
    sut.focus(2_999)

    expectEqual(sut.selectedText, "3,000 selected")
    service.answerAll(3_000)
    expectEqual(sut.selectedText, "3,000 selected")
    sut.toggleRange()
    expectEqual(sut.selectedText, "3,000 selected")
  }

  @Test func `pages on their way are waited for, and told of`() throws {
    start(300)
    sut.toggleRange()
    sut.willDisplay(rows: 280..<300)
    sut.focus(299)
    service.source = nil
    var answers: [[Photo]] = []

    sut.gather { photos, _ in answers.append(photos) }
    #expect(sut.isGathering)
    expectEqual(sut.selectingText, "reading 200 of 300")
    #expect(answers.isEmpty)
    for load in service.openLoads { load.answer(.of(300, for: load.query)) }

    expectEqual(answers.map(\.count), [300])
    expectEqual(sut.selectingText, nil)
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
    sut.willDisplay(rows: from..<(from + 20))
    sut.focus(from)
    sut.toggleRange()
    sut.willDisplay(rows: to..<(to + 20))
    sut.focus(to)
    let rows = try #require(sut.selectedRange)
    let loaded = Set(sut.selectedPhotos.map(\.id))
    service.source = nil
    let failing = Set((1...15).filter { _ in Bool.random(using: &random) })
    var answer: (photos: [Photo], leftOutCount: Int)?

    sut.gather { answer = ($0, $1) }
    service.answerAll(total, failing: failing)

    let expected = rows.filter { loaded.contains("\($0)") || !failing.contains($0 / 100 + 1) }
    let given = try #require(answer)
    expectEqual(given.photos.map(\.id), expected.map(String.init))
    expectEqual(given.leftOutCount, rows.count - expected.count)

    // The next command asks for those pages again.
    sut.gather { answer = ($0, $1) }
    service.answerAll(total)
    expectEqual(answer?.photos.count, rows.count)
    expectEqual(answer?.leftOutCount, 0)
  }

  @Test func `photos of a range that cannot be selected are counted in words`() {
    start(1_000)
    sut.toggleRange()
    sut.willDisplay(rows: 980..<1_000)
    sut.focus(999)
    service.source = nil

    sut.toggleRange()
    service.answerAll(1_000, failing: [3])

    expectEqual(sut.selectedText, "900 selected")
    expectEqual(history.notices, ["100 not loaded"])
  }

  @Test func `without a range it is the selected photo that is read`() {
    startUnread(3, focus: 1)
    #expect(!sut.isSelectionReady)
    var given: [Photo] = []

    sut.gather { photos, _ in given = photos }
    // The user moves on meanwhile.
    sut.focus(2)
    for load in service.details { load.answer(.forSale, camera: "read") }

    expectEqual(given.map(\.id), ["1"])
    expectEqual(given.first?.camera, "read")
  }

  @Test func `a photo that is gone before it was read is left out`() {
    startUnread(3, focus: 1)
    var answer: (photos: [Photo], leftOutCount: Int)?
    sut.gather { answer = ($0, $1) }
    service.source = { _ in PhotoPage(photos: Photo.stubs(1), totalCount: 1) }

    sut.refresh()

    expectEqual(answer?.photos.isEmpty, true)
    expectEqual(answer?.leftOutCount, 1)
  }
}
