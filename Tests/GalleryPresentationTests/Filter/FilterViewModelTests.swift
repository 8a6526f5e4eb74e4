import ExpectationSupport
import Foundation
import GalleryPresentation
import GalleryTestSupport
import Testing

/// Histories of the filter line.
final class FilterViewModelTests {
  private var ended: [String] = []
  private var filtered: [String] = []
  private var announced: [String] = []
  private var lists: [PhotoListViewModel] = []

  fileprivate static let photos = [
    Photo.stub(
      id: "1", camera: "NIKON D500", author: "A. Lens", price: Price(amount: "1", currency: "EUR"),
      tags: ["sea", "open water"]),
    Photo.stub(id: "2", camera: "Canon EOS", tags: ["sea"]),
    Photo.stub(id: "3", camera: "NIKON D500", tags: ["Seagull"]),
  ]

  private func line(
    _ text: String = "", atOnce: Bool = false, keys: KeyHints = KeyHints()
  ) -> FilterViewModel {
    let service = PagingService()
    service.capabilities.isRemote = !atOnce
    service.source = { _ in PhotoPage(photos: Self.photos) }
    return line(of: service, text, keys: keys)
  }

  private func line(
    of service: some APIServiceProtocol, _ text: String = "", search: String? = nil,
    keys: KeyHints = KeyHints()
  ) -> FilterViewModel {
    let list = PhotoListViewModel(
      apiService: service, filter: FilterReading(text).expression)
    list.initFetch()
    if let search { list.search(for: search) }
    lists.append(list)
    let sut = FilterViewModel(
      list: list, keys: keys, filter: { [unowned self] in filtered.append($0) },
      close: { [unowned self] in ended.append($0 ?? "") })
    sut.updateClosure = { [unowned self, unowned sut] in
      announced.append("\(sut.choices.count) suggestions, \(sut.text)")
    }
    return sut
  }

  @Test func `fields are offered while their name is typed`() {
    let sut = line()
    sut.textChanged(to: "cam")
    expectEqual(sut.choices, ["camera:  NIKON D500 · Canon EOS"])
    expectEqual(sut.completedIndex, 0)
    sut.complete()

    expectEqual(sut.text, "camera:")
    expectEqual(announced, ["1 suggestions, cam", "2 suggestions, camera:"])
  }

  @Test func `an empty line offers all fields, the most used first`() {
    let sut = line()
    expectEqual(sut.choices.count, FilterField.allCases.count)
    expectEqual(sut.choices.first, "camera:  NIKON D500 · Canon EOS")
    sut.textChanged(to: "x")
    expectEqual(sut.choices, [])
    expectEqual(sut.completedIndex, nil)
    sut.textChanged(to: "")
    sut.complete()
    expectEqual(sut.text, "camera:")
  }

  @Test(arguments: [
    ("star", ["rating:"]), ("Stars", ["rating:"]), ("key", ["tag:"]), ("fol", ["path:"]),
    ("li", ["licence:"]), ("ca", ["camera:", "description:"]),
  ])
  func `a field is found by its other names, too`(_ typed: String, _ fields: [String]) {
    let sut = line(atOnce: true)

    sut.textChanged(to: typed)

    expectEqual(sut.choices.map { $0.components(separatedBy: "  ")[0] }, fields)
    expectEqual(filtered, [])
  }

  @Test func `after a field's name its values are offered, the most frequent first`() {
    let sut = line()
    sut.textChanged(to: "camera:")
    expectEqual(sut.choices, ["NIKON D500", "Canon EOS"])
    sut.textChanged(to: "sea -tag:SEA")
    expectEqual(sut.choices, ["sea", "Seagull"])
    sut.textChanged(to: "currency:")
    expectEqual(sut.choices, ["EUR"])
    sut.textChanged(to: "sale:")
    expectEqual(sut.choices, ["yes", "no", "unstated"])
    sut.textChanged(to: "price:")
    expectEqual(sut.choices, [])
  }

  @Test func `a completed value has quotes if needed, and a space after it`() {
    let sut = line()
    sut.textChanged(to: "sea tag:open")
    sut.complete()

    expectEqual(sut.text, "sea tag:\"open water\" ")
    expectEqual(sut.choices, [])
  }

  @Test func `moving through suggestions shows them, and back to the typed text`() {
    let sut = line(atOnce: true)
    sut.textChanged(to: "camera:")
    expectEqual([sut.completedIndex, sut.highlightedIndex], [0, nil])
    // The first one was marked already.
    sut.older()
    expectEqual(sut.text, "camera:\"Canon EOS\" ")
    expectEqual(sut.choices.count, 2)
    sut.older()
    expectEqual([sut.completedIndex, sut.highlightedIndex], [1, 1])
    sut.newer()
    sut.newer()
    expectEqual(sut.text, "camera:")
    sut.newer()

    expectEqual(filtered, ["camera:\"Canon EOS\" ", "camera:\"NIKON D500\" "])
  }

  @Test func `all fields are offered when it opens, and by Tab after other terms`() {
    let sut = line("camera:nikon")
    expectEqual(sut.text, "camera:nikon ")
    expectEqual(sut.choices.count, FilterField.allCases.count)
    sut.textChanged(to: "camera:nikon sea ")
    expectEqual(sut.choices, [])
    sut.complete()
    expectEqual(sut.choices.count, FilterField.allCases.count)
    sut.complete()
    expectEqual(sut.text, "camera:nikon sea camera:")
  }

  @Test func `a fault is shown at once, with its position`() {
    let sut = line()
    sut.textChanged(to: "é foc:x sea")
    expectEqual(sut.faultPosition, 2..<6)
    expectEqual(sut.title, "unknown field; did you mean focal:?")
    #expect(sut.isTitleWarning)

    sut.textChanged(to: "price:<")
    #expect(!sut.isTitleWarning && sut.faultPosition == nil)
    expectEqual(sut.title, "a price, e.g. <€100, or <100 in any currency")
    sut.textChanged(to: "price:< sea")
    expectEqual(sut.title, "expected a price, e.g. <€100, or <100 in any currency")
    sut.textChanged(to: "price:<9")
    expectEqual(sut.note, "Filters on Enter")
  }

  @Test(arguments: [true, false])
  func `the list is filtered while typing only if that is quick`(atOnce: Bool) {
    let sut = line(atOnce: atOnce)
    sut.textChanged(to: "x")
    sut.textChanged(to: "xe")
    sut.textChanged(to: "xe")

    expectEqual(filtered, (atOnce ? ["x", "xe"] : []))
  }

  @Test func `while a field is half typed the list keeps what it shows`() {
    let sut = line(atOnce: true)
    for text in [
      "sea", "sea ", "sea r", "sea rating", "sea rating:", "sea rating:>", "sea rating:>=",
      "sea rating:>=4", "sea rating:>=4 -", "sea rating:>=4 -ca", "sea rating:>=4 -camera:x",
    ] { sut.textChanged(to: text) }

    expectEqual(
      filtered, ["sea", "sea ", "sea rating:>=4", "sea rating:>=4 -camera:x"])
  }

  @Test(arguments: [
    "date:2017-1", "date:2017-", "size:5M", "size:5X", "is:rej", "is:rejected", "iso:400..1",
    "iso:400..1000", "camera:\"NIK", "\"New Yo", "fooo:", "foo:bar iso:", "price:<",
  ])
  func `only a term that is read filters the list`(_ text: String) {
    let sut = line(atOnce: true)

    sut.textChanged(to: text)

    let isRead = FilterReading(text).faults.allSatisfy { $0.reason == .unclosedQuote }
    expectEqual(filtered, isRead ? [text] : [])
  }

  @Test func `what a photo is is offered by its name, and the word stays a word`() {
    let sut = line()
    sut.textChanged(to: "sea unr")
    expectEqual(sut.choices, ["rating:0  unrated"])
    sut.complete()
    expectEqual(sut.text, "sea rating:0 ")
    sut.textChanged(to: "sea rej")
    expectEqual(sut.choices, ["is:rejected"])
    sut.textChanged(to: "DUP")
    expectEqual(sut.choices, ["is:duplicate"])
    sut.textChanged(to: "-rejected")
    expectEqual(sut.choices, ["is:rejected"])
    sut.complete()
    expectEqual(sut.text, "-is:rejected ")
    sut.textChanged(to: "\"rej")
    expectEqual(sut.choices, [])
    sut.textChanged(to: "rejected")
    sut.submit()

    expectEqual(filtered, ["rejected"])
  }

  @Test func `a long filter is edited as a whole`() {
    let service = PagingService()
    service.source = { .of(10, for: $0) }
    let list = PhotoListViewModel(apiService: service)
    list.initFetch()
    let typed = (1...90).map { "mp:\($0)" }.joined(separator: " ")
    list.filter(by: typed)
    let filter = list.wantedQuery.filter
    expectEqual(filter.terms.count, 90)

    let sut = FilterViewModel(list: list, filter: { list.filter(by: $0) }, close: { _ in })
    sut.textChanged(to: sut.text + "sea")
    sut.submit()

    expectEqual(list.wantedQuery.filter.terms.count, 91)
    expectEqual(Array(list.wantedQuery.filter.terms.dropLast()), filter.terms)
  }

  @Test func `the hint names the key that filters`() {
    var keys = KeyHints()
    keys.submitFilter = "Ctrl-J"

    for (sut, hint) in [(line(), "Filters on Enter"), (line(keys: keys), "Filters on Ctrl-J")] {
      expectEqual(sut.note, "")
      sut.textChanged(to: "sea")
      expectEqual(sut.note, hint)
    }
  }

  @Test func `the line ends once, with a notice about a fault`() {
    let sut = line("camera:nikon", atOnce: true)
    sut.textChanged(to: "price:x sea")
    sut.submit()
    sut.submit()
    sut.cancel()
    sut.textChanged(to: "later")
    sut.complete()
    sut.older()

    expectEqual(
      ended, ["Ignored `price:x`: expected a price, e.g. <€100, or <100 in any currency"])
    expectEqual(filtered, ["price:x sea", "price:x sea"])
  }

  @Test func `cancelling restores the filter`() {
    let sut = line("camera:nikon", atOnce: true)
    sut.textChanged(to: "tag:sea")
    sut.cancel()
    sut.submit()

    expectEqual(ended, [""])
    expectEqual(filtered, ["tag:sea", "camera:nikon"])
  }

  @Test func `highlighting a suggestion that doesn't exist does nothing`() {
    let sut = line()
    sut.textChanged(to: "camera:")
    sut.highlight(7)
    sut.highlight(-1)
    expectEqual(sut.highlightedIndex, nil)
    sut.highlight(1)
    expectEqual(sut.text, "camera:\"Canon EOS\" ")
  }

  private func counts(
    _ values: [PhotoFacet: [(String?, Int)]], read: Int = 300, isComplete: Bool = true
  ) -> FacetCounts {
    var counts = FacetCounts()
    counts.values = values.mapValues { $0.map { PhotoCount($0.0, $0.1) } }
    (counts.readCount, counts.totalCount, counts.isComplete) = (read, 300, isComplete)
    return counts
  }

  @Test func `values of the source are offered with their counts among what the other terms leave`()
  {
    let counter = CountingService(Self.photos, isReadWhole: true)
    let sut = line(of: counter, search: "lake")
    sut.textChanged(to: "rating:>3 camera:n")
    // The first request was for all fields.
    expectEqual(
      Array(counter.requests.dropFirst()),
      [
        CountRequest(
          PhotoQuery(search: "lake", filter: FilterReading("rating:>3").expression), by: [.camera])
      ])
    expectEqual(counter.cancelCount, 1)
    // Those of the photos in memory would be wrong.
    expectEqual(sut.choices, [])

    counter.answer?(counts([.camera: [("NIKON D500", 1_204), ("Nokia", 7), ("X", 2), (nil, 9)]]))
    expectEqual(sut.choices, ["NIKON D500", "Nokia"])
    expectEqual(sut.choiceCounts, ["1,204", "7"])
    #expect(!sut.note.hasPrefix("Counted"))
    // A letter of the same value counts nothing again.
    sut.textChanged(to: "rating:>3 camera:nik")
    expectEqual(sut.choices, ["NIKON D500"])
    expectEqual(counter.requests.count, 2)
    sut.complete()
    expectEqual(sut.text, "rating:>3 camera:=\"NIKON D500\" ")

    sut.textChanged(to: "rating:>3 camera:=\"NIKON D500\" tag:")
    expectEqual(counter.cancelCount, 2)
    expectEqual(counter.requests.last?.facets, [.keyword])
    expectEqual(
      counter.requests.last?.query.filter,
      FilterReading("rating:>3 camera:=\"NIKON D500\"").expression)
    sut.cancel()
    expectEqual(counter.cancelCount, 3)
  }

  @Test func `while photos are being counted, the hint says how far that is`() {
    let counter = CountingService(Self.photos, isReadWhole: true)
    let sut = line(of: counter)
    sut.textChanged(to: "camera:")
    counter.answer?(counts([.camera: [("A", 3)]], read: 100, isComplete: false))
    expectEqual(sut.note, "Counted 100 of 300")
    expectEqual(sut.choiceCounts, ["3"])
    counter.answer?(counts([.camera: [("A", 3), ("B", 1)]]))
    #expect(!sut.note.hasPrefix("Counted"))
    expectEqual(sut.choices, ["A", "B"])

    // What the user is going through stays as it is.
    sut.older()
    counter.answer?(counts([.camera: [("B", 9), ("A", 3)]]))
    expectEqual(sut.choices, ["A", "B"])
  }

  @Test func `of a date the years are offered, then months and days, the latest first`() {
    let counter = CountingService(Self.photos, isReadWhole: true)
    let sut = line(of: counter)
    sut.textChanged(to: "date:")
    counter.answer?(counts([.year: [("2023", 5), ("2024", 7), (nil, 3)]]))
    expectEqual(sut.choices, ["2024", "2023"])
    sut.textChanged(to: "date:2024")
    expectEqual(counter.requests.last?.facets, [.month])
    counter.answer?(counts([.month: [("2023-05", 5), ("2024-01", 3), ("2024-11", 4)]]))
    expectEqual(sut.choices, ["2024-11", "2024-01"])
    sut.complete()
    expectEqual(sut.text, "date:2024-11 ")
    sut.textChanged(to: "date:2024-1")
    expectEqual(sut.choices, ["2024-11"])
    sut.textChanged(to: "date:2024-11")
    expectEqual(counter.requests.last?.facets, [.day])
  }

  @Test func `of photos of a single year the months are offered at once`() {
    let counter = CountingService(Self.photos, isReadWhole: true)
    let sut = line(of: counter)
    sut.textChanged(to: "date:")
    counter.answer?(
      counts([.year: [("2024", 7), (nil, 3)], .month: [("2024-01", 3), ("2024-11", 4)]]))
    expectEqual(sut.choices, ["2024-11", "2024-01"])

    counter.answer?(counts([.year: [("2024", 7)], .month: [(nil, 7)]]))
    expectEqual(sut.choices, ["2024"])
  }

  @Test func `folders are offered with what is in their subfolders`() {
    let counter = CountingService(Self.photos, isReadWhole: true)
    let sut = line(of: counter)
    sut.textChanged(to: "folder:")
    counter.answer?(
      counts([.folder: [(".", 4), ("2024", 1), ("2024/a b", 5), ("2024/a b/c", 2), ("é", 3)]]))
    expectEqual(sut.choices, ["2024/", "2024/a b/", "é/", "2024/a b/c/"])
    expectEqual(sut.choiceCounts, ["8", "7", "3", "2"])
    sut.older()
    expectEqual(sut.text, "folder:=\"2024/a b/\" ")
  }

  @Test func `fields name their most frequent values, stars and rejected photos are counted`() {
    let counter = CountingService(Self.photos, isReadWhole: true)
    let sut = line(of: counter)
    sut.textChanged(to: "le")
    expectEqual(counter.requests.last?.facets, [.lens])
    counter.answer?(counts([.lens: [("50 mm", 4), ("35 mm", 3), ("28 mm", 2), ("24 mm", 1)]]))
    expectEqual(sut.choices, ["lens:  50 mm · 35 mm · 28 mm · 1 more"])
    sut.textChanged(to: "rating:")
    counter.answer?(counts([.rating: [("5", 4), ("0", 7), ("rejected", 2)]]))
    expectEqual(sut.choices, ["5", "0", "rejected"])
    sut.textChanged(to: "is:")
    expectEqual(
      sut.choices, ["selected", "rejected", "similar", "smaller", "duplicate", "copy"])
    expectEqual(sut.choiceCounts, ["", "2", "", "", "", ""])
  }

  @Test func `of other sources the loaded photos are counted, and the line says so`() {
    let sut = line()
    sut.textChanged(to: "tag:sea camera:")
    expectEqual(sut.choices, ["NIKON D500", "Canon EOS"])
    expectEqual(sut.choiceCounts, ["2", "1"])
    expectEqual(sut.note, "Counted in 3 loaded photos")
    sut.textChanged(to: "tag:=sea camera:")
    expectEqual(sut.choiceCounts, ["1", "1"])
    sut.textChanged(to: "price:")
    #expect(!sut.note.hasPrefix("Counted"))
  }

  @Test func `each order has its own letter`() {
    expectEqual(Set(SortChoice.all.map(\.letter)).count, SortChoice.all.count)
    expectEqual(SortChoice.all.first?.sort, nil)
    expectEqual(Set(SortChoice.all.compactMap { $0.sort?.key }), Set(PhotoSort.Key.allCases))
    expectEqual(Set(SortChoice.all.map(\.title)).count, SortChoice.all.count)
  }
}
