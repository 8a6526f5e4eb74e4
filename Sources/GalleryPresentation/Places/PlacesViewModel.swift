import Foundation
import GalleryDomain

/// Where the user can go: a source to be typed, bookmarks, saved searches, collections, recent sources, the sample gallery, and examples.
public final class PlacesViewModel {
  /// A row.
  public struct Place: Hashable {
    public enum Kind: Hashable {
      /// A line for a path, an address or a preset.
      case typed
      case bookmark, search, collection, recent, sampleGallery, example
    }

    public let kind: Kind
    /// The header above places of its kind. Above the line to type on, it says why that is here.
    public let section: String
    /// `~/Pictures`.
    public let title: String
    /// `12,345 photos`, or what else there is to say about it; empty if nothing is known.
    public let detail: String
    /// When it was opened last; nil if that isn't known.
    var openedAt: Date?
    /// The key that opens it; nil if there is none.
    public var key: Character?
    public var summary: SourceSummary?
    /// As it would be typed; empty for what is opened in another way.
    var address = ""

    /// Whether it can be removed. A collection is more than a line here: its file is the user's to delete.
    public var isRemovable: Bool { [.bookmark, .search, .recent].contains(kind) }
  }

  /// Why the places are shown.
  public enum Reason: Hashable {
    /// The program was started without a source, in a folder without pictures.
    case start
    /// The user opened them, over a list.
    case goTo
  }

  public let reason: Reason
  private let repository: any PlacesRepository
  private let openSource: (_ text: String, _ isBookmark: Bool) -> Void
  private let openSampleGallery: () -> Void
  private let askForSource: (_ text: String) -> Void
  private let tell: (String) -> Void
  private let home: String?
  /// The folder in which no pictures were found; nil for none.
  private let emptyFolder: String?
  private let dates: DateText
  private let now: () -> Date
  /// The file of a picture that shows a place.
  public let cover: (Place) -> FileReference?
  /// Fetched once and after each change, because the repository reads its files at each call.
  public private(set) var places: [Place] = []
  /// Asks before the shown source is left for another one, and proceeds if the user agrees.
  public var leaving: (_ proceed: @escaping () -> Void) -> Void = { $0() }
  /// Emits when `places` changed.
  public var onChange: (() -> Void)?

  /// - Parameters:
  ///   - repository: Keeps bookmarks, saved searches and recent sources.
  ///   - home: The user's home folder, which is shown as `~`.
  ///   - emptyFolder: The folder in which no pictures were found; nil for none.
  ///   - timeZone: For dates; the local one.
  ///   - now: The clock, for how long ago a source was opened.
  ///   - cover: The file of a picture that shows a place, from caches only: nothing else is opened or mounted.
  ///   - type: Asks for a source; the text is typed already.
  ///   - tell: Shows a notice.
  public init(
    reason: Reason, repository: any PlacesRepository, home: String?,
    emptyFolder: String? = nil, timeZone: TimeZone = .current,
    now: @escaping () -> Date = { Date() },
    cover: @escaping (Place) -> FileReference? = { _ in nil },
    open: @escaping (_ text: String, _ isBookmark: Bool) -> Void,
    openSampleGallery: @escaping () -> Void, type: @escaping (_ text: String) -> Void = { _ in },
    tell: @escaping (String) -> Void
  ) {
    self.reason = reason
    self.repository = repository
    self.home = home
    self.emptyFolder = emptyFolder
    (openSource, self.openSampleGallery) = (open, openSampleGallery)
    (askForSource, self.tell) = (type, tell)
    self.now = now
    self.cover = cover
    dates = DateText(timeZone: timeZone)
    read()
  }

  /// The line to type on, bookmarks, saved searches, collections, recent sources that aren't any of these, the latest first, and
  /// what there is to try.
  private func read() {
    let recents = repository.recentSources
    let openings = Dictionary(
      recents.compactMap { recent in recent.openedAt.map { (recent.text, $0) } },
      uniquingKeysWith: { first, _ in first })
    let summaries = repository.summaries
    func place(
      _ kind: Place.Kind, _ address: String, title: String? = nil, detail: String? = nil,
      key: Character? = nil
    ) -> Place {
      let summary = summaries[address]
      return Place(
        kind: kind, section: PlacesText.kind(of: kind), title: title ?? shown(address),
        detail: detail ?? summary?.photoCount.map(CountText.photos) ?? "",
        openedAt: openings[address], key: key, summary: summary, address: address)
    }
    let kept =
      repository.bookmarks.map { place(.bookmark, $0.text, key: $0.key) }
      + repository.savedSearches.map {
        place(
          .search, $0.address, title: $0.name,
          detail: PlacesText.meaning(of: $0, in: shown($0.text)))
      }
      + repository.collectionNames.map {
        place(.collection, SavedSearch.prefix + $0, title: $0)
      }
    let known = Set(kept.map(\.address))
    let typed = Place(
      kind: .typed,
      section: emptyFolder.map { PlacesText.noPictures(in: shown($0)) }
        ?? PlacesText.kind(of: .typed),
      title: PlacesText.typed, detail: PlacesText.typedDetail)
    let sample = Place(
      kind: .sampleGallery, section: PlacesText.kind(of: .sampleGallery),
      title: PlacesText.sampleGallery, detail: PlacesText.sampleDetail)
    places =
      [typed] + kept
      + recents.filter { !known.contains($0.text) }.map { place(.recent, $0.text) } + [sample]
      + (reason == .start
        ? SourceExample.all.map {
          Place(
            kind: .example, section: PlacesText.kind(of: .example), title: $0.text,
            detail: $0.about, address: $0.text)
        } : [])
  }

  private func shown(_ text: String) -> String {
    if let folders = RecentSource.folders(inText: text) {
      return folders.map(shown).joined(separator: ", ")
    }
    return PlacesText.path(text, home: home)
  }

  /// `3 hours ago`; empty if it is not known when it was opened.
  public func age(of place: Place) -> String {
    place.openedAt.map { AgeText.text(since: $0, now: now(), dates: dates) } ?? ""
  }

  /// The row to select first: the first source.
  public var firstRow: Int { min(1, places.count - 1) }

  /// Call when the user chooses a row.
  public func open(_ row: Int) {
    guard places.indices.contains(row) else { return }
    let place = places[row]
    switch place.kind {
    case .typed: type("")
    case .sampleGallery: leaving(openSampleGallery)
    case .bookmark, .search, .collection:
      // Another window may have removed it since, or another screen.
      read()
      onChange?()
      guard places.contains(where: { $0.kind == place.kind && $0.address == place.address }) else {
        return tell(PlacesText.isGone(place.title))
      }
      leaving { [openSource] in openSource(place.address, place.kind == .bookmark) }
    case .recent, .example: leaving { [openSource] in openSource(place.address, false) }
    }
  }

  /// Call when the user starts to type a source.
  ///
  /// - Parameter text: What is typed already.
  public func type(_ text: String) { leaving { [askForSource] in askForSource(text) } }

  /// Call when a key without a command is pressed.
  ///
  /// - Returns: Whether it opens a bookmark.
  public func open(bookmark key: Character) -> Bool {
    guard let bookmark = repository.bookmarks.first(where: { $0.key == key }) else { return false }
    leaving { [openSource] in openSource(bookmark.text, true) }
    return true
  }

  /// Call when the user removes a row; the photos themselves are kept.
  public func remove(_ row: Int) {
    guard places.indices.contains(row), places[row].isRemovable else { return }
    let place = places[row]
    let isStored =
      switch place.kind {
      case .search: repository.forget(search: place.title)
      case .recent: repository.forget(recent: place.address)
      default: place.key.map { repository.setBookmark($0, to: nil) } ?? true
      }
    if !isStored { tell(PlacesText.notStored(in: repository)) }
    read()
    onChange?()
  }
}

/// A source to try: it needs a network, but no key.
public struct SourceExample: Hashable, Sendable {
  /// As it would be typed.
  public let text: String
  /// What it shows, in a few words.
  public let about: String

  public static let all = [
    SourceExample(text: "nasa:saturn", about: "Photos by NASA"),
    SourceExample(text: "openverse:lighthouse", about: "Openly licensed photos"),
    SourceExample(text: "picsum", about: "1,000 random photos"),
  ]
}

/// The places in words.
public enum PlacesText {
  public static let title = "Vitrine"
  public static let goTo = "Go to"
  public static let sampleGallery = "Sample gallery"
  static let sampleDetail = "Some of its photos are for sale"
  static func noPictures(in folder: String) -> String { "No pictures found in \(folder)" }
  static let typed = "Open: a folder, a URL or a service"
  static let typedDetail = "~/Pictures  sftp://host/photos  s3://bucket  flickr-feed:sea"
  /// - Parameter key: The one that completes.
  public static func typeTitle(key: String) -> String {
    "\(key) completes folders, services and recent sources"
  }
  public static let typePrompt = "Open: "

  /// What was typed without the `/` with which the key began it, if a path or an address with a scheme follows.
  public static func source(typed text: String) -> String {
    let rest = text.drop { $0 == "/" }
    guard text.hasPrefix("/") else { return text }
    let scheme = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || "+-.".contains($0)) }
    let isAddress = !scheme.isEmpty && rest.dropFirst(scheme.count).hasPrefix("://")
    return (isAddress ? "" : "/") + rest
  }

  /// A path as users write it: `~/Pictures`.
  static func path(_ text: String, home: String?) -> String {
    guard let home, home.hasPrefix("/"), home.count > 1 else { return text }
    if text == home || text == home + "/" { return "~" }
    return text.hasPrefix(home + "/") ? "~" + text.dropFirst(home.count) : text
  }

  static func isGone(_ title: String) -> String { "\(title) isn't there any more" }

  static let notStored = "Not saved: the state folder can't be written"

  public static func notStored(in places: any PlacesRepository) -> String {
    places.isOfNewer ? "Not saved: state.sqlite is from a newer Vitrine; update Vitrine" : notStored
  }

  /// The header above places of a kind.
  static func kind(of place: PlacesViewModel.Place.Kind) -> String {
    switch place {
    case .bookmark: "Bookmarks"
    case .search: "Saved searches"
    case .collection: "Collections"
    case .recent: "Recent"
    case .typed: "Open"
    case .sampleGallery, .example: "Try it"
    }
  }

  /// `Remove this saved search?` and `best: rating:>=4 · ~/Pictures`; nil for what comes back by itself when it is opened
  /// again.
  public static func removal(of place: PlacesViewModel.Place) -> (title: String, message: String)? {
    switch place.kind {
    case .search: ("Remove this saved search?", "\(place.title): \(place.detail)")
    case .bookmark:
      ("Remove this bookmark?", "\(place.key.map(String.init) ?? ""): \(place.title)")
    default: nil
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
    joined(
      [
        search.filter.description, search.sort.map(FilterText.order),
        search.grouping.map { "grouped by \($0.rawValue)" }, source,
      ], by: " · ")
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

  /// `Added 3 photos to library:best · 2 already there`.
  ///
  /// - Parameter hidden: How many of the photos are not in the list, in words.
  public static func added(
    _ change: CollectionChange, to name: String, hidden: String? = nil
  ) -> String {
    let what = change.count > 0 ? "Added \(CountText.photos(change.count))" : "Nothing added"
    let present = change.unchangedCount
    let nameless = change.namelessCount
    return joined(
      [
        joined(["\(what) to \(SavedSearch.prefix)\(name)", hidden], by: ", "),
        present > 0 ? "\(CountText.grouped(present)) already there" : nil,
        nameless > 0 ? "skipped \(CountText.photos(nameless)) that no line can name" : nil,
      ], by: " · ")
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

  public static let isNoCollection = "Only photos of an opened collection can be removed from it"

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
