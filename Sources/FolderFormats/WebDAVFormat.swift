import FeedFormats
import Foundation
import GalleryDomain

/// Folders of a WebDAV server (RFC 4918), listed a level at a time.
///
/// Tested with Apache, nginx, lighttpd, rclone and WsgiDAV, which agree on little: `D:`, `lp1:` and `ns0:` all mean
/// `DAV:`, nginx sends neither entity tags nor types.
public struct WebDAVFormat: RemoteFolderFormat {
  private let folder: ServerFolder
  /// How much of a response is kept; tests change it.
  var entryLimit = RemoteListing.entryLimit

  /// - Parameter url: http or https; a user's name and a password in it are dropped.
  /// - Throws: `.notFound` if it isn't the URL of a folder.
  public init(url: URL) throws(PhotoSourceError) {
    folder = try ServerFolder(url)
  }

  public var title: String { folder.title }
  public var sourceID: String { "webdav \(WebAddress.id(folder.url))" }

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
      body: Array(Self.propfind.utf8), redirects: .sameHost)
  }

  private static let propfind = """
    <?xml version="1.0" encoding="utf-8"?>
    <d:propfind xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns" xmlns:nc="http://nextcloud.org/ns"><d:prop>\
    <d:resourcetype/><d:getcontentlength/><d:getlastmodified/><d:getetag/><d:getcontenttype/>\
    <oc:fileid/><oc:size/><nc:has-preview/></d:prop></d:propfind>
    """

  public func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing {
    guard response.status == 207 else { throw error(of: response) }
    let name = WebAddress.shown(response.url)
    let bytes = try TextEncoding.text(
      response.body, contentType: response.headers["Content-Type"], name: name)
    var listing = RemoteListing(entryLimit: entryLimit)
    let isFolder: Bool?
    do throws(TextFault) {
      isFolder = try read(bytes, of: folder, into: &listing)
    } catch {
      throw .malformed(error, in: bytes, name: name)
    }
    guard let isFolder else { throw .notAFeed(bytes, name: name) }
    guard isFolder else { throw .notAFeed(name: name, beginning: "file", content: .file) }
    return listing
  }

  public func url(of path: [UInt8]) -> URL? { folder.url(of: path) }

  // MARK: Responses

  private func error(of response: HTTPResponse) -> PhotoSourceError {
    switch response.status {
    case 401: .passwordRefused(host: CleanText.line(response.url.host()) ?? "")
    // Servers without PROPFIND: 405 and 501 by the specification; Python's server answers 501, others take it for a
    // GET, or for a mistake in a form.
    case 200...299, 400, 405, 415, 501:
      .notAFeed(
        name: WebAddress.shown(response.url), beginning: "\(response.status)", content: .noWebDAV)
    default: PhotoSourceError(status: response)
    }
  }

  /// - Returns: Whether it says that the folder is one; nil if it isn't such a response at all.
  private func read(
    _ bytes: [UInt8], of folder: [UInt8], into listing: inout RemoteListing
  ) throws(TextFault) -> Bool? {
    var reader = XMLReader(bytes)
    guard case .start(let root)? = try reader.next(), WebDAVResource.name(root) == "d:multistatus"
    else { return nil }
    var isFirst = true
    var other: [[UInt8]]?
    while let tag = try reader.nextChild() {
      let element = try reader.element(tag) { tag, _ in
        XMLElement(name: WebDAVResource.name(tag))
      }
      guard element.name == "d:response" else { continue }
      let resource = WebDAVResource(element)
      if isFirst, resource.isFolder == true {
        other = self.folder.ownNames(resource.href, unlike: folder)
      }
      isFirst = false
      let isFolder = resource.isFolder ?? false
      switch self.folder.reference(resource.href, in: folder, keepsHost: false, calledBy: other) {
      case .itself: if resource.isFolder == false { return false }
      case .child(let name, let isWrittenAsFolder):
        let isFolder = resource.isFolder ?? isWrittenAsFolder
        if resource.isFound {
          listing.add(
            resource.entry(at: ServerFolder.path(of: name, in: folder), isFolder: isFolder))
        } else {
          // An unreadable entry exists, but is of no use.
          listing.skip(name, "the server can't read it", isFolder: isFolder)
        }
      // The server lists deeper than it was asked to; that folder is listed for itself.
      case .below(let name):
        listing.complete(RemoteEntry(path: ServerFolder.path(of: name, in: folder), isFolder: true))
      case .around: break
      case .elsewhere:
        listing.skip(Array(resource.href.utf8), "outside the folder", isFolder: isFolder)
      case .unusable(let fault):
        listing.skip(Array(resource.href.utf8), fault, isFolder: isFolder)
      }
    }
    return true
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

/// What a response says about one file or folder (RFC 4918, 13), by namespaces, whatever their prefixes.
private struct WebDAVResource {
  /// As written, with XML references resolved; empty if there is none.
  let href: String
  /// Whether the server says that it exists and may be read.
  let isFound: Bool
  /// nil if the response doesn't say.
  private(set) var isFolder: Bool?
  /// Without its path; the number of its preview is Nextcloud's and ownCloud's for each file.
  private var entry = RemoteEntry(path: [])
  /// Whether Nextcloud makes a smaller picture of it.
  private var hasPreview = false

  init(_ response: XMLElement) {
    href = Self.text(response.child("d:href"))
    isFound = Self.isSuccess(response)
    // Only properties that exist count.
    for properties in response.children("d:propstat") where Self.isSuccess(properties) {
      for property in properties.children("d:prop").flatMap(\.children) { read(property) }
    }
  }

  private mutating func read(_ property: XMLElement) {
    let text = Self.text(property)
    switch property.name {
    case "d:resourcetype": isFolder = property.child("d:collection") != nil
    case "d:getcontentlength": entry.byteCount = RemoteEntry.byteCount(text) ?? entry.byteCount
    case "oc:size": entry.byteCount = entry.byteCount ?? RemoteEntry.byteCount(text)
    case "d:getlastmodified": entry.modified = WrittenDate.date(text, zone: .gmt)
    case "d:getetag": entry.entityTag = text.isEmpty ? nil : text
    // A number with leading zeros would come back as a different text.
    case "oc:fileid": entry.previewID = UInt64(text).flatMap { "\($0)" == text ? $0 : nil }
    case "nc:has-preview": hasPreview = text == "true"
    default: break
    }
  }

  func entry(at path: [UInt8], isFolder: Bool) -> RemoteEntry {
    var entry = entry
    (entry.path, entry.isFolder) = (path, isFolder)
    if isFolder { entry.byteCount = nil }
    if isFolder || !hasPreview { entry.previewID = nil }
    return entry
  }

  /// With the prefixes of `WebDAVFormat.propfind`; empty for an element of another namespace.
  static func name(_ tag: XMLTag) -> String {
    guard let prefix = tag.name.namespace.flatMap({ prefixes[$0] }) else { return "" }
    return "\(prefix):\(tag.name.local)"
  }

  private static let prefixes = [
    "DAV:": "d", "http://owncloud.org/ns": "oc", "http://nextcloud.org/ns": "nc",
  ]

  /// Whether an element's status is `HTTP/1.1 200 OK` or the like; no status counts as success.
  private static func isSuccess(_ element: XMLElement) -> Bool {
    let words = text(element.child("d:status")).split(separator: " ", maxSplits: 2)
    guard words.count > 1, let code = Int(words[1]) else { return true }
    return (200...299).contains(code)
  }

  private static func text(_ element: XMLElement?) -> String {
    element?.text.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
  }
}
