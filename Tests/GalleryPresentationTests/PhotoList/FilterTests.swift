import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct FilterTests: ListTests {
  // On this computer all of it would be searched.
  let bench = ListBench(SourceCapabilities(isRemote: true))

  /// A feed of which the photos with these numbers are for sale, filtered page by page.
  private func start(total: Int, forSale: @escaping (Int) -> Bool) {
    service.source = { query in
      var page = PhotoPage.of(total, for: query)
      page.photos = page.photos.map {
        .stub(id: $0.id, name: $0.name, saleStatus: forSale(Int($0.id) ?? 0) ? .forSale : .unstated)
      }
      return LocalFilter(query.query).filtered(page)
    }
    sut.willDisplay(rows: 0..<20)
    sut.initFetch()
    history.clear()
  }

  @Test func `counts say how many were searched`() {
    start(total: 400) { $0.isMultiple(of: 25) }
    service.source.map { source in
      service.source = { query in
        var page = source(query)
        if query.page == 4 { page.hasMorePages = false }
        return page
      }
    }
    sut.willDisplay(rows: 0..<3)
    sut.show(onlyForSale: true)

    expectEqual(sut.countText, "4 of 100 searched")
    sut.willDisplay(rows: 0..<16)
    expectEqual(sut.numberOfCells, 16)
    expectEqual(sut.countText, "16 of 400 photos")
    expectEqual(sut.footerText, "End of the list")
  }

  @Test func `after ten empty pages it asks, and r searches further`() {
    start(total: 100_000) { $0 == 50 || $0 == 1_550 }
    sut.show(onlyForSale: true)
    expectEqual(sut.numberOfCells, 1)
    expectEqual(sut.footerText, "No more matches in the first 1,100 photos · r to search further")
    let asked = service.loads.count
    for _ in 0..<5 { sut.willDisplay(rows: 0..<20) }
    expectEqual(service.loads.count, asked)

    sut.refresh()
    expectEqual(sut.numberOfCells, 2)
    expectEqual(sut.countText, "2 of 2,600 searched")
    expectEqual(sut.footer, .paused)
    expectEqual(history.loading, [true, false])
  }

  @Test func `if nothing was for sale so far, it says so in place of rows`() {
    start(total: 100_000) { $0 == 2_000 }
    sut.show(onlyForSale: true)
    expectEqual(sut.state, .empty)
    expectEqual(sut.stateText?.title, "No matches in the first 1,000 photos")
    expectEqual(sut.stateText?.advice, "Press r to search further, or Esc to clear the filter")
    sut.refresh()
    expectEqual(sut.stateText?.title, "No matches in the first 2,000 photos")
    sut.refresh()
    expectEqual(sut.numberOfCells, 1)

    sut.show(onlyForSale: false)
    expectEqual(sut.numberOfCells, 100_000)
  }

  @Test func `a page that fails before anything was found says why, and r tries it again`() throws {
    start(total: 500) { $0 == 450 }
    let source = try #require(service.source)
    service.source = nil
    sut.show(onlyForSale: true)
    let first = try #require(service.openLoads.last)
    first.answer(source(first.query))
    expectEqual(sut.stateText?.advice, "No matches in the first 100 photos")
    try #require(service.openLoads.last).fail(.serverOverloaded)
    expectEqual(sut.state, .failed(.serverOverloaded))

    service.source = source
    sut.refresh()
    expectEqual(sut.title(0), "photo 450")
    expectEqual(sut.footer, .noMorePhotos)
    expectEqual(
      service.loads.filter { $0.query.filter == .forSale }.map(\.query.page), [1, 2, 2, 3, 4, 5])
  }

  @Test func `a filter at the source has its total, and rows for unloaded photos`() {
    service.capabilities = SourceCapabilities(operations: ["sale.yes"], isRemote: true)
    service.source = { .of($0.filter == .everything ? 1_000 : 300, for: $0) }
    sut.initFetch()
    sut.show(onlyForSale: true)

    expectEqual(sut.numberOfCells, 300)
    expectEqual(sut.countText, "100 of 300 photos")
    sut.willDisplay(rows: 280..<300)
    expectEqual(sut.title(299), "photo 299")
  }

  @Test func `f twice before the answer cancels the filter`() throws {
    start(total: 90) { $0.isMultiple(of: 3) }
    service.source = nil
    sut.show(onlyForSale: true)
    expectEqual(sut.wantedFilter, .forSale)
    expectEqual(sut.shownFilter, .everything)
    let load = try #require(service.openLoads.last)
    sut.show(onlyForSale: false)

    #expect(load.isCancelled)
    expectEqual(history.entries, ["loading=true", "loading=false"])
    expectEqual(sut.wantedFilter, .everything)
  }

  @Test func `ten thousand pages filtered to little keep few photos and cost no more each`() {
    start(total: 1_000_000) { $0.isMultiple(of: 100) }
    sut.show(onlyForSale: true)
    var row = 0
    while row < 2_000 {
      sut.willDisplay(rows: row..<(row + 20))
      row += 20
    }

    #expect(sut.numberOfCells >= 2_000)
    #expect(sut.isPlaceholder(0))
    #expect(!sut.isPlaceholder(1_990))
    expectEqual(sut.title(1_990), "photo 199000")
  }
}
