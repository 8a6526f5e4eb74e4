import Foundation
import GalleryPresentation
import GalleryTestSupport

/// A list that handles events, and checks after each of them.
final class ListRun {
  /// What the user sees of the rows.
  struct Rows: Equatable {
    var ids: [Photo.ID?]
    var search: String?
    var filter: FilterExpression
    var sort: PhotoSort?
  }

  let gallery: SmallGallery
  let service = PagingService()
  let list: PhotoListViewModel
  private(set) var complaints: [String] = []
  private(set) var loading: [Bool] = []
  private var announced: Rows
  private var announcements = 0
  /// Whether rows come back from a search as they were before it, whatever was done meanwhile.
  private let keepsRows: Bool
  /// The screen's content when the search arrived.
  private var kept: (rows: Rows, focus: Int?)?
  private var focusBefore: Int?

  /// - Parameter keepsRows: Whether nothing but a search shows other rows, apart from a filter.
  init(_ gallery: SmallGallery, keepsRows: Bool = true) {
    self.gallery = gallery
    self.keepsRows = keepsRows
    service.capabilities = gallery.capabilities
    list = PhotoListViewModel(apiService: service, pageSize: 4)
    announced = Rows(ids: [], search: nil, filter: .everything)
    list.reloadTableViewClosure = { [weak self] in self?.rowsAnnounced() }
    list.updateLoadingStatus = { [weak self] in self?.loadingAnnounced() }
    list.updateStatusClosure = { [weak self] in self?.announcements += 1 }
    list.showAlertClosure = { [weak self] in self?.announcements += 1 }
    list.willDisplay(rows: 0..<3)
    list.initFetch()
  }

  var rows: Rows {
    Rows(
      ids: (0..<list.numberOfCells).map {
        list.photo(at: IndexPath(row: $0, section: 0))?.id
      }, search: list.searchText, filter: list.shownFilter, sort: list.sort)
  }

  /// The events that are possible now; duplicates of another event are skipped.
  func possibleEvents(of events: some Sequence<ListEvent>) -> [ListEvent] {
    let unanswered = service.loads.count { !$0.isAnswered }
    return events.filter { event in
      switch event {
      case .nearEnd: list.numberOfCells > 3
      case .select: list.numberOfCells > 2
      case .leaveSearch: list.wantedSearchText != nil
      case .answerNewest, .failNewest, .storedNewest: unanswered > 0
      // One load is the oldest and the newest.
      case .answerOldest, .failOldest: unanswered > 1
      case .toggle: list.numberOfCells > 0
      default: true
      }
    }
  }

  func happens(_ event: ListEvent) {
    let focused = focusedID
    let before = rows
    let saved = service.savedQueries.count
    let selected = list.isSelecting || list.selectedRange != nil ? nil : list.selectedPhotos
    let loadCount = service.loads.count
    act(event)
    check(event, before: before, focused: focused, saved: saved)
    if let selected, !event.selects, list.selectedPhotos.map(\.id) != selected.map(\.id) {
      complain("the selection changes")
    }
    if service.loads.count > loadCount + 40 { complain("it loads without end") }
  }

  private func act(_ event: ListEvent) {
    let unanswered = service.loads.filter { !$0.isAnswered }
    switch event {
    case .refresh: list.refresh()
    case .nearEnd: list.willDisplay(rows: (list.numberOfCells - 3)..<list.numberOfCells)
    case .search: list.search(for: " a ")
    case .leaveSearch: leaveSearch()
    case .filter: list.show(onlyForSale: !list.wantedFilter.isForSaleOnly)
    case .select: list.focus(2)
    case .answerOldest, .failOldest: unanswered.first.map { answer($0, event) }
    case .answerNewest, .failNewest, .storedNewest: unanswered.last.map { answer($0, event) }
    case .leave: list.leave()
    case .sort: list.sort(by: list.wantedSort == nil ? PhotoSort(.date) : nil)
    case .preview: list.searchWhileTyping(for: list.wantedSearchText == nil ? "a" : "")
    case .nextMatch: list.focusNextMatch()
    case .previousMatch: list.focusPreviousMatch()
    case .toggle: list.focusedIndexPath.flatMap(list.photo(at:)).map(list.toggle)
    case .selectAll: list.selectAll()
    case .deselectAll: list.deselectAll()
    case .range: list.toggleRange()
    case .escape: list.endSelecting()
    case .need: list.ensureLoaded(rows: 10..<12, isReading: false, for: self) {}
    case .endNeed: list.endLoading(for: self)
    }
  }

  private func leaveSearch() {
    let isShown = list.searchText != nil
    let loads = service.loads.count
    let match = focusedID
    list.leaveSearch()
    guard keepsRows, isShown, let kept else { return }
    if rows != kept.rows { complain("leaving the search shows \(rows), not \(kept.rows)") }
    let row = match.flatMap { kept.rows.ids.firstIndex(of: $0) } ?? kept.focus
    if list.focusedIndexPath?.row != row { complain("leaving the search leads to another photo") }
    if service.loads.count > loads + 1 { complain("leaving asks for more than what is missing") }
  }

  private func answer(_ load: PagingService.Load, _ event: ListEvent) {
    let wasCancelled = load.isCancelled
    let (before, count, saved) = (rows, announcements, service.savedQueries)
    var page = gallery.page(for: load.query)
    switch event {
    case .storedNewest:
      page.storedAt = Date(timeIntervalSince1970: 0)
      load.cached(page)
    case .answerOldest, .answerNewest: load.answer(page)
    default: load.fail(.noNetwork)
    }
    guard wasCancelled else { return }
    if announcements != count { complain("a cancelled load announces") }
    if rows != before || service.savedQueries != saved { complain("a cancelled load changes") }
  }

  /// Answers all loads until none is wanted, and reads the list to its end.
  func settle() {
    list.endSelecting()
    service.source = gallery.page
    while let load = service.openLoads.last { load.answer(gallery.page(for: load.query)) }
    if list.footer == .couldNotLoadMore { list.refresh() }
    list.refresh()
    var row = 0
    while row < max(1, list.numberOfCells), row < 100 {
      list.willDisplay(rows: row..<(row + 3))
      row += 3
    }
    let wanted = gallery.ids(search: list.searchText, filter: list.shownFilter)
    if rows.ids != wanted { complain("at the end there are \(rows.ids), not \(wanted)") }
    if list.isLoading || list.isLoadingPage || list.isSelecting { complain("it loads for ever") }
  }
}

extension ListRun {
  private var focusedID: Photo.ID? {
    list.focusedIndexPath.flatMap(list.photo(at:))?.id
  }

  private func complain(_ text: String) { complaints.append(text) }

  private func rowsAnnounced() {
    announcements += 1
    announced = rows
  }

  private func loadingAnnounced() {
    announcements += 1
    if list.isLoading == loading.last ?? false { complain("isLoading is announced twice") }
    loading.append(list.isLoading)
    if !list.isLoading, rows != announced { complain("idle before the data") }
  }

  private func check(_ event: ListEvent, before: Rows, focused: Photo.ID?, saved: Int) {
    let now = rows
    if now != announced { complain("rows change without a word") }
    if list.isLoading != loading.last ?? false { complain("isLoading changes without a word") }
    if now.search != nil, before.search == nil {
      // Rows of a search: leaving it shows the previous rows.
      kept = (before, focusBefore)
    }
    checkRows(now)
    checkSelection(before: before, now: now, focused: focused)
    let loads = service.openLoads
    if loads.count > (gallery.capabilities.isRemote ? 1 : 2) { complain("two loads at once") }
    if Set(loads.map(\.query.query)).count < loads.count { complain("a list is loaded twice") }
    let isSuccess = event == .answerOldest || event == .answerNewest
    if service.savedQueries.count > saved + (isSuccess ? 1 : 0) { complain("saved too soon") }
    focusBefore = list.focusedIndexPath?.row
  }

  private func checkRows(_ now: Rows) {
    let possible = gallery.ids(search: now.search, filter: now.filter)
    let loaded = now.ids.compactMap { $0 }
    if !Set(loaded).isSubset(of: possible) { complain("rows of another query: \(now)") }
    if Set(loaded).count != loaded.count { complain("a photo stands twice: \(now)") }
    if loaded != possible.filter(Set(loaded).contains) { complain("out of order: \(now)") }
  }

  private func checkSelection(before: Rows, now: Rows, focused: Photo.ID?) {
    guard let row = list.focusedIndexPath?.row else { return }
    guard (0..<max(1, list.numberOfCells)).contains(row) else {
      return complain("row \(row) is selected of \(list.numberOfCells)")
    }
    guard let focused, now.search == before.search, now.ids.contains(focused) else { return }
    if now != before, focusedID != focused, now.filter == before.filter, now.sort == before.sort {
      complain("the selection leaves its photo")
    }
  }
}
