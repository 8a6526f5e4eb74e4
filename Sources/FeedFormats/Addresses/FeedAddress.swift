import Foundation
import GalleryDomain
import Glibc

/// What the relative URLs of a feed refer to.
struct FeedBase {
  /// http or https; nil for a feed that is a file and states no URL.
  var url: URL?
  /// The folder of a feed that is a local file; nil for a feed from the network.
  var directory: [UInt8]?

  /// A web URL: http or https.
  func url(_ raw: String?) -> URL? { raw.flatMap { FeedAddress.web($0, against: url) } }

  /// The location of a picture; may be a file if the feed is one.
  ///
  /// - Returns: nil for other schemes (`data:`, `javascript:`) and for anything that isn't an address.
  func picture(_ raw: String?) -> FeedAddress.Picture? {
    if let url = url(raw) { return FeedAddress.Picture(url: url) }
    guard let directory, let text = raw.flatMap(FeedAddress.trimmed),
      !text.starts(with: "//".utf8)
    else { return nil }
    switch FeedAddress.scheme(of: text) {
    case "file": return FeedAddress.local(FeedAddress.path(ofFileURL: text))
    case nil where url == nil:
      return FeedAddress.local(FeedAddress.resolved(text, directory: directory))
    default: return nil
    }
  }
}

/// Addresses in a feed: http and https, and files only if the feed itself is a file.
package enum FeedAddress {
  private static let byteLimit = 8_192

  struct Picture: Hashable {
    var url: URL
    /// Set if it is a local file.
    var file: FileReference?
  }

  /// A URL with its host.
  ///
  /// - Parameter base: That of the response, for a relative one.
  package static func web(_ raw: String, against base: URL? = nil) -> URL? {
    // On bytes: Foundation's trimming and searching took 40 % of the time for decoding a page.
    guard let text = trimmed(raw) else { return nil }
    if text.starts(with: "//".utf8) {
      let scheme = base.map { $0.scheme ?? "" } ?? "https"
      return web("\(scheme):\(String(decoding: text, as: UTF8.self))")
    }
    switch scheme(of: text) {
    case "http", "https": return webURL(text)
    case nil:
      guard let base, WebAddress.isWeb(base) else { return nil }
      return URL(string: String(decoding: text, as: UTF8.self), relativeTo: base)
        .flatMap { web($0.absoluteURL.absoluteString) }
    default: return nil
    }
  }

  /// The file of a `file:` URL.
  package static func file(_ raw: String) -> FileReference? {
    FeedBase(directory: [FilePath.separator]).picture(raw)?.file
  }

  /// The text before the first colon, in lower case, if it could be a scheme or a preset.
  package static func prefix(of text: [UInt8]) -> String? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > 0 else { return nil }
    let name = text[..<colon]
    guard name.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != FilePath.separator }) else {
      return nil
    }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  /// An address without the user and the password, for messages; another text as it is.
  ///
  /// What only resembles an address counts as one: `https:/me:secret@host`, `//me:secret@host`, `me:secret@host`.
  package static func withoutUser(_ text: [UInt8]) -> [UInt8] {
    guard let last = text.lastIndex(of: UInt8(ascii: "@")), let start = authorityStart(of: text),
      start <= last
    else { return text }
    let authority = authority(of: text[start...])
    // A password may have a slash; then there is no number behind the colon.
    let isCut =
      authority.firstIndex(of: UInt8(ascii: ":")).map { colon in
        !authority[(colon + 1)...].allSatisfy { (0x30...0x39).contains($0) }
      } ?? false
    guard
      let end = authority.lastIndex(of: UInt8(ascii: "@"))
        ?? (isCut && text[0] != FilePath.separator ? last : nil),
      !text[start..<end].contains(UInt8(ascii: " ")),
      // A path, unless there is a password.
      text[0] != FilePath.separator || text[start..<end].contains(UInt8(ascii: ":"))
    else { return text }
    return text[..<start] + Array("…".utf8) + text[end...]
  }

  /// The host of an address, for the log; another text as it is.
  package static func hostAlone(_ text: String) -> String {
    let original = Array(text.utf8)
    let bytes = withoutUser(original)
    // A path or a title, unless a user was removed from it.
    guard let start = authorityStart(of: bytes),
      bytes != original
        || bytes[..<start].last == FilePath.separator && bytes[0] != FilePath.separator
    else { return text }
    let authority = authority(of: bytes[start...])
    let host = authority.lastIndex(of: UInt8(ascii: "@")).map { authority[($0 + 1)...] }
    return String(decoding: host ?? authority, as: UTF8.self)
  }

  /// Behind a scheme, a colon and slashes, or slashes alone; nil for a text that doesn't begin so.
  private static func authorityStart(of text: [UInt8]) -> Int? {
    let slash = FilePath.separator
    let start: Int
    if text.first == slash {
      start = 0
    } else {
      guard let scheme = prefix(of: text) else { return nil }
      start = scheme.utf8.count + 1
    }
    return start + text[start...].prefix { $0 == slash }.count
  }

  private static func authority(of text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    text.prefix { $0 != FilePath.separator && $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
  }

  /// Trims white space; nil if a control character is inside or nothing is left.
  fileprivate static func trimmed(_ raw: String) -> [UInt8]? {
    guard raw.utf8.count <= byteLimit else { return nil }
    var bytes = Array(raw.utf8)[...]
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    bytes = bytes.drop { $0 <= 0x20 }
    guard !bytes.isEmpty, !bytes.contains(where: { $0 < 0x20 || $0 == 0x7F }) else { return nil }
    return Array(bytes)
  }

  /// The scheme in lower case (RFC 3986, 3.1); nil if the colon belongs to a name.
  package static func scheme(of text: some Collection<UInt8>) -> String? {
    guard let colon = text.firstIndex(of: UInt8(ascii: ":")), let first = text.first,
      (0x61...0x7A).contains(first | 0x20)
    else { return nil }
    let scheme = text[..<colon]
    let isScheme = scheme.allSatisfy {
      (0x61...0x7A).contains($0 | 0x20) || (0x30...0x39).contains($0) || "+-.".utf8.contains($0)
    }
    return isScheme ? String(decoding: scheme, as: UTF8.self).lowercased() : nil
  }

  private static func webURL(_ text: [UInt8]) -> URL? {
    // What is already encoded stays, and a sign that isn't an escape is encoded.
    let whole = text.indices.flatMap { index in
      text[index] == UInt8(ascii: "%") && PercentEncoding.escapedByte(at: index, in: text) == nil
        ? Array("%25".utf8) : [text[index]]
    }
    let url = URL(string: PercentEncoding.text(whole, keeping: plain))
    return url?.host()?.isEmpty == false ? url : nil
  }

  /// All that a URL may contain.
  private static let plain = PercentEncoding.Plain("!#$%&'()*+,-./:;=?@[]_~")

  /// `file:///p`, `file:/p`, `file://localhost/p`; nil for files on other hosts.
  fileprivate static func path(ofFileURL text: [UInt8]) -> [UInt8]? {
    var rest = Array(text.dropFirst("file:".utf8.count))
    if rest.starts(with: "//".utf8) {
      rest.removeFirst(2)
      let host = rest.prefix { $0 != FilePath.separator }
      guard host.isEmpty || String(decoding: host, as: UTF8.self).lowercased() == "localhost" else {
        return nil
      }
      rest.removeFirst(host.count)
    }
    guard rest.first == FilePath.separator else { return nil }
    return PercentEncoding.decoded(rest)
  }

  /// A relative address is a path. If it contains `%20`, that may be part of the name or an encoded space: it is the
  /// name if such a file exists.
  ///
  /// This is the only file system access in this module.
  fileprivate static func resolved(_ text: [UInt8], directory: [UInt8]) -> [UInt8] {
    let literal = text.first == FilePath.separator ? text : FilePath.join(directory, text)
    guard text.contains(UInt8(ascii: "%")),
      FilePath.withCString(literal, { access($0, F_OK) }) != 0
    else { return literal }
    return PercentEncoding.decoded(literal)
  }

  fileprivate static func local(_ path: [UInt8]?) -> Picture? {
    guard let path, let file = FileReference(path: path), let url = file.url else { return nil }
    return Picture(url: url, file: file)
  }

  /// A typed address, with a scheme added if there is none: https, or http for a server on this computer, which needs
  /// no certificate.
  ///
  /// Not http for other hosts in the local network: a key would be sent unencrypted without the user's consent.
  package static func withScheme(_ typed: String) -> String {
    if typed.contains("://") { return typed }
    let isThisComputer = web("http://\(typed)").flatMap { Origin($0) }?.isThisComputer ?? false
    return "\(isThisComputer ? "http" : "https")://\(typed)"
  }
}
