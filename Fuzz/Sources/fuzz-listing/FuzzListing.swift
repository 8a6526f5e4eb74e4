import Foundation
import GalleryDomain

@testable import FeedFormats
@testable import FolderFormats
@testable import GalleryClickHouse
@testable import GalleryData

/// Any bytes are a server's list of a folder, a database's answer or a file of passwords, or a fault with words; no
/// entry leads out of its folder.
///
/// The first byte selects the kind, so that a corpus grows for each.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzzListing(_ start: UnsafePointer<UInt8>, _ count: Int) -> Int32 {
  let bytes = Array(UnsafeBufferPointer(start: start, count: count))
  guard let kind = bytes.first, let url = URL(string: "https://files.example/a/"),
    let bucket = URL(string: "https://s3.files.example")
  else { return 0 }
  let body = Array(bytes.dropFirst())
  switch kind % 6 {
  case 0: check(try? WebDAVFormat(url: url), body, url, status: 207)
  case 1: check(try? DirectoryIndexFormat(url: url), body, url)
  case 2: checkNames(body)
  case 3:
    let location = S3Location(endpoint: bucket, bucket: "b", folder: "a", usesPathStyle: true)
    check(S3Format(location, isSigned: false), body, bucket)
  case 4:
    if let address = try? ClickHouseAddress("clickhouse://files.example/db.photos") {
      let response = HTTPResponse(status: 200, body: body, url: url)
      _ = try? ClickHouseAnswer(response, of: address, hasUser: false)
    }
  default: _ = Netrc.credentials(for: "files.example", user: nil, in: body)
  }
  return 0
}

/// Names in a folder on an SFTP server, with attributes as they were read.
private func checkNames(_ body: [UInt8]) {
  var listing = RemoteListing()
  for line in body.split(separator: 0x0A, omittingEmptySubsequences: false) {
    let permissions = line.first.map { UInt32($0) << 9 }
    SFTPFolder.add(
      SFTPFolder.Item(name: Array(line.dropFirst()), permissions: permissions),
      in: Array("2024".utf8), to: &listing)
  }
  for entry in listing.entries {
    let parts = entry.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    precondition(parts.count == 2 && !parts[1].isEmpty && parts[1] != [0x2E, 0x2E])
  }
}

private func check(
  _ format: (any RemoteFolderFormat)?, _ body: [UInt8], _ url: URL, status: Int = 200
) {
  guard let format else { return }
  let folder = Array("2024".utf8)
  let response = HTTPResponse(status: status, body: body, url: url)
  guard let listing = try? format.decode(response, of: folder) else { return }
  precondition(listing.skipped.unreadableCount <= listing.skipped.count)
  for entry in listing.entries.prefix(100) {
    let parts = entry.path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    precondition(parts.allSatisfy { !$0.isEmpty && $0 != [0x2E] && $0 != [0x2E, 0x2E] })
    precondition(entry.byteCount ?? 0 >= 0)
    _ = format.url(of: entry.path)
  }
  if let next = listing.next {
    _ = try? format.request(for: folder, isRecursive: false, after: next)
  }
}
