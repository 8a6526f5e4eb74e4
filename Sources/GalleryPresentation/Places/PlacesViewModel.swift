import Foundation
import GalleryDomain

/// Where the user can go: bookmarks, recent sources, and the sample gallery.
public final class PlacesViewModel {
  /// A row.
  public enum Place: Hashable {
    case bookmark(Bookmark)
    case recent(RecentSource)
    case sampleGallery
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
  private let actions: PlacesViewModelActions
  private let home: String?
  private let dates: DateText
  private let now: () -> Date
  public private(set) var places: [Place] = []
  /// Emits when `places` changed.
  public var onChange: (() -> Void)?

  /// - Parameters:
  ///   - reason: Why they are shown.
  ///   - repository: Keeps bookmarks and recent sources.
  ///   - home: The user's home folder, which is shown as `~`.
  ///   - timeZone: For dates; the local one.
  ///   - now: The clock, for how long ago a source was opened.
  ///   - actions: Where the places lead.
  public init(
    reason: Reason, repository: any PlacesRepository, home: String?, timeZone: TimeZone = .current,
    now: @escaping () -> Date = { Date() }, actions: PlacesViewModelActions
  ) {
    self.reason = reason
    self.repository = repository
    self.home = home
    self.actions = actions
    self.now = now
    dates = DateText(timeZone: timeZone)
    read()
  }

  /// Bookmarks first, then recent sources without a bookmark, the latest first.
  private func read() {
    let bookmarks = repository.bookmarks
    let marked = Set(bookmarks.map(\.text))
    places =
      bookmarks.map(Place.bookmark)
      + repository.recentSources.filter { !marked.contains($0.text) }.map(Place.recent)
      + [.sampleGallery]
  }

  /// Call when the user chooses a row.
  public func open(_ row: Int) {
    guard places.indices.contains(row) else { return }
    switch places[row] {
    case .bookmark(let bookmark): actions.openBookmark(bookmark.text)
    case .recent(let source): actions.openRecent(source.text)
    case .sampleGallery: actions.openSampleGallery()
    }
  }

  /// Call when a key without a command is pressed.
  ///
  /// - Returns: Whether it opens a bookmark.
  public func open(bookmark key: Character) -> Bool {
    guard let bookmark = repository.bookmarks.first(where: { $0.key == key }) else { return false }
    actions.openBookmark(bookmark.text)
    return true
  }

  /// Call when the user removes a row; the photos themselves are kept.
  public func remove(_ row: Int) {
    guard places.indices.contains(row) else { return }
    let isStored: Bool
    switch places[row] {
    case .bookmark(let bookmark): isStored = repository.setBookmark(bookmark.key, to: nil)
    case .recent(let source): isStored = repository.forget(recent: source.text)
    case .sampleGallery: return actions.tell(PlacesText.sampleStays)
    }
    if !isStored { actions.tell(PlacesText.notStored) }
    read()
    onChange?()
  }

  // MARK: Words

  /// The name of a row: `~/Pictures`.
  public func title(of place: Place) -> String {
    switch place {
    case .bookmark(let bookmark): shown(bookmark.text)
    case .recent(let source): shown(source.text)
    case .sampleGallery: PlacesText.sampleGallery
    }
  }

  /// The key that opens it; nil if there is none.
  public func key(of place: Place) -> Character? {
    if case .bookmark(let bookmark) = place { bookmark.key } else { nil }
  }

  /// `3 hours ago`; empty if it is not known when it was opened.
  public func age(of place: Place) -> String {
    let openedAt: Date? =
      switch place {
      case .bookmark(let bookmark):
        repository.recentSources.first { $0.text == bookmark.text }?.openedAt
      case .recent(let source): source.openedAt
      case .sampleGallery: nil
      }
    return openedAt.map { AgeText.text(since: $0, now: now(), dates: dates) } ?? ""
  }

  private func shown(_ text: String) -> String {
    guard let home, home.hasPrefix("/"), home.count > 1 else { return text }
    if text == home || text == home + "/" { return "~" }
    return text.hasPrefix(home + "/") ? "~" + text.dropFirst(home.count) : text
  }
}

/// Navigation from the places; set by the code that shows them.
public struct PlacesViewModelActions {
  public var openBookmark: (_ text: String) -> Void
  public var openRecent: (_ text: String) -> Void
  public var openSampleGallery: () -> Void
  /// Shows a notice.
  public var tell: (String) -> Void

  public init(
    openBookmark: @escaping (_ text: String) -> Void,
    openRecent: @escaping (_ text: String) -> Void, openSampleGallery: @escaping () -> Void,
    tell: @escaping (String) -> Void
  ) {
    self.openBookmark = openBookmark
    self.openRecent = openRecent
    self.openSampleGallery = openSampleGallery
    self.tell = tell
  }
}
