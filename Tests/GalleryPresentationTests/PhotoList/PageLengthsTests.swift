import ExpectationSupport
import Testing

@testable import GalleryPresentation

struct PageLengthsTests {
  /// Every way in which five pages can have none to three rows if two are usual.
  @Test func `rows and positions agree for all lengths of five pages`() {
    for code in 0..<1_024 {
      let lengths = (0..<5).map { (code >> (2 * $0)) & 3 }
      var sut = PageLengths(stride: 2)
      sut.setPageCount(5)
      // From the back, so that the pages before are assumed to be of the usual length.
      for page in (1...5).reversed() { sut.setLength(lengths[page - 1], of: page) }

      var row = 0
      for page in 1...5 {
        expectEqual(sut.start(of: page), row)
        expectEqual(sut.length(of: page), lengths[page - 1])
        for offset in 0..<lengths[page - 1] {
          let position = PhotoPosition(page: page, offset: offset)
          expectEqual(sut.position(of: row), position)
          expectEqual(sut.row(of: position), row)
          row += 1
        }
      }
      expectEqual(sut.rowCount, row)
      expectEqual(sut.position(of: row), nil)
      expectEqual(sut.position(of: -1), nil)
    }
  }

  @Test func `pages that are not loaded are of the usual length`() {
    var sut = PageLengths(stride: 100)
    sut.setPageCount(10_000)
    sut.setLength(97, of: 3)
    sut.setLength(50, of: 10_000)

    expectEqual(sut.rowCount, 999_947)
    expectEqual(sut.position(of: 999_946), PhotoPosition(page: 10_000, offset: 49))
    expectEqual(sut.position(of: 297), PhotoPosition(page: 4, offset: 0))
    expectEqual(sut.start(of: 3), 200)
  }

  @Test func `a shorter list forgets the lengths behind its end`() {
    var sut = PageLengths(stride: 10)
    sut.setPageCount(5)
    sut.setLength(3, of: 5)
    sut.setPageCount(2)
    sut.setPageCount(5)

    expectEqual(sut.rowCount, 50)
  }

  @Test func `the largest possible claim does not overflow`() {
    var sut = PageLengths(stride: Int.max)
    sut.setPageCount(1)
    sut.setStride(1)
    sut.setPageCount(Int.max)

    expectEqual(sut.rowCount, PageLengths.rowLimit)
    expectEqual(sut.position(of: PageLengths.rowLimit - 1)?.page, PageLengths.rowLimit)
    sut.setPageCount(-1)
    expectEqual(sut.rowCount, 0)
  }
}
