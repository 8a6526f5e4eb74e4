import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

struct RefreshTests: ListTests {
  let bench = ListBench(pageSize: 10)

  /// The first page of 95 photos, with nothing under way.
  private func loadFirstPage() {
    service.source = { .of(95, for: $0) }
    sut.initFetch()
    service.source = nil
    history.clear()
  }

  @Test func `the old rows stay until the new ones are loaded, and change all together`() throws {
    loadFirstPage()
    sut.focus(3)

    sut.refresh()
    #expect(sut.isLoading)
    expectEqual(sut.title(3), "photo 3")
    expectEqual(sut.focusedIndexPath?.row, 3)
    let load = try #require(service.openLoads.last)
    expectEqual(load.query, PageRequest(pageSize: 10, anchor: "3", isRefresh: true))
    load.answer(PhotoPage(photos: [.stub(id: "new")] + Photo.stubs(4), anchorRow: 4))

    expectEqual(history.entries, ["loading=true", "reload 5", "loading=false"])
    expectEqual(sut.focusedIndexPath?.row, 4)
    #expect(!sut.isLoading)
  }

  @Test func `the focus goes with a photo that was renamed`() throws {
    loadFirstPage()
    sut.focus(3)

    sut.photosRenamed(["3": "z"])
    expectEqual(sut.focusedIndexPath?.row, 3)
    sut.refresh()
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.anchor, "z")
    load.answer(PhotoPage(photos: Photo.stubs(3) + Photo.stubs(4, from: 4) + [.stub(id: "z")]))

    expectEqual(sut.focusedIndexPath?.row, 7)
  }

  @Test func `the focus goes to a photo that is back, and what was selected of them is again`()
    throws
  {
    loadFirstPage()
    for id in ["3", "4"] { sut.toggle(.stub(id: id)) }
    sut.photosLeft(["2", "3"])
    sut.focus(7)
    expectEqual(sut.selectedPhotos.map(\.id), ["4"])

    sut.photosReturned(["2", "3"])
    sut.refresh()
    let load = try #require(service.openLoads.last)
    expectEqual(load.query.anchor, "2")
    load.answer(.of(95, for: load.query))

    expectEqual(sut.focusedIndexPath?.row, 2)
    expectEqual(sut.selectedPhotos.map(\.id), ["3", "4"])
  }

  @Test(arguments: [false, true])
  func `an error raises the alert, and the rows and the focus stay`(isOfLaterPage: Bool) throws {
    loadFirstPage()
    sut.focus(3)

    sut.refresh()
    if isOfLaterPage {
      try answer(.of(95, for: PageRequest(page: 2, pageSize: 10), anchorRow: 27))
    }
    try #require(service.openLoads.last).fail(.serverOverloaded)

    expectEqual(history.entries, ["loading=true", "alert Server is overloaded", "loading=false"])
    expectEqual(sut.numberOfCells, 95)
    expectEqual(sut.title(0), "photo 0")
    expectEqual(sut.title(3), "photo 3")
    expectEqual(sut.focusedIndexPath?.row, 3)
  }

  @Test func `a stored page never replaces visible rows`() throws {
    loadFirstPage()
    sut.refresh()
    try #require(service.openLoads.last).cached(PhotoPage(photos: Photo.stubs(1)))

    expectEqual(sut.numberOfCells, 95)
    expectEqual(history.reloads, 0)
  }

  @Test func `a list that begins at a photo focuses it, on whatever page it is`() throws {
    let sut = PhotoListViewModel(apiService: service, pageSize: 10, selecting: "73")
    service.source = { query in
      var page = PhotoPage.of(95, for: query)
      page.anchorRow = query.anchor.flatMap { Int($0) }
      return page
    }

    sut.initFetch()

    expectEqual(sut.focusedIndexPath?.row, 73)
    expectEqual(sut.title(73), "photo 73")
  }

  @Test func `a finished refresh says so until the next key`() throws {
    service.source = { .of(5, for: $0) }
    sut.initFetch()
    expectEqual(sut.refreshedText, nil)

    sut.refresh()
    expectEqual(sut.refreshedText, "Refreshed")

    sut.focus(2)
    expectEqual(sut.refreshedText, nil)
  }

  @Test func `nothing else is loaded during a refresh`() throws {
    loadFirstPage()
    sut.refresh()
    sut.willDisplay(rows: 40..<45)
    expectEqual(service.openLoads.map(\.query.page), [1])

    try answer(.of(95, for: PageRequest(pageSize: 10)))
    expectEqual(service.openLoads.map(\.query.page), [5])
  }

  @Test func `the new page of the focused photo is fetched before the rows change`()
    throws
  {
    loadFirstPage()
    sut.focus(3)
    sut.refresh()
    try answer(
      PhotoPage(
        photos: Photo.stubs(10, from: 200), totalCount: 95, hasMorePages: true, anchorRow: 27))
    expectEqual(history.reloads, 0)
    expectEqual(sut.title(0), "photo 0")

    let second = try #require(service.openLoads.last)
    expectEqual(second.query.page, 3)
    second.answer(
      PhotoPage(
        number: 3,
        photos: Photo.stubs(7, from: 300) + [.stub(id: "3", name: "photo 3")]
          + Photo.stubs(2, from: 320), totalCount: 95, hasMorePages: true))

    expectEqual(history.entries, ["loading=true", "reload 95", "loading=false"])
    expectEqual(sut.focusedIndexPath?.row, 27)
    expectEqual(sut.title(27), "photo 3")
    expectEqual(sut.title(0), "photo 200")
  }

  @Test func `when the focused photo is gone the focus moves to the nearest row`() throws {
    loadFirstPage()
    sut.focus(3)
    sut.refresh()
    try answer(PhotoPage(photos: Photo.stubs(2)))
    expectEqual(sut.focusedIndexPath?.row, 1)

    sut.refresh()
    try expectEqual(#require(service.openLoads.last).query.anchor, "1")
    try answer(PhotoPage(photos: []))
    expectEqual(sut.focusedIndexPath, nil)
    expectEqual(sut.state, .empty)
  }

  @Test func `a false anchor does no harm`() throws {
    for row in [-5, Int.min, Int.max] {
      loadFirstPage()
      sut.focus(3)
      sut.refresh()
      service.source = { .of(95, for: $0) }
      try answer(
        PhotoPage(
          photos: Photo.stubs(10, from: 500), totalCount: 95, hasMorePages: true, anchorRow: row))
      #expect((0..<95).contains(try #require(sut.focusedIndexPath).row))
      #expect(!sut.isLoading)
    }
  }

  @Test func `deep in a feed of unknown length a refresh stays where it is`() throws {
    func page(_ query: PageRequest) -> PhotoPage {
      PhotoPage(
        number: query.page, photos: Photo.stubs(10, from: (query.page - 1) * 10),
        hasMorePages: true)
    }
    service.source = page
    sut.initFetch()
    for row in [5, 15, 25, 35] { sut.willDisplay(rows: row..<(row + 5)) }
    sut.focus(33)
    sut.willDisplay(rows: 31..<35)
    service.source = nil
    history.clear()

    sut.refresh()
    try answer(page(PageRequest()))
    let second = try #require(service.openLoads.last)
    expectEqual(second.query.page, 4)
    second.answer(page(second.query))

    expectEqual(sut.focusedIndexPath?.row, 33)
    expectEqual(sut.title(33), "photo 33")
    expectEqual(history.loading, [true, false])
  }
}
