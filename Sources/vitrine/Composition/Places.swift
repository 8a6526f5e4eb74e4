import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import GalleryStore
import Logging

/// A source that can be opened, with what is known of it beforehand.
struct Place {
  let source: PhotoSource
  /// As typed; nil if it was not.
  var argument: String?
  /// Whether it is kept among the recent sources.
  var isKept = true
  /// Whether a filter that is remembered may hide the photo that the source names.
  var keepsFilter = false
  /// The saved search that opens it; nil for the source as it is.
  var search: SavedSearch?
  /// The name of the user's own collection that it is; nil for other sources.
  var collectionName: String?

  /// The text that opens it again, from any folder; nil if there is none.
  var text: String? {
    search?.address ?? collectionName.map { SavedSearch.prefix + $0 } ?? sourceText
  }

  /// The same without its search.
  var sourceText: String? { isKept ? Places.text(of: source, argument: argument) : nil }

  /// The text of a bookmark for it; nil if a bookmark can't open it.
  var bookmark: String? { runsProgram ? nil : text }

  var runsProgram: Bool {
    if case .program = source { true } else { false }
  }

  /// Its name until the source reports its own.
  var title: String {
    if let name = search?.name ?? collectionName { return name }
    return switch source {
    case .sampleGallery: "Sample gallery"
    case .paths: "Standard input"
    // A user name and a password in an address are not shown.
    case .address(let url, _): WebAddress.shown(url)
    case .preset(let name, _) where argument == nil: name
    case .clickHouse(let address): address.title
    case .program(let call): call.name
    default: argument.map(CommandLineText.clean) ?? ""
    }
  }

  /// What to remember of its view under: a saved search is viewed by itself.
  func viewID(_ sourceID: String) -> String {
    search.map { "\(sourceID) \($0.address)" } ?? sourceID
  }

  /// A hint for new users; nil for nothing.
  var advice: String? {
    guard case .sampleGallery = source else { return nil }
    return "Your own photos: vitrine ~/Pictures"
  }
}

/// The recent sources, bookmarks and saved searches in `state.sqlite`, and the collections in the folder `collections` beside it.
final class Places: PlacesRepository, Sendable {
  private let state: SQLiteStateStore
  /// nil without a state folder: then nothing is kept.
  private let folder: String?
  private let now: @Sendable () -> Date
  let collections: CollectionFolder

  init(
    _ state: SQLiteStateStore, folder: String?, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.state = state
    self.folder = folder
    self.now = now
    collections = CollectionFolder(folder.map { "\($0)/collections" })
  }

  /// For a command, which says itself what doesn't work.
  convenience init(folder: String?, now: @escaping @Sendable () -> Date = { Date() }) {
    self.init(SQLiteStateStore(folder: folder, logger: .silent), folder: folder, now: now)
  }

  var collectionNames: [String] { collections.names }

  /// What opens each saved search and each collection.
  var libraryAddresses: [String] {
    savedSearches.map(\.address) + collectionNames.map { SavedSearch.prefix + $0 }
  }

  /// Why none of them can be read; nil if they can.
  var fault: StoreFault? {
    do throws(StoreFault) {
      _ = try state.entries(of: .bookmark)
      return nil
    } catch {
      return error
    }
  }

  var isOfNewer: Bool { fault == .newer }

  private func entries(of list: StateList) -> [SQLiteStateStore.Entry] {
    (try? state.entries(of: list)) ?? []
  }

  var recentSources: [RecentSource] {
    entries(of: .recentSource).map { entry in
      RecentSource(
        text: PlaceText.readable(entry.key),
        openedAt: UInt32(entry.value).map { Date(timeIntervalSince1970: Double($0)) })
    }
  }

  var bookmarks: [Bookmark] {
    entries(of: .bookmark).compactMap { entry in
      guard let key = entry.key.first, entry.key.count == 1, Bookmark.isKey(key) else { return nil }
      return Bookmark(key: key, text: PlaceText.readable(entry.value))
    }.sorted { $0.key < $1.key }
  }

  func forget(recent text: String) -> Bool {
    isDone { () throws(StoreFault) in
      let keys = try state.entries(of: .recentSource).map(\.key)
      try state.remove(keys.filter { PlaceText.readable($0) == text }, from: .recentSource)
    }
  }

  func setBookmark(_ key: Character, to text: String?) -> Bool {
    isDone { () throws(StoreFault) in
      if let text {
        try state.put(text, for: String(key), in: .bookmark)
      } else {
        try state.remove([String(key)], from: .bookmark)
      }
    }
  }

  private func isDone(_ change: () throws(StoreFault) -> Void) -> Bool {
    (try? change()) != nil
  }

  // MARK: Saved searches

  var savedSearches: [SavedSearch] {
    entries(of: .savedSearch).compactMap { entry in
      let parts = entry.value.split(separator: "\t", omittingEmptySubsequences: false)
        .map(String.init)
      // An order or a grouping that this version doesn't know is left out; a filter is read as far as it can be.
      guard parts.count == 4, SavedSearch.isName(entry.key), !parts[3].isEmpty else { return nil }
      return SavedSearch(
        name: entry.key, text: PlaceText.readable(parts[3]),
        filter: FilterText.reading(parts[0]).expression, sort: PhotoSort(name: parts[1]),
        grouping: PhotoGrouping(rawValue: parts[2]))
    }.sorted { $0.name < $1.name }
  }

  func save(_ search: SavedSearch) -> Bool {
    let columns = [
      FilterText.line(search.filter.description), search.sort?.name ?? "",
      search.grouping?.rawValue ?? "", search.text,
    ]
    return isDone { () throws(StoreFault) in
      try state.put(columns.joined(separator: "\t"), for: search.name, in: .savedSearch)
    }
  }

  func forget(search name: String) -> Bool {
    isDone { () throws(StoreFault) in try state.remove([name], from: .savedSearch) }
  }

  // MARK: What was opened

  /// Puts a source before the others.
  ///
  /// A failure is ignored: the gallery matters more.
  ///
  /// - Parameter text: From `text(of:argument:)`.
  func add(_ text: String) {
    let seconds = UInt32(clamping: Int(now().timeIntervalSince1970))
    state.note(String(seconds), for: text, in: .recentSource)
  }

  var summaries: [String: SourceSummary] {
    let known = entries(of: .summary).map { entry in
      let parts = entry.value.split(
        separator: "\t", maxSplits: 1, omittingEmptySubsequences: false)
      let cover = parts.last.flatMap { path in
        path.hasPrefix("/") ? FileReference(path: String(path)) : nil
      }
      let count = parts.first.flatMap { Int($0) }.flatMap { $0 >= 0 ? $0 : nil }
      return (PlaceText.readable(entry.key), SourceSummary(photoCount: count, cover: cover))
    }
    return Dictionary(known, uniquingKeysWith: { first, _ in first })
  }

  func keep(_ summary: SourceSummary, of text: String) {
    // A path that isn't one line of text is not kept.
    let path = summary.cover.flatMap { String(validating: $0.path, as: UTF8.self) } ?? ""
    let cover = path.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? path : ""
    state.note(
      "\(summary.photoCount.map(String.init) ?? "")\t\(cover)", for: text, in: .summary)
  }

  /// Waits for what was noted. Call before quitting.
  func finishWriting() async {
    await state.finishWriting()
  }

  // MARK: Feeds

  /// The key with which feeds number folders: made the first time. Without a state folder it is another one each time.
  func feedKey() throws(Complaint) -> [UInt8] {
    func new() -> String { (0..<4).map { _ in StableHash.hex(.random(in: 0 ... .max)) }.joined() }
    guard let folder else { return Array(new().utf8) }
    do throws(StoreFault) {
      return Array(try state.remembered(.feedKey, orKeeping: new()).utf8)
    } catch {
      throw Complaint(error, path: "\(folder)/state.sqlite")
    }
  }

  // MARK: Opening a source again

  /// The text that opens a source again from anywhere; nil for the built-in gallery, for names that are not one line of
  /// text, and for addresses with a user name and a password, which must not be stored on the disk.
  ///
  /// - Parameter argument: As typed.
  static func text(of source: PhotoSource, argument: String?) -> String? {
    guard let argument else { return nil }
    let text: String
    switch source {
    case .sampleGallery, .paths: return nil
    case .folders(let folders):
      let paths = folders.compactMap { String(validating: $0.path, as: UTF8.self) }
      guard paths.count == folders.count else { return nil }
      text = RecentSource.text(ofFolders: paths.map(standardized))
    // The same program from anywhere; a question shows it before it is run again.
    case .program(let call): text = "exec:\(call.text)"
    case .folder(let file), .feedFile(let file, _), .collection(let file):
      // `..` behind a link has been read as the system does.
      let path = String(validating: FilePath.absolute(file.path), as: UTF8.self)
      text = standardized(path ?? argument)
    case .picture: text = standardized(argument)
    // A user without a password, as for ssh(1).
    case .remoteFolder(.sftp, _): text = argument
    case .address, .remoteFolder, .preset, .clickHouse:
      let authority = argument.firstRange(of: "://").map { argument[$0.upperBound...] } ?? ""
      guard !authority.prefix(while: { $0 != "/" }).contains("@"),
        !PresignedAddress.isPresigned(URL(string: argument))
      else { return nil }
      text = argument
    }
    return PlaceText.canBeKept(text) ? text : nil
  }

  /// Typed by hand or completed by a shell, it is the same folder.
  private static func standardized(_ path: String) -> String {
    let path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}
