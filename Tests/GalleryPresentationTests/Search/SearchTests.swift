import ExpectationSupport
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

  @Test func `the typed text is cleaned and trimmed before it is searched`() {
    let run = Run([])

    run.viewModel.textChanged(to: "  light\u{202E}house\u{1B}[31m  at\u{7} dusk ")
    run.viewModel.submit()

    expectEqual(run.entries, ["", "search <lighthouse at dusk>"])
  }

  @Test(arguments: ["", "   ", "\u{200B}\u{202E}", "\t\n"])
  func `blank text shows all photos again`(_ text: String) {
    let run = Run([])

    run.viewModel.textChanged(to: text)
    run.viewModel.submit()

    expectEqual(run.entries.last, "search <>")
  }

  /// A prompt of a folder, which is searched while its text is typed.
  private final class FolderRun {
    private(set) var entries: [String] = []
    var isRead: (() -> Void)?
    private(set) lazy var viewModel = SearchViewModel(
      searchesAtOnce: true, textBefore: "barn",
      actions: SearchViewModelActions(
        search: { [unowned self] in entries.append("search <\($0)>") },
        close: { [unowned self] in entries.append("close") },
        preview: { [unowned self] in entries.append("<\($0)>") },
        prepare: { [unowned self] done in
          isRead = done
          return nil
        }))

    init() { viewModel.viewDidLoad() }
  }

  @Test func `a folder is searched while typing, and once more when all of it is known`() {
    let run = FolderRun()
    run.isRead?()
    run.viewModel.textChanged(to: "s")
    run.viewModel.textChanged(to: "se ")
    run.viewModel.textChanged(to: "se")
    run.isRead?()
    run.viewModel.textChanged(to: "")
    run.viewModel.textChanged(to: "sea")
    run.viewModel.submit()
    run.isRead?()
    run.viewModel.cancel()

    expectEqual(run.entries, ["<s>", "<se>", "<se>", "<>", "<sea>", "search <sea>"])
  }

  @Test func `cancelling shows what was searched for before`() {
    let run = FolderRun()
    run.viewModel.textChanged(to: "sea")
    run.viewModel.cancel()
    expectEqual(run.entries, ["<sea>", "<barn>", "close"])

    let untouched = FolderRun()
    untouched.viewModel.textChanged(to: " ")
    untouched.viewModel.textChanged(to: "barn")
    untouched.viewModel.cancel()
    expectEqual(untouched.entries, ["<>", "<barn>", "close"])
  }

  @Test func `a prompt ends once, with a search or without`() {
    let searched = Run([])
    searched.viewModel.textChanged(to: "a")
    searched.viewModel.submit()
    searched.viewModel.submit()
    searched.viewModel.cancel()
    expectEqual(searched.entries, ["", "search <a>"])

    let left = Run([])
    left.viewModel.cancel()
    left.viewModel.submit()
    expectEqual(left.entries, ["close"])
  }

  @Test func `recent queries arrive later, the latest first, and don't change the typed text`() {
    let run = Run()
    run.viewModel.textChanged(to: "lig")

    run.queries.answer(["moonlight", "barn", "Lighthouse"])

    expectEqual(run.entries, ["", "moonlight Lighthouse"])
    expectEqual(run.viewModel.text, "lig")
    expectEqual(run.viewModel.highlightedIndex, nil)
  }

  @Test func `recent queries that arrive after the end are ignored`() {
    let run = Run()

    run.viewModel.cancel()
    #expect(run.queries.isCancelled)
    run.queries.answerAnyway(["late"])

    expectEqual(run.entries, ["close"])
    #expect(run.viewModel.recentQueries.isEmpty)
  }

  @Test func `older queries go into the field one by one, and back to the typed text`() {
    let run = Run(["red barn", "barn owl", "sea"])
    run.viewModel.textChanged(to: "barn")

    run.viewModel.olderQueryWanted()
    run.viewModel.olderQueryWanted()
    run.viewModel.olderQueryWanted()
    run.viewModel.newerQueryWanted()
    run.viewModel.newerQueryWanted()
    run.viewModel.newerQueryWanted()

    expectEqual(
      run.entries,
      [
        "red barn barn owl",
        "[red barn] barn owl", "text <red barn>",
        "red barn [barn owl]", "text <barn owl>",
        "[red barn] barn owl", "text <red barn>",
        "red barn barn owl", "text <barn>",
      ])
  }

  @Test func `a highlighted query is searched as it is, or changed first`() {
    let run = Run(["red barn", "sea"])
    run.viewModel.queryHighlighted(at: 1)
    run.viewModel.submit()
    expectEqual(run.entries, ["red barn [sea]", "text <sea>", "search <sea>"])

    let changed = Run(["red barn", "sea"])
    changed.viewModel.olderQueryWanted()
    changed.viewModel.textChanged(to: "red barns")
    #expect(changed.viewModel.recentQueries.isEmpty)
    expectEqual(changed.viewModel.highlightedIndex, nil)
    changed.viewModel.submit()
    expectEqual(changed.entries.last, "search <red barns>")
  }

  @Test func `the typed text filters queries regardless of case and accents`() {
    let run = Run(["Éclair", "DÉCLARATION", "sea"])

    run.viewModel.textChanged(to: " ecla ")

    expectEqual(run.entries, ["Éclair DÉCLARATION"])
  }

  @Test(arguments: [-1, 2, .max])
  func `pointing outside the queries does nothing`(_ index: Int) {
    let run = Run(["a", "b"])

    run.viewModel.queryHighlighted(at: index)

    #expect(run.entries.isEmpty)
  }

  @Test func `without recent queries, moving does nothing`() {
    let run = Run([])

    run.viewModel.olderQueryWanted()
    run.viewModel.newerQueryWanted()

    #expect(run.entries.isEmpty)
  }

  @Test func `the prompt says what is searched`() {
    func hint(_ search: SourceCapabilities.Search, _ title: String = "Openverse") -> String {
      SearchViewModel(sourceTitle: title, search: search).hintText
    }

    expectEqual(hint(.atSource), "Searches Openverse")
    expectEqual(hint(.atSource, ""), "Searches the source")
    expectEqual(hint(.here), "Searches loaded photos only")
    expectEqual(hint(.none), "Searches page by page")
  }

  @Test func `in search results the placeholder says what an empty text does`() {
    expectEqual(SearchViewModel().placeholderText, "search photos")
    expectEqual(SearchViewModel(isSearching: true).placeholderText, "empty shows all photos")
  }
}
