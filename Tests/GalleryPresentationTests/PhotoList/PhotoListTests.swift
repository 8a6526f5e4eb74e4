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

  @discardableResult
  mutating func send(_ event: PhotoList.Event) -> PhotoList.Transition {
    let (old, before) = (list, Shown(list))
    (selection, query) = (list.selection, list.listing.query)
    let (wasLoading, focusedID) = (list.isLoading, list.listing.focus?.id)
    var (isLate, isOfMatch) = (false, false)
    if case .focusMatch = event { isOfMatch = true }
    if case .answer(_, let id) = event {
      isLate = !list.isUnderWay(id)
      if case .row = list.loads[id] { isOfMatch = true }
    }
    let transition = list.handle(event, capabilities: capabilities)
    follow(transition.effects)
    if case .answer(.page, let id) = event { openFetches.remove(id) }
    check(
      event, transition, before: before, wasLoading: wasLoading,
      focusedID: isOfMatch ? nil : focusedID)
    if isLate, list != old || !transition.changes.isEmpty || !transition.effects.isEmpty {
      complain("a late answer is heard", event)
    }
    return transition
  }

  /// Answers until no page is wanted.
  mutating func answerPages(of total: Int) {
    while let open = openFetches.max(), let fetch = fetches.last(where: { $0.id == open }) {
      send(.answer(.page(.success(.of(total, for: fetch.query))), open))
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
    _ event: PhotoList.Event, _ transition: PhotoList.Transition, before: Shown,
    wasLoading: Bool, focusedID: Photo.ID?
  ) {
    let now = Shown(list)
    if openFetches.count > (capabilities.isRemote ? 1 : 2) {
      complain("too much is loaded at once", event)
    }
    let open = fetches.filter { openFetches.contains($0.id) }
    if Set(open.map(\.query.query)).count < open.count {
      complain("two pages of a list are loaded at once", event)
    }
    if list.isLoading, openFetches.isEmpty { complain("it loads and nothing is under way", event) }
    if transition.changes.contains(.loading) != (wasLoading != list.isLoading) {
      complain("isLoading changes without a word, or is said not to be what it was", event)
    }
    if now.query != before.query || now.ids.count != before.ids.count,
      !transition.changes.contains(.rows)
    {
      complain("rows change without a word", event)
    }
    if now.focusRow != before.focusRow, transition.changes.isDisjoint(with: [.rows, .status]) {
      complain("the selection moves without a word", event)
    }
    if let row = now.focusRow, row < 0 || row >= list.listing.pages.rowCount {
      complain("row \(row) is selected, of \(list.listing.pages.rowCount)", event)
    }
    checkSelection(event, transition, before: selection)
    if case .remove(let ids) = event,
      list.stack.kept.contains(where: { $0.holds(ids) }) || list.listing.holds(ids)
    {
      complain("a photo that left is still there", event)
    }
    if case .focus = event { return }
    let isSame = now.query == before.query && Set(now.ids).count == now.ids.count
    if isSame, let focusedID, now.ids.contains(focusedID), list.listing.focus?.id != focusedID {
      complain("the selection leaves its photo", event)
    }
  }

  private mutating func checkSelection(
    _ event: PhotoList.Event, _ transition: PhotoList.Transition, before: Selection
  ) {
    let now = list.selection
    let isSame = now.ids == before.ids && (now.sweep == nil) == (before.sweep == nil)
    if !isSame, !transition.changes.contains(.selection) {
      complain("the selection changes without a word", event)
    }
    let range = list.rangePhotos.map(\.id)
    let unloaded = (list.selectedRange?.count ?? 0) - range.count
    // Any of these may be in rows that are not loaded: none is counted twice.
    let others = Set(now.ids).subtracting(range).count
    let count = max(
      Set(now.ids).union(range).count + max(0, unloaded - others), now.sweep?.wantedCount ?? 0)
    // A source that changes while it is read may list a photo twice.
    if Set(range).count == range.count, list.selectedCount != count {
      complain("\(list.selectedCount) are counted, of \(count)", event)
    }
    if let rows = list.selectedRange, rows.upperBound > list.listing.pages.rowCount {
      complain("a range of rows that are not there", event)
    }
    if now.unread.isEmpty, !before.unread.isEmpty, !transition.changes.contains(.selection) {
      complain("photos have been read without a word", event)
    }
    if now.range.isBegun, before.range.isBegun, list.listing.query != query {
      complain("a range stays among other rows", event)
    }
    switch event {
    case .select: break
    case .remove(let ids):
      if now.ids.contains(where: ids.contains) { complain("a photo that left is selected", event) }
    default:
      if before.sweep == nil, !before.range.isKept, now.ids != before.ids {
        complain("the selection changes", event)
      }
    }
  }

  private mutating func complain(_ text: String, _ event: PhotoList.Event) {
    complaints.append("\(text), after \(event)")
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

  private static func event(_ list: PhotoList, _ random: inout SplitMix64) -> PhotoList.Event {
    let row = Int.random(in: -1...30, using: &random)
    let rows = max(0, row)..<(max(0, row) + .random(in: 0...8, using: &random))
    switch Int.random(in: 0..<30, using: &random) {
    case 26, 27: return .focusMatch(.next)
    case 28: return .focusMatch(.previous)
    case 29: return .preview([nil, "s", "se"].randomElement(using: &random) ?? nil)
    case 17, 18:
      return list.listing.pages.photo(at: row).map { .select(.toggle($0)) } ?? .select(.clear)
    case 19, 20: return .select(.all)
    case 21: return .select(.toggleRange)
    case 22: return .select(.end)
    case 23: return .showSelectedOnly(row < 15)
    case 24: return .select(.clear)
    case 25: return .select(.await(row < 15))
    case 0: return .start
    case 1: return .refresh
    case 2: return .tryAgain
    case 3: return .search(["sea", "hill"].randomElement(using: &random) ?? "")
    case 4: return .leaveSearch
    case 5: return .showForSaleOnly(Bool.random(using: &random))
    case 6: return .filter(FilterReading(row < 15 ? "" : "camera:nikon").expression)
    case 7: return .sort(row < 15 ? nil : PhotoSort(.date))
    case 8: return .leave
    case 9: return .need(rows, isReading: true, row, insteadOf: nil)
    case 10: return .endNeed(row)
    case 11: return .press(row: row)
    case 12: return .focus(row: nil)
    case 13, 14: return .focus(row: row)
    case 15: return .remove(["\(row)", "\(row + 1)", "\(row + 5)"])
    default: return .display(rows)
    }
  }

  @Test(arguments: 0..<80)
  func `whatever happens in whatever order, its invariants hold and its loads end`(
    seed: UInt64
  ) throws {
    var random = SplitMix64(state: seed)
    var sut = ListDriver(capabilities: [.localList, Self.remote, Self.remembering][Int(seed % 3)])
    let total = Int.random(in: 0...40, using: &random)
    sut.send(.start)
    for _ in 0..<250 {
      let (old, isAnswer) = (sut.effectCount, Bool.random(using: &random))
      // Of all loads: late, repeated, and cancelled ones.
      if isAnswer, let fetch = sut.fetches.suffix(4).randomElement(using: &random) {
        let page = Self.page(fetch.query, of: total, &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0: sut.send(.answer(.early(page), fetch.id))
        case 1: sut.send(.answer(.page(.failure(.noNetwork)), fetch.id))
        case 2: sut.send(.answer(.page(.failure(.cancelled)), fetch.id))
        default: sut.send(.answer(.page(.success(page)), fetch.id))
        }
      } else if isAnswer, let reading = sut.readings.randomElement(using: &random) {
        let photos = reading.photos.map { Bool.random(using: &random) ? $0 : $0.read }
        sut.send(.answer(.details(photos), reading.id))
      } else if Int.random(in: 0..<12, using: &random) == 0 {
        let photos = sut.list.listing.pages.loadedPhotos + sut.list.selectedPhotos
        sut.send(.select(.read(photos.filter(\.needsDetails))))
      } else if let change = sut.undos.last, Int.random(in: 0..<12, using: &random) == 0 {
        sut.send(.select(.revert(change)))
      } else {
        sut.send(Self.event(sut.list, &random))
      }
      #expect(sut.effectCount - old < 40)
    }
    var answers = 0
    while answers < 400, !sut.openFetches.isEmpty || !sut.openReadings.isEmpty {
      if let open = sut.openFetches.first, let fetch = sut.fetches.last(where: { $0.id == open }) {
        sut.send(.answer(.page(.success(Self.page(fetch.query, of: total, &random))), open))
      } else if let open = sut.openReadings.first {
        sut.send(.answer(.details(open.photos), open.id))
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
        sut.send(.answer(.page(.success(page)), id))
      }
    }
    sut.send(.display(0..<5))
    sut.send(.start)
    sut.send(.sort(sort))
    answer(10)

    sut.send(.select(.all))
    answer(answeredCount)
    sut.send(.showSelectedOnly(true))
    answer(1_000)

    expectEqual(sut.list.listing.query.filter.isSelectedOnly, true)
    expectEqual(sut.list.listing.pages.rowCount, total)
    expectEqual(sut.list.selectedCount, total)
    expectEqual(sut.list.hiddenCount, 0)
    expectEqual(sut.complaints, [])
  }

  @Test func `rows of photos that left disappear immediately, and the window stays`() throws {
    var sut = ListDriver()
    sut.send(.display(8..<12))
    sut.send(.start)
    sut.answerPages(of: 20)
    sut.send(.focus(row: 10))
    let fetchCount = sut.fetches.count

    let transition = sut.send(.remove(["6", "7", "10", "nowhere"]))

    expectEqual(transition.changes, .rows)
    expectEqual(sut.fetches.count, fetchCount)
    let pages = sut.list.listing.pages
    expectEqual(pages.rowCount, 17)
    expectEqual((3..<10).map { pages.photo(at: $0)?.id }, ["3", "4", "5", "8", "9", "11", "12"])
    // The focus goes to the photo after its own, and the visible rows stay.
    expectEqual(sut.list.listing.focus?.id, "11")
    expectEqual(sut.list.listing.visibleRows, 6..<10)
    #expect(sut.send(.remove(["6"])).changes.isEmpty)
    expectEqual(sut.complaints, [])
  }

  @Test func `a list from which all photos left is empty`() throws {
    var sut = ListDriver()
    sut.send(.start)
    sut.answerPages(of: 3)
    sut.send(.focus(row: 2))

    sut.send(.remove(["0", "1", "2"]))

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
    sut.send(.start)
    sut.answerPages(of: 1_000_000)
    sut.send(.need(500_000..<500_100, isReading: true, 1, insteadOf: nil))
    sut.answerPages(of: 1_000_000)
    for jump in 0..<300 {
      let row = jump * 7_919 % 1_000_000
      sut.send(.display(row..<(row + 50)))
      sut.answerPages(of: 1_000_000)
    }

    expectEqual(sut.list.listing.pages.rowCount, 1_000_000)
    #expect(sut.list.listing.pages.loadedPhotos.count <= 16 * 100)
    expectEqual(sut.metNeeds, [1])
    expectEqual(sut.list.listing.pages.photo(at: 500_042)?.id, "500042")
    sut.send(.endNeed(1))
    expectEqual(sut.list.listing.pages.photo(at: 500_042), nil)
    expectEqual(sut.complaints, [])
  }

  @Test func `needed rows are loaded before visible ones, and read`() throws {
    var sut = ListDriver()
    sut.send(.display(0..<5))
    sut.send(.start)
    let query = try #require(sut.fetches.last)
    sut.send(.answer(.page(.success(.of(100, for: query.query))), query.id))
    sut.answerPages(of: 100)
    sut.send(.display(50..<55))
    sut.send(.need(90..<92, isReading: true, 7, insteadOf: nil))
    let first = try #require(sut.fetches.last)
    sut.send(.answer(.page(.success(.of(100, for: first.query))), first.id))
    let second = try #require(sut.fetches.last)

    expectEqual(second.query.page, 19)
    #expect(sut.metNeeds.isEmpty)
    let page = PhotoPage(
      number: 19, photos: Photo.stubs(5, from: 90, needsDetails: true), totalCount: 100,
      hasMorePages: true)
    sut.send(.answer(.page(.success(page)), second.id))
    expectEqual(sut.readings.flatMap(\.photos).map(\.id), ["90", "91"])
    #expect(sut.metNeeds.isEmpty)
    for reading in sut.readings { sut.send(.answer(.details(reading.photos), reading.id)) }
    expectEqual(sut.metNeeds, [7])
  }

  @Test
  func `rows that do not exist, or cannot be loaded, are awaited only until that is known`()
    throws
  {
    var sut = ListDriver()
    sut.send(.start)
    sut.send(.need(3..<9, isReading: true, 1, insteadOf: nil))
    #expect(sut.metNeeds.isEmpty)
    let first = try #require(sut.fetches.last)
    sut.send(
      .answer(.page(.success(PhotoPage(photos: Photo.stubs(5), hasMorePages: true))), first.id))
    #expect(sut.metNeeds.isEmpty)
    let second = try #require(sut.fetches.last)
    sut.send(.answer(.page(.failure(.noNetwork)), second.id))
    expectEqual(sut.metNeeds, [1])

    sut.send(.need(700..<710, isReading: true, 2, insteadOf: 1))
    expectEqual(sut.metNeeds, [1, 2])
  }

  @Test func `on this computer visible rows continue to load during sorting`()
    throws
  {
    var sut = ListDriver()
    sut.send(.display(0..<5))
    sut.send(.start)
    sut.answerPages(of: 100)
    sut.send(.sort(PhotoSort(.date)))
    let sorted = try #require(sut.fetches.last)
    sut.send(.display(95..<100))
    let page = try #require(sut.fetches.last)
    expectEqual(page.query, PageRequest(page: 20, pageSize: 5))
    expectEqual(sut.openFetches, [sorted.id, page.id])
    sut.send(.answer(.page(.success(.of(100, for: page.query))), page.id))
    #expect(sut.list.isLoading)
    expectEqual(sut.list.listing.pages.photo(at: 97)?.id, "97")

    // Answers for rows that are gone come too late.
    let late = try #require(sut.fetches.last)
    expectEqual(late.query.page, 19)
    sut.send(.answer(.page(.success(.of(100, for: sorted.query))), sorted.id))
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
