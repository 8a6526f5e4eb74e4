import FeedFormats
import Foundation
import GalleryDomain

/// Where a bucket is, and how its URLs are written.
public struct S3Location: Hashable, Sendable {
  /// http or https, with a host, such as `https://s3.eu-central-1.amazonaws.com`.
  public var endpoint: URL
  public var bucket: String
  /// The prefix of the keys to show, with `/` at its end; empty for all.
  public var prefix: String
  /// Whether the bucket is in the path of a URL rather than in its host.
  public var usesPathStyle: Bool

  /// - Parameter folder: The part of the keys before the photos, with or without a `/` at its ends.
  public init(endpoint: URL, bucket: String, folder: String = "", usesPathStyle: Bool) {
    self.endpoint = endpoint
    self.bucket = bucket
    self.usesPathStyle = usesPathStyle
    prefix = folder.split(separator: "/").map { $0 + "/" }.joined()
  }
}

/// Buckets of S3 and compatible services (ListObjectsV2).
///
/// All keys below a prefix come in one listing, 1,000 a page, in the order of their bytes: one request for a thousand
/// photos, however many folders they are in. The server omits the folders below only when asked to.
public struct S3Format: RemoteFolderFormat {
  private let location: S3Location
  /// Whether requests are signed, so that a refusal is about the keys and not about their absence.
  private let isSigned: Bool

  public init(_ location: S3Location, isSigned: Bool) {
    self.location = location
    self.isSigned = isSigned
  }

  public var title: String {
    let folder = location.prefix.split(separator: "/").last.map { "\($0) · " } ?? ""
    return TextCleaner.line(folder + location.bucket, limit: .field)
  }

  public var sourceID: String {
    let name = "\(location.bucket)/\(location.prefix)"
    return "s3 \(WebAddress.shown(location.endpoint)) \(TextCleaner.line(name, limit: .field)) "
      + StableHash.text("\(location.endpoint.absoluteString)/\(name)")
  }

  public var listsRecursively: Bool { true }

  // MARK: Addresses

  public func request(
    for folder: [UInt8], isRecursive: Bool, after token: String?
  ) throws(PhotoSourceError) -> HTTPRequest {
    let folder = folder.isEmpty ? "" : PercentEncoding.text(folder) + "%2F"
    // In the order that the signature requires.
    var query: [String] = []
    if let token { query.append("continuation-token=" + PercentEncoding.text(Array(token.utf8))) }
    if !isRecursive { query.append("delimiter=%2F") }
    // XML can't express some of the characters that keys may contain.
    query += [
      "encoding-type=url", "list-type=2",
      "prefix=" + PercentEncoding.text(Array(location.prefix.utf8)) + folder,
    ]
    guard let base = base(), let url = URL(string: base + "?" + query.joined(separator: "&"))
    else { throw .notFound(name: title) }
    return HTTPRequest(url: url, redirects: .sameHost)
  }

  public func url(of path: [UInt8]) -> URL? {
    let key = PercentEncoding.path(Array(location.prefix.utf8) + path)
    guard let base = base() else { return nil }
    return URL(string: location.usesPathStyle ? "\(base)/\(key)" : "\(base)\(key)")
  }

  /// The bucket's own URL.
  private func base() -> String? {
    guard let scheme = location.endpoint.scheme, let host = location.endpoint.host() else {
      return nil
    }
    let port = location.endpoint.port.map { ":\($0)" } ?? ""
    let bucket = PercentEncoding.text(Array(location.bucket.utf8))
    guard location.usesPathStyle else { return "\(scheme)://\(bucket).\(host)\(port)/" }
    let path = location.endpoint.path(percentEncoded: true).split(separator: "/")
    return (["\(scheme)://\(host)\(port)"] + path.map(String.init) + [bucket])
      .joined(separator: "/")
  }

  // MARK: Responses

  public func decode(
    _ response: HTTPResponse, of folder: [UInt8]
  ) throws(PhotoSourceError) -> RemoteListing {
    guard response.isSuccess else { throw failure(response) }
    let name = WebAddress.shown(response.url)
    var reader = XMLReader(response.body)
    guard case .start(let root)? = try? reader.next(), root.name.local == "ListBucketResult" else {
      throw .notAFeed(response.body, name: name)
    }
    // With keys as written. AWS and Ceph say before the keys whether these are encoded, MinIO and moto after them.
    var listed: [RemoteEntry] = []
    var isEncoded = false
    var isTruncated: Bool?
    var next: String?
    do throws(TextFault) {
      while let child = try Self.child(&reader) {
        switch child.name {
        case "Contents": listed.append(Self.file(child))
        case "CommonPrefixes":
          let prefix = child.child("Prefix")?.text ?? ""
          listed.append(RemoteEntry(path: Array(prefix.utf8), isFolder: true))
        case "EncodingType": isEncoded = child.text == "url"
        case "NextContinuationToken": next = child.text
        case "IsTruncated": isTruncated = child.text == "true"
        default: break
        }
      }
    } catch {
      throw .malformed(error, in: response.body, name: name)
    }
    var listing = RemoteListing()
    for entry in listed { add(entry, isEncoded: isEncoded, to: &listing) }
    listing.next = isTruncated == false ? nil : next.flatMap { $0.isEmpty ? nil : $0 }
    listing.endsEarly = isTruncated == true && listing.next == nil
    listing.isEmpty = listed.isEmpty
    return listing
  }

  /// The next element in the root.
  private static func child(_ reader: inout XMLReader) throws(TextFault) -> XMLElement? {
    guard let tag = try reader.nextChild() else { return nil }
    return try reader.element(tag) { tag, _ in XMLElement(name: tag.name.local) }
  }

  private static func file(_ element: XMLElement) -> RemoteEntry {
    RemoteEntry(
      path: Array((element.child("Key")?.text ?? "").utf8),
      byteCount: element.child("Size").flatMap { RemoteEntry.byteCount($0.text) },
      modified: WrittenDate.date(element.child("LastModified")?.text, zone: .gmt),
      entityTag: element.child("ETag")?.text)
  }

  /// - Parameter entry: Its path is still the whole key.
  private func add(_ entry: RemoteEntry, isEncoded: Bool, to listing: inout RemoteListing) {
    let key = isEncoded ? PercentEncoding.decodedForm(entry.path) : entry.path
    guard key.starts(with: location.prefix.utf8) else {
      return listing.skip(key, "outside the folder", isFolder: entry.isFolder)
    }
    var path = Array(key.dropFirst(location.prefix.utf8.count))
    if entry.isFolder {
      if path.last == FilePath.separator { path.removeLast() }
    } else if path.isEmpty || path.last == FilePath.separator && entry.byteCount ?? 0 == 0 {
      // The empty object that some programs write for a folder.
      return
    }
    // A key is any text; one that isn't a path can be neither a photo's id nor the name of a copied file.
    if let fault = ServerFolder.fault(inPath: path) {
      return listing.skip(key, fault, isFolder: entry.isFolder)
    }
    var entry = entry
    entry.path = path
    listing.add(entry)
  }

  private func failure(_ response: HTTPResponse) -> PhotoSourceError {
    var reader = XMLReader(response.body)
    var fields: [String: String] = [:]
    if case .start(let root)? = try? reader.next(), root.name.local == "Error" {
      while let field = try? Self.child(&reader) {
        fields[field.name] = fields[field.name] ?? field.text
      }
    }
    let region = fields["Region"] ?? response.headers["x-amz-bucket-region"]
    switch fields["Code"] {
    case "InvalidAccessKeyId":
      return .keyRefused(source: title, variable: "AWS_ACCESS_KEY_ID")
    case "SignatureDoesNotMatch":
      return .keyRefused(source: title, variable: "AWS_SECRET_ACCESS_KEY")
    case "ExpiredToken", "TokenRefreshRequired", "InvalidToken":
      return .keyRefused(source: title, variable: "AWS_SESSION_TOKEN")
    case "AccessDenied", "AllAccessDisabled":
      return isSigned
        ? .permissionDenied(name: TextCleaner.line(location.bucket, limit: .field))
        : .keyMissing(source: title, variable: "AWS_ACCESS_KEY_ID")
    case "NoSuchBucket", "NoSuchKey":
      return .notFound(name: TextCleaner.line(location.bucket, limit: .field))
    case "RequestTimeTooSkewed":
      return .serviceFailed(
        source: title, message: "This computer's clock is more than 15 minutes off")
    case "SlowDown", "ServiceUnavailable", "RequestLimitExceeded": return .serverOverloaded
    case "PermanentRedirect", "AuthorizationHeaderMalformed", "TemporaryRedirect",
      "IllegalLocationConstraintException":
      let region = TextCleaner.line(region ?? "", limit: .tag)
      let advice = region.isEmpty ? "Set AWS_REGION to its region" : "Set AWS_REGION=\(region)"
      return .serviceFailed(source: title, message: "The bucket is in another region. \(advice)")
    case let code?:
      let message = [code, fields["Message"] ?? ""].filter { !$0.isEmpty }.joined(separator: ": ")
      return .serviceFailed(source: title, message: TextCleaner.line(message, limit: .field))
    case nil: return PhotoSourceError(status: response)
    }
  }
}
