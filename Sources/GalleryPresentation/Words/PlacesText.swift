/// The places in words.
public enum PlacesText {
  public static let title = "Vitrine"
  public static let goTo = "Go to"
  public static let sampleGallery = "Sample gallery"
  static let sampleDetail = "Some of its photos are for sale"
  static let typed = "Open a folder, a URL or a service"
  static let typedDetail = "~/Pictures  sftp://host/photos  s3://bucket  flickr-feed:sea"
  public static let typeTitle = "Tab completes folders, services and recent sources"
  public static let typePrompt = "Open: "
  public static let notStored = "Not saved: the state folder can't be written"

  /// The header above places of a kind.
  public static func kind(of place: PlacesViewModel.Place) -> String {
    switch place {
    case .bookmark: "Bookmarks"
    case .search: "Saved searches"
    case .recent: "Recent"
    case .typed: "Open"
    case .sampleGallery, .example: "Try it"
    }
  }

  // MARK: Bookmarks

  public static let bookmarkTitle = "Bookmark"
  public static let bookmarkPrompt = "Bookmark under which letter? "
  public static let notALetter = "Type one letter or digit, a to z or 0 to 9"
  public static let noSource = "The sample gallery has no bookmark: it is always here"

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
  public static let notAName = "A name has letters, digits, '-', '_' and '.', at most 60"
  public static let replaceTitle = "Replace?"
  public static let sampleHasNoSearch = "Searches of the sample gallery can't be saved"
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

  /// `rating:>=4 · by date · ~/Pictures`.
  static func meaning(of search: SavedSearch, in source: String) -> String {
    [
      search.filter.description, search.sort.map { "by \($0.name)" } ?? "",
      search.grouping.map { "grouped by \($0.rawValue)" } ?? "", source,
    ].filter { !$0.isEmpty }.joined(separator: " · ")
  }

  // MARK: Programs

  public static let runTitle = "Run this program?"
  public static let programHasNoBookmark =
    "A program has no bookmark; recent sources ask before they run one"

  // MARK: Folders above

  public static let isTop = "Already at the top folder"
  public static let isNoFolder = "No folder above this one"
  public static let leaveTitle = "Leave?"

  /// Asked before a selection is lost.
  public static func leaving(_ count: Int) -> String {
    "\(SelectionText.selected(count)): it ends when you go elsewhere"
  }
}
