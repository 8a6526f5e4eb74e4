import ExpectationSupport
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// A list with a source that answers when the test says so, and checks of the list.
private struct ListDriver {
  var list: PhotoList
  let capabilities: SourceCapabilities
  /// Loads that were requested, including those that have ended.
  private(set) var fetches: [(query: PageRequest, id: PhotoList.LoadID)] = []
  private(set) var readings: [(photos: [Photo], id: PhotoList.LoadID)] = []
  private(set) var observers: [PhotoList.LoadID] = []
  /// Loads of pages that were neither answered nor cancelled.
  private(set) var openFetches: Set<PhotoList.LoadID> = []
  /// Photos that are being read.
  var openReadings: [(photos: [Photo], id: PhotoList.LoadID)] {
    readings.filter { list.isUnderWay($0.id) }
  }
  private(set) var openedPhotos: [Photo] = []
  private(set) var metNeeds: [PhotoList.NeedID] = []
  private(set) var effectCount = 0
  /// Changes of the selection that can be undone.
  private(set) var undos: [Selection.Change] = []
  /// Photos that were wanted for a command and have been read.
  private(set) var read: [Photo] = []
  private(set) var complaints: [String] = []
  /// As it was before the event.
  private var selection = Selection()
  private var query = PhotoQuery.everything

  init(capabilities: SourceCapabilities = .localList, pageSize: Int = 5) {
    self.capabilities = capabilities
    list = PhotoList(query: .everything, pageSize: pageSize, capabilities: capabilities)
  }

  /// What a screen shows of the rows.
  private struct Shown: Equatable {
    var query: PhotoQuery
    var ids: [Photo.ID?]
    var focusRow: Int?

    init(_ list: PhotoList) {
      query = list.listing.query
      // More rows than these are far from the windows of these tests.
      ids = (0..<min(list.listing.pages.rowCount, 200)).map { list.listing.pages.photo(at: $0)?.id }
      focusRow = list.listing.focusRow
    }
  }

  /// What an input may change, and has to.
  enum Kind {
    case answer(PhotoList.LoadID, isPage: Bool)
    case focus, match, select, other
    case remove(Set<Photo.ID>)
  }

  mutating func answer(_ answer: PhotoList.Answer, _ id: PhotoList.LoadID) {
    let isPage = if case .page = answer { true } else { false }
    send(.answer(id, isPage: isPage)) { $0.receive(answer, for: id) }
  }

  @discardableResult
  mutating func send(
    _ kind: Kind = .other, _ input: (inout PhotoList) -> Void
  ) -> PhotoList.Changes {
    let (old, before) = (list, Shown(list))
    (selection, query) = (list.selection, list.listing.query)
    let (wasLoading, focusedID) = (list.isLoading, list.listing.focus?.id)
    var (isLate, isOfMatch) = (false, false)
    if case .match = kind { isOfMatch = true }
    if case .answer(let id, _) = kind {
      isLate = !list.isUnderWay(id)
      if case .row = list.loads[id] { isOfMatch = true }
    }
    let (changes, effects) = list.update(knowing: capabilities, input)
    follow(effects)
    if case .answer(let id, isPage: true) = kind { openFetches.remove(id) }
    check(
      kind, changes, before: before, wasLoading: wasLoading,
      focusedID: isOfMatch ? nil : focusedID)
    if isLate, list != old || !changes.isEmpty || !effects.isEmpty {
      complain("a late answer is heard", kind)
    }
    return changes
  }

  /// Answers until no page is wanted.
  mutating func answerPages(of total: Int) {
    while let open = openFetches.max(), let fetch = fetches.last(where: { $0.id == open }) {
      answer(.page(.success(.of(total, for: fetch.query))), open)
    }
  }

  private mutating func follow(_ effects: [PhotoList.Effect]) {
    effectCount += effects.count
    for effect in effects {
      switch effect {
      case .fetch(let query, let id):
        fetches.append((query, id))
        openFetches.insert(id)
      case .cancel(let id): openFetches.remove(id)
      case .readDetails(let photo, let id): readings.append(([photo], id))
      case .recallDetails(let photos, let id): readings.append((photos, id))
      case .observeProgress(let id): observers.append(id)
      case .open(let photo, _): openedPhotos.append(photo)
      case .meet(let id): metNeeds.append(id)
      case .registerUndo(let change, _): undos.append(change)
      case .photoRead(let photo):
        read.append(photo)
        if photo.needsDetails { complaints.append("a command gets a photo that is not read") }
      case .fetchStored, .saveRecentQuery, .noteLimit, .noteMissing, .noteNoMatch,
        .cancelGatherings:
        break
      }
    }
  }

  private mutating func check(
    _ kind: Kind, _ changes: PhotoList.Changes, before: Shown,
    wasLoading: Bool, focusedID: Photo.ID?
  ) {
    let now = Shown(list)
    if openFetches.count > (capabilities.isRemote ? 1 : 2) {
      complain("too much is loaded at once", kind)
    }
    let open = fetches.filter { openFetches.contains($0.id) }
    if Set(open.map(\.query.query)).count < open.count {
      complain("two pages of a list are loaded at once", kind)
    }
    if list.isLoading, openFetches.isEmpty { complain("it loads and nothing is under way", kind) }
    if changes.contains(.loading) != (wasLoading != list.isLoading) {
      complain("isLoading changes without a word, or is said not to be what it was", kind)
    }
    if now.query != before.query || now.ids.count != before.ids.count,
      !changes.contains(.rows)
    {
      complain("rows change without a word", kind)
    }
    if now.focusRow != before.focusRow, changes.isDisjoint(with: [.rows, .status]) {
      complain("the selection moves without a word", kind)
    }
    if let row = now.focusRow, row < 0 || row >= list.listing.pages.rowCount {
      complain("row \(row) is selected, of \(list.listing.pages.rowCount)", kind)
    }
    checkSelection(kind, changes, before: selection)
    if case .remove(let ids) = kind,
      list.stack.kept.contains(where: { $0.holds(ids) }) || list.listing.holds(ids)
    {
      complain("a photo that left is still there", kind)
    }
    if case .focus = kind { return }
    let isSame = now.query == before.query && Set(now.ids).count == now.ids.count
    if isSame, let focusedID, now.ids.contains(focusedID), list.listing.focus?.id != focusedID {
      complain("the selection leaves its photo", kind)
    }
  }

  private mutating func checkSelection(
    _ kind: Kind, _ changes: PhotoList.Changes, before: Selection
  ) {
    let now = list.selection
    let isSame = now.ids == before.ids && (now.sweep == nil) == (before.sweep == nil)
    if !isSame, !changes.contains(.selection) {
      complain("the selection changes without a word", kind)
    }
    let range = list.rangePhotos.map(\.id)
    let unloaded = (list.selectedRange?.count ?? 0) - range.count
    // Any of these may be in rows that are not loaded: none is counted twice.
    let others = Set(now.ids).subtracting(range).count
    let count = max(
      Set(now.ids).union(range).count + max(0, unloaded - others), now.sweep?.wantedCount ?? 0)
    // A source that changes while it is read may list a photo twice.
    if Set(range).count == range.count, list.selectedCount != count {
      complain("\(list.selectedCount) are counted, of \(count)", kind)
    }
    if let rows = list.selectedRange, rows.upperBound > list.listing.pages.rowCount {
      complain("a range of rows that are not there", kind)
    }
    if now.unread.isEmpty, !before.unread.isEmpty, !changes.contains(.selection) {
      complain("photos have been read without a word", kind)
    }
    if now.range.isBegun, before.range.isBegun, list.listing.query != query {
      complain("a range stays among other rows", kind)
    }
    switch kind {
    case .select: break
    case .remove(let ids):
      if now.ids.contains(where: ids.contains) { complain("a photo that left is selected", kind) }
    default:
      if before.sweep == nil, !before.range.isKept, now.ids != before.ids {
        complain("the selection changes", kind)
      }
    }
  }

  private mutating func complain(_ text: String, _ kind: Kind) {
    complaints.append("\(text), after \(kind)")
  }
}

struct PhotoListTests {
  private static let remote = SourceCapabilities(
    search: .atSource, terms: [.forSale], isRemote: true)

  /// Looked up for some screens at once.
  private static let remembering = {
    var capabilities = SourceCapabilities(search: .here)
    capabilities.isReadWhole = true
    return capabilities
  }()

  /// A source whose answers may all differ.
  private static func page(
    _ query: PageRequest, of total: Int, _ random: inout SplitMix64
  ) -> PhotoPage {
    let start = (query.page - 1) * query.pageSize
    // Photos come and go while the list is read.
    let moved = Int.random(in: 0...1, using: &random)
    let count = max(0, min(query.pageSize, total - start))
    var page = PhotoPage(
      number: query.page,
      photos: Photo.stubs(count, from: start + moved, needsDetails: query.page == 2),
      totalCount: Bool.random(using: &random) ? total : nil,
      hasMorePages: start + count < total)
    // Where a match is, which need not be true any more.
    if query.pageSize != 5, query.anchor != nil, Bool.random(using: &random) {
      page.anchorRow = Int.random(in: 0...45, using: &random)
    }
    return page
  }

  private static func send(to sut: inout ListDriver, _ random: inout SplitMix64) {
    let row = Int.random(in: -1...30, using: &random)
    let rows = max(0, row)..<(max(0, row) + .random(in: 0...8, using: &random))
    let isHigh = row >= 15
    switch Int.random(in: 0..<30, using: &random) {
    case 26, 27: sut.send(.match) { $0.focusMatch(.next) }
    case 28: sut.send(.match) { $0.focusMatch(.previous) }
    case 29:
      let text = [nil, "s", "se"].randomElement(using: &random) ?? nil
      sut.send { $0.preview(text) }
    case 17, 18:
      if let photo = sut.list.listing.pages.photo(at: row) {
        sut.send(.select) { $0.toggle(photo) }
      } else {
        sut.send(.select) { $0.deselectAll() }
      }
    case 19, 20: sut.send(.select) { $0.selectAll() }
    case 21: sut.send(.select) { $0.toggleRange() }
    case 22: sut.send(.select) { $0.endSelecting() }
    case 23: sut.send { $0.showSelected(!isHigh) }
    case 24: sut.send(.select) { $0.deselectAll() }
    case 25: sut.send(.select) { $0.awaitSelection(!isHigh) }
    case 0: sut.send { $0.start() }
    case 1: sut.send { $0.refresh() }
    case 2: sut.send { $0.tryAgain() }
    case 3: sut.send { $0.search(row.isMultiple(of: 2) ? "sea" : "hill") }
    case 4: sut.send { $0.leaveSearch() }
    case 5: sut.send { $0.change { $0.filter.isForSaleOnly = isHigh } }
    case 6:
      sut.send { $0.change { $0.filter = FilterReading(isHigh ? "camera:nikon" : "").expression } }
    case 7: sut.send { $0.change { $0.sort = isHigh ? PhotoSort(.date) : nil } }
    case 8: sut.send { $0.leave() }
    case 9: sut.send { $0.need(rows, isReading: true, row) }
    case 10: sut.send { $0.endNeed(row) }
    case 11: sut.send { $0.press(row) }
    case 12: sut.send(.focus) { $0.moveFocus(to: nil) }
    case 13, 14: sut.send(.focus) { $0.moveFocus(to: row) }
    case 15:
      let ids: Set = ["\(row)", "\(row + 1)", "\(row + 5)"]
      sut.send(.remove(ids)) { $0.remove(ids) }
    default: sut.send { $0.display(rows) }
    }
  }

  @Test(arguments: 0..<80)
  func `whatever happens in whatever order, its invariants hold and its loads end`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    var sut = ListDriver(capabilities: [.localList, Self.remote, Self.remembering][Int(seed % 3)])
    let total = Int.random(in: 0...40, using: &random)
    sut.send { $0.start() }
    for _ in 0..<250 {
      let (old, isAnswer) = (sut.effectCount, Bool.random(using: &random))
      // Of all loads: late, repeated, and cancelled ones.
      if isAnswer, let fetch = sut.fetches.suffix(4).randomElement(using: &random) {
        let page = Self.page(fetch.query, of: total, &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: sut.answer(.early(page), fetch.id)
        case 1: sut.answer(.page(.failure(.noNetwork)), fetch.id)
        case 2: sut.answer(.page(.failure(.cancelled)), fetch.id)
        default: sut.answer(.page(.success(page)), fetch.id)
        }
      } else if isAnswer, let reading = sut.readings.randomElement(using: &random) {
        let photos = reading.photos.map { Bool.random(using: &random) ? $0 : $0.read }
        sut.answer(.details(photos), reading.id)
      } else if Int.random(in: 0..<12, using: &random) == 0 {
        let photos = sut.list.listing.pages.loadedPhotos + sut.list.selectedPhotos
        sut.send(.select) { $0.read(photos.filter(\.needsDetails)) }
      } else if let change = sut.undos.last, Int.random(in: 0..<12, using: &random) == 0 {
        sut.send(.select) { $0.revert(change) }
      } else {
        Self.send(to: &sut, &random)
      }
      #expect(sut.effectCount - old < 40)
    }
    var answers = 0
    while answers < 400, !sut.openFetches.isEmpty || !sut.openReadings.isEmpty {
      if let open = sut.openFetches.first, let fetch = sut.fetches.last(where: { $0.id == open }) {
        sut.answer(.page(.success(Self.page(fetch.query, of: total, &random))), open)
      } else if let open = sut.openReadings.first {
        sut.answer(.details(open.photos), open.id)
      }
      answers += 1
    }

    expectEqual(sut.complaints, [])
    #expect(sut.openFetches.isEmpty)
    #expect(!sut.list.isLoading && !sut.list.isLoadingPage)
    expectEqual(sut.list.selection.sweep, nil)
    #expect(sut.list.selection.unread.isEmpty)
  }

  /// - Parameter answeredCount: How many pages have come before.
  @Test(arguments: 0...6, [nil, PhotoSort(.date)])
  func `all selected photos are shown, whenever that is asked for`(
    answeredCount: Int, sort: PhotoSort?
  ) {
    let total = 1_200
    var capabilities = SourceCapabilities.localList
    capabilities.findsPhotos = true
    var sut = ListDriver(capabilities: capabilities)
    func answer(_ count: Int) {
      for _ in 0..<count {
        guard let id = sut.openFetches.min(),
          let request = sut.fetches.last(where: { $0.id == id })?.query
        else { return }
        let start = (request.page - 1) * request.pageSize
        let ids =
          request.query.filter.isSelectedOnly ? request.selection : (0..<total).map(String.init)
        let shown = ids.dropFirst(start).prefix(request.pageSize)
        let page = PhotoPage(
          number: request.page, photos: shown.map { .stub(id: $0, name: "photo \($0)") },
          totalCount: ids.count, hasMorePages: start + shown.count < ids.count)
        sut.answer(.page(.success(page)), id)
      }
    }
    sut.send { $0.display(0..<5) }
    sut.send { $0.start() }
    sut.send { $0.change { $0.sort = sort } }
    answer(10)

    sut.send(.select) { $0.selectAll() }
    answer(answeredCount)
    sut.send { $0.showSelected(true) }
    answer(1_000)

    expectEqual(sut.list.listing.query.filter.isSelectedOnly, true)
    expectEqual(sut.list.listing.pages.rowCount, total)
    expectEqual(sut.list.selectedCount, total)
    expectEqual(sut.list.hiddenCount, 0)
    expectEqual(sut.complaints, [])
  }

  @Test func `rows of photos that left disappear immediately, and the window stays`() throws {
    var sut = ListDriver()
    sut.send { $0.display(8..<12) }
    sut.send { $0.start() }
    sut.answerPages(of: 20)
    sut.send(.focus) { $0.moveFocus(to: 10) }
    let fetchCount = sut.fetches.count

    let changes = sut.send(.remove(["6", "7", "10", "nowhere"])) {
      $0.remove(["6", "7", "10", "nowhere"])
    }

    expectEqual(changes, .rows)
    expectEqual(sut.fetches.count, fetchCount)
    let pages = sut.list.listing.pages
    expectEqual(pages.rowCount, 17)
    expectEqual((3..<10).map { pages.photo(at: $0)?.id }, ["3", "4", "5", "8", "9", "11", "12"])
    // The focus goes to the photo after its own, and the visible rows stay.
    expectEqual(sut.list.listing.focus?.id, "11")
    expectEqual(sut.list.listing.visibleRows, 6..<10)
    let later = sut.send(.remove(["6"])) { $0.remove(["6"]) }
    #expect(later.isEmpty)
    expectEqual(sut.complaints, [])
  }

  @Test func `a list from which all photos left is empty`() throws {
    var sut = ListDriver()
    sut.send { $0.start() }
    sut.answerPages(of: 3)
    sut.send(.focus) { $0.moveFocus(to: 2) }

    sut.send(.remove(["0", "1", "2"])) { $0.remove(["0", "1", "2"]) }

    expectEqual(sut.list.listing.pages.rowCount, 0)
    expectEqual(sut.list.listing.focus, nil)
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
    var sut = ListDriver(pageSize: 100)
    sut.send { $0.start() }
    sut.answerPages(of: 1_000_000)
    sut.send { $0.need(500_000..<500_100, isReading: true, 1) }
    sut.answerPages(of: 1_000_000)
    for jump in 0..<300 {
      let row = jump * 7_919 % 1_000_000
      sut.send { $0.display(row..<(row + 50)) }
      sut.answerPages(of: 1_000_000)
    }

    expectEqual(sut.list.listing.pages.rowCount, 1_000_000)
    #expect(sut.list.listing.pages.loadedPhotos.count <= 16 * 100)
    expectEqual(sut.metNeeds, [1])
    expectEqual(sut.list.listing.pages.photo(at: 500_042)?.id, "500042")
    sut.send { $0.endNeed(1) }
    expectEqual(sut.list.listing.pages.photo(at: 500_042), nil)
    expectEqual(sut.complaints, [])
  }

  @Test func `needed rows are loaded before visible ones, and read`() throws {
    var sut = ListDriver()
    sut.send { $0.display(0..<5) }
    sut.send { $0.start() }
    let query = try #require(sut.fetches.last)
    sut.answer(.page(.success(.of(100, for: query.query))), query.id)
    sut.answerPages(of: 100)
    sut.send { $0.display(50..<55) }
    sut.send { $0.need(90..<92, isReading: true, 7) }
    let first = try #require(sut.fetches.last)
    sut.answer(.page(.success(.of(100, for: first.query))), first.id)
    let second = try #require(sut.fetches.last)

    expectEqual(second.query.page, 19)
    #expect(sut.metNeeds.isEmpty)
    let page = PhotoPage(
      number: 19, photos: Photo.stubs(5, from: 90, needsDetails: true), totalCount: 100,
      hasMorePages: true)
    sut.answer(.page(.success(page)), second.id)
    expectEqual(sut.readings.flatMap(\.photos).map(\.id), ["90", "91"])
    #expect(sut.metNeeds.isEmpty)
    for reading in sut.readings { sut.answer(.details(reading.photos), reading.id) }
    expectEqual(sut.metNeeds, [7])
  }

  @Test
  func `rows that do not exist, or cannot be loaded, are awaited only until that is known`()
    throws
  {
    var sut = ListDriver()
    sut.send { $0.start() }
    sut.send { $0.need(3..<9, isReading: true, 1) }
    #expect(sut.metNeeds.isEmpty)
    let first = try #require(sut.fetches.last)
    sut.answer(.page(.success(PhotoPage(photos: Photo.stubs(5), hasMorePages: true))), first.id)
    #expect(sut.metNeeds.isEmpty)
    let second = try #require(sut.fetches.last)
    sut.answer(.page(.failure(.noNetwork)), second.id)
    expectEqual(sut.metNeeds, [1])

    sut.send { $0.need(700..<710, isReading: true, 2, insteadOf: 1) }
    expectEqual(sut.metNeeds, [1, 2])
  }

  @Test func `on this computer visible rows continue to load during sorting`()
    throws
  {
    var sut = ListDriver()
    sut.send { $0.display(0..<5) }
    sut.send { $0.start() }
    sut.answerPages(of: 100)
    sut.send { $0.change { $0.sort = PhotoSort(.date) } }
    let sorted = try #require(sut.fetches.last)
    sut.send { $0.display(95..<100) }
    let page = try #require(sut.fetches.last)
    expectEqual(page.query, PageRequest(page: 20, pageSize: 5))
    expectEqual(sut.openFetches, [sorted.id, page.id])
    sut.answer(.page(.success(.of(100, for: page.query))), page.id)
    #expect(sut.list.isLoading)
    expectEqual(sut.list.listing.pages.photo(at: 97)?.id, "97")

    // Answers for rows that are gone come too late.
    let late = try #require(sut.fetches.last)
    expectEqual(late.query.page, 19)
    sut.answer(.page(.success(.of(100, for: sorted.query))), sorted.id)
    expectEqual(sut.list.listing.query.sort, PhotoSort(.date))
    #expect(sut.openFetches.isDisjoint(with: [late.id]))
    expectEqual(sut.complaints, [])
  }
}

extension PhotoListing {
  fileprivate func holds(_ ids: Set<Photo.ID>) -> Bool {
    pages.loadedPhotos.contains { ids.contains($0.id) }
  }
}

extension Photo {
  fileprivate var read: Photo {
    var photo = self
    photo.needsDetails = false
    return photo
  }
}
