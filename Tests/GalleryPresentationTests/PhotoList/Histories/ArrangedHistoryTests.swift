import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// The histories of a list that is filtered and sorted while answers are pending.
struct ArrangedHistoryTests: ListTests {
  let bench = ListBench(
    pageSize: 10, SourceCapabilities(search: .atSource, operations: ["sale.yes"], isRemote: true))

  /// Five photos are there, and nothing is under way.
  init() throws {
    sut.willDisplay(rows: 0..<8)
    sut.initFetch()
    try answer(Self.page(5))
    history.clear()
  }

  /// Photos numbered from `first`, with none after them.
  private static func page(_ count: Int, from first: Int = 0) -> PhotoPage {
    PhotoPage(photos: Photo.stubs(count, from: first), totalCount: count)
  }

  private var wanted: [String?] {
    [sut.wantedFilterText, sut.wantedSearchText, sut.wantedSort.map { "\($0.key)" }]
  }

  private var shown: [String?] {
    [sut.filterText, sut.searchText, sut.sort.map { "\($0.key)" }]
  }

  @Test(
    arguments: [
      (["filter", "search"], ["camera:nikon", "sea", nil]),
      (["sort", "refresh"], [nil, nil, "price"]),
      (["sort", "filter"], ["camera:nikon", nil, "price"]),
    ] as [([String], [String?])])
  func `what is asked for before the answer to something else comes with it, in one answer`(
    events: [String], both: [String?]
  ) throws {
    begin(events[0])
    let first = try #require(service.openLoads.last)
    begin(events[1])
    let second = try #require(service.openLoads.last)
    #expect(first.isCancelled)
    expectEqual(wanted, both)
    expectEqual(second.query.isRefresh, events[1] == "refresh")
    first.answer(Self.page(3))
    second.answer(Self.page(2))

    expectEqual(history.entries, ["loading=true", "reload 2", "loading=false"])
    expectEqual(shown, both)
    expectEqual(service.savedQueries, events[1] == "search" ? ["sea"] : [])
  }

  // MARK: Back

  @Test func `back with nothing to leave does nothing`() {
    sut.leave()

    #expect(history.entries.isEmpty)
    expectEqual(service.loads.count, 1)
  }

  @Test(arguments: ["filter", "sort", "search"])
  func `back cancels what is being loaded`(event: String) throws {
    begin(event)
    let load = try #require(service.openLoads.last)

    sut.leave()
    load.answer(Self.page(1))

    #expect(load.isCancelled)
    expectEqual(history.entries, ["loading=true", "loading=false"])
    expectEqual(wanted, [nil, nil, nil])
    expectEqual(sut.numberOfCells, 5)
  }

  @Test(arguments: ["other filter", "sort", "search", "for sale"])
  func `back over a filter cancels what is being loaded, and the filter stays`(event: String)
    throws
  {
    sut.filter(by: "camera:nikon")
    try answer(Self.page(3))
    history.clear()
    begin(event)
    let load = try #require(service.openLoads.last)

    sut.leave()
    #expect(load.isCancelled)
    expectEqual(history.entries, ["loading=true", "loading=false"])
    expectEqual(shown, ["camera:nikon", nil, nil])
    expectEqual(wanted, shown)
    #expect(!sut.wantedFilter.isForSaleOnly)
    sut.leave()
    expectEqual(history.entries, ["loading=true", "loading=false", "reload 5"])
    expectEqual(shown, [nil, nil, nil])
  }

  @Test func `back while a filter's rows are read again leaves the filter`() throws {
    sut.filter(by: "camera:nikon")
    try answer(Self.page(3))
    history.clear()
    sut.refresh()
    let load = try #require(service.openLoads.last)

    sut.leave()
    load.answer(Self.page(2))

    #expect(load.isCancelled)
    expectEqual(history.entries, ["loading=true", "reload 5", "loading=false"])
    expectEqual(sut.filterText, nil)
  }

  @Test func `back after a failed filter keeps the row`() throws {
    sut.filter(by: "camera:nikon")
    try #require(service.openLoads.last).fail(.serverOverloaded)
    sut.leave()
    sut.tryAgain()

    expectEqual(service.loads.last?.query.filter.isEmpty, true)
    expectEqual(sut.numberOfCells, 5)
  }

  @Test func `back leaves the filter, then the search, and the order stays`() throws {
    sut.search(for: "sea")
    try answer(Self.page(4))
    sut.filter(by: "camera:nikon")
    try answer(Self.page(3))
    sut.sort(by: PhotoSort(.price))
    try answer(Self.page(3))
    sut.leave()
    if let load = service.openLoads.last { load.answer(Self.page(4)) }
    expectEqual(shown, [nil, "sea", "price"])
    sut.leave()
    if let load = service.openLoads.last { load.answer(Self.page(5)) }

    expectEqual(sut.searchText, nil)
    #expect(!sut.isLoading)
    expectEqual(sut.numberOfCells, 5)
  }

  private func begin(_ event: String) {
    switch event {
    case "filter": sut.filter(by: "camera:nikon")
    case "other filter": sut.filter(by: "camera:leica")
    case "sort": sut.sort(by: PhotoSort(.price))
    case "search": sut.search(for: "sea")
    case "refresh": sut.refresh()
    default: sut.show(onlyForSale: true)
    }
  }
}
