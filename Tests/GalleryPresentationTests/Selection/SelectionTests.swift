import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Photos that are selected one by one or all together, and their fate while the list changes.
struct SelectionTests: ListTests {
  let history = UndoHistory()
  let bench: ListBench

  init() { bench = ListBench(undo: history) }

  private func start(_ total: Int) {
    service.source = { .of(total, for: $0) }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)
  }

  private var selected: [Photo.ID] { sut.selectedPhotos.map(\.id) }

  @Test func `rows are selected as their pages come, which are announced`() {
    start(1_200)
    service.source = nil

    sut.selectAll()

    expectEqual(sut.selectedText, "1,200 selected")
    expectEqual(sut.selectingText, "selecting 0 of 1,200")
    service.openLoads.first.map { $0.answer(.of(1_200, for: $0.query)) }
    expectEqual(sut.selectingText, "selecting 500 of 1,200")
    #expect(sut.isSelected("3") && !sut.isSelected("900"))
    service.answerAll(1_200)
    expectEqual(sut.selectingText, nil)
    expectEqual(sut.selectedText, "1,200 selected")
  }

  @Test func `all are selected as soon as there are rows, and nothing is counted before`() {
    sut.initFetch()
    sut.selectAll()
    expectEqual(sut.selectedText, nil)

    service.answerAll(150)

    expectEqual(sut.selectedText, "150 selected")
  }

  @Test func `Esc meanwhile leaves the selection as it was`() {
    start(1_200)
    sut.toggle(.stub(id: "900"))
    service.source = nil
    sut.selectAll()
    service.openLoads.first?.answer(
      .of(1_200, for: service.openLoads.first?.query ?? PageRequest()))

    sut.endSelecting()

    expectEqual(selected, ["900"])
    #expect(!sut.isSelecting)
  }

  @Test func `undo meanwhile gives it up, and undoes nothing that was done before`() {
    start(1_200)
    history.register("rating a") { "rating a" }
    service.source = nil
    sut.selectAll()

    expectEqual(history.undo(), "selecting all photos")
    expectEqual(selected, [])
    expectEqual(sut.selectingText, nil)
    sut.selectAll()
    service.answerAll(1_200)
    expectEqual(history.undo(), "selecting 1,200 photos")
    expectEqual(history.undo(), "rating a")
    expectEqual(history.undo(), nil)
  }

  @Test(
    arguments: [
      (SourceCapabilities.localList, 30_000, "20,000"),
      (SourceCapabilities(search: .atSource, isRemote: true), 5_000, "1,000"),
    ])
  func `there is a limit, a lower one for servers, and a message says so`(
    capabilities: SourceCapabilities, total: Int, limit: String
  ) {
    service.capabilities = capabilities
    start(total)

    sut.selectAll()

    expectEqual(sut.selectedText, "\(limit) selected")
    expectEqual(bench.history.notices, ["Only the first \(limit) photos are selected"])
    #expect(!capabilities.isRemote || service.loads.count < 14)
  }

  @Test func `there is no limit for what is on this computer and found again by its ids`() {
    service.capabilities.isReadWhole = true
    start(45_000)

    sut.selectAll()
    expectEqual(sut.selectedText, "45,000 selected")
    expectEqual(bench.history.notices, [])
    #expect(sut.isSelected("44999"))

    sut.deselectAll()
    expectEqual(sut.selectedText, nil)
    expectEqual(history.undo(), "deselecting 45,000 photos")
    expectEqual(sut.selectedText, "45,000 selected")
    expectEqual(sut.selectedPhotos.first?.id, "0")
    expectEqual(history.undo(), "selecting 45,000 photos")
    expectEqual(sut.selectedText, nil)
  }

  @Test func `a search is selected to its end, which is known only there`() {
    service.source = { request in
      var page = PhotoPage.of(450, for: request)
      page.totalCount = nil
      return page
    }
    sut.initFetch()
    sut.search(for: "word")
    sut.willDisplay(rows: 0..<20)
    #expect(sut.numberOfCells < 450)

    sut.selectAll()

    expectEqual(sut.selectedText, "450 selected")
  }

  @Test func `each step can be undone`() {
    start(5)
    sut.toggle(.stub(id: "3"))
    sut.selectAll()
    sut.deselectAll()
    #expect(selected.isEmpty)

    expectEqual(history.undo(), "deselecting 5 photos")
    expectEqual(Set(selected), ["0", "1", "2", "3", "4"])
    expectEqual(history.undo(), "selecting 4 photos")
    expectEqual(selected, ["3"])
    sut.deselectAll()
    expectEqual(history.undo(), "deselecting 1 photo")
    expectEqual(history.undo(), "selecting 1 photo")
    #expect(sut.selectedCount == 0)
    expectEqual(history.undo(), nil)
  }

  @Test func `the bytes are shown once all are known`() {
    let photos = [Photo.stub(id: "1", fileSize: 47_600_000), .stub(id: "2")]
    service.source = { _ in PhotoPage(photos: photos, totalCount: 2) }
    sut.initFetch()
    sut.willDisplay(rows: 0..<2)
    sut.toggle(photos[0])
    expectEqual(sut.selectedText, "1 selected · 48 MB")

    sut.toggle(photos[1])
    expectEqual(sut.selectedText, "2 selected")

    sut.photosChanged([.stub(id: "2", fileSize: 2_400_000)])
    expectEqual(sut.selectedText, "2 selected · 50 MB")
    sut.toggle(.stub(id: "1"))
    expectEqual(sut.selectedText, "1 selected · 2.4 MB")
  }

  @Test func `what is learned of a selected photo replaces what was known`() {
    service.source = { _ in PhotoPage(photos: Photo.stubs(3, needsDetails: true), totalCount: 3) }
    sut.initFetch()
    sut.willDisplay(rows: 0..<3)
    sut.selectAll()

    for load in service.details { load.answer(.forSale, camera: "read") }

    #expect(sut.selectedPhotos.allSatisfy { $0.camera == "read" && !$0.needsDetails })
    #expect(sut.isSelectionReady)
  }

  @Test func `of a source that finds photos again a thousand are kept, and a command gets all`()
    throws
  {
    service.capabilities.isReadWhole = true
    service.foundPhotos = Photo.stubs(1_499)
    start(1_500)

    sut.selectAll()
    expectEqual(sut.selectedText, "1,500 selected")
    expectEqual(sut.selectedPhotos.count, Selection.photoLimit)
    #expect(!sut.isSelectionReady)
    #expect(service.soughtIDs.isEmpty)

    var answers: [([Photo.ID], Int)] = []
    sut.gather { answers.append(($0.map(\.id), $1)) }
    // The last one is no longer in the source.
    expectEqual(answers.map(\.1), [1])
    expectEqual(answers.first?.0, (0..<1_499).map(String.init))
    expectEqual(service.soughtIDs, [(1_000..<1_500).map(String.init)])
    expectEqual(sut.selectedPhotos.count, Selection.photoLimit)
    expectEqual(sut.selectedText, "1,500 selected")

    sut.show(onlySelected: true)
    let request = try #require(service.loads.last?.query)
    expectEqual(request.selection.count, 1_500)
    expectEqual(request.selectedPhotos.count, Selection.photoLimit)
  }

  /// A folder that finds its photos by their ids, and answers when the test says so.
  private func startFolder(_ total: Int, except missing: Set<Photo.ID> = []) {
    service.capabilities.isReadWhole = true
    service.foundPhotos = Photo.stubs(total).filter { !missing.contains($0.id) }
    start(total)
  }

  @Test
  func `all photos of a folder are gone through whatever is shown, and one is taken out meanwhile`()
  {
    startFolder(3_000)
    service.source = nil

    sut.selectAll()
    service.openLoads.first.map { $0.answer(.of(3_000, for: $0.query)) }
    sut.toggle(.stub(id: "7"))
    expectEqual(sut.selectedText, "2,999 selected")
    sut.sort(by: PhotoSort(.title))
    service.answerAll(3_000)

    expectEqual(sut.selectedCount, 2_999)
    #expect(!sut.isSelected("7") && sut.isSelected("2999"))
    expectEqual(sut.selectingText, nil)
    expectEqual(history.undo(), "deselecting 1 photo")
    expectEqual(sut.selectedCount, 3_000)
    expectEqual(history.undo(), "selecting 3,000 photos")
    #expect(sut.selectedCount == 0)
  }

  @Test func `what is taken out meanwhile is undone first, and then all are given up`() {
    startFolder(3_000)
    service.source = nil
    sut.selectAll()
    service.openLoads.first.map { $0.answer(.of(3_000, for: $0.query)) }
    sut.toggle(.stub(id: "7"))
    #expect(!sut.isSelected("7") && sut.isSelected("8"))

    expectEqual(history.undoLatest { _ in }, "Undone: deselecting 1 photo")
    #expect(sut.isSelected("7"))
    expectEqual(history.undoLatest { _ in }, "Undone: selecting all photos")

    #expect(sut.selectedCount == 0 && service.openLoads.isEmpty)
    expectEqual(history.undoLatest { _ in }, "Nothing to undo")
  }

  @Test func `a photo that was selected before, and is taken out meanwhile, stays out`() {
    startFolder(3_000)
    sut.toggle(.stub(id: "7"))
    service.source = nil
    sut.selectAll()
    sut.toggle(.stub(id: "7"))
    service.answerAll(3_000)

    expectEqual(sut.selectedCount, 2_999)
    #expect(!sut.isSelected("7"))
    expectEqual(history.undo(), "deselecting 1 photo")
    expectEqual(history.undo(), "selecting 2,999 photos")
    expectEqual(selected, ["7"])
  }

  @Test func `what is taken out of all photos stays out of commands, and undo puts it back`() {
    startFolder(2_500)
    sut.selectAll()
    sut.toggle(.stub(id: "2000"))
    sut.toggle(.stub(id: "5"))
    sut.toggle(.stub(id: "2000"))
    expectEqual(sut.selectedCount, 2_499)
    var given: [[Photo.ID]] = []

    sut.gather { photos, _ in given.append(photos.map(\.id)) }
    expectEqual(given.first?.count, 2_499)
    // Selected again, it is the last one.
    expectEqual(given.first?.last, "2000")
    #expect(given.first?.contains("5") == false)
    sut.photosLeft(["2100", "2000"])
    expectEqual(history.undo(), "deselecting 1 photo")
    expectEqual(history.undo(), "deselecting 1 photo")
    sut.gather { photos, _ in given.append(photos.map(\.id)) }

    let numbers = (0..<2_500).filter { $0 != 2_000 && $0 != 2_100 && $0 != 5 }
    let order = numbers.map(String.init)
    expectEqual(given.last?.filter { $0 != "5" && $0 != "2000" }, order)
    #expect(given.last?.contains("5") == true)
  }

  @Test func `all photos are kept in their order, whatever their ids are`() {
    let ids = (0..<1_500).map { number in
      ["", "a", "2024/été/IMG_\(number).JPG", "2024/été", "見る \(number)"][number % 5]
        + String(repeating: "long", count: number % 90) + "\(number)"
    }
    service.capabilities.isReadWhole = true
    service.foundPhotos = ids.map { .stub(id: $0) }
    service.source = { request in
      let start = (request.page - 1) * request.pageSize
      let shown = ids.dropFirst(start).prefix(request.pageSize)
      return PhotoPage(
        number: request.page, photos: shown.map { .stub(id: $0) }, totalCount: ids.count,
        hasMorePages: start + shown.count < ids.count)
    }
    sut.initFetch()
    sut.selectAll()
    var given: [Photo.ID] = []

    sut.gather { photos, _ in given = photos.map(\.id) }

    expectEqual(given, ids)
  }

  @Test func `photos that are new in the folder are not among all that were selected before`() {
    startFolder(2_000)
    sut.selectAll()
    service.source = { .of(2_300, for: $0) }
    service.foundPhotos = Photo.stubs(2_300)
    sut.refresh()
    var given: [Photo.ID] = []

    sut.gather { photos, _ in given = photos.map(\.id) }

    expectEqual(given, (0..<2_000).map(String.init))
    #expect(!sut.isSelected("2200"))
    expectEqual(sut.selectedText, "2,000 selected")
  }

  @Test func `all photos twice, in two lists, are selected once`() {
    startFolder(2_000)
    sut.selectAll()
    sut.sort(by: PhotoSort(.title))

    sut.selectAll()

    expectEqual(sut.selectedCount, 2_000)
    sut.deselectAll()
    sut.selectAll()
    _ = history.undo()
    expectEqual(history.undo(), "deselecting 2,000 photos")
    expectEqual(sut.selectedCount, 2_000)
  }

  @Test func `a narrower list says how many of all photos it hides`() {
    startFolder(2_000)
    sut.selectAll()
    service.source = { .of(300, for: $0) }

    sut.filter(by: "rating:5")

    expectEqual(sut.hiddenCount, 1_700)
    sut.filter(by: "")
    expectEqual(sut.hiddenCount, 0)
  }

  @Test func `what the source found again is read where that is wanted`() {
    service.capabilities.isReadWhole = true
    service.foundPhotos = Photo.stubs(1_200, needsDetails: true)
    service.source = { request in
      var page = PhotoPage.of(1_200, for: request)
      for index in page.photos.indices { page.photos[index].needsDetails = true }
      return page
    }
    sut.initFetch()
    sut.willDisplay(rows: 0..<20)
    sut.selectAll()
    var given: [Photo] = []

    sut.gather { photos, _ in given = photos }
    service.answerDetails(camera: "read")

    expectEqual(given.count, 1_200)
    #expect(given.allSatisfy { $0.camera == "read" && !$0.needsDetails })
    expectEqual(sut.selectingText, nil)
  }

  @Test func `only what is selected is shown, without asking the source for more`() throws {
    start(5)
    sut.toggle(.stub(id: "3"))
    sut.toggle(.stub(id: "0"))

    sut.show(onlySelected: true)

    let request = try #require(service.loads.last?.query)
    expectEqual(request.query.filter.description, "is:selected")
    expectEqual(request.selection, ["3", "0"])
    expectEqual(request.selectedPhotos.map(\.id), ["3", "0"])
    sut.leave()
    expectEqual(sut.shownQuery, .everything)
  }
}

/// Random events: the selection is what the user selected, whatever the list does.
struct SelectionHistoryTests {
  /// The content of the source, and the user's selection, kept without any sut.
  private struct Model {
    var photos: [Photo.ID]
    var search: String?
    var isSorted = false
    var isOnlySelected = false
    var chosen: [Photo.ID] = []
    /// As it was when only selected photos were last requested.
    var onlyChosen: [Photo.ID] = []

    var rows: [Photo.ID] {
      var rows = isOnlySelected ? onlyChosen : photos
      if search != nil { rows = rows.filter { (Int($0) ?? 0).isMultiple(of: 3) } }
      return isSorted ? rows.sorted() : rows
    }

    mutating func toggle(_ id: Photo.ID) {
      if chosen.contains(id) { chosen.removeAll { $0 == id } } else { chosen.append(id) }
    }
  }

  @Test(arguments: 1...24 as ClosedRange<UInt64>)
  func `the selection is what was chosen`(seed: UInt64) {
    var random = SplitMix64(state: seed)
    var model = Model(photos: (0..<Int.random(in: 1...260, using: &random)).map(String.init))
    let service = PagingService()
    let sut = PhotoListViewModel(apiService: service, pageSize: 20)
    func serve() {
      let rows = model.rows
      service.source = { request in
        let start = min((request.page - 1) * request.pageSize, rows.count)
        let end = min(start + request.pageSize, rows.count)
        return PhotoPage(
          number: request.page, photos: rows[start..<end].map { .stub(id: $0) },
          totalCount: rows.count, hasMorePages: end < rows.count)
      }
    }
    func focus() -> Photo? {
      guard !model.rows.isEmpty else { return nil }
      let row = Int.random(in: 0..<model.rows.count, using: &random)
      sut.willDisplay(rows: row..<(row + 10))
      sut.focusMoved(to: IndexPath(row: row, section: 0))
      return sut.photo(at: IndexPath(row: row, section: 0))
    }
    serve()
    sut.initFetch()

    for _ in 0..<60 {
      let event = Int.random(in: 0..<12, using: &random)
      switch event {
      case 0, 1, 2, 3:
        guard let photo = focus() else { continue }
        sut.toggle(photo)
        model.toggle(photo.id)
      case 4:
        sut.selectAll()
        for id in model.rows where !model.chosen.contains(id) { model.chosen.append(id) }
      case 5, 6:
        sut.deselectAll()
        model.chosen = []
      case 7:
        // Photos come and go in the source; selected ones stay selected.
        model.photos.shuffle(using: &random)
        model.photos.removeLast(min(model.photos.count - 1, 5))
        if model.isOnlySelected { model.onlyChosen = model.chosen }
        serve()
        sut.refresh()
      case 8:
        model.search = model.search == nil ? "word" : nil
        serve()
        if let search = model.search { sut.search(for: search) } else { sut.leaveSearch() }
        // The stack brings back old rows: refresh them.
        sut.refresh()
      case 9:
        model.isSorted.toggle()
        serve()
        sut.sort(by: model.isSorted ? PhotoSort(.title) : nil)
        sut.refresh()
      case 10:
        // A range, kept or dropped.
        guard let first = focus() else { continue }
        sut.toggleRange()
        guard let last = focus() else { continue }
        let rows = model.rows
        let ends = [first, last].map { rows.firstIndex(of: $0.id) ?? 0 }
        let range = rows[(ends.min() ?? 0)...(ends.max() ?? 0)]
        expectEqual(sut.selectedCount, Set(model.chosen).union(range).count)
        if Bool.random(using: &random) {
          sut.toggleRange()
          for id in range where !model.chosen.contains(id) { model.chosen.append(id) }
        } else {
          sut.endSelecting()
        }
      default:
        model.isOnlySelected.toggle()
        model.onlyChosen = model.chosen
        serve()
        sut.show(onlySelected: model.isOnlySelected)
        sut.refresh()
      }
      expectEqual(sut.selectedPhotos.map(\.id), model.chosen, "after event \(event)")
      expectEqual(sut.selectedCount, model.chosen.count)
      expectEqual(sut.selectedRange, nil)
      for (row, id) in model.rows.enumerated().prefix(15) {
        expectEqual(sut.isSelected(row: row, .stub(id: id)), model.chosen.contains(id))
      }
    }
  }
}
