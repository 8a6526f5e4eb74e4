import FeedFormats
import FolderFormats
import Foundation
import GalleryDomain

@testable import GalleryData

/// Servers whose listings a test writes.
enum TestServer {
  static let address = URL(string: "http://127.0.0.1:9000/") ?? URL(filePath: "/")

  static func bucket(_ folder: String = "") -> S3Format {
    S3Format(
      S3Location(endpoint: address, bucket: "photos", folder: folder, usesPathStyle: true),
      isSigned: true)
  }

  /// What a store answers.
  ///
  /// - Parameter next: Where its listing continues; empty if it doesn't say where.
  static func listing(_ keys: [String], next: String? = nil, tag: String = "t") -> String {
    let contents = keys.map {
      "<Contents><Key>\($0)</Key><LastModified>2026-11-22T03:14:38.380Z</LastModified>"
        + "<ETag>\(tag)</ETag><Size>5000000</Size></Contents>"
    }
    let token = next.map { "<NextContinuationToken>\($0)</NextContinuationToken>" } ?? ""
    return "<ListBucketResult>\(contents.joined())<IsTruncated>\(next != nil)</IsTruncated>\(token)"
      + "</ListBucketResult>"
  }

  /// Which part of a store's listing is asked for; nil for the first.
  static func token(_ request: HTTPRequest) -> Int? {
    let items = URLComponents(url: request.url, resolvingAgainstBaseURL: true)?.queryItems
    return items?.first { $0.name == "continuation-token" }?.value.flatMap { Int($0) }
  }

  /// What a WebDAV server answers for a folder.
  ///
  /// - Parameter names: In it; those of folders end with a slash.
  static func folder(_ names: [String], for request: HTTPRequest) -> HTTPResponse {
    let path = request.url.path()
    let responses = names.map { name in
      let isFolder = name.hasSuffix("/")
      let text = (isFolder ? String(name.dropLast()) : name)
        .addingPercentEncoding(withAllowedCharacters: .alphanumerics)
      let kind = isFolder ? "<resourcetype><collection/></resourcetype>" : ""
      return "<response><href>\(path)\(text ?? "")\(isFolder ? "/" : "")</href><propstat><prop>"
        + "\(kind)</prop><status>HTTP/1.1 200 OK</status></propstat></response>"
    }
    return .text(
      "<multistatus xmlns='DAV:'><response><href>\(path)</href></response>\(responses.joined())"
        + "</multistatus>", for: request, status: 207)
  }
}

extension ScriptedTransport {
  /// A bucket whose listing has some pages.
  static func bucket(_ pages: [[String]]) -> ScriptedTransport {
    ScriptedTransport { request in
      let page = TestServer.token(request) ?? 0
      let next = page + 1 < pages.count ? "\(page + 1)" : nil
      return .text(TestServer.listing(pages[page], next: next), for: request)
    }
  }

  /// A bucket with these keys, in a store's order.
  static func bucket(of keys: [String]) -> ScriptedTransport {
    bucket([keys.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) }])
  }

  /// A WebDAV server with these files.
  static func webDAV(_ paths: [String]) -> ScriptedTransport {
    ScriptedTransport { request in
      let folder = request.url.path(percentEncoded: false).drop { $0 == "/" }
      let names = paths.filter { $0.hasPrefix(folder) }.map { path in
        let rest = path.dropFirst(folder.count)
        return rest.firstIndex(of: "/").map { String(rest[...$0]) } ?? String(rest)
      }
      return TestServer.folder(Set(names).sorted(), for: request)
    }
  }
}

extension FolderRepository {
  /// A folder of a server.
  init(
    at transport: ScriptedTransport, _ format: any RemoteFolderFormat = TestServer.bucket(),
    reader: (any PhotoMetadataReader)? = nil, showsPairs: Bool = false,
    ignoredNames: IgnoredNames = IgnoredNames(), isRecursive: Bool = true
  ) {
    self.init(
      WebFileSystem(format, transport),
      images: RemoteImageRepository(
        files: WebFiles(transport), store: FolderImageStore(), areOwn: true),
      reader: reader, showsPairs: showsPairs, ignoredNames: ignoredNames, isRecursive: isRecursive,
      zone: .gmt)
  }
}

extension RemoteFolderWalk {
  /// Of a folder with all that is in it.
  static func listing(
    at transport: ScriptedTransport, _ format: any RemoteFolderFormat = TestServer.bucket(),
    limits: Limits = Limits()
  ) -> FolderListing {
    listing(of: WebFileSystem(format, transport), FolderOptions(), limits: limits)
  }
}
