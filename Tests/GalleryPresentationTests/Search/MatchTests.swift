import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// `n` and `N`: from match to match among all rows, after a search was left.
struct MatchTests: ListTests {
  let bench = ListBench(pageSize: 10, SourceCapabilities(search: .here, holdsOwnFiles: true))

  /// The rows of a folder that match.
  private static let rows = Array(stride(from: 7, to: 95, by: 7))

  init() { service.capabilities.isReadWhole = true }

  /// The source answers like a folder: it says in which row a photo or a match is.
  private func answer(matching rows: [Int] = Self.rows, among count: Int = 95) {
    service.source = { request in
      if let step = request.match {
        return step.page(of: rows, anchor: request.anchor.flatMap(Int.init))
      }
      let listed = request.query.search == nil ? Array(0..<count) : rows
      let start = (request.page - 1) * request.pageSize
      let part = listed.dropFirst(start).prefix(request.pageSize)
      var page = PhotoPage(
        number: request.page, photos: part.map { Photo.stubs(1, from: $0)[0] },
        totalCount: listed.count, hasMorePages: start + part.count < listed.count)
      page.anchorRow = request.anchor.flatMap { id in
        listed.firstIndex { Photo.stubs(1, from: $0)[0].id == id }
      }
      page.sortReach =
        request.query.search == nil ? nil : SortReach(readCount: count, isWhole: true)
      return page
    }
  }

  private func start(search text: String = "sea") {
    sut.initFetch()
    sut.willDisplay(rows: 0..<10)
    sut.search(for: text)
    sut.willDisplay(rows: 0..<10)
  }

  private var row: Int? { sut.focusedIndexPath?.row }

  @Test func `leaving a search puts the focus on the match, on whatever page it is`() {
    answer()
    start()
    sut.focus(9)
    expectEqual(sut.title(9), "photo 70")

    sut.leaveSearch()

    expectEqual(sut.searchText, nil)
    expectEqual(row, 70)
    expectEqual(history.notices, [])
  }

  @Test func `from any row the nearest match on either side is found`() {
    answer()
    start()
    sut.leaveSearch()
    for from in 0..<95 {
      sut.focus(from)
      sut.focusNextMatch()
      expectEqual(row, Self.rows.first { $0 > from } ?? from)
      sut.focus(from)
      sut.focusPreviousMatch()
      expectEqual(row, Self.rows.last { $0 < from } ?? from)
    }
    expectEqual(Set(history.notices), ["Last match", "First match"])
  }

  @Test func `rows that have to be loaded anew come with the focus on the match`() throws {
    answer()
    start()
    sut.focus(9)
    service.change(.changed)
    service.source = nil
    sut.leaveSearch()
    #expect(sut.isLoading)

    answer()
    let source = try #require(service.source)
    while let load = service.openLoads.last { load.answer(source(load.query)) }

    expectEqual(row, 70)
  }

  @Test func `in the results every row is a match`() {
    answer()
    start()
    sut.focusNextMatch()
    sut.focusNextMatch()
    expectEqual(row, 2)
    for _ in 0..<3 { sut.focusPreviousMatch() }

    expectEqual(row, 0)
    expectEqual(history.notices, ["First match"])
    expectEqual(sut.searchText, "sea")
  }

  @Test func `before a search, and where nothing matches, the foot says so`() {
    answer(matching: [])
    sut.initFetch()
    sut.focusNextMatch()
    sut.search(for: "sea")
    expectEqual(sut.state, .empty)
    sut.leaveSearch()
    sut.focusPreviousMatch()

    expectEqual(
      history.notices, ["Nothing searched yet · / to search", "No photos match \"sea\" here"])
  }

  @Test func `a move of the user's own ends the search for the next match`() throws {
    answer()
    start()
    sut.leaveSearch()
    service.source = nil
    sut.focusNextMatch()
    let load = try #require(service.openLoads.last)

    sut.focus(3)

    #expect(load.isCancelled)
    expectEqual(row, 3)
  }

  @Test func `a key that is pressed faster than the source answers goes as many matches on`() throws
  {
    answer()
    start()
    sut.leaveSearch()
    service.source = nil
    for _ in 0..<4 { sut.focusNextMatch() }
    sut.focusPreviousMatch()
    sut.focusNextMatch()
    sut.focusNextMatch()
    sut.focusNextMatch()
    expectEqual(service.openLoads.count, 1)

    answer()
    let load = try #require(service.openLoads.last)
    let source = try #require(service.source)
    load.answer(source(load.query))

    expectEqual(row, 28)
  }

  @Test func `a failure leaves the focus where it is`() throws {
    answer()
    start()
    sut.leaveSearch()
    service.source = nil
    sut.focusNextMatch()
    try #require(service.openLoads.last).fail(.noNetwork)

    expectEqual(row, 7)
    #expect(service.openLoads.isEmpty)
  }

  @Test func `what is too large to be put in order has its next match among the loaded rows`()
    throws
  {
    answer()
    start()
    sut.leaveSearch()
    sut.willDisplay(rows: 0..<20)
    service.source = nil
    sut.focusNextMatch()
    try #require(service.openLoads.last).fail(.cancelled)

    expectEqual(row, 14)
  }

  @Test
  func `what a service found is looked for among the rows that are loaded, without asking it`()
    throws
  {
    service.capabilities = SourceCapabilities(search: .atSource, isRemote: true)
    answer(matching: [2, 5, 60])
    start()
    sut.leaveSearch()
    sut.willDisplay(rows: 0..<10)
    let asked = service.loads.count
    expectEqual(row, 2)

    sut.focusNextMatch()
    expectEqual(row, 5)
    sut.focusNextMatch()
    sut.focusPreviousMatch()
    sut.focusPreviousMatch()

    expectEqual(row, 2)
    expectEqual(history.notices, ["Last match", "First match"])
    expectEqual(service.loads.count, asked)
  }

  @Test func `Esc leaves what was put on top: the search of a filter, the filter of a search`() {
    answer()
    sut.initFetch()
    sut.filter(by: "rating:3")
    sut.search(for: "sea")
    sut.leave()
    expectEqual(sut.searchText, nil)
    expectEqual(sut.filterText, "rating:3")
    sut.leave()
    expectEqual(sut.filterText, nil)

    sut.search(for: "sea")
    sut.filter(by: "rating:3")
    expectEqual(sut.searchText, "sea")
    sut.leave()
    expectEqual(sut.searchText, "sea")
    expectEqual(sut.filterText, nil)
    sut.leave()
    expectEqual(sut.searchText, nil)
  }
}
