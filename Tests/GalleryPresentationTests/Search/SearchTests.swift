import GalleryPresentation
import GalleryTestSupport
import Testing

struct SearchTests {
  /// What a prompt announced and did, in order.
  private final class Run {
    let queries = ScriptedQueries()
    private(set) var entries: [String] = []
    private(set) lazy var viewModel = SearchViewModel(
      fetchRecentQueries: queries, sourceTitle: "Openverse", search: .atSource,
      actions: SearchViewModelActions(
        search: { [unowned self] in entries.append("search <\($0)>") },
        close: { [unowned self] in entries.append("close") }))

    init(_ recent: [String]? = nil) {
      viewModel.updateTextClosure = { [unowned self] in entries.append("text <\(viewModel.text)>") }
      viewModel.updateQueriesClosure = { [unowned self] in
        let shown = viewModel.recentQueries.enumerated().map { index, query in
          index == viewModel.highlightedIndex ? "[\(query)]" : query
        }
        entries.append(shown.joined(separator: " "))
      }
      viewModel.viewDidLoad()
      guard let recent else { return }
      queries.answer(recent)
      entries = []
    }
  }

  @Test func `what is typed is searched for, clean and trimmed`() {
    let run = Run([])

    run.viewModel.textChanged(to: "  light\u{202E}house\u{1B}[31m  at\u{7} dusk ")
    run.viewModel.submit()

    #expect(run.entries == ["", "search <lighthouse at dusk>"])
  }

  @Test(arguments: ["", "   ", "\u{200B}\u{202E}", "\t\n"])
  func `blank text asks for all photos again`(_ text: String) {
    let run = Run([])

    run.viewModel.textChanged(to: text)
    run.viewModel.submit()

    #expect(run.entries.last == "search <>")
  }

  @Test func `a prompt ends once, with a search or without`() {
    let searched = Run([])
    searched.viewModel.textChanged(to: "a")
    searched.viewModel.submit()
    searched.viewModel.submit()
    searched.viewModel.cancel()
    #expect(searched.entries == ["", "search <a>"])

    let left = Run([])
    left.viewModel.cancel()
    left.viewModel.submit()
    #expect(left.entries == ["close"])
  }

  @Test func `recent queries come later, the latest first, and leave the typed text alone`() {
    let run = Run()
    run.viewModel.textChanged(to: "lig")

    run.queries.answer(["moonlight", "barn", "Lighthouse"])

    #expect(run.entries == ["", "moonlight Lighthouse"])
    #expect(run.viewModel.text == "lig")
    #expect(run.viewModel.highlightedIndex == nil)
  }

  @Test func `recent queries that come after the end are dropped`() {
    let run = Run()

    run.viewModel.cancel()
    #expect(run.queries.isCancelled)
    run.queries.answerAnyway(["late"])

    #expect(run.entries == ["close"])
    #expect(run.viewModel.recentQueries.isEmpty)
  }

  @Test func `going to older queries and back puts each into the field, at last what was typed`() {
    let run = Run(["red barn", "barn owl", "sea"])
    run.viewModel.textChanged(to: "barn")

    run.viewModel.olderQueryWanted()
    run.viewModel.olderQueryWanted()
    run.viewModel.olderQueryWanted()
    run.viewModel.newerQueryWanted()
    run.viewModel.newerQueryWanted()
    run.viewModel.newerQueryWanted()

    #expect(
      run.entries == [
        "red barn barn owl",
        "[red barn] barn owl", "text <red barn>",
        "red barn [barn owl]", "text <barn owl>",
        "[red barn] barn owl", "text <red barn>",
        "red barn barn owl", "text <barn>",
      ])
  }

  @Test func `a query that was gone to is searched for as it stands, or changed first`() {
    let run = Run(["red barn", "sea"])
    run.viewModel.queryHighlighted(at: 1)
    run.viewModel.submit()
    #expect(run.entries == ["red barn [sea]", "text <sea>", "search <sea>"])

    let changed = Run(["red barn", "sea"])
    changed.viewModel.olderQueryWanted()
    changed.viewModel.textChanged(to: "red barns")
    #expect(changed.viewModel.recentQueries.isEmpty)
    #expect(changed.viewModel.highlightedIndex == nil)
    changed.viewModel.submit()
    #expect(changed.entries.last == "search <red barns>")
  }

  @Test func `what is typed filters whatever its case and accents`() {
    let run = Run(["Éclair", "DÉCLARATION", "sea"])

    run.viewModel.textChanged(to: " ecla ")

    #expect(run.entries == ["Éclair DÉCLARATION"])
  }

  @Test(arguments: [-1, 2, .max])
  func `pointing beside the queries does nothing`(_ index: Int) {
    let run = Run(["a", "b"])

    run.viewModel.queryHighlighted(at: index)

    #expect(run.entries.isEmpty)
  }

  @Test func `without recent queries there is nowhere to go`() {
    let run = Run([])

    run.viewModel.olderQueryWanted()
    run.viewModel.newerQueryWanted()

    #expect(run.entries.isEmpty)
  }

  @Test func `the prompt says where the search is answered`() {
    func hint(_ search: SourceCapabilities.Search, _ title: String = "Openverse") -> String {
      SearchViewModel(sourceTitle: title, search: search).hintText
    }

    #expect(hint(.atSource) == "Searches Openverse")
    #expect(hint(.atSource, "") == "Searches the source")
    #expect(hint(.here) == "Searches loaded photos only")
    #expect(hint(.none) == "Searches page by page")
  }

  @Test func `among results the empty field says what it does`() {
    #expect(SearchViewModel().placeholderText == "search photos")
    #expect(
      SearchViewModel(isSearching: true).placeholderText == "empty shows all photos")
  }
}
