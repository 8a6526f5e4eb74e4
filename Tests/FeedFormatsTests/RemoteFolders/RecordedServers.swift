import Foundation

@testable import FeedFormats
@testable import FolderFormats

/// Answers of real servers over one folder, recorded with Apache 2.4, nginx 1.22, lighttpd 1.4, rclone 1.60, WsgiDAV
/// 4.4, Caddy 2.6 and Python's `http.server`. All files are of 22 November 2026, 03:21:44 UTC.
enum RecordedServers {
  static func bytes(_ name: String) throws -> [UInt8] {
    let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures")
    return Array(try Data(contentsOf: folder.appending(path: name)))
  }

  static let root = "https://photos.example/"

  static func url(_ text: String) -> URL { URL(string: text) ?? URL(filePath: "/") }

  /// An answer for `folder` below the root.
  static func response(
    _ name: String, status: Int = 200, at url: String = root
  ) throws -> HTTPResponse {
    HTTPResponse(status: status, body: try bytes(name), url: self.url(url))
  }

  /// 10 names that cause trouble somewhere, and two that don't.
  static let names = [
    "100%25.jpg", "12:30.jpg", "IMG 0001.jpg", "IMG+0002.jpg", "[x].jpg", "a=b&c;x@y,z.jpg",
    "gr\u{FC}n.jpg", "q?#h!.jpg", "small.jpg", "\u{65E5}\u{672C}.jpg", "..\u{2215}x.jpg",
  ]
  static let folders = ["bad", "empty", "sub folder"]
  static let date = Date(timeIntervalSince1970: 1_795_317_704)
}

extension RemoteListing {
  var fileNames: [String] {
    entries.filter { !$0.isFolder }.map { String(decoding: $0.path, as: UTF8.self) }.sorted()
  }

  var folderNames: [String] {
    entries.filter(\.isFolder).map { String(decoding: $0.path, as: UTF8.self) }.sorted()
  }

  func entry(_ path: String) -> RemoteEntry? {
    entries.first { $0.path == Array(path.utf8) }
  }
}
