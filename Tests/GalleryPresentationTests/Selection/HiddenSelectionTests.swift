import ExpectationSupport
import Foundation
import GalleryTestSupport
import Testing

@testable import GalleryPresentation

/// Selected photos that are not in the list: a filter or a search leaves them out, or they have left the source.
struct HiddenSelectionTests {
  private let service = PagingService()
  private let list: PhotoListViewModel
  private let holder = Holder()

  private final class Holder {
    var photos: [Photo] = []
    /// Whether pages come as a sorted list has them: with the number of all, and without those that are filtered out.
    var isSorted = false
  }

  private let history = UndoHistory()

  init() { list = PhotoListViewModel(apiService: service, pageSize: 100, history: history) }

  /// - Parameter isSorted: Whether filters are answered as a whole, of which the first page is loaded.
  private func start(_ photos: [Photo], isSorted: Bool = false) {
    (holder.photos, holder.isSorted) = (photos, isSorted)
    service.source = { [holder] request in Self.page(request, holder) }
    list.initFetch()
    list.willDisplay(rows: 0..<20)
  }

  private static func page(_ request: PageRequest, _ holder: Holder) -> PhotoPage {
    let filter = LocalFilter(request.query, selection: request.selection, zone: .gmt)
    let found = holder.isSorted ? holder.photos.filter(filter.keeps) : holder.photos
    let start = (request.page - 1) * request.pageSize
    let end = max(start, min(found.count, start + request.pageSize))
    var page = PhotoPage(
      number: request.page, photos: Array(found[min(start, end)..<end]), totalCount: found.count,
      hasMorePages: end < found.count)
    if holder.isSorted, !filter.isOpen {
      page.sortReach = SortReach(readCount: holder.photos.count, isWhole: true)
    }
    return filter.filtered(page)
  }

  private static let eight = (1...4).flatMap { number in
    ["lake", "sea"].map { Photo.stub(id: "\($0)\(number)", name: "\($0)\(number)") }
  }

  private func select(_ ids: String...) {
    for photo in holder.photos where ids.contains(photo.id) { list.toggle(photo) }
  }

  private var shown: String? { list.selectionTexts.last }

  @Test func `the header says how many a filter hides, undo too, and all of them without it`() {
    start(Self.eight)
    select("sea1", "sea2", "lake1")
    expectEqual(shown, "3 selected")

    list.filter(by: "lake")
    expectEqual(shown, "3 selected, 2 hidden")
    list.deselectAll()
    expectEqual(list.hiddenCount, 0)
    _ = history.undo()
    expectEqual(shown, "3 selected, 2 hidden")
    list.filter(by: "lake4")
    expectEqual(shown, "3 selected, all hidden")
    list.filter(by: "nothing")
    expectEqual(shown, "3 selected, all hidden")
    list.filter(by: "")
    expectEqual(shown, "3 selected")
  }

  @Test func `so it does while a search is typed, and back from its results`() {
    start(Self.eight)
    select("sea1", "lake1")

    list.searchWhileTyping(for: "s")
    expectEqual(shown, "2 selected, 1 hidden")
    list.searchWhileTyping(for: "sea4")
    expectEqual(shown, "2 selected, all hidden")
    select("sea4")
    expectEqual(shown, "3 selected, 2 hidden")
    list.leaveSearch()

    expectEqual(shown, "3 selected")
  }

  @Test func `only photos for sale hide the others, too`() {
    start([.stub(id: "a"), .stub(id: "b", saleStatus: .notForSale)])
    select("a", "b")

    list.show(onlyForSale: true)

    expectEqual(list.hiddenCount, 1)
    // What isn't selected is nobody's question.
    expectEqual(list.hiddenPhotos(among: ["a", "b", "c"].map { .stub(id: $0) }), ["b"])
  }

  @Test func `photos that have left the source are hidden`() {
    start(Self.eight)
    select("sea1", "lake1")
    holder.photos.removeAll { $0.id == "sea1" }

    list.refresh()

    expectEqual(shown, "2 selected, 1 hidden")
    list.photosLeft(["sea1"])
    expectEqual(shown, "1 selected")
  }

  @Test func `photos that a filter lost are hidden when it is loaded again`() {
    start(Self.eight.map { $0.rated(3) })
    list.filter(by: "rating:3")
    select("sea1", "sea2")
    holder.photos = holder.photos.map { $0.id == "sea1" ? $0.rated(5) : $0 }
    list.photosChanged(holder.photos.filter { $0.id == "sea1" })
    // Its row stays until then.
    expectEqual(shown, "2 selected")

    list.refresh()

    expectEqual(shown, "2 selected, 1 hidden")
  }

  @Test(arguments: [false, true])
  func `a jump to the other end of a long list hides nothing`(isFiltered: Bool) {
    start(Photo.stubs(5_000))
    if isFiltered { list.filter(by: "photo") }
    select("0", "7")
    list.focusMoved(to: IndexPath(row: 4_999, section: 0))
    list.willDisplay(rows: 4_980..<5_000)
    select("4999")
    expectEqual(shown, "3 selected")

    for row in [4_990, 2_500, 10] {
      list.focusMoved(to: IndexPath(row: row, section: 0))
      list.willDisplay(rows: row..<min(5_000, row + 20))
      expectEqual(list.hiddenCount, 0)
    }
  }

  @Test func `rows that are not loaded are judged by the filter`() {
    start(Photo.stubs(1_000).map { $0.rated($0.id.hasSuffix("7") ? 5 : 1) }, isSorted: true)
    select("7", "997", "998")

    list.filter(by: "rating:1..5")
    expectEqual(shown, "3 selected")
    list.filter(by: "rating:1")
    expectEqual(shown, "3 selected, 2 hidden")
    list.filter(by: "rating:5")
    expectEqual(shown, "3 selected, 1 hidden")
    expectEqual(list.hiddenPhotos(among: [holder.photos[997], holder.photos[998]]), ["998"])
  }

  @Test func `unread photos that may hold what is searched for are not hidden`() {
    service.capabilities.search = .here
    service.source = { request in
      var page = PhotoPage.of(250, for: request)
      page.photos = page.photos.map { .stub(id: $0.id, needsDetails: true) }
      return page
    }
    list.initFetch()
    list.willDisplay(rows: 0..<20)
    list.search(for: "a keyword")
    list.selectAll()

    list.refresh()

    expectEqual(shown, "250 selected")
  }

  @Test func `all rows of a filter are shown, however many, and hidden by the next`() {
    start(Photo.stubs(3_000))
    list.filter(by: "photo")
    list.selectAll()
    expectEqual(shown, "3,000 selected")

    list.filter(by: "title:=\"photo 7\"")

    expectEqual(shown, "3,000 selected, 2,999 hidden")
    list.deselectAll()
    expectEqual(list.hiddenCount, 0)
  }

  @Test func `a range is among the rows, beside what is hidden`() {
    start(Self.eight)
    select("sea1")
    list.filter(by: "lake")
    list.focusMoved(to: IndexPath(row: 0, section: 0))
    list.toggleRange()
    list.focusMoved(to: IndexPath(row: 1, section: 0))
    expectEqual(shown, "3 selected, 1 hidden")

    list.toggleRange()

    expectEqual(shown, "3 selected, 1 hidden")
  }

  @Test func `a command is told which of its photos are hidden`() {
    start(Self.eight)
    select("sea1", "lake1", "sea2")
    list.filter(by: "lake")

    let gathering = list.gather(readsPhotos: false, keepsRange: true)

    expectEqual(gathering.hiddenCount, 2)
    gathering.whenGathered { _ in }
    expectEqual(gathering.photos.map(\.id), ["lake1", "sea1", "sea2"])
    expectEqual(gathering.hidden, ["sea1", "sea2"])
    expectEqual(gathering.hiddenCount, 2)
  }

  @Test(
    arguments: [
      (0, 8, nil), (3, 8, "3 of them not shown"), (8, 8, "none of them shown"),
      (1, 1, "not shown"), (1_200, 3_000, "1,200 of them not shown"),
    ] as [(Int, Int, String?)])
  func `what is not shown has its words`(_ hidden: Int, _ count: Int, _ text: String?) {
    expectEqual(SelectionText.notShown(hidden, of: count), text)
  }
}

extension Photo {
  fileprivate func rated(_ stars: Int) -> Photo {
    var photo = self
    photo.rating = stars
    return photo
  }
}
