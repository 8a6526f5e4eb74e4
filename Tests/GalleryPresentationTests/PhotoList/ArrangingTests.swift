import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Histories of a list that is filtered and sorted.
struct ArrangingTests {
  let service = PagingService()
  let sut: PhotoListViewModel
  let history: History

  init() {
    sut = PhotoListViewModel(apiService: service, pageSize: 100, timeZone: .gmt)
    history = History(sut)
  }

  /// Photos numbered from 0, every tenth by a Nikon, every third for sale, the highest price first.
  private static func photo(_ row: Int) -> Photo {
    .stub(
      id: "\(row)", name: "photo \(row)", camera: row.isMultiple(of: 10) ? "NIKON D500" : nil,
      createdAt: Date(timeIntervalSince1970: Double(row)),
      saleStatus: row.isMultiple(of: 3) ? .forSale : .unstated,
      price: Price(amount: "\(100_000 - row)", currency: "EUR"), tags: ["t\(row)"])
  }

  /// A source that filters page by page, and sorts everything in one go.
  private func answer(_ total: Int) -> (PageRequest) -> PhotoPage {
    { query in
      guard query.sort != nil else {
        var page = PhotoPage.of(total, for: query)
        page.photos = page.photos.compactMap { Int($0.id) }.map(Self.photo)
        return LocalFilter(query.query, zone: .gmt).filtered(page)
      }
      return PhotoPage((0..<total).map(Self.photo)).arranged(for: query)
    }
  }

  private func start(_ total: Int, isRemote: Bool = false) {
    service.capabilities.isRemote = isRemote
    service.source = answer(total)
    sut.willDisplay(rows: 0..<20)
    sut.initFetch()
    history.clear()
  }

  private var focusedTitle: String? { sut.focusedIndexPath.map { sut.title($0.row) } }

  // MARK: Filter

  @Test func `a filter brings other rows, and Esc the previous rows without asking the source`() {
    start(90)
    sut.filter(by: "camera:nikon")

    expectEqual(sut.numberOfCells, 9)
    expectEqual(sut.filterText, "camera:nikon")
    expectEqual(sut.orderText, nil)
    expectEqual(sut.countText, "9 of 90 photos")
    expectEqual(history.entries, ["loading=true", "reload 9", "loading=false"])
    sut.filter(by: "tag:t7")
    expectEqual(sut.numberOfCells, 11)

    sut.leave()
    expectEqual(sut.numberOfCells, 90)
    expectEqual(sut.filterText, nil)
    expectEqual(sut.orderText, nil)
    expectEqual(service.loads.map(\.query.filter.description), ["", "camera:nikon", "tag:t7"])
  }

  @Test func `the focus stays with its photo while a filter is typed, and back`() {
    start(90)
    sut.focus(30)
    for text in ["tag:nothing", "tag:t7", "camera:n", "camera:nikon"] { sut.filter(by: text) }
    expectEqual(focusedTitle, "photo 30")
    sut.focus(5)

    sut.leave()
    expectEqual(focusedTitle, "photo 50")
  }

  @Test func `a focus moved among the rows of a filter replaces the previous focus`() {
    start(90)
    sut.focus(30)
    // Photos 7 and 70 to 79.
    sut.filter(by: "tag:t7")
    expectEqual(focusedTitle, "photo 7")
    sut.focus(5)
    expectEqual(focusedTitle, "photo 74")

    // Both are among these.
    sut.filter(by: "-tag:t8")
    expectEqual(focusedTitle, "photo 74")
  }

  @Test func `a query already requested is not requested again, and blank text leaves the filter`()
  {
    start(90)
    sut.filter(by: "camera:nikon")
    sut.filter(by: "  camera:nikon ")
    expectEqual(service.loads.count, 2)

    sut.filter(by: "  ")
    expectEqual(sut.numberOfCells, 90)
    sut.leave()
    expectEqual(service.loads.count, 2)
  }

  @Test func `an invalid filter leaves all photos where they are`() {
    start(90)
    sut.filter(by: "price:cheap")

    expectEqual(sut.filterText, nil)
    expectEqual(service.loads.count, 1)
    expectEqual(history.entries, [])
  }

  @Test func `only for sale is combined with it, in either order`() {
    start(90)
    sut.filter(by: "camera:nikon")
    sut.show(onlyForSale: true)
    expectEqual(sut.numberOfCells, 3)
    expectEqual(sut.countText, "3 of 90 photos")

    sut.leave()
    expectEqual(sut.filterText, "sale:yes")
    expectEqual(sut.numberOfCells, 30)
    sut.leave()
    expectEqual(sut.numberOfCells, 90)
    sut.show(onlyForSale: true)
    sut.show(onlyForSale: false)
    expectEqual(sut.numberOfCells, 90)
  }

  @Test func `each key of a typed filter cancels the previous search`() {
    start(90)
    service.source = nil
    for text in ["c", "ca", "camera:", "camera:n"] { sut.filter(by: text) }
    let loads = service.loads.dropFirst()

    // `camera:` alone requests nothing: back to the visible rows.
    expectEqual(loads.map(\.query.filter.description), ["c", "ca", "camera:n"])
    expectEqual(loads.map(\.isCancelled), [true, true, false])
  }

  @Test func `a source on this computer is searched to its end`() {
    start(1_000)
    sut.filter(by: "tag:t7")

    expectEqual(service.loads.suffix(10).map(\.query.page), Array(1...10))
    expectEqual(sut.countText, "111 of 1,000 photos")
    expectEqual(sut.footer, .noMorePhotos)
  }

  @Test func `how much was searched is shown while the search continues`() throws {
    start(1_000)
    service.source = nil
    sut.filter(by: "tag:t7")
    let answer = answer(1_000)
    for _ in 0..<4 {
      let load = try #require(service.openLoads.last)
      load.answer(answer(load.query))
    }

    #expect(sut.isLoadingPage)
    expectEqual(sut.progressFraction, 0.4)
    expectEqual(sut.countText, "11 matches, 40% searched")
    expectEqual(sut.positionTexts, ["1/11 matches, 40% searched", "1/11"])

    sut.leave()
    expectEqual(sut.progressFraction, nil)
    #expect(!sut.isLoadingPage)
  }

  @Test func `a search and a filter are counted alike, and with one number where all photos match`()
  {
    service.capabilities = SourceCapabilities(search: .here)
    service.source = { PhotoPage((0..<20).map(Self.photo)).arranged(for: $0) }
    sut.willDisplay(rows: 0..<20)
    sut.initFetch()
    sut.focus(0)
    expectEqual(sut.positionTexts, ["1/20"])

    sut.search(for: "t7")
    sut.focus(0)
    expectEqual(sut.positionTexts, ["1/1 of 20 photos", "1/1"])
    sut.leaveSearch()
    sut.filter(by: "camera:nikon")
    sut.focus(0)
    expectEqual(sut.positionTexts, ["1/2 of 20 photos", "1/2"])
    sut.filter(by: "photo")
    sut.focus(3)
    expectEqual(sut.positionTexts, ["4/20"])
  }

  @Test func `a source on the network is searched for a screenful`() {
    start(100_000, isRemote: true)
    sut.filter(by: "camera:nikon")
    expectEqual(sut.countText, "30 of 300 searched")
    expectEqual(sut.footer, .none)
  }

  @Test(
    arguments: [
      ("camera:leica", "No photos match camera:leica"), ("sale:yes", "No photos for sale"),
    ])
  func `an empty list says what to do`(filter: String, title: String) {
    start(90)
    service.source = { _ in PhotoPage(photos: []) }
    sut.filter(by: filter)

    expectEqual(sut.stateText?.title, title)
    expectEqual(sut.stateText?.advice, "Press & to edit the filter, or Esc to clear it")
  }

  @Test func `a filter may be set from the start`() {
    service.source = answer(90)
    let sut = PhotoListViewModel(
      apiService: service, filter: FilterReading("camera:nikon").expression, sort: PhotoSort(.price)
    )
    sut.initFetch()
    expectEqual(sut.numberOfCells, 9)
    expectEqual(sut.title(0), "photo 80")
    expectEqual(sut.orderText, "price ↑")

    sut.leave()
    expectEqual(sut.numberOfCells, 90)
    expectEqual(sut.orderText, "price ↑")
  }

  // MARK: Sort

  @Test func `another order keeps the focus on its photo`() {
    start(90)
    sut.focus(10)
    sut.sort(by: PhotoSort(.price))

    expectEqual(sut.title(0), "photo 89")
    expectEqual(focusedTitle, "photo 10")
    expectEqual(sut.focusedIndexPath?.row, 79)
    expectEqual(sut.orderText, "price ↑")
    expectEqual(sut.countText, "90 photos")
    expectEqual(service.loads.last?.query.anchor, "10")

    sut.sort(by: nil)
    expectEqual(sut.focusedIndexPath?.row, 10)
    expectEqual(service.loads.count, 2)
  }

  @Test func `a move while another order is loading is followed`() throws {
    service.capabilities.search = .here
    start(300)
    service.source = nil
    func page(_ request: PageRequest) -> PhotoPage {
      let all = answer(300)(request)
      let start = (request.page - 1) * 100
      return PhotoPage(
        number: request.page, photos: Array(all.photos[start..<(start + 100)]), totalCount: 300,
        hasMorePages: start < 200, anchorRow: all.anchorRow)
    }
    sut.sort(by: PhotoSort(.price))
    sut.focus(70)
    for anchor in [nil, "70"] {
      let load = try #require(service.openLoads.last)
      expectEqual(load.query.anchor, anchor)
      load.answer(page(load.query))
    }

    // Its page.
    service.openLoads.last.map { $0.answer(page($0.query)) }
    expectEqual(focusedTitle, "photo 70")
  }

  @Test(arguments: [1, 2])
  func `an order that is chosen in a search stays when that is left`(orderCount: Int) {
    start(90)
    if orderCount > 1 { sut.sort(by: PhotoSort(.price)) }
    sut.search(for: "photo")
    sut.sort(by: PhotoSort(.date, isDescending: true))

    sut.leave()

    expectEqual(sut.shownQuery, PhotoQuery(sort: PhotoSort(.date, isDescending: true)))
  }

  @Test func `another order begins at its beginning, unless the user has moved`() {
    start(90)
    sut.focus(0)
    sut.sort(by: PhotoSort(.date, isDescending: true))
    expectEqual(focusedTitle, "photo 89")
    // Where the first photo goes isn't asked.
    expectEqual(service.loads.last?.query.anchor, nil)
    sut.group(by: .day)
    sut.sort(by: PhotoSort(.price))
    expectEqual(sut.focusedIndexPath?.row, 0)

    sut.focus(2)
    let title = focusedTitle
    sut.sort(by: PhotoSort(.date))
    expectEqual(focusedTitle, title)
  }

  @Test(arguments: [nil, PhotoSort(.date)])
  func `entries that could not be read are not among the photos that were searched`(
    sort: PhotoSort?
  ) {
    start(90)
    let answer = answer(90)
    service.source = { request in
      var page = answer(request)
      page.skipped = SkippedItems(count: 2)
      page.sortReach = page.sortReach.map { SortReach(readCount: $0.readCount + 2, isWhole: true) }
      return page
    }
    sut.sort(by: sort)
    sut.filter(by: "camera:nikon")

    expectEqual(sut.countText, "9 of 90 photos")
    expectEqual(sut.skippedText, "2 unreadable")
  }

  @Test func `a notice says if only the beginning was sorted`() {
    start(90, isRemote: true)
    service.source = { query in
      var page = PhotoPage((0..<90).map(Self.photo)).arranged(for: query)
      page.sortReach = SortReach(readCount: 1_000, isWhole: false)
      return page
    }
    sut.sort(by: PhotoSort(.date, isDescending: true))

    expectEqual(sut.orderText, "date ↓, among the first 1,000")
    expectEqual(sut.countText, "90 photos")
  }

  @Test func `reading everything to sort it is shown, and Esc cancels it`() throws {
    start(90)
    service.source = nil
    sut.sort(by: PhotoSort(.price))
    service.announce(50, of: 200)
    expectEqual(sut.progressFraction, 0.25)
    expectEqual(sut.activityText, "sorting")
    #expect(sut.isLoading)

    sut.leave()
    #expect(try #require(service.loads.last).isCancelled)
    #expect(!sut.isLoading)
    expectEqual(sut.progressFraction, nil)
    expectEqual(sut.wantedSort, nil)
    expectEqual(sut.title(0), "photo 0")
  }

  @Test func `reading is over with its answer, also if its end isn't told`() throws {
    start(90)
    service.source = nil
    sut.sort(by: PhotoSort(.price))
    service.announce(50, of: 90)

    let load = try #require(service.openLoads.last)
    load.answer(.of(90, for: load.query))

    #expect(!sut.isLoading)
    expectEqual(sut.activityText, nil)
    expectEqual(sut.progressFraction, nil)
  }

  @Test func `a refresh reads again, and the order stays`() throws {
    start(90)
    sut.sort(by: PhotoSort(.price))
    sut.focus(0)
    service.source = answer(95)
    sut.refresh()

    #expect(try #require(service.loads.last).query.isRefresh)
    expectEqual(sut.numberOfCells, 95)
    expectEqual(focusedTitle, "photo 89")
    expectEqual(sut.focusedIndexPath?.row, 5)
    expectEqual(sut.sort, PhotoSort(.price))
  }

  @Test func `at most four lists are kept, whatever is done`() {
    start(90)
    for round in 0..<20 {
      sut.filter(by: "tag:t\(round)")
      sut.show(onlyForSale: true)
      sut.sort(by: PhotoSort(round.isMultiple(of: 2) ? .date : .title))
      sut.search(for: "photo")
      if round.isMultiple(of: 3) { sut.leave() }
      if round.isMultiple(of: 5) { sut.show(onlyForSale: false) }
      if round.isMultiple(of: 7) { sut.sort(by: nil) }
    }
    #expect(sut.knownPhotos.count <= 5 * 90)
  }
}

extension PagingService {
  /// How far the source has been read to be sorted.
  fileprivate func announce(_ count: Int, of total: Int) {
    announceStep(
      SourceProgress(
        photoCount: count, completedSteps: count, knownSteps: total, isComplete: false,
        activity: .sorting))
  }
}
