import FeedFormats
import Foundation
import GalleryDomain

/// A folder on an SFTP server: its URL, the URLs of the files in it, and how its listing is read.
public struct SFTPFolder: RemoteFolder {
  private let folder: ServerFolder

  /// - Parameter url: With the scheme sftp. A path that begins with `/~/` is relative to the user's home; an empty path
  ///   and `/` mean the home, too. A password in it is dropped.
  /// - Throws: `.notFound` if it isn't the URL of a folder; `.connectionFailed` for another user's home (`/~anna/`), which
  ///   SFTP doesn't know. (A folder with such a name is `/%7Eanna/`.)
  public init(url: URL) throws(PhotoSourceError) {
    let path = url.path(percentEncoded: true)
    guard !path.hasPrefix("/~") || path == "/~" || path.hasPrefix("/~/") else {
      throw .connectionFailed(
        host: TextCleaner.line(url.host(percentEncoded: false) ?? "", limit: .field),
        cause: .otherHome)
    }
    folder = try ServerFolder(Self.address(url), schemes: ["sftp"])
  }

  private static func address(_ url: URL) -> URL {
    guard ["", "/"].contains(url.path(percentEncoded: true)),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    else { return url }
    components.percentEncodedPath = "/~/"
    return components.url ?? url
  }

  public var title: String { folder.title }
  public var sourceID: String { "sftp \(WebAddress.id(folder.url))" }

  public func url(of path: [UInt8]) -> URL? { folder.url(of: path) }

  /// The URL of a folder below this one.
  package func listingURL(of path: [UInt8]) throws(PhotoSourceError) -> URL {
    try folder.listingURL(of: path)
  }

  /// The server's path for the file or folder at a URL: relative to the user's home, or absolute.
  ///
  /// - Returns: nil for an invalid name.
  package static func path(of url: URL) -> [UInt8]? {
    let encoded = url.path(percentEncoded: true)
    let isInHome = encoded.hasPrefix("/~/")
    var path = PercentEncoding.decoded(
      Array((isInHome ? encoded.dropFirst(3) : encoded[...]).utf8))
    while path.count > 1, path.last == FilePath.separator { path.removeLast() }
    guard !path.contains(0) else { return nil }
    return path.isEmpty ? Array(".".utf8) : path
  }

  // MARK: Listings

  /// An entry of a folder, as the server describes it.
  package struct Item: Hashable, Sendable {
    package var name: [UInt8]
    /// Whether the name was truncated.
    package var isTooLong: Bool
    /// `st_mode` (POSIX); nil if the server doesn't say.
    package var permissions: UInt32?
    package var byteCount: Int?
    package var modified: Date?

    package init(
      name: [UInt8], isTooLong: Bool = false, permissions: UInt32?, byteCount: Int? = nil,
      modified: Date? = nil
    ) {
      self.name = name
      self.isTooLong = isTooLong
      self.permissions = permissions
      self.byteCount = byteCount
      self.modified = modified
    }
  }

  /// Adds an entry of a folder to the listing: files, folders, and links as files, since they usually lead to files.
  /// Pipes, devices and sockets are skipped; an entry without a type counts as a file.
  package static func add(_ item: Item, in folder: [UInt8], to listing: inout RemoteListing) {
    let type = (item.permissions ?? 0) & 0o170_000
    let (isFile, isFolder, isLink) = (
      type == 0o100_000 || type == 0, type == 0o040_000, type == 0o120_000
    )
    guard ![[0x2E], [0x2E, 0x2E]].contains(item.name), isFile || isFolder || isLink else { return }
    if let fault = item.isTooLong ? "its name is too long" : ServerFolder.fault(inName: item.name) {
      return listing.skip(item.name, fault, isFolder: isFolder)
    }
    listing.add(
      RemoteEntry(
        path: ServerFolder.path(of: item.name, in: folder), isFolder: isFolder,
        // A link's size is the length of the path in it.
        byteCount: isFile ? item.byteCount.flatMap { $0 >= 0 ? $0 : nil } : nil,
        modified: isFile ? item.modified : nil))
  }
}
