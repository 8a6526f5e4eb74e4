import FeedFormats
import Foundation
import GalleryData
import GalleryDomain
import GalleryFiles
import GalleryPresentation
import GalleryStore

/// A source that can be opened, with what is known of it beforehand.
struct Place {
  let source: PhotoSource
  /// As typed; nil if it was not.
  var argument: String?
  /// Whether it is kept among the recent sources.
  var isKept = true
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

/// The recent sources, bookmarks, saved searches and collections: `sources`, `bookmarks`, `searches` and the folder `collections` in
/// Vitrine's folder of the state home.
///
/// Both have a source on each line, as it would be typed: after the time when it was opened (seconds since 1970), the
/// latest first, or after its key, and a tab. A saved search has five columns with tabs between them: its name, filter, order,
/// grouping, of which all but the name may be empty, and its source. What is known about them is in `summaries`: the number of photos, a tab,
/// the path of a picture, a tab, and the source; either may be empty.
final class Places: PlacesRepository, Sendable {
  /// nil without a state folder: then nothing is kept.
  private let folder: String?
  private let now: @Sendable () -> Date

  private static let limit = 20
  private static let recentName = "sources"
  private static let bookmarkName = "bookmarks"
  private static let summaryName = "summaries"
  private static let searchName = "searches"
  private static let feedKeyName = "feed-key"
  /// More than anyone names; a limit for what is read.
  private static let searchLimit = 1_000
  /// For all recent sources and as many bookmarks as there are keys.
  private static let summaryLimit = 100
  /// Of several folders, too.
  private static let bytesOfText = 8_192

  /// The user's own collections, in `collections`.
  let collections: CollectionFolder

  init(folder: String?, now: @escaping @Sendable () -> Date = { Date() }) {
    self.folder = folder
    self.now = now
    collections = CollectionFolder(folder.map { "\($0)/collections" })
  }

  var collectionNames: [String] { collections.names }

  /// What opens each saved search and each collection.
  var libraryAddresses: [String] {
    savedSearches.map(\.address) + collectionNames.map { SavedSearch.prefix + $0 }
  }

  /// - Complexity: Reads a file of at most 20 lines.
  var recentSources: [RecentSource] {
    lines(of: Self.recentName).prefix(Self.limit).map { line in
      // Files of version 0.9 have no times.
      let parts = line.split(separator: "\t", maxSplits: 1)
      guard parts.count == 2, let seconds = UInt32(parts[0]) else {
        return RecentSource(text: Self.source(line))
      }
      return RecentSource(
        text: Self.source(String(parts[1])),
        openedAt: Date(timeIntervalSince1970: Double(seconds)))
    }
  }

  var bookmarks: [Bookmark] {
    lines(of: Self.bookmarkName).compactMap { line in
      guard let key = line.first, Bookmark.isKey(key), line.dropFirst().first == "\t" else {
        return nil
      }
      return Bookmark(key: key, text: Self.source(String(line.dropFirst(2))))
    }.sorted { $0.key < $1.key }
  }

  func forget(recent text: String) -> Bool {
    changing { write(recentSources.filter { $0.text != text }) }
  }

  func setBookmark(_ key: Character, to text: String?) -> Bool {
    changing {
      let others = bookmarks.filter { $0.key != key }
      let all = others + (text.map { [Bookmark(key: key, text: $0)] } ?? [])
      return write(all.map { "\($0.key)\t\($0.text)" }, to: Self.bookmarkName)
    }
  }

  // MARK: Saved searches

  /// - Complexity: Reads a file of a line for each.
  var savedSearches: [SavedSearch] {
    var names: Set<String> = []
    return lines(of: Self.searchName).prefix(Self.searchLimit).compactMap { line in
      let parts = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      // An order or a grouping that this version doesn't know is left out; a filter is read as far as it can be.
      guard parts.count == 5, SavedSearch.isName(parts[0]), !parts[4].isEmpty,
        names.insert(parts[0]).inserted
      else { return nil }
      return SavedSearch(
        name: parts[0], text: Self.source(parts[4]),
        filter: FilterText.reading(parts[1]).expression, sort: PhotoSort(name: parts[2]),
        grouping: PhotoGrouping(rawValue: parts[3]))
    }.sorted { $0.name < $1.name }
  }

  func save(_ search: SavedSearch) -> Bool {
    changing { write(savedSearches.filter { $0.name != search.name } + [search]) }
  }

  func forget(search name: String) -> Bool {
    changing { write(savedSearches.filter { $0.name != name }) }
  }

  private func write(_ searches: [SavedSearch]) -> Bool {
    let lines = searches.map { search in
      [
        search.name, FilterText.line(search.filter.description), search.sort?.name ?? "",
        search.grouping?.rawValue ?? "", search.text,
      ].joined(separator: "\t")
    }
    return write(lines, to: Self.searchName)
  }

  // MARK: What was opened

  /// Puts a source before the others.
  ///
  /// A failure is ignored: the gallery matters more.
  ///
  /// - Parameter text: From `text(of:argument:)`.
  func add(_ text: String) {
    let source = RecentSource(text: text, openedAt: now())
    _ = changing { write([source] + recentSources.filter { $0.text != text }) }
  }

  /// - Complexity: Reads a file of at most 100 lines.
  var summaries: [String: SourceSummary] {
    Dictionary(summaryLines.map { ($0.text, $0.summary) }, uniquingKeysWith: { first, _ in first })
  }

  /// The latest first.
  private var summaryLines: [(text: String, summary: SourceSummary)] {
    lines(of: Self.summaryName).prefix(Self.summaryLimit).compactMap { line in
      let parts = line.split(separator: "\t", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3 else { return nil }
      let cover = parts[1].hasPrefix("/") ? FileReference(path: String(parts[1])) : nil
      let count = Int(parts[0]).flatMap { $0 >= 0 ? $0 : nil }
      return (Self.source(String(parts[2])), SourceSummary(photoCount: count, cover: cover))
    }
  }

  func keep(_ summary: SourceSummary, of text: String) {
    _ = changing {
      let others = summaryLines.filter { $0.text != text }
      let lines = ([(text, summary)] + others).prefix(Self.summaryLimit).map { text, summary in
        // A path that isn't one line of text is not kept.
        let path = summary.cover.flatMap { String(validating: $0.path, as: UTF8.self) } ?? ""
        let cover = path.unicodeScalars.allSatisfy { $0.value >= 0x20 } ? path : ""
        return "\(summary.photoCount.map(String.init) ?? "")\t\(cover)\t\(text)"
      }
      return write(lines, to: Self.summaryName)
    }
  }

  private func write(_ sources: [RecentSource]) -> Bool {
    let lines = sources.prefix(Self.limit).map { source in
      source.openedAt.map { "\(UInt32(clamping: Int($0.timeIntervalSince1970)))\t\(source.text)" }
        ?? source.text
    }
    return write(lines, to: Self.recentName)
  }

  // MARK: Feeds

  /// The key with which feeds number folders, in `feed-key`: made the first time. Without a state folder it is another one each
  /// time.
  func feedKey() throws(ProgramError) -> [UInt8] {
    var key = lines(of: Self.feedKeyName).first
    if let key { return Array(key.utf8) }
    let new = (0..<4).map { _ in StableHash.hex(.random(in: 0 ... .max)) }.joined()
    let isKept = changing {
      // Another program may have been faster.
      key = lines(of: Self.feedKeyName).first
      return key != nil || write([new], to: Self.feedKeyName)
    }
    if let folder, !isKept {
      throw .unwritable(name: "\(folder)/\(Self.feedKeyName)", code: errno)
    }
    return Array((key ?? new).utf8)
  }

  // MARK: Files

  /// A source as it was written: blanks in names of folders count. What another program has put in its place is cleaned.
  private static func source(_ text: String) -> String {
    let cleaned = TextCleaner.line(text, limit: TextLimit(characters: bytesOfText))
    func letters(_ text: String) -> String { text.filter { !$0.isWhitespace } }
    return canBeKept(text) && letters(text) == letters(cleaned) ? text : cleaned
  }

  private static func canBeKept(_ text: String) -> Bool {
    text.utf8.count < bytesOfText
      && text.unicodeScalars.allSatisfy {
        $0.properties.generalCategory != .control && $0 != "\u{FFFD}"
      }
  }

  /// Reads, changes and writes a file while neither another program nor another task of this one does.
  ///
  /// - Parameter change: Returns whether it was written.
  /// - Returns: The same; false if the lock is held for a second.
  private func changing(_ change: () -> Bool) -> Bool {
    guard let folder else { return false }
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    do {
      return try FolderLock.hold(folder, .exclusive, change)
    } catch {
      errno = EBUSY
      return false
    }
  }

  private func lines(of name: String) -> [String] {
    guard let folder,
      let text = try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
    else { return [] }
    return text.split(separator: "\n").map(String.init)
  }

  private func write(_ lines: [String], to name: String) -> Bool {
    guard let folder else { return false }
    return StateFile.write(lines.map { $0 + "\n" }.joined(), to: name, in: folder)
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
        !PresignedAddress.isOne(URL(string: argument))
      else { return nil }
      text = argument
    }
    return canBeKept(text) ? text : nil
  }

  /// Typed by hand or completed by a shell, it is the same folder.
  private static func standardized(_ path: String) -> String {
    let path = URL(filePath: path).standardizedFileURL.path(percentEncoded: false)
    return path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
  }
}

/// Small files in Vitrine's folder of the state home, which are replaced as a whole.
enum StateFile {
  /// - Parameter name: May contain a folder, which is created.
  /// - Returns: Whether it was written; if not, the previous file is kept, and `errno` says why.
  static func write(_ text: String, to name: String, in folder: String) -> Bool {
    let path = "\(folder)/\(name)"
    let new = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    let files = FileManager.default
    try? files.createDirectory(
      atPath: (path as NSString).deletingLastPathComponent, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    let isWritten = files.createFile(
      atPath: new, contents: Data(text.utf8), attributes: [.posixPermissions: 0o600])
    if isWritten, rename(new, path) == 0 { return true }
    let code = errno
    unlink(new)
    errno = code
    return false
  }
}
