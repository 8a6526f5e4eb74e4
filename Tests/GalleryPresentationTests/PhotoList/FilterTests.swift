import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct FilterTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    // On this computer all of it would be searched.
    service.capabilities = SourceCapabilities(isRemote: true)
    sut = PhotoListViewModel(apiService: service, pageSize: 100)
    history = History(sut)
  }

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

  @Test func `the filter is part of every query`() throws {
    start(total: 1_000) { $0.isMultiple(of: 2) }
    sut.show(onlyForSale: true)
    sut.willDisplay(rows: 40..<60)

    #expect(service.loads.filter { $0.query.filter == .forSale }.map(\.query.page) == [1, 2])
    #expect(sut.shownFilter == .forSale)
  }

  @Test func `the selection stays with its photo, there and back`() throws {
    start(total: 90) { $0.isMultiple(of: 3) }
    sut.focus(30)
    sut.show(onlyForSale: true)
    #expect(sut.title(sut.focusedIndexPath?.row ?? -1) == "photo 30")
    sut.focus(12)
    #expect(sut.title(12) == "photo 36")
    let asked = service.loads.count
    sut.show(onlyForSale: false)

    #expect(sut.focusedIndexPath?.row == 36)
    #expect(service.loads.count == asked)
    #expect(history.reloads == 2)
  }

  @Test func `the focus moves from a photo that is not for sale to the nearest one, and returns`() {
    start(total: 90) { $0.isMultiple(of: 10) }
    sut.focus(33)
    sut.show(onlyForSale: true)
    #expect(sut.title(sut.focusedIndexPath?.row ?? -1) == "photo 30")

    sut.show(onlyForSale: false)
    #expect(sut.focusedIndexPath?.row == 33)
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

    #expect(sut.countText == "4 for sale of 100 searched")
    sut.willDisplay(rows: 0..<16)
    #expect(sut.numberOfCells == 16)
    #expect(sut.countText == "16 for sale of 400 photos")
    #expect(sut.footerText == "End of the list")
  }

  @Test func `a page that is filtered to nothing is not the end`() {
    start(total: 500) { $0 >= 300 && $0 < 310 }
    sut.show(onlyForSale: true)

    #expect(sut.numberOfCells == 10)
    #expect(sut.title(0) == "photo 300")
    #expect(sut.footer == .noMorePhotos)
    #expect(sut.countText == "10 for sale of 500 photos")
  }

  @Test func `after ten empty pages it asks, and r searches further`() {
    start(total: 100_000) { $0 == 50 || $0 == 1_550 }
    sut.show(onlyForSale: true)
    #expect(sut.numberOfCells == 1)
    #expect(
      sut.footerText == "No more for sale in the first 1,100 photos · r to search further")
    let asked = service.loads.count
    for _ in 0..<5 { sut.willDisplay(rows: 0..<20) }
    #expect(service.loads.count == asked)

    sut.refresh()
    #expect(sut.numberOfCells == 2)
    #expect(sut.countText == "2 for sale of 2,600 searched")
    #expect(sut.footer == .paused)
    #expect(history.loading == [true, false])
  }

  @Test func `if nothing was for sale so far, it says so in place of rows`() {
    start(total: 100_000) { $0 == 2_000 }
    sut.show(onlyForSale: true)
    #expect(sut.state == .empty)
    #expect(sut.stateText?.title == "None for sale in the first 1,000 photos")
    #expect(sut.stateText?.advice == "Press r to search further, or f to show all photos")
    sut.refresh()
    #expect(sut.stateText?.title == "None for sale in the first 2,000 photos")
    sut.refresh()
    #expect(sut.numberOfCells == 1)

    sut.show(onlyForSale: false)
    #expect(sut.numberOfCells == 100_000)
  }

  @Test func `if nothing is for sale a message says what to do`() {
    start(total: 150) { _ in false }
    sut.show(onlyForSale: true)

    #expect(sut.stateText?.title == "No photos for sale")
    #expect(sut.stateText?.advice == "Press f to show all photos")
  }

  @Test func `a page that fails before anything was found says why, and r tries it again`() throws {
    start(total: 500) { $0 == 450 }
    let source = try #require(service.source)
    service.source = nil
    sut.show(onlyForSale: true)
    let first = try #require(service.openLoads.last)
    first.answer(source(first.query))
    #expect(sut.stateText?.advice == "None for sale in the first 100 photos")
    try #require(service.openLoads.last).fail(.serverOverloaded)
    #expect(sut.state == .failed(.serverOverloaded))

    service.source = source
    sut.refresh()
    #expect(sut.title(0) == "photo 450")
    #expect(
      service.loads.filter { $0.query.filter == .forSale }.map(\.query.page) == [1, 2, 2, 3, 4, 5])
  }

  @Test func `a filter at the source has its total, and rows for unloaded photos`() {
    service.capabilities = SourceCapabilities(terms: [.forSale], isRemote: true)
    service.source = { .of($0.filter == .everything ? 1_000 : 300, for: $0) }
    sut.initFetch()
    sut.show(onlyForSale: true)

    #expect(sut.numberOfCells == 300)
    #expect(sut.countText == "100 of 300 for sale")
    sut.willDisplay(rows: 280..<300)
    #expect(sut.title(299) == "photo 299")
  }

  @Test func `f twice before the answer cancels the filter`() throws {
    start(total: 90) { $0.isMultiple(of: 3) }
    service.source = nil
    sut.show(onlyForSale: true)
    #expect(sut.wantedFilter == .forSale)
    #expect(sut.shownFilter == .everything)
    let load = try #require(service.openLoads.last)
    sut.show(onlyForSale: false)

    #expect(load.isCancelled)
    #expect(history.entries == ["loading=true", "loading=false"])
    #expect(sut.wantedFilter == .everything)
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
    #expect(sut.title(1_990) == "photo 199000")
  }
}
