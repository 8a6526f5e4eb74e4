import GalleryDomain
import GalleryPresentation
import TerminalKit

/// The source that is shown, among others; what leaves it replaces it.
public protocol SourceNavigation: AnyObject {
  /// The source, as you would type it to open it again; nil if that isn't possible.
  var bookmark: String? { get }
  /// Why that is not possible.
  var noBookmarkReason: String { get }
  /// The source without the saved search that opened it; nil if searches of it can't be saved.
  var searchedSource: String? { get }
  /// Whether the source can have a folder above it.
  var canGoUp: Bool { get }
  /// Opens the folder above, with a photo in focus; returns why that isn't possible.
  func goUp(selecting photo: Photo?) -> String?
  func makePlacesScreen() -> PlacesScreen
}

/// `'` shows the places to go to, `m m` sets a bookmark, `m s` saves a search, `h` opens the folder above.
public final class PlacesCommands {
  private let repository: any PlacesRepository
  private let sources: any SourceNavigation
  private let context: ScreenContext

  public init(
    repository: any PlacesRepository, sources: any SourceNavigation, context: ScreenContext
  ) {
    self.repository = repository
    self.sources = sources
    self.context = context
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand("places.show") { target in
        let (list, screen) = (target.photoList, self.sources.makePlacesScreen())
        screen.viewModel.leaving = { self.leaving(list, $0) }
        self.context.show(screen)
      }.hinted { _ in "places" },
      GalleryCommand("places.bookmark") { _ in self.bookmark() }.refused(when: {
        self.sources.bookmark == nil
      }),
      GalleryCommand("places.save-search") { target in self.saveSearch(of: target.photoList) }
        .refused(when: { self.sources.searchedSource == nil }),
      GalleryCommand("places.up") { target in
        let list = target.photoList
        self.leaving(list) { self.goUp(list) }
      }.refused(when: { !self.sources.canGoUp }),
    ]
  }

  private func goUp(_ list: any PhotoListViewModelType) {
    let photo = list.outputs.focusedIndexPath.flatMap(list.outputs.photo(at:))
    if let reason = sources.goUp(selecting: photo) { context.show(notice: reason) }
  }

  /// A selection belongs to its source and would be lost.
  private func leaving(_ list: any PhotoListViewModelType, _ leave: @escaping () -> Void) {
    let outputs = list.outputs
    guard outputs.selectedCount > 0 else { return leave() }
    context.confirm(
      PlacesText.leaving(outputs.selectedCount), title: PlacesText.leaveTitle, confirmed: leave)
  }

  private func bookmark() {
    guard let source = sources.bookmark else {
      context.show(notice: sources.noBookmarkReason)
      return
    }
    let taken = Set(
      Command.all.flatMap { context.keys.keys(of: $0, on: .places) }.compactMap {
        $0.keys.first?.letter
      })
    context.ask(
      TextQuestion(
        title: PlacesText.bookmarkTitle, prompt: PlacesText.bookmarkPrompt,
        fault: { text in
          guard let key = text.first, text.count == 1, Bookmark.isKey(key) else {
            return PlacesText.notALetter
          }
          return taken.contains(key) ? PlacesText.isTaken(key) : nil
        }
      ) { [weak self] text in
        guard let self, let key = text.first else { return }
        let isStored = repository.setBookmark(key, to: source)
        let go = context.keys.keys(of: "places.show", on: .list).first
        context.show(
          notice: isStored
            ? PlacesText.bookmarked(key, go: go?.description)
            : PlacesText.notStored(in: repository))
      })
  }
}

extension PlacesCommands {
  /// Asks for a name, and saves the filter, the order and the grouping under it.
  private func saveSearch(of list: any PhotoListViewModelType) {
    guard let source = sources.searchedSource else {
      context.show(notice: PlacesText.sourceHasNoSearch)
      return
    }
    let query = list.outputs.wantedQuery
    var search = SavedSearch(
      name: "", text: source,
      filter: FilterExpression(
        query.filter.terms.filter { $0.condition != .state([.selected]) }),
      sort: query.sort, grouping: query.grouping)
    if let words = query.search {
      guard list.outputs.searchScope != .atSource else {
        context.show(notice: PlacesText.searchedThere)
        return
      }
      search.filter.terms += words.split(separator: " ").map {
        FilterTerm(.anywhere([String($0)]))
      }
    }
    guard !search.filter.isEmpty || search.sort != nil || search.grouping != nil else {
      context.show(notice: PlacesText.nothingToSave)
      return
    }
    context.ask(
      TextQuestion(
        title: PlacesText.saveTitle, prompt: PlacesText.savePrompt,
        fault: { [repository] in
          PlacesText.searchFault($0, collections: repository.collectionNames)
        }
      ) { [weak self] name in
        guard let self else { return }
        search.name = name
        let known = repository.savedSearches.first { $0.name == name }
        guard let known, known != search else { return save(search) }
        context.confirm(PlacesText.taken(known), title: PlacesText.replaceTitle) { [search] in
          self.save(search)
        }
      })
  }

  private func save(_ search: SavedSearch) {
    let go = context.keys.keys(of: "places.show", on: .list).first
    context.show(
      notice: repository.save(search)
        ? PlacesText.saved(search, go: go?.description)
        : PlacesText.notStored(in: repository))
  }
}

extension Key {
  /// The character that it types, which is never a full-width one; nil for other keys.
  var letter: Character? {
    guard case .character(let character) = (commandKey ?? self).code, modifiers.isEmpty else {
      return nil
    }
    return character
  }
}
