import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats

@Suite struct SFTPFormatTests {
  /// 2026-11-23 12:00 in Vienna.
  private static let now = Date(timeIntervalSince1970: 1_795_431_600)
  private static let vienna = TimeZone(identifier: "Europe/Vienna") ?? .gmt

  private func url(_ text: String) throws -> URL { try #require(URL(string: text)) }

  private func format(_ text: String = "sftp://nas/photos") throws -> SFTPFormat {
    try SFTPFormat(url: url(text), zone: Self.vienna, now: { Self.now })
  }

  private func listing(
    _ bytes: [UInt8], of folder: String = "", type: String? = nil
  ) throws -> RemoteListing {
    var response = HTTPResponse(status: 200, body: bytes, url: try url("sftp://nas/photos/"))
    response.headers["Content-Type"] = type
    return try format().decode(response, of: Array(folder.utf8))
  }

  private func listing(_ text: String, of folder: String = "") throws -> RemoteListing {
    try listing(Array(text.utf8), of: folder)
  }

  private func names(_ listing: RemoteListing) -> [String] {
    listing.entries.map { String(decoding: $0.path, as: UTF8.self) }
  }

  private func date(_ text: String) throws -> Date {
    try #require(ISO8601DateFormatter().date(from: text))
  }

  // MARK: Addresses

  @Test(arguments: [
    ("sftp://nas", "sftp://nas/~/"), ("sftp://nas/", "sftp://nas/~/"),
    ("sftp://nas/~", "sftp://nas/~/"), ("sftp://nas/~/a%20b", "sftp://nas/~/a%20b/"),
    ("sftp://nas/srv/x", "sftp://nas/srv/x/"), ("sftp://nas//", "sftp://nas//"),
    ("sftp://anna@nas:2222/x", "sftp://anna@nas:2222/x/"), ("sftp://@nas/x", "sftp://nas/x/"),
    ("sftp://anna:secret@nas/x?y#z", "sftp://anna@nas/x/"),
  ])
  func `a folder is listed at its address with a slash, and none means the home`(
    typed: String, address: String
  ) throws {
    let request = try format(typed).request(for: [], isRecursive: false, after: nil)

    #expect(request.url.absoluteString == address)
    #expect(request.method == .get)
    #expect(request.headers["Accept"] == nil)
  }

  @Test func `every byte of a name is encoded`() throws {
    let format = try format("sftp://anna@nas/~/")

    #expect(
      format.url(of: [0x61, 0x20, 0xFF, 0x2F, 0x2D, 0x2B])?.absoluteString
        == "sftp://anna@nas/~/a%20%FF/-%2B")
    #expect(format.url(of: Array("../x".utf8)) == nil)
  }

  @Test func `a source is named without secrets, and in every run alike`() throws {
    let format = try format("sftp://anna:secret@nas:2222/srv/2024")

    #expect(format.title == "2024 · nas")
    #expect(format.sourceID == (try self.format("sftp://anna@nas:2222/srv/2024/")).sourceID)
    #expect(format.sourceID != (try self.format("sftp://eve@nas:2222/srv/2024/")).sourceID)
    #expect(!format.sourceID.contains("secret"))
    #expect(try self.format("sftp://nas").title == "~ · nas")
    #expect(throws: PhotoSourceError.self) { try self.format("ftp://nas/x") }
    #expect(throws: PhotoSourceError.self) { try self.format("sftp:///x") }
  }

  // MARK: Lines

  @Test func `OpenSSH's lines tell kinds, sizes and dates`() throws {
    let listing = try listing(
      """
      drwxr-xr-x    3 anna     users        4096 Nov 23 11:55 .
      drwxr-xr-x    3 anna     users        4096 Nov 23 11:55 ..
      -rw-r--r--    1 anna     users    12345678 Nov 23 11:07 IMG 1.jpg
      -rw-r--r--    1 anna     users           0 Jan  5  2019  two spaces  .jpg
      drwx--S--T+   2 anna     users        4096 Nov 23 12:55 sub folder
      lrwxrwxrwx    1 anna     users           9 Nov 23 12:55 link.jpg -> a -> b.jpg
      prw-r--r--    1 anna     users           0 Nov 23 12:55 pipe.jpg
      srw-r--r--    1 anna     users           0 Nov 23 12:55 socket.jpg

      """, of: "2024")

    #expect(
      listing.entries == [
        RemoteEntry(
          path: Array("2024/IMG 1.jpg".utf8), byteCount: 12_345_678,
          modified: try date("2026-11-23T10:07:00Z")),
        RemoteEntry(
          path: Array("2024/ two spaces  .jpg".utf8), byteCount: 0,
          modified: try date("2019-01-04T23:00:00Z")),
        RemoteEntry(path: Array("2024/sub folder".utf8), isFolder: true),
        RemoteEntry(path: Array("2024/link.jpg".utf8)),
      ])
    #expect(listing.skippedCount == 0)
    #expect(listing.next == nil)
  }

  @Test(arguments: [
    // paramiko, rclone and others in Go, Windows, a domain's groups, no owner at all.
    "-rw-r--r--   1 0        0           12345 23 Nov 11:37 a.jpg",
    "-rw-r--r--    1 0        0           12345 Nov 23 11:37 a.jpg",
    "-rw-******    1 anna@WORK anna@WORK 12345 Nov 23 11:37 a.jpg",
    "-rwxrwxrwx 1 WORK\\Anna Berg WORK\\Domain Users 2 12345 Nov 23 11:37 a.jpg",
    "-rw-r--r-- 12345 Nov 23 11:37 a.jpg", "-rw-rw-rw-.   1 - - 12345 nov 23 11:37 a.jpg",
  ])
  func `other servers' lines are understood`(line: String) throws {
    let listing = try listing(line)

    #expect(names(listing) == ["a.jpg"])
    #expect(listing.entries.first?.byteCount == 12_345)
    #expect(listing.entries.first?.modified == (try date("2026-11-23T10:37:00Z")))
  }

  @Test(arguments: [
    ("Nov 24 11:00", "2026-11-24T10:00:00Z"), ("Nov 25 11:00", "2025-11-25T10:00:00Z"),
    ("Dec 31 23:59", "2025-12-31T22:59:00Z"), ("Jun  1 00:00", "2026-05-31T22:00:00Z"),
    ("Feb 29 11:00", nil), ("Feb 29  2024", "2024-02-28T23:00:00Z"), ("Feb 30  2024", nil),
    ("Nov  3  0000", nil),
  ])
  func `a time without a year is that of the last twelve months`(text: String, expected: String?)
    throws
  {
    let listing = try listing("-rw-r--r-- 1 a b 7 \(text) a.jpg")

    #expect(names(listing) == ["a.jpg"])
    #expect(listing.entries.first?.modified == (try expected.map(date)))
  }

  @Test func `a listing says nothing of a folder that cannot be listed`() throws {
    func error(_ status: Int) throws -> PhotoSourceError? {
      let response = HTTPResponse(status: status, url: try url("sftp://anna@nas/photos/"))
      do {
        _ = try format().decode(response, of: [])
        return nil
      } catch {
        return error as? PhotoSourceError
      }
    }

    #expect(try error(404) == .notFound(name: "nas/photos/"))
    #expect(try error(403) == .permissionDenied(name: "nas/photos/"))
    #expect(try error(500) == .serverFailed(host: "nas", status: 500))
  }

  // MARK: Names alone

  @Test func `where lines say nothing, names are asked for`() throws {
    let first = try listing("IMG_10.jpg\nIMG_2.jpg\n")
    let request = try format().request(for: [], isRecursive: false, after: first.next)
    let second = try listing(
      Array(".\n..\nIMG_10.jpg\nIMG_2.jpg\nIMG_2.jpg\n".utf8), type: SFTPFormat.namesType)

    #expect(first == RemoteListing(entries: [], next: "names"))
    #expect(request.headers["Accept"] == SFTPFormat.namesType)
    #expect(names(second) == ["IMG_2.jpg", "IMG_10.jpg"])
    #expect(second.entries.allSatisfy { $0.byteCount == nil && !$0.isFolder })
    #expect(second.skippedCount == 1)
    #expect(second.next == nil)
    #expect(try listing("").next == nil)
    #expect(try listing("-rw-r--r-- 1 a b 7 Nov 23 11:37 a.jpg\nwhat").next == nil)
  }

  // MARK: Servers that mean harm

  private func line(_ name: [UInt8]) -> [UInt8] {
    Array("-rw-r--r--    1 a        b               7 Nov 23 11:37 ".utf8) + name + [0x0A]
  }

  @Test(arguments: [
    "/etc/passwd", "../x.jpg", "a/b.jpg", "", String(repeating: "n", count: 1_025),
  ])
  func `a name that is none is skipped and counted`(name: String) throws {
    let listing = try listing(line(Array(name.utf8)) + line(Array("a.jpg".utf8)))

    #expect(names(listing) == ["a.jpg"])
    #expect(listing.skippedCount == 1)
  }

  @Test func `bytes of names are kept as they are, and a name counts once`() throws {
    let odd: [[UInt8]] = [
      [0xFF, 0x1B, 0x5B], Array("-x.jpg".utf8), Array(" ".utf8), [0xC3, 0xA4],
    ]
    let listing = try listing((odd + odd).flatMap(line))

    #expect(listing.entries.map(\.path) == odd)
    #expect(listing.skippedCount == odd.count)
  }

  @Test(arguments: [
    "total 12", "-rw-r--r--", "-rw-r--r-- 1 a b", "-rw-r--r-- 1 a b 7 Nov 23", "drwxr-xr-x 7",
    "-rw-r--r-- 1 a b 7 Foo 23 11:37 a.jpg", "-rw-r--r-- 1 a b 7 Nov 32 11:37 a.jpg",
    "-rw-r--r-- 1 a b 7 Nov 23 24:00 a.jpg", "-rw-r--r-- 1 a b 7 Nov 23 11:60 a.jpg",
    "-rw-r--r-- 1 a b -7 Nov 23 11:37 a.jpg", "-rw-r--r-- 1 a b 7 Nov 23 11:37",
    "xrw-r--r-- 1 a b 7 Nov 23 11:37 a.jpg", "\u{1B}[2J", "Nov 23 11:37",
  ])
  func `a broken line is skipped and counted`(text: String) throws {
    let listing = try listing(text + "\n-rw-r--r-- 1 a b 7 Nov 23 11:37 b.jpg")

    #expect(names(listing) == ["b.jpg"])
    #expect(listing.skippedCount == 1)
  }

  @Test func `a size beyond all numbers is none`() throws {
    let listing = try listing(
      "-rw-r--r-- 1 a b 99999999999999999999999 Nov 23 11:37 a.jpg\n"
        + "-rw-r--r-- 1 a b 9223372036854775807 Nov 23 11:37 b.jpg")

    #expect(listing.entries.map(\.byteCount) == [nil, .max])
  }

  @Test func `megabytes without an end of line, and of nothing else, are read in one go`() throws {
    let long = try listing(
      [UInt8](repeating: UInt8(ascii: "-"), count: 1 << 20)
        + line([UInt8](repeating: UInt8(ascii: " "), count: 1 << 20)) + line(Array("a.jpg".utf8)))
    let blank = try listing([UInt8](repeating: 0x0A, count: 1 << 20) + line(Array("a.jpg".utf8)))

    #expect(names(long) == ["a.jpg"])
    #expect(names(blank) == ["a.jpg"])
  }

  @Test func `any beginning of a line is read without harm`() throws {
    let whole = line(Array("a.jpg".utf8))
    for count in whole.indices {
      let cut = try listing(Array(whole[..<count]) + [0x0A] + whole)
      #expect(names(cut).last == "a.jpg")
    }
  }
}
