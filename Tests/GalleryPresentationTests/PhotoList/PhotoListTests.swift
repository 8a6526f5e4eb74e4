import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Rows that have left, rows that something needs, and what is kept of long lists.
struct PhotoListTests {
  private final class Owner {
    var metCount = 0
  }

  private let service = PagingService()
  private let owner = Owner()

  /// A list whose pages are answered by the test, unless the service has a source.
  private func start(
    pageSize: Int = 5, total: Int? = nil, showing rows: Range<Int> = 0..<0
  ) -> PhotoListViewModel {
    let list = PhotoListViewModel(apiService: service, pageSize: pageSize)
    list.willDisplay(rows: rows)
    list.initFetch()
    if let total { service.answerAll(total) }
    return list
  }

  private func need(_ rows: Range<Int>, of list: PhotoListViewModel) {
    list.ensureLoaded(rows: rows, isReading: true, for: owner) { [owner] in owner.metCount += 1 }
  }

  @Test func `rows of photos that left disappear immediately, and the window stays`() {
    let list = start(total: 20, showing: 8..<12)
    let history = History(list)
    list.focus(10)
    let loadCount = service.loads.count

    list.photosLeft(["6", "7", "10", "nowhere"])

    expectEqual(history.entries, ["reload 17"])
    expectEqual(service.loads.count, loadCount)
    expectEqual((3..<10).map { list.id($0) }, ["3", "4", "5", "8", "9", "11", "12"])
    // The focus goes to the photo after its own, and the visible rows stay.
    expectEqual(list.focusedIndexPath.flatMap(list.photo(at:))?.id, "11")
    expectEqual(list.displayedRows, 6..<10)
    list.photosLeft(["6"])
    expectEqual(history.entries.count, 1)

    list.photosLeft((0..<20).map(String.init))
    expectEqual(list.numberOfCells, 0)
    expectEqual(list.focusedIndexPath, nil)
  }

  @Test func `sections shrink with their rows, and disappear with the last one`() {
    func section(_ name: String, _ start: Int, _ count: Int) -> PhotoSection {
      PhotoSection(.camera(name), start: start, count: count)
    }
    let sections = [section("a", 0, 3), section("b", 3, 1), section("c", 4, 5)]

    expectEqual(sections.removing(rows: []), sections)
    expectEqual(sections.removing(rows: [1, 3, 8]), [section("a", 0, 2), section("c", 2, 4)])
    expectEqual(sections.removing(rows: Array(0..<9)), [])
  }

  @Test func `of a million photos it keeps those near the window, and those that are needed`() {
    service.source = { .of(1_000_000, for: $0) }
    let list = start(pageSize: 100)
    need(500_000..<500_100, of: list)
    for jump in 0..<300 {
      let row = jump * 7_919 % 1_000_000
      list.willDisplay(rows: row..<(row + 50))
    }

    expectEqual(list.numberOfCells, 1_000_000)
    #expect(list.knownPhotos.count <= 16 * 100)
    expectEqual(owner.metCount, 1)
    expectEqual(list.id(500_042), "500042")
    list.endLoading(for: owner)
    expectEqual(list.id(500_042), nil)
  }

  @Test func `needed rows are loaded before visible ones, and read`() throws {
    let list = start(total: 100, showing: 0..<5)
    list.willDisplay(rows: 50..<55)
    need(90..<92, of: list)
    let first = try #require(service.openLoads.last)
    first.answer(.of(100, for: first.query))
    let second = try #require(service.openLoads.last)

    expectEqual(second.query.page, 19)
    second.answer(
      PhotoPage(
        number: 19, photos: Photo.stubs(5, from: 90, needsDetails: true), totalCount: 100,
        hasMorePages: true))
    expectEqual(service.details.map(\.photo.id), ["90", "91"])
    expectEqual(owner.metCount, 0)
    service.answerDetails()
    expectEqual(owner.metCount, 1)
  }

  @Test func `rows that do not exist, or cannot be loaded, are awaited only until that is known`()
    throws
  {
    let list = start()
    need(3..<9, of: list)
    try #require(service.openLoads.last).answer(
      PhotoPage(photos: Photo.stubs(5), hasMorePages: true))
    expectEqual(owner.metCount, 0)
    try #require(service.openLoads.last).fail(.noNetwork)
    expectEqual(owner.metCount, 1)

    need(700..<710, of: list)
    expectEqual(owner.metCount, 2)
  }

  @Test func `on this computer visible rows continue to load during sorting`() throws {
    let list = start(total: 100, showing: 0..<5)
    list.sort(by: PhotoSort(.date))
    let sorted = try #require(service.openLoads.last)
    list.willDisplay(rows: 95..<100)
    let page = try #require(service.openLoads.last)
    expectEqual(page.query, PageRequest(page: 20, pageSize: 5))
    expectEqual(service.openLoads.count, 2)
    page.answer(.of(100, for: page.query))
    #expect(list.isLoading)
    expectEqual(list.id(97), "97")

    // Answers for rows that are gone come too late.
    let late = try #require(service.openLoads.last)
    expectEqual(late.query.page, 19)
    sorted.answer(.of(100, for: sorted.query))
    expectEqual(list.sort, PhotoSort(.date))
    #expect(late.isCancelled)
  }

  /// - Parameter answeredCount: How many pages have come before.
  @Test(arguments: 0...6, [nil, PhotoSort(.date)])
  func `all selected photos are shown, whenever that is asked for`(
    answeredCount: Int, sort: PhotoSort?
  ) {
    let total = 1_200
    let photos = Photo.stubs(total)
    service.capabilities.isReadWhole = true
    func answer(_ count: Int) {
      for load in (0..<count).lazy.compactMap({ _ in service.openLoads.first }) {
        let shown =
          load.query.filter.isSelectedOnly
          ? load.query.selection.compactMap { Int($0) }.map { photos[$0] } : photos
        load.answer(PhotoPage(of: shown, for: load.query))
      }
    }
    let list = start(showing: 0..<5)
    list.sort(by: sort)
    answer(10)

    list.selectAll()
    answer(answeredCount)
    list.show(onlySelected: true)
    answer(1_000)

    expectEqual(list.shownFilter.isSelectedOnly, true)
    expectEqual(list.numberOfCells, total)
    expectEqual(list.selectedCount, total)
    expectEqual(list.hiddenCount, 0)
  }
}

extension PhotoListViewModel {
  fileprivate func id(_ row: Int) -> Photo.ID? { photo(at: IndexPath(row: row, section: 0))?.id }
}
