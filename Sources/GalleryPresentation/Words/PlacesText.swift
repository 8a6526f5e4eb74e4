import GalleryDomain

/// The places in words.
public enum PlacesText {
  public static let title = "Vitrine"
  public static let goTo = "Go to"
  public static let sampleGallery = "Sample gallery"
  static let sampleDetail = "Some of its photos are for sale"
  static let typed = "Open a folder, a URL or a service"
  static let typedDetail = "~/Pictures  sftp://host/photos  s3://bucket  flickr-feed:sea"
  /// - Parameter key: The one that completes.
  public static func typeTitle(key: String) -> String {
    "\(key) completes folders, services and recent sources"
  }
  public static let typePrompt = "Open: "
  static let notStored = "Not saved: the state folder can't be written"

  public static func notStored(in places: any PlacesRepository) -> String {
    places.isOfNewer ? "Not saved: state.sqlite is from a newer Vitrine; update Vitrine" : notStored
  }

  /// The header above places of a kind.
  public static func kind(of place: PlacesViewModel.Place) -> String {
    switch place {
    case .bookmark: "Bookmarks"
    case .search: "Saved searches"
    case .collection: "Collections"
    case .recent: "Recent"
    case .typed: "Open"
    case .sampleGallery, .example: "Try it"
    }
  }

  // MARK: Bookmarks

  public static let bookmarkTitle = "Bookmark"
  public static let bookmarkPrompt = "Bookmark under which letter? "
  public static let notALetter = "Type one letter or digit, a to z or 0 to 9"
  public static let noSource = "The sample gallery can't be bookmarked"

  public static let noBookmark = "This can't be bookmarked: it can't be opened again from here"

  /// `j is a command there; choose another one`.
  public static func isTaken(_ key: Character) -> String {
    "\(key) is a command there; choose another one"
  }

  /// `Bookmarked as a · press ' a to return`.
  public static func bookmarked(_ key: Character, go: String?) -> String {
    "Bookmarked as \(key)" + (go.map { " · press \($0) \(key) to return" } ?? "")
  }

  // MARK: Saved searches

  public static let saveTitle = "Save this search"
  public static let savePrompt = "Name: "
  static let notAName = "A name has letters, digits, '-', '_' and '.', at most 60"
  public static let replaceTitle = "Replace?"
  public static let sourceHasNoSearch = "This source can't be saved"
  public static let searchedThere =
    "A search that the server answers can't be saved; filters and orders can"

  public static let nothingToSave = "Nothing to save: filter, sort or group the photos first"

  /// `best-of-2024 is another search: rating:>=4 · ~/Pictures`.
  public static func taken(_ search: SavedSearch) -> String {
    "\(search.name) is another search: \(meaning(of: search, in: search.text))"
  }

  /// `Saved as library:best-of-2024`.
  public static func saved(_ search: SavedSearch, go: String?) -> String {
    "Saved as \(search.address)" + (go.map { " · \($0) lists it" } ?? "")
  }

  /// `rating:>=4 · oldest first · ~/Pictures`.
  static func meaning(of search: SavedSearch, in source: String) -> String {
    [
      search.filter.description, search.sort.map(FilterText.order) ?? "",
      search.grouping.map { "grouped by \($0.rawValue)" } ?? "", source,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  /// What is wrong with the name of a saved search; nil if it can be used.
  public static func searchFault(_ name: String, collections: [String]) -> String? {
    guard SavedSearch.isName(name) else { return notAName }
    return collections.contains(name) ? "\(name) is a collection" : nil
  }

  // MARK: Collections

  public static let collectionPrompt = "Collection: "

  /// `Add 3 photos to a collection`, `Add 8 photos, 3 of them not shown, to a collection`.
  public static func adding(_ gathering: PhotoGathering) -> String {
    "Add \(CountText.photos(gathering))\(gathering.hiddenCount > 0 ? "," : "") to a collection"
  }

  /// What is wrong with the name of a collection; nil if it can be used.
  public static func collectionFault(_ name: String, searches: [SavedSearch]) -> String? {
    guard SavedSearch.isName(name) else { return notAName }
    return searches.contains { $0.name == name } ? "\(name) is a saved search" : nil
  }

  /// `Added 3 photos to library:best · 2 were there already`.
  ///
  /// - Parameter hidden: How many of the photos are not in the list, in words.
  public static func added(
    _ change: CollectionChange, to name: String, hidden: String? = nil
  ) -> String {
    let there =
      change.unchangedCount > 0
      ? "\(CountText.grouped(change.unchangedCount)) already there" : nil
    let nameless =
      change.namelessCount > 0
      ? "\(CountText.photos(change.namelessCount)) that no line can name skipped" : nil
    let added =
      change.count > 0
      ? "Added \(CountText.photos(change.count)) to \(SavedSearch.prefix)\(name)"
      : "Nothing added to \(SavedSearch.prefix)\(name)"
    return joined([joined([added, hidden], by: ", "), there, nameless], by: " · ")
  }

  /// `Removed 3 photos from the collection; the files stay · u to undo`.
  ///
  /// - Parameter hidden: How many of the photos were not in the list, in words.
  public static func removed(
    _ change: CollectionChange, hidden: String? = nil, keys: KeyHints
  ) -> String {
    guard change.count > 0 else {
      return "The collection names the folder of these, not each photo: edit its file"
    }
    let removed = joined(
      ["Removed \(CountText.photos(change.count)) from the collection", hidden], by: ", ")
    return "\(removed); the files stay · \(keys.undo) to undo"
  }

  /// `adding 3 photos to best`, for undo.
  public static func undoing(_ change: CollectionChange, name: String?) -> String {
    let photos = CountText.photos(change.count)
    if change.isRemoval { return "removing \(photos) from the collection" }
    return "adding \(photos) to \(name ?? "the collection")"
  }

  public static let isNoCollection =
    "Only the photos of an opened collection can be removed from it"

  public static func failure(_ error: CollectionError) -> String {
    switch error {
    case .unreadable(let error): "Not changed: \(ErrorText.line(for: error))"
    case .notWritten(let code): "Not changed: \(SystemError.reason(code))"
    case .notLines: "Not changed: the collection is UTF-16; save it as UTF-8"
    case .noFolder: notStored
    case .busy: "Not changed: another program keeps changing the collection"
    }
  }

  // MARK: Programs

  public static let runTitle = "Run this program?"
  public static let programHasNoBookmark =
    "A program has no bookmark; recent sources ask before they run one"

  // MARK: Folders above

  public static let isTop = "Already at the top folder"
  public static let isNoFolder = "No folder above this one"
  public static let leaveTitle = "Leave?"
  public static let quitTitle = "Quit?"

  /// Asked before a selection is lost.
  public static func leaving(_ count: Int) -> String {
    "The selection of \(CountText.photos(count)) will be lost"
  }
}
