import FeedFormats
import Foundation
import GalleryDomain

/// Where the folder is on its server: the URLs of its contents, and the meaning of URLs in a response.
///
/// Names are compared as bytes: one server writes `%e6` where the next one writes `%E6`, and `+` or `%2B`, and not
/// every name is UTF-8.
struct ServerFolder: Hashable, Sendable {
  /// A web or sftp URL that ends with `/`, without a password, a query and a fragment; a web URL also without a user.
  let url: URL
  /// The names of the folders on the path to it.
  private let names: [[UInt8]]
  private let prefix: String

  /// - Parameter schemes: The URL schemes of this kind of server.
  /// - Throws: `.notFound` if it isn't a URL of such a server, or its path isn't valid.
  init(_ url: URL, schemes: Set<String> = ["http", "https"]) throws(PhotoSourceError) {
    guard schemes.contains(url.scheme?.lowercased() ?? ""), url.host()?.isEmpty == false,
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { throw .notFound(name: WebAddress.shown(url)) }
    // Other users have other homes.
    if WebAddress.isWeb(url) || components.user == "" { components.user = nil }
    components.password = nil
    components.query = nil
    components.fragment = nil
    var path = components.percentEncodedPath
    if !path.hasPrefix("/") { path = "/" + path }
    if !path.hasSuffix("/") { path += "/" }
    components.percentEncodedPath = path
    guard let folder = components.url, !path.split(separator: "/").contains(".."),
      case .names(let names, _) = Self.names(of: Array(path.utf8))
    else { throw .notFound(name: WebAddress.shown(url)) }
    self.url = folder
    self.names = names
    prefix = folder.absoluteString
  }

  /// The path of the URL as written, with `/` at both ends.
  var path: String { url.path(percentEncoded: true) }

  /// The title of its gallery: `2024 · photos.example`.
  var title: String {
    let host = TextCleaner.line(url.host(percentEncoded: false) ?? "", limit: .field)
    guard let name = names.last else { return host }
    return "\(TextCleaner.line(bytes: name[...])) · \(host)"
  }

  /// The URL at which a folder is listed, by its path below this one.
  func listingURL(of path: [UInt8]) throws(PhotoSourceError) -> URL {
    guard let url = url(of: path, isFolder: true) else {
      throw .notFound(name: TextCleaner.line(bytes: path[...]))
    }
    return url
  }

  /// The URL for a path below the folder.
  ///
  /// - Returns: nil if a name in the path would be a step in a URL, such as `..`.
  func url(of path: [UInt8], isFolder: Bool = false) -> URL? {
    guard !path.isEmpty else { return url }
    let names = path.split(separator: FilePath.separator, omittingEmptySubsequences: false)
    guard names.allSatisfy({ Self.fault(inName: $0) == nil }) else { return nil }
    return URL(string: prefix + PercentEncoding.path(path) + (isFolder ? "/" : ""))
  }

  /// The path of a name in a folder, which is empty for the one that is shown.
  static func path(of name: [UInt8], in folder: [UInt8]) -> [UInt8] {
    folder.isEmpty ? name : FilePath.join(folder, name)
  }

  /// Why bytes can't be a name in a folder, both here and on the server, for display; nil if they can.
  static func fault(inName bytes: some Collection<UInt8>) -> String? {
    if bytes.isEmpty { return "an empty name" }
    if bytes.elementsEqual(".".utf8) || bytes.elementsEqual("..".utf8) {
      return "a name that leads elsewhere"
    }
    if bytes.contains(0) { return "a zero byte in its name" }
    return bytes.contains(FilePath.separator) ? "a slash in its name" : nil
  }

  /// The same for a path of several names below a folder.
  static func fault(inPath path: [UInt8]) -> String? {
    guard path.count <= 4_096 else { return "a path of more than 4,096 bytes" }
    return path.split(separator: FilePath.separator, omittingEmptySubsequences: false)
      .lazy.compactMap(fault(inName:)).first
  }

  // MARK: What a response names

  /// The meaning of a URL in a response, relative to a folder.
  enum Reference: Hashable {
    case itself
    /// A file or a folder in it, by its name.
    case child([UInt8], isFolder: Bool)
    /// Something deeper, in the folder of this name.
    case below([UInt8])
    case around
    /// Something else: beside it, or not a path at all.
    case elsewhere
    /// It seems to be below the folder, but has an invalid name, such as `a%2Fb`; with the reason.
    case unusable(String)
  }

  /// - Parameters:
  ///   - raw: As in the response, with XML and HTML references resolved.
  ///   - folder: Below the one that is shown; empty for that folder itself.
  ///   - keepsHost: Whether it is a link in a page, in which a URL on another host leads elsewhere. Behind a proxy,
  ///     WebDAV servers write a host and a scheme of their own; and theirs have neither queries nor fragments.
  ///   - other: The names in the server's own path for the folder, if they differ from the requested ones.
  func reference(
    _ raw: String, in folder: [UInt8], keepsHost: Bool, calledBy other: [[UInt8]]? = nil
  ) -> Reference {
    guard let (path, isAbsolute) = pathOfReference(raw, keepsHost: keepsHost) else {
      return .elsewhere
    }
    let folders = isAbsolute ? [names(of: folder)] + (other.map { [$0] } ?? []) : [[]]
    switch Self.names(of: path) {
    case .leadsUp(let isFolder): return isFolder ? .around : .elsewhere
    case .unusable(let fault, let before):
      return folders.contains(before) ? .unusable(fault) : .elsewhere
    case .names(let found, let isFolder):
      if folders.contains(found) { return .itself }
      if folders.contains(where: { $0.starts(with: found) }) { return .around }
      guard let own = folders.first(where: found.starts(with:)) else { return .elsewhere }
      let name = found[own.count]
      return found.count == own.count + 1 ? .child(name, isFolder: isFolder) : .below(name)
    }
  }

  /// The server's own path for a folder, if it isn't the requested one: after a redirect, behind a proxy that shows it
  /// elsewhere, or in another form of Unicode.
  ///
  /// - Parameter raw: The URL that the server has for it.
  func ownNames(_ raw: String, unlike folder: [UInt8]) -> [[UInt8]]? {
    guard let (path, isAbsolute) = pathOfReference(raw, keepsHost: false), isAbsolute,
      case .names(let found, _) = Self.names(of: path), !found.starts(with: names(of: folder))
    else { return nil }
    return found
  }

  private func names(of folder: [UInt8]) -> [[UInt8]] {
    names + folder.split(separator: FilePath.separator).map(Array.init)
  }

  /// The path of a reference (RFC 3986, 4.2), percent-encoded; nil without a path, or for a link with a query: no listing
  /// names its entries like that.
  private func pathOfReference(_ raw: String, keepsHost: Bool) -> (path: [UInt8], isAbsolute: Bool)?
  {
    var text = Array(raw.utf8)[...]
    while let first = text.first, first <= 0x20 { text.removeFirst() }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    if !Self.marksAreInName(text, ofPage: keepsHost) {
      if keepsHost { text = text.prefix { $0 != UInt8(ascii: "#") } }
      if !keepsHost || text.contains(UInt8(ascii: "?")) { return nil }
    }
    // Some servers encode their separators, too.
    if text.starts(with: "%2F".utf8) || text.starts(with: "%2f".utf8) {
      let plain = String(decoding: text, as: UTF8.self).replacing("%2F", with: "/")
      text = Array(plain.replacing("%2f", with: "/").utf8)[...]
    }
    guard !text.isEmpty else { return nil }
    let slash = FilePath.separator
    if let scheme = FeedAddress.scheme(of: text) {
      guard scheme == "http" || scheme == "https" else { return nil }
      text = text.dropFirst(scheme.utf8.count + 1)
      guard text.starts(with: [slash, slash]) else { return nil }
    }
    guard text.starts(with: [slash, slash]) else { return (Array(text), text.first == slash) }
    let authority = text.dropFirst(2).prefix { $0 != slash }
    if keepsHost {
      // A server behind one that encrypts says http.
      let other = URL(string: "http://\(String(decoding: authority, as: UTF8.self))")
      guard other?.host()?.lowercased() == url.host()?.lowercased(),
        Self.port(of: other) == Self.port(of: url)
      else { return nil }
    }
    let path = text.dropFirst(2 + authority.count)
    return (path.isEmpty ? [slash] : Array(path), true)
  }

  /// Whether what follows a `#` or a `?`, which should be encoded in a name, belongs to the name: `hash #1.jpg`,
  /// `album #1/`. Alone, as in `#1.jpg` and `#album/`, it is a position in a page, but a name for WebDAV.
  private static func marksAreInName(_ text: ArraySlice<UInt8>, ofPage isPage: Bool) -> Bool {
    let stem = text.prefix { $0 != UInt8(ascii: "#") && $0 != UInt8(ascii: "?") }
    guard stem.count < text.count else { return true }
    // Before a query or a fragment there would be an extension, or nothing.
    guard FileNameKind(FilePath.lastComponent(Array(stem))) == .unknown else { return false }
    let isFolder = text.last == FilePath.separator && text[stem.endIndex] == UInt8(ascii: "#")
    let endsAsName = isFolder || FileNameKind(FilePath.lastComponent(Array(text))).isListed
    let beginsAsName = stem.last.map { $0 != FilePath.separator } ?? false
    return isPage ? beginsAsName && endsAsName : beginsAsName || endsAsName
  }

  /// nil for the usual ones.
  private static func port(of url: URL?) -> Int? {
    url?.port.flatMap { [80, 443].contains($0) ? nil : $0 }
  }

  private enum ParsedPath {
    case names([[UInt8]], isFolder: Bool)
    /// Above where it begins, such as `../` and `../a.jpg`.
    case leadsUp(isFolder: Bool)
    /// An invalid name, after others.
    case unusable(String, behind: [[UInt8]])
  }

  /// The decoded names of a path, without the empty ones between slashes and the steps between them (RFC 3986, 5.2.4).
  private static func names(of path: [UInt8]) -> ParsedPath {
    var names: [[UInt8]] = []
    for part in path.split(separator: FilePath.separator) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) {
        guard names.popLast() == nil else { continue }
        return .leadsUp(
          isFolder: path.last == FilePath.separator || path.suffix(2).elementsEqual("..".utf8))
      }
      let name = PercentEncoding.decoded(Array(part))
      if let fault = fault(inName: name) { return .unusable(fault, behind: names) }
      names.append(name)
    }
    return .names(names, isFolder: path.last == FilePath.separator)
  }
}
