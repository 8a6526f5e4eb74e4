import GalleryDomain
import GalleryPresentation
import TerminalKit

/// `'` shows the places to go to, `m m` sets a bookmark, `m s` saves a search, `-` opens the folder above.
public final class PlacesCommands {
  /// Navigation; each call replaces the current source.
  public struct Actions {
    /// The current source, as you would type it to open it again; nil if that isn't possible.
    public var source: () -> String?
    /// Why that is not possible.
    public var noBookmark: () -> String
    /// The current source without the saved search that opened it; nil if searches of it can't be saved.
    public var searchedSource: () -> String?
    public var makeScreen: (_ close: @escaping () -> Void) -> PlacesScreen
    /// Opens the folder above, with a photo in focus; returns why that isn't possible.
    public var goUp: (Photo?) -> String?
    /// Whether the source can have a folder above it.
    public var canGoUp: () -> Bool

    public init(
      source: @escaping () -> String?,
      noBookmark: @escaping () -> String = { PlacesText.noSource },
      searchedSource: @escaping () -> String? = { nil },
      makeScreen: @escaping (_ close: @escaping () -> Void) -> PlacesScreen,
      goUp: @escaping (Photo?) -> String?,
      canGoUp: @escaping () -> Bool = { true }
    ) {
      self.source = source
      self.noBookmark = noBookmark
      self.searchedSource = searchedSource
      self.makeScreen = makeScreen
      self.goUp = goUp
      self.canGoUp = canGoUp
    }
  }

  private let repository: any PlacesRepository
  private let actions: Actions
  private weak var presenter: (any CommandPresenter)?
  private let keys: KeyBindings

  public init(
    repository: any PlacesRepository, actions: Actions, presenter: any CommandPresenter,
    keys: KeyBindings = .standard
  ) {
    self.repository = repository
    self.actions = actions
    self.presenter = presenter
    self.keys = keys
  }

  public var commands: [GalleryCommand] {
    [
      GalleryCommand(.placesShow) { target, _ in self.showPlaces(target.photoList) },
      GalleryCommand(.placesBookmark) { _, _ in self.bookmark() }.refused(when: {
        self.actions.source() == nil
      }),
      GalleryCommand(.placesSaveSearch) { target, _ in self.saveSearch(of: target.photoList) }
        .refused(when: { self.actions.searchedSource() == nil }),
      GalleryCommand(.placesUp) { target, _ in
        let list = target.photoList
        self.leaving(list) { self.goUp(list) }
      }.refused(when: { !self.actions.canGoUp() }),
    ]
  }

  private func showPlaces(_ list: any PhotoListViewModelType) {
    leaving(list) { [weak self] in
      guard let self else { return }
      weak var shown: PlacesScreen?
      let screen = actions.makeScreen { [weak self] in
        if let shown { self?.presenter?.close(shown) }
      }
      shown = screen
      presenter?.show(screen)
    }
  }

  private func goUp(_ list: any PhotoListViewModelType) {
    let photo = list.outputs.focusedIndexPath.flatMap(list.outputs.photo(at:))
    if let reason = actions.goUp(photo) { presenter?.show(notice: reason) }
  }

  /// A selection belongs to its source and would be lost.
  private func leaving(_ list: any PhotoListViewModelType, _ leave: @escaping () -> Void) {
    let outputs = list.outputs
    guard outputs.selectedCount > 0 else { return leave() }
    presenter?.confirm(
      PlacesText.leaving(outputs.selectedCount), title: PlacesText.leaveTitle, confirmed: leave)
  }

  private func bookmark() {
    guard let source = actions.source() else {
      presenter?.show(notice: actions.noBookmark())
      return
    }
    let taken = Set(
      Command.all.flatMap { keys.keys(of: $0, on: .places) }.compactMap { $0.keys.first?.letter })
    presenter?.ask(
      PromptScreen.Question(
        title: PlacesText.bookmarkTitle, prompt: PlacesText.bookmarkPrompt,
        fault: { text in
          guard let key = text.first, text.count == 1, Bookmark.isKey(key) else {
            return PlacesText.notALetter
          }
          return taken.contains(key) ? PlacesText.isTaken(key) : nil
        })
    ) { [weak self] text in
      guard let self, let key = text?.first else { return }
      let isStored = repository.setBookmark(key, to: source)
      let go = keys.keys(of: .placesShow, on: .list).first
      presenter?.show(
        notice: isStored
          ? PlacesText.bookmarked(key, go: go?.description)
          : PlacesText.notStored(in: repository))
    }
  }
}

extension PlacesCommands {
  /// Asks for a name, and saves the filter, the order and the grouping under it.
  private func saveSearch(of list: any PhotoListViewModelType) {
    guard let source = actions.searchedSource() else {
      presenter?.show(notice: PlacesText.sourceHasNoSearch)
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
        presenter?.show(notice: PlacesText.searchedThere)
        return
      }
      search.filter.terms += words.split(separator: " ").map {
        FilterTerm(.anywhere([String($0)]))
      }
    }
    guard !search.filter.isEmpty || search.sort != nil || search.grouping != nil else {
      presenter?.show(notice: PlacesText.nothingToSave)
      return
    }
    presenter?.ask(
      PromptScreen.Question(
        title: PlacesText.saveTitle, prompt: PlacesText.savePrompt,
        fault: { [repository] in
          PlacesText.searchFault($0, collections: repository.collectionNames)
        })
    ) { [weak self] name in
      guard let self, let name else { return }
      search.name = name
      let known = repository.savedSearches.first { $0.name == name }
      guard let known, known != search else { return save(search) }
      presenter?.confirm(PlacesText.taken(known), title: PlacesText.replaceTitle) { [search] in
        self.save(search)
      }
    }
  }

  private func save(_ search: SavedSearch) {
    let go = keys.keys(of: .placesShow, on: .list).first
    presenter?.show(
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
