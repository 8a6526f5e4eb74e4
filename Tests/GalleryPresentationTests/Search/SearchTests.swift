import ExpectationSupport
import GalleryPresentation
import GalleryTestSupport
import Testing

struct SearchTests {
  /// A prompt over a list of thirty photos.
  private final class Run {
    let queries = ScriptedQueries()
    let service = PagingService()
    let list: PhotoListViewModel
    /// What the prompt announced, and what the list was asked for, in order.
    private(set) var entries: [String] = []
    private(set) var closeCount = 0
    private(set) lazy var viewModel = SearchViewModel(
      fetchRecentQueries: queries, sourceTitle: "Openverse", list: list,
      close: { [unowned self] in closeCount += 1 })

    /// - Parameters:
    ///   - search: Where a search is answered.
    ///   - isRemote: Whether the photos are on the network.
    ///   - text: What was searched for before; nil if nothing was.
    init(
      _ recent: [String]? = nil, search: SourceCapabilities.Search = .atSource,
      isRemote: Bool = true, over text: String? = nil
    ) {
      service.capabilities.search = search
      service.capabilities.isRemote = isRemote
      list = PhotoListViewModel(apiService: service, pageSize: 10)
      service.source = { request in
        request.query.search == nil
          ? .of(30, for: request) : PhotoPage(photos: Photo.stubs(3, from: 20), totalCount: 3)
      }
      list.initFetch()
      list.focus(7)
      if let text { list.search(for: text) }
      viewModel.updateClosure = { [unowned self] in
        let shown = viewModel.choices.enumerated().map { index, query in
          index == viewModel.highlightedIndex ? "[\(query)]" : query
        }
        entries.append("<\(viewModel.text)> \(shown.joined(separator: " "))")
      }
      viewModel.viewDidLoad()
      guard let recent else { return }
      queries.answer(recent)
      entries = []
    }
  }

  @Test func `a service is asked once, for the clean text that is submitted`() {
    let run = Run([])
    let asked = run.service.loads.count

    run.viewModel.textChanged(to: "  light\u{202E}house\u{1B}[31m  at\u{7} dusk ")
    expectEqual(run.service.loads.count, asked)
    run.viewModel.submit()

    expectEqual(run.list.searchText, "lighthouse at dusk")
    expectEqual(run.service.loads.count, asked + 1)
    expectEqual(run.closeCount, 1)
  }

  @Test(arguments: [SourceCapabilities.Search.here, .none])
  func `photos that are here are searched while typing, and submitting keeps the matches`(
    _ search: SourceCapabilities.Search
  ) {
    let run = Run([], search: search, isRemote: false)

    run.viewModel.textChanged(to: "s")
    expectEqual(run.list.searchText, "s")
    run.viewModel.textChanged(to: "se ")
    run.viewModel.textChanged(to: "se")
    expectEqual(run.list.numberOfCells, 3)
    expectEqual(run.service.savedQueries, [])
    run.viewModel.textChanged(to: "")
    expectEqual(run.list.numberOfCells, 30)
    expectEqual(run.list.focusedIndexPath?.row, 7)
    run.viewModel.textChanged(to: "sea")
    run.viewModel.submit()
    run.viewModel.cancel()

    expectEqual(run.list.searchText, "sea")
    expectEqual(run.service.savedQueries, ["sea"])
    expectEqual(run.closeCount, 1)
  }

  @Test func `cancelling brings all rows back, with the focus on the match`() {
    let run = Run([], search: .here, isRemote: false)
    run.list.willDisplay(rows: 15..<25)

    run.viewModel.textChanged(to: "sea")
    expectEqual(run.list.title(0), "photo 20")
    run.viewModel.cancel()

    expectEqual(run.list.searchText, nil)
    expectEqual(run.list.numberOfCells, 30)
    expectEqual(run.list.focusedIndexPath?.row, 20)
  }

  @Test func `cancelling without a text, or before a service is asked, changes nothing`() {
    for text in ["", "sea"] {
      let run = Run([])
      let asked = run.service.loads.count
      run.viewModel.textChanged(to: text)
      run.viewModel.cancel()
      expectEqual(run.list.focusedIndexPath?.row, 7)
      expectEqual(run.service.loads.count, asked)
      expectEqual(run.closeCount, 1)
    }
    let deleted = Run([], search: .here, isRemote: false)
    deleted.viewModel.textChanged(to: "s")
    deleted.viewModel.textChanged(to: "")
    deleted.viewModel.cancel()
    expectEqual(deleted.list.focusedIndexPath?.row, 7)
  }

  @Test func `cancelling in results shows those again`() {
    let run = Run([], search: .here, isRemote: false, over: "barn")
    run.viewModel.textChanged(to: "sea")
    expectEqual(run.list.searchText, "sea")
    run.viewModel.cancel()
    expectEqual(run.list.searchText, "barn")

    let untouched = Run([], search: .here, isRemote: false, over: "barn")
    untouched.viewModel.cancel()
    expectEqual(untouched.list.searchText, "barn")
  }

  @Test func `a prompt ends once`() {
    let run = Run([])
    run.viewModel.cancel()
    run.viewModel.submit()
    run.viewModel.cancel()
    run.viewModel.textChanged(to: "late")

    expectEqual(run.closeCount, 1)
    expectEqual(run.list.wantedSearchText, nil)
  }

  @Test func `recent queries are listed as long as nothing is typed`() {
    let run = Run()
    run.viewModel.textChanged(to: "lig")
    run.queries.answer(["moonlight", "barn", "Lighthouse"])
    run.viewModel.textChanged(to: "")

    expectEqual(run.entries, ["<lig> ", "<lig> ", "<> moonlight barn Lighthouse"])
    expectEqual(run.viewModel.highlightedIndex, nil)
  }

  @Test func `recent queries that arrive after the end are ignored`() {
    let run = Run()

    run.viewModel.cancel()
    #expect(run.queries.isCancelled)
    run.queries.answerAnyway(["late"])

    #expect(run.entries.isEmpty)
    #expect(run.viewModel.choices.isEmpty)
  }

  @Test func `older queries go into the field one by one, and back to the empty field`() {
    let run = Run(["red barn", "barn owl"])

    run.viewModel.older()
    run.viewModel.older()
    run.viewModel.older()
    run.viewModel.newer()
    run.viewModel.newer()
    run.viewModel.newer()

    expectEqual(
      run.entries,
      [
        "<red barn> [red barn] barn owl", "<barn owl> red barn [barn owl]",
        "<red barn> [red barn] barn owl", "<> red barn barn owl",
      ])
  }

  @Test func `a highlighted query is searched as it is, or changed first`() {
    let run = Run(["red barn", "sea"])
    run.viewModel.highlight(1)
    run.viewModel.submit()
    expectEqual(run.list.searchText, "sea")

    let changed = Run(["red barn", "sea"])
    changed.viewModel.older()
    changed.viewModel.textChanged(to: "red barns")
    #expect(changed.viewModel.choices.isEmpty)
    expectEqual(changed.viewModel.highlightedIndex, nil)
    changed.viewModel.submit()
    expectEqual(changed.list.searchText, "red barns")
  }

  @Test func `a folder is searched for the query that is highlighted`() {
    let run = Run(["red barn", "sea"], search: .here, isRemote: false)

    run.viewModel.older()
    expectEqual(run.list.searchText, "red barn")
    run.viewModel.newer()

    expectEqual(run.list.searchText, nil)
    expectEqual(run.list.focusedIndexPath?.row, 7)
  }

  @Test(arguments: [-1, 2, .max])
  func `pointing outside the queries, and moving without any, does nothing`(_ index: Int) {
    let (run, empty) = (Run(["a", "b"]), Run([]))

    run.viewModel.highlight(index)
    empty.viewModel.older()
    empty.viewModel.newer()

    #expect(run.entries.isEmpty && empty.entries.isEmpty)
  }

  @Test func `the prompt says what is searched, and in results what an empty text does`() {
    func hint(_ search: SourceCapabilities.Search, _ title: String = "Openverse") -> String {
      let service = PagingService()
      service.capabilities.search = search
      service.capabilities.isRemote = true
      return SearchViewModel(
        sourceTitle: title, list: PhotoListViewModel(apiService: service)
      ).note
    }

    expectEqual(hint(.atSource), "Searches Openverse")
    expectEqual(hint(.atSource, ""), "Searches the source")
    expectEqual(hint(.here), "Searches loaded photos only")
    expectEqual(hint(.none), "Searches page by page")
    expectEqual(Run([]).viewModel.placeholderText, "search photos")
    expectEqual(Run([], over: "sea").viewModel.placeholderText, "empty shows all photos")
  }
}
