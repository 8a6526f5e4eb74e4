import FeedFormats
import Foundation
import GalleryDomain

/// Where the folder is on its server: the URLs of its contents, and the meaning of URLs in an answer.
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
    guard let folder = components.url, case .names(let names, _) = Self.names(of: Array(path.utf8))
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
    var text = prefix
    for (index, name) in path.split(separator: FilePath.separator, omittingEmptySubsequences: false)
      .enumerated()
    {
      guard Self.isName(name) else { return nil }
      if index > 0 { text += "/" }
      text += PercentEncoding.text(Array(name))
    }
    return URL(string: isFolder ? text + "/" : text)
  }

  /// Whether bytes can be a name in a folder, both here and on the server.
  static func isName(_ bytes: some Collection<UInt8>) -> Bool {
    !bytes.isEmpty && !bytes.elementsEqual(".".utf8) && !bytes.elementsEqual("..".utf8)
      && !bytes.contains { $0 == 0 || $0 == FilePath.separator }
  }

  // MARK: What an answer names

  /// The meaning of a URL in an answer, relative to a folder.
  enum Reference: Hashable {
    /// The folder itself.
    case itself
    /// A file or a folder in it, by its name.
    case child([UInt8], isFolder: Bool)
    /// Something else: above, beside, deeper, or not a path at all.
    case elsewhere
    /// It seems to be below the folder, but has an invalid name, such as `a%2Fb`.
    case unusable
  }

  /// - Parameters:
  ///   - raw: As in the answer, with XML and HTML references resolved.
  ///   - folder: Below the one that is shown; empty for that folder itself.
  ///   - keepsHost: Whether a URL on another host counts as elsewhere. Behind a proxy, WebDAV servers write a host and
  ///     a scheme of their own.
  ///   - other: The names in the server's own path for the folder, if they differ from the requested ones.
  func reference(
    _ raw: String, in folder: [UInt8], keepsHost: Bool, calledBy other: [[UInt8]]? = nil
  ) -> Reference {
    guard let (path, isAbsolute) = pathOfReference(raw, keepsHost: keepsHost) else {
      return .elsewhere
    }
    let way = Self.names(of: path)
    guard isAbsolute else {
      switch way {
      case .names(let found, let isFolder) where found.count <= 1:
        return found.first.map { .child($0, isFolder: isFolder) } ?? .itself
      case .unusable(behind: []): return .unusable
      default: return .elsewhere
      }
    }
    let own = names(of: folder)
    switch way {
    case .leadsUp: return .elsewhere
    case .unusable(let before):
      return before == own || before == other ? .unusable : .elsewhere
    case .names(let found, let isFolder):
      if found == own || found == other { return .itself }
      guard let name = found.last,
        found.dropLast().elementsEqual(own) || other.map(found.dropLast().elementsEqual) ?? false
      else { return .elsewhere }
      return .child(name, isFolder: isFolder)
    }
  }

  /// The names in the path of an absolute URL in an answer; nil for others.
  func way(of raw: String) -> [[UInt8]]? {
    guard let (path, isAbsolute) = pathOfReference(raw, keepsHost: false), isAbsolute,
      case .names(let names, _) = Self.names(of: path)
    else { return nil }
    return names
  }

  private func names(of folder: [UInt8]) -> [[UInt8]] {
    names + folder.split(separator: FilePath.separator).map(Array.init)
  }

  /// The path of a reference (RFC 3986, 4.2), percent-encoded; nil without a path, or with a query: no listing names
  /// its entries like that.
  private func pathOfReference(_ raw: String, keepsHost: Bool) -> (path: [UInt8], isAbsolute: Bool)?
  {
    var text = Array(raw.utf8)[...]
    while let first = text.first, first <= 0x20 { text.removeFirst() }
    while let last = text.last, last <= 0x20 { text.removeLast() }
    if let end = text.firstIndex(of: UInt8(ascii: "#")) {
      guard end > text.startIndex else { return nil }
      text = text[..<end]
    }
    guard !text.isEmpty, !text.contains(UInt8(ascii: "?")) else { return nil }
    let slash = FilePath.separator
    if let scheme = Self.scheme(of: text) {
      guard scheme == "http" || scheme == "https" else { return nil }
      if keepsHost, scheme != url.scheme?.lowercased() { return nil }
      text = text.dropFirst(scheme.utf8.count + 1)
      guard text.starts(with: [slash, slash]) else { return nil }
    }
    guard text.starts(with: [slash, slash]) else { return (Array(text), text.first == slash) }
    let authority = text.dropFirst(2).prefix { $0 != slash }
    if keepsHost {
      let port = url.port.map { ":\($0)" } ?? ""
      let host = String(decoding: authority, as: UTF8.self).lowercased()
      guard host == "\(url.host()?.lowercased() ?? "")\(port)" else { return nil }
    }
    let path = text.dropFirst(2 + authority.count)
    return (path.isEmpty ? [slash] : Array(path), true)
  }

  /// In lower case; nil if the colon belongs to a name.
  private static func scheme(of text: ArraySlice<UInt8>) -> String? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), let first = text.first,
      (0x61...0x7A).contains(first | 0x20)
    else { return nil }
    let scheme = text[..<colon]
    let isScheme = scheme.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
    }
    return isScheme ? String(decoding: scheme, as: UTF8.self).lowercased() : nil
  }

  private enum Way {
    case names([[UInt8]], isFolder: Bool)
    /// A step up, such as `../`.
    case leadsUp
    /// An invalid name, after others.
    case unusable(behind: [[UInt8]])
  }

  /// The decoded names of a path, without the empty ones between slashes.
  private static func names(of path: [UInt8]) -> Way {
    var names: [[UInt8]] = []
    for part in path.split(separator: FilePath.separator) where !part.elementsEqual(".".utf8) {
      if part.elementsEqual("..".utf8) { return .leadsUp }
      let name = PercentEncoding.decoded(Array(part))
      guard isName(name) else { return .unusable(behind: names) }
      names.append(name)
    }
    return .names(names, isFolder: path.last == FilePath.separator)
  }
}
