import FeedFormats
import Foundation
import GalleryDomain

/// Folders of a WebDAV server (RFC 4918), listed a level at a time.
///
/// Tested with Apache, nginx, lighttpd, rclone and WsgiDAV, which agree on little: `D:`, `lp1:` and `ns0:` all mean
/// `DAV:`, nginx sends neither entity tags nor types, WsgiDAV writes entity tags without quotation marks.
public struct WebDAVFormat: RemoteFolderFormat {
  private let folder: ServerFolder
  /// How much of an answer is kept; tests change it.
  var entryLimit = RemoteListing.entryLimit

  /// - Parameter url: http or https; a user's name and a password in it are dropped.
  /// - Throws: `.notFound` if it isn't the URL of a folder.
  public init(url: URL) throws(PhotoSourceError) {
    folder = try ServerFolder(url)
  }

  public var title: String { folder.title }
  public var sourceID: String { "webdav \(WebAddress.id(folder.url))" }
  public var listsRecursively: Bool { false }

  public func request(
    for folder: [UInt8], isRecursive: Bool, after token: String?
  ) throws(PhotoSourceError) -> HTTPRequest {
    HTTPRequest(
      method: .propfind, url: try self.folder.listingURL(of: folder),
      // lighttpd answers 415 without a type. Without a depth it would be infinite, which most servers refuse.
      headers: [
        "Depth": "1", "Content-Type": "application/xml; charset=utf-8",
        "Accept": "application/xml, text/xml",
      ],
      body: Array(Self.question.utf8), redirects: .sameHost)
  }

  private static let question = """
    <?xml version="1.0" encoding="utf-8"?>
    <d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:prop>\
    <d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/><d:getcontenttype/>\
    <oc:fileid/><oc:size/><nc:has-preview/></d:prop></d:propfind>
    """

  public func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing {
    guard response.status == 207 else { throw error(of: response) }
    let type = response.headers["Content-Type"]
    let name = name(of: response)
    let text = try TextEncoding.text(response.body, contentType: type, name: name)
    return try listing(in: text.bytes, of: folder, name: name)
  }

  public func url(of path: [UInt8]) -> URL? {
    folder.url(of: path)
  }

  // MARK: Answers

  private func name(of response: HTTPResponse) -> String { WebAddress.shown(response.url) }

  private func error(of response: HTTPResponse) -> PhotoSourceError {
    switch response.status {
    case 401: .passwordRefused(host: CleanText.line(response.url.host()) ?? "")
    // Servers without PROPFIND: 405 and 501 by the specification; Python's server answers 501, others take it for a
    // GET, or for a mistake in a form.
    case 200...299, 400, 405, 415, 501:
      .notAFeed(name: name(of: response), beginning: "\(response.status)", content: .noWebDAV)
    default: PhotoSourceError(status: response)
    }
  }

  private func listing(
    in bytes: [UInt8], of folder: [UInt8], name: String
  ) throws(PhotoSourceError) -> RemoteListing {
    var listing = RemoteListing(entryLimit: entryLimit)
    var isFile = false
    let isMultistatus: Bool
    do throws(TextFault) {
      var isFirst = true
      var other: [[UInt8]]?
      isMultistatus = try MultistatusReader.visit(bytes) { answer in
        if isFirst { other = otherWay(answer, of: folder) }
        isFirst = false
        isFile = add(answer, to: &listing, in: folder, calledBy: other)
        return !isFile
      }
    } catch {
      throw .malformed(error, in: bytes, name: name)
    }
    guard isMultistatus else { throw .notAFeed(bytes, name: name) }
    guard !isFile else { throw .notAFeed(name: name, beginning: "file", content: .file) }
    return listing
  }

  /// - Returns: Whether it says that the folder is a file.
  private func add(
    _ answer: MultistatusReader.Response, to listing: inout RemoteListing, in folder: [UInt8],
    calledBy other: [[UInt8]]?
  ) -> Bool {
    let reference = self.folder.reference(
      answer.href, in: folder, keepsHost: false, calledBy: other)
    switch reference {
    case .itself: return !(answer.isFolder ?? true)
    case .child(let name, let isWrittenAsFolder):
      // An unreadable entry exists, but is of no use.
      let isFolder = answer.isFolder ?? isWrittenAsFolder
      guard answer.isFound else {
        listing.skip(name, "the server can't read it", isFolder: isFolder)
        break
      }
      let path = folder.isEmpty ? name : FilePath.join(folder, name)
      listing.add(entry(at: path, answer, isFolder: isFolder))
    // The server lists deeper than it was asked to; that folder is listed for itself.
    case .below(let name):
      let path = folder.isEmpty ? name : FilePath.join(folder, name)
      listing.complete(RemoteEntry(path: path, isFolder: true))
    case .around: break
    case .elsewhere:
      listing.skip(
        Array(answer.href.utf8), "outside the folder", isFolder: answer.isFolder ?? false)
    case .unusable(let fault):
      listing.skip(Array(answer.href.utf8), fault, isFolder: answer.isFolder ?? false)
    }
    return false
  }

  /// The server's own path for the folder, if it isn't the requested one: after a redirect, behind a proxy that shows
  /// it elsewhere, or in another form of Unicode. Its own entry comes first then, and is a folder.
  private func otherWay(_ first: MultistatusReader.Response, of folder: [UInt8]) -> [[UInt8]]? {
    guard first.isFolder == true else { return nil }
    switch self.folder.reference(first.href, in: folder, keepsHost: false) {
    case .elsewhere, .around: return self.folder.way(of: first.href)
    case .itself, .child, .below, .unusable: return nil
    }
  }

  private func entry(
    at path: [UInt8], _ answer: MultistatusReader.Response, isFolder: Bool
  ) -> RemoteEntry {
    RemoteEntry(
      path: path, isFolder: isFolder, byteCount: isFolder ? nil : answer.byteCount,
      modified: answer.modified, entityTag: answer.entityTag,
      previewID: isFolder || !answer.hasPreview ? nil : answer.fileID)
  }

  /// Nextcloud's own smaller pictures: without `a=1` and `forceIcon=0` they are cropped, or an icon if there is none.
  /// The version is only for the cache: the server ignores it.
  public func previewURL(of previewID: UInt64, version: UInt64) -> URL? {
    guard let end = folder.path.firstRange(of: "/remote.php/")?.lowerBound,
      var components = URLComponents(url: folder.url, resolvingAgainstBaseURL: true)
    else { return nil }
    components.percentEncodedPath = folder.path[..<end] + "/index.php/core/preview"
    components.percentEncodedQuery =
      "fileId=\(previewID)&x=512&y=512&a=1&forceIcon=0&v=\(StableHash.hex(version))"
    return components.url
  }
}
