import FeedFormats
import Foundation
import GalleryDomain

/// Folders as web servers list them: the pages of Apache, nginx, lighttpd, Caddy, Python and rclone, and the JSON of
/// nginx and Caddy.
///
/// Names are taken from the links only, since nginx and Apache shorten what they display. A size counts if it is in
/// bytes, and a time if its zone is known: nginx's is UTC unless configured otherwise, Apache's and lighttpd's are in
/// the server's own zone.
public struct DirectoryIndexFormat: RemoteFolderFormat {
  private let folder: ServerFolder
  /// How much of a response is kept; tests change it.
  var entryLimit = RemoteListing.entryLimit

  /// - Parameter url: http or https; a user's name, a password and a query in it are dropped.
  /// - Throws: `.notFound` if it isn't the URL of a folder.
  public init(url: URL) throws(PhotoSourceError) {
    folder = try ServerFolder(url)
  }

  public var title: String { folder.title }
  public var sourceID: String { "index \(WebAddress.id(folder.url))" }
  /// There may be no pictures at all: this may be a mirror of software with a hundred thousand folders.
  public var emptyFolderLimit: Int? { 2_000 }

  public func request(
    for folder: [UInt8], isRecursive: Bool, after token: String?
  ) throws(PhotoSourceError) -> HTTPRequest {
    // Caddy answers in JSON if the request accepts it.
    HTTPRequest(
      url: try self.folder.listingURL(of: folder),
      headers: ["Accept": "application/json, text/html;q=0.9, */*;q=0.1"],
      redirects: .sameHost)
  }

  public func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing {
    guard response.isSuccess else {
      throw response.status == 401 && response.authentication == nil
        ? .passwordRefused(host: CleanText.line(response.url.host()) ?? "")
        : PhotoSourceError(status: response)
    }
    guard let listing = listing(response.body, in: folder) else {
      throw PhotoSourceError.notAFeed(response.body, name: WebAddress.shown(response.url))
    }
    return listing
  }

  public func url(of path: [UInt8]) -> URL? { folder.url(of: path) }

  // MARK: Recognition

  /// The folder that a response lists; nil if it isn't a known kind of listing, such as an ordinary page with links.
  ///
  /// - Parameter url: The URL of the request. The URL of the response is used instead if it is on the same host.
  public static func recognising(_ response: HTTPResponse, at url: URL) -> DirectoryIndexFormat? {
    let isAtHost = response.url.host()?.lowercased() == url.host()?.lowercased()
    guard response.isSuccess,
      let format = try? DirectoryIndexFormat(url: isAtHost ? response.url : url),
      let listing = format.listing(response.body, in: [])
    else { return nil }
    // An empty list in JSON may come from any service.
    let isEmpty = listing.entries.isEmpty && listing.skipped.count == 0
    return isEmpty && beginsAsJSON(response.body) ? nil : format
  }

  private static func beginsAsJSON(_ bytes: [UInt8]) -> Bool {
    bytes.first { $0 > 0x20 } == UInt8(ascii: "[")
  }

  /// - Returns: nil if it isn't a known kind of listing.
  private func listing(_ bytes: [UInt8], in folder: [UInt8]) -> RemoteListing? {
    guard Self.beginsAsJSON(bytes) else {
      return DirectoryIndexPage(bytes, of: self.folder, in: folder, entryLimit: entryLimit)?.listing
    }
    var listing = RemoteListing(entryLimit: entryLimit)
    var reader = JSONReader(bytes)
    do throws(TextFault) {
      // One by one, without keeping any.
      try reader.readArray { (reader) throws(TextFault) in
        try addItem(&reader, to: &listing, in: folder)
      }
    } catch {
      return nil
    }
    return reader.peek() == nil ? listing : nil
  }

  /// One file or folder in nginx's JSON (`autoindex_format json`) or Caddy's.
  ///
  /// - Throws: Also for an object of neither kind.
  private func addItem(
    _ reader: inout JSONReader, to listing: inout RemoteListing, in folder: [UInt8]
  ) throws(TextFault) {
    // As the server sends it, which need not be UTF-8: nginx doesn't encode it.
    var name: [UInt8]?
    var members: [String: JSONValue] = [:]
    try reader.readObject { (reader, key) throws(TextFault) in
      if key == "name", reader.peek() == UInt8(ascii: "\"") {
        name = try reader.readBytes()
      } else {
        members[key] = try reader.readValue()
      }
    }
    func text(_ key: String) -> String? {
      if case .text(let text)? = members[key] { text } else { nil }
    }
    let isDirectory: Bool? = if case .bool(let flag)? = members["is_dir"] { flag } else { nil }
    let type = text("type")
    // Caddy's, percent-encoded: its `name` has lost any bytes that aren't UTF-8.
    let href = text("url")
    let isNginx = ["file", "directory", "other"].contains(type)
    let isCaddy = href != nil && isDirectory != nil
    guard let name, let time = text("mtime") ?? text("mod_time"), isNginx || isCaddy else {
      throw reader.fault("expected a file")
    }
    var entry = RemoteEntry(
      path: name, isFolder: isDirectory ?? (type == "directory"),
      modified: WrittenDate.date(time, zone: .gmt))
    if !entry.isFolder, case .number(let digits)? = members["size"] {
      entry.byteCount = RemoteEntry.byteCount(digits)
    }
    let reference =
      href.map { self.folder.reference($0, in: folder, keepsHost: true) }
      ?? ServerFolder.fault(inName: name).map(ServerFolder.Reference.unusable)
      ?? .child(name, isFolder: entry.isFolder)
    switch reference {
    // Nginx's `other` is a pipe or a device.
    case .child(let name, _) where type != "other":
      entry.path = ServerFolder.path(of: name, in: folder)
      listing.add(entry)
    case .unusable(let fault): listing.skip(name, fault, isFolder: entry.isFolder)
    default: listing.skip(name, "outside the folder", isFolder: entry.isFolder)
    }
  }
}

/// A page that lists a folder.
private struct DirectoryIndexPage {
  private(set) var listing: RemoteListing
  /// Links to anything that is neither in the folder nor above it, nor the same list in another order; and absolute
  /// links.
  private var foreignCount = 0

  /// - Returns: nil if the page isn't a known kind of listing.
  init?(_ bytes: [UInt8], of root: ServerFolder, in folder: [UInt8], entryLimit: Int) {
    guard Self.looksLikeIndex(bytes) else { return nil }
    listing = RemoteListing(entryLimit: entryLimit)
    /// The last link's, and where the text behind it begins.
    var entry: RemoteEntry?
    var textStart: Int?
    var reader = HTMLReader(bytes)
    while let tag = reader.next() {
      switch (tag.name, tag.isEnd) {
      case ("a", false):
        if let entry { add(entry, textStart.map { bytes[$0..<tag.range.lowerBound] }) }
        entry = self.entry(of: tag, root, folder)
        textStart = nil
      case ("a", true): textStart = textStart ?? tag.range.upperBound
      case ("td", false):
        if let size = tag.attributes["data-order"].flatMap(RemoteEntry.byteCount) {
          entry?.byteCount = size
        }
      case ("time", false):
        if let date = tag.attributes["datetime"].flatMap(Self.date) { entry?.modified = date }
      default: break
      }
    }
    if let entry { add(entry, textStart.map { bytes[$0...] }) }
    // A page about lists of files isn't a listing.
    guard foreignCount <= listing.entries.count / 4 + 3 else { return nil }
  }

  /// How many bytes of a page are searched for the marks of a listing: rclone's style takes 13,000 of them.
  private static let markLimit = 65_536

  /// Whether a page calls itself a listing, or is one of rclone's or Caddy's, whose titles are just the folder's name.
  private static func looksLikeIndex(_ bytes: [UInt8]) -> Bool {
    let text = String(decoding: bytes.prefix(markLimit), as: UTF8.self).lowercased()
    guard text.contains("<html") || text.contains("<!doctype html") else { return false }
    if text.contains("sort=namedirfirst"), text.contains("class=\"meta-item\"") { return true }
    return ["<title", "<h1", "<h2"].contains { tag in
      guard let start = text.firstRange(of: tag)?.upperBound,
        let end = text[start...].firstIndex(of: ">")
      else { return false }
      let words = text[text.index(after: end)...].prefix(80).trimmingCharacters(
        in: .whitespacesAndNewlines)
      // Apache, nginx, lighttpd and others; Python; old versions of rclone.
      return ["index of /", "directory listing for /", "directory listing of /"].contains(
        where: words.hasPrefix)
    }
  }

  private mutating func entry(
    of tag: HTMLTag, _ root: ServerFolder, _ folder: [UInt8]
  ) -> RemoteEntry? {
    guard let href = tag.attributes["href"], !href.isEmpty, !href.hasPrefix("#") else { return nil }
    switch root.reference(href, in: folder, keepsHost: true) {
    case .child(let name, let isFolder):
      // Menus of ordinary pages are written like this; no known server writes its listings so.
      if href.hasPrefix("/") || href.contains("://") { foreignCount += 1 }
      return RemoteEntry(path: ServerFolder.path(of: name, in: folder), isFolder: isFolder)
    case .itself, .around: return nil
    case .unusable(let fault):
      listing.skip(Array(href.utf8), fault, isFolder: href.hasSuffix("/"))
      return nil
    case .below, .elsewhere:
      let isOrder = href.hasPrefix("?") || href.hasPrefix("./?")
      if !isOrder { foreignCount += 1 }
      let name = Array(href.utf8.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") })
      if RemoteListing.isPhoto(name) { skip(name, href, root) }
      return nil
    }
  }

  /// Other pictures of the same server belong to the page, such as icons: no known server writes its entries so.
  private mutating func skip(_ name: [UInt8], _ href: String, _ root: ServerFolder) {
    let host = URL(string: href)?.host()?.lowercased()
    if let host, host != root.url.host()?.lowercased() {
      listing.skip(name, "on another server")
    } else if host == nil, !href.hasPrefix("/") {
      listing.skip(name, "outside the folder")
    }
  }

  /// - Parameter text: What is behind the link.
  private mutating func add(_ entry: RemoteEntry, _ text: ArraySlice<UInt8>?) {
    var entry = entry
    if let text { Self.read(text.prefix(Self.textLimit), into: &entry) }
    if entry.isFolder { entry.byteCount = nil }
    // If icons are links, too, an entry has two.
    listing.complete(entry)
  }

  /// How many bytes after a link are read.
  private static let textLimit = 1_024

  /// `22-Nov-2026 03:21  45781`, `2026-11-22 03:21  600`, perhaps with each in a cell of a table. Rounded sizes such as
  /// `43K` are skipped.
  private static func read(_ bytes: ArraySlice<UInt8>, into entry: inout RemoteEntry) {
    var isTag = false
    let text = bytes.map { byte in
      if byte == UInt8(ascii: "<") { isTag = true }
      defer { if byte == UInt8(ascii: ">") { isTag = false } }
      return isTag || byte <= 0x20 ? UInt8(ascii: " ") : byte
    }
    let words = text.split(separator: UInt8(ascii: " ")).prefix(12).map {
      String(decoding: $0, as: UTF8.self)
    }
    guard
      let day = words.indices.dropLast().first(where: {
        isDay(words[$0]) && words[$0 + 1].contains(":")
      })
    else { return }
    if words.indices.contains(day + 2) {
      entry.byteCount = entry.byteCount ?? RemoteEntry.byteCount(words[day + 2])
    }
    // The day comes first: nginx, which writes UTC unless configured otherwise.
    guard words[day].firstIndex(of: "-") == words[day].index(words[day].startIndex, offsetBy: 2)
    else { return }
    entry.modified =
      entry.modified ?? WrittenDate.date("\(words[day]) \(words[day + 1])", zone: .gmt)
  }

  /// `22-Nov-2026`, `2026-11-22`, `2026-Nov-22`.
  private static func isDay(_ word: String) -> Bool {
    (10...11).contains(word.utf8.count) && word.split(separator: "-").count == 3
      && (word.first?.isNumber ?? false) && (word.last?.isNumber ?? false)
  }

  /// Caddy's ` 2026-11-23T06:31:31Z`, and rclone's `2026-11-23 06:31:31.001 +0000 UTC`.
  private static func date(_ text: String) -> Date? {
    let words = text.split(separator: " ").prefix(3)
    guard let last = words.last, last.contains(where: { "Z+-".contains($0) }) else { return nil }
    return WrittenDate.date(words.joined(separator: " "), zone: .gmt)
  }
}
