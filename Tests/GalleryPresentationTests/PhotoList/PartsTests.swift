import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// An order of a folder whose files are being read: what is known of it comes as parts, and then everything.
struct PartsTests {
  /// 400 photos by date, which are read in another order: those of a part are everywhere between those that follow.
  private final class Folder {
    static let count = 400
    var readCount = 0
    private var parts: [Int: [Int]] = [:]
    /// Called before a first page is answered.
    var asked: () -> Void = {}

    /// What the store has of what was read by now, or of a part that was asked for before.
    func part(_ request: PageRequest) -> PhotoPage? {
      if request.part == nil { asked() }
      let number = request.part ?? parts.count + 1
      guard readCount > 0 || request.part != nil else { return nil }
      let places = parts[number] ?? Self.places(readCount)
      parts[number] = places
      if let step = request.match {
        return step.page(of: places.indices.filter { places[$0].isMultiple(of: 50) })
      }
      var page = page(of: places, for: request)
      (page.part, page.storedAt) = (number, Date(timeIntervalSince1970: 0))
      return page
    }

    private static func places(_ readCount: Int) -> [Int] {
      (0..<count).filter { $0 * 7 % count < readCount }
    }

    /// The photos of the part when so many had been read, in order.
    func part(with readCount: Int) -> [Photo.ID] { Self.places(readCount).map(String.init) }

    func all(_ request: PageRequest) -> PhotoPage { page(of: Array(0..<Self.count), for: request) }

    private func page(of places: [Int], for request: PageRequest) -> PhotoPage {
      let rows = (request.page - 1) * request.pageSize..<request.page * request.pageSize
      let shown = rows.clamped(to: places.indices)
      return PhotoPage(
        number: request.page, photos: places[shown].flatMap { Photo.stubs(1, from: $0) },
        totalCount: places.count, hasMorePages: shown.upperBound < places.count,
        anchorRow: request.anchor.flatMap { id in places.firstIndex { "\($0)" == id } },
        sortReach: SortReach(readCount: places.count, isWhole: true))
    }
  }

  let service = PagingService()
  private let folder = Folder()
  let sut: PhotoListViewModel
  let history: History

  init() {
    service.capabilities = SourceCapabilities(search: .here, holdsOwnFiles: true)
    service.capabilities.isReadWhole = true
    sut = PhotoListViewModel(
      apiService: service, pageSize: 20, timeZone: .gmt, now: { Date(timeIntervalSince1970: 9) })
    history = History(sut)
    let folder = folder
    service.stored = { folder.part($0) }
    service.source = { PhotoPage.of(Folder.count, for: $0) }
    sut.willDisplay(rows: 0..<10)
    sut.initFetch()
    service.source = nil
    sut.focus(0)
    sut.sort(by: PhotoSort(.date))
    history.clear()
  }

  private func read(_ count: Int) {
    folder.readCount = count
    service.announceStep(
      SourceProgress(
        photoCount: count, completedSteps: count, knownSteps: Folder.count, isComplete: false,
        activity: .sorting))
  }

  /// Everything has been read, and pages are answered at once.
  private func finish() {
    let folder = folder
    folder.readCount = Folder.count
    service.source = { folder.all($0) }
    while let load = service.openLoads.last { load.answer(folder.all(load.query)) }
  }

  private var focused: String? {
    sut.focusedIndexPath.flatMap { sut.photo(at: $0) }?.id
  }

  private var ids: [Photo.ID?] {
    (0..<sut.numberOfCells).map { sut.photo(at: IndexPath(row: $0, section: 0))?.id }
  }

  @Test func `what is known comes when it is half as much again, and the focus stays`() {
    read(10)
    expectEqual(sut.numberOfCells, Folder.count)
    read(20)
    expectEqual(sut.numberOfCells, 20)
    #expect(sut.isLoading && sut.isPart)
    expectEqual(sut.orderText, "date ↑, 380 unread")
    expectEqual(sut.countText, "20+ photos")
    expectEqual(sut.totalCount, nil)
    expectEqual(sut.ageText, nil)
    sut.focus(7)
    sut.willDisplay(rows: 5..<15)
    let id = focused
    read(29)
    expectEqual(sut.numberOfCells, 20)
    read(30)
    expectEqual(sut.numberOfCells, 30)
    expectEqual(focused, id)
    expectEqual(sut.displayedRows.lowerBound, 5 + (sut.focusedIndexPath?.row ?? 0) - 7)

    finish()
    expectEqual(sut.numberOfCells, Folder.count)
    expectEqual(focused, id)
    expectEqual(sut.orderText, "date ↑")
    expectEqual(sut.countText, "400 photos")
    #expect(!sut.isLoading && !sut.isPart)
    expectEqual(history.loading, [false])
  }

  @Test func `what was known before says its age, and is a part from the beginning`() throws {
    folder.readCount = 50
    let load = try #require(service.openLoads.last)
    load.cached(try #require(folder.part(load.query)))

    expectEqual(sut.countText, "50+ photos")
    expectEqual(sut.ageText, "stored just now")
    read(60)
    expectEqual(sut.orderText, "date ↑, 350 unread")
    expectEqual(sut.ageText, nil)
    expectEqual(sut.numberOfCells, 50)
    read(75)
    expectEqual(sut.numberOfCells, 75)
  }

  @Test func `later pages are of the part on the screen`() {
    read(100)
    folder.readCount = 140
    sut.willDisplay(rows: 80..<100)
    #expect(!ids[80..<100].contains(nil))
    expectEqual(ids.compactMap(\.self).count, Set(ids.compactMap(\.self)).count)
    expectEqual(ids[80..<100].compactMap(\.self), Array(folder.part(with: 100)[80..<100]))
  }

  @Test(arguments: [false, true])
  func `a range in a part has the photos that it was drawn over, and other rows come after it`(
    endsFirst: Bool
  ) {
    read(100)
    sut.focus(5)
    sut.toggleRange()
    sut.willDisplay(rows: 60..<80)
    sut.focus(70)
    let drawn = Array(folder.part(with: 100)[5...70])
    read(200)
    expectEqual(sut.numberOfCells, 100)
    expectEqual(sut.selectedRange, 5..<71)
    if endsFirst {
      sut.toggleRange()
      #expect(sut.numberOfCells == 200)
    } else {
      finish()
      expectEqual(sut.numberOfCells, 100)
      expectEqual(sut.orderText, "date ↑, the rest after the range")
      expectEqual(sut.activityText, nil)
      expectEqual(sut.selectedRange, 5..<71)
      sut.toggleRange()
      expectEqual(sut.numberOfCells, Folder.count)
    }
    expectEqual(sut.selectedPhotos.map(\.id), drawn)
    expectEqual(focused, drawn.last)
    finish()
    expectEqual(sut.numberOfCells, Folder.count)
    expectEqual(sut.selectedPhotos.map(\.id), drawn)
    expectEqual(sut.hiddenCount, 0)
    #expect(!sut.isLoading)
  }

  @Test func `a command on a range in a part gets its photos before other rows come`() {
    read(100)
    sut.focus(5)
    sut.toggleRange()
    sut.focus(70)
    var photos: [Photo.ID] = []
    sut.gather(readsPhotos: false, keepsRange: false).whenGathered { photos = $0.map(\.id) }
    expectEqual(photos, Array(folder.part(with: 100)[5...70]))
  }

  @Test func `the focus stays with a photo that came into focus while rows were asked for`() {
    read(100)
    sut.focus(sut.numberOfCells - 1)
    sut.willDisplay(rows: 90..<100)
    let last = folder.part(with: 100).last
    expectEqual(focused, last)
    folder.asked = { [sut] in sut.focus(93) }
    read(200)
    folder.asked = {}
    expectEqual(sut.numberOfCells, 200)
    expectEqual(focused, folder.part(with: 100)[93])
    sut.focus(sut.numberOfCells - 1)
    sut.willDisplay(rows: 190..<200)
    expectEqual(focused, folder.part(with: 200).last)

    finish()
    expectEqual(focused, folder.part(with: 200).last)
    expectEqual(sut.numberOfCells, Folder.count)
  }

  @Test func `r reads again, and parts come on`() {
    read(100)
    sut.refresh()
    expectEqual(service.openLoads.last?.query.isRefresh, true)
    expectEqual(sut.numberOfCells, 100)
    read(160)
    expectEqual(sut.numberOfCells, 160)
    finish()
    expectEqual(sut.numberOfCells, Folder.count)
    expectEqual(sut.refreshedText, "Refreshed")
  }

  @Test func `Esc ends the reading, its rows stay and can be paged through, and r reads on`() {
    read(100)
    sut.leave()
    #expect(!sut.isLoading && service.openLoads.isEmpty)
    expectEqual(sut.numberOfCells, 100)
    expectEqual(sut.countText, "100+ photos")
    expectEqual(sut.orderText, "date ↑, 300 unread")
    expectEqual(sut.footer, .none)
    sut.willDisplay(rows: 80..<100)
    expectEqual(ids[99], folder.part(with: 100).last)

    sut.refresh()
    #expect(sut.isLoading)
    finish()
    expectEqual(sut.numberOfCells, Folder.count)
    expectEqual(sut.orderText, "date ↑")
  }

  @Test func `a stopped order is completed when all files were read, and not by a change`() {
    read(100)
    sut.leave()
    service.change(.changed)
    service.change(.reading(FileReading(readCount: 390, fileCount: Folder.count)))
    #expect(!sut.isLoading && service.openLoads.isEmpty)
    expectEqual(sut.numberOfCells, 100)
    service.change(.reading(nil))
    expectEqual(sut.activityText, nil)
    finish()
    expectEqual(sut.numberOfCells, Folder.count)
    expectEqual(sut.orderText, "date ↑")
  }

  @Test func `rows of a stopped order whose answer isn't kept any more are read anew`() {
    read(100)
    sut.leave()
    service.stored = { _ in nil }
    sut.willDisplay(rows: 80..<100)
    #expect(sut.isLoading)
    finish()
    expectEqual(sut.numberOfCells, Folder.count)
  }

  @Test func `the next match is any row of the part, or may be among others`() throws {
    read(100)
    sut.search(for: "photo")
    try #require(service.openLoads.last).answer(
      PhotoPage(photos: Photo.stubs(1, from: 0), totalCount: 8))
    sut.leaveSearch()
    sut.focus(2)
    let part = folder.part(with: 100)
    for match in part.dropFirst(3) where Int(match)?.isMultiple(of: 50) ?? false {
      sut.focusNextMatch()
      sut.willDisplay(rows: (sut.focusedIndexPath?.row ?? 0)..<100)
      expectEqual(focused, match)
    }
    sut.focusNextMatch()
    expectEqual(history.notices, ["No further match found yet · the order is still being read"])
  }

  @Test func `a search that is being read for its best matches comes in parts, too`() throws {
    sut.sort(by: nil)
    while let load = service.openLoads.last {
      load.answer(PhotoPage.of(Folder.count, for: load.query))
    }
    sut.search(for: "photo")
    read(20)
    expectEqual(sut.numberOfCells, 20)
    #expect(sut.isPart)
    read(30)
    expectEqual(sut.numberOfCells, 30)

    finish()
    expectEqual(sut.numberOfCells, Folder.count)
    #expect(!sut.isPart)
  }

  @Test func `an order that is remembered opens at the photo that is named, wherever it is`() throws
  {
    let service = PagingService()
    service.capabilities = self.service.capabilities
    let folder = Folder()
    folder.readCount = 200
    service.stored = { folder.part($0) }
    let sut = PhotoListViewModel(
      apiService: service, pageSize: 20, selecting: folder.part(with: 200)[150],
      sort: PhotoSort(.date))
    sut.willDisplay(rows: 0..<10)
    sut.initFetch()
    let load = try #require(service.openLoads.last)
    load.cached(try #require(folder.part(load.query)))

    expectEqual(sut.focusedIndexPath?.row, 150)
    expectEqual(sut.photo(at: IndexPath(row: 150, section: 0))?.id, folder.part(with: 200)[150])
    expectEqual(sut.displayedRows.lowerBound, 150)
  }

  @Test func `all are counted with those that are unread, and selected when they have been read`() {
    read(100)
    sut.selectAll()
    expectEqual(sut.selectedCount, Folder.count)
    #expect(!sut.isSelectionReady)
    read(200)
    expectEqual(sut.numberOfCells, 200)
    expectEqual(sut.selectedCount, Folder.count)

    finish()
    expectEqual(sut.selectedCount, Folder.count)
    #expect(!sut.isSelecting)
    expectEqual(sut.selectedPhotos.map(\.id), (0..<Folder.count).map(String.init))
  }

  @Test func `the timeline goes to no row of a part`() throws {
    read(100)
    var (rows, notices) = ([Int](), [String?]())
    let timeline = TimelineViewModel(
      list: sut, show: { row, _ in rows.append(row) }, close: { notices.append($0) })
    #expect(timeline.begin())
    let count = try #require(service.counting.last)
    var counts = FacetCounts()
    counts.days = ["2019-07-01", "2020-07-01"].enumerated().compactMap { place, day in
      DatePeriod(day).map { DayCount($0, count: 50, row: place * 50) }
    }
    count.1(counts)
    timeline.moveToFirst()
    timeline.moveToLast()
    timeline.moveToFirst()
    expectEqual(rows, [])
    let other = TimelineViewModel(
      list: sut, show: { row, _ in rows.append(row) }, close: { notices.append($0) })
    #expect(other.begin())
    try #require(service.counting.last).1(counts)
    other.submit()
    expectEqual(notices.last, "That row is known when the order has been read")
    (rows, notices) = ([], [])

    finish()
    timeline.moveToLast()
    timeline.moveToFirst()
    expectEqual(rows, [50, 0])
    timeline.moveToLast()
    timeline.cancel()
    expectEqual(rows, [50, 0, 50, 0])
    expectEqual(notices, [nil])
  }

  @Test func `if the rest can't be read, the list says so and keeps the part`() throws {
    read(100)
    var isThere = false
    sut.ensureLoaded(rows: 42..<44, isReading: false, for: service) { isThere = true }
    // What is on the screen can be used meanwhile.
    #expect(isThere)
    try #require(service.openLoads.last).fail(.permissionDenied(name: "x"))

    #expect(!sut.isLoading)
    expectEqual(sut.numberOfCells, 100)
    expectEqual(sut.orderText, "date ↑, 300 unread")
    #expect(sut.alertMessage?.contains("ermission") ?? false)
  }
}
