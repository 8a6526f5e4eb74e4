import ExpectationSupport
import Foundation
import GalleryDomain
import Testing

@testable import FeedFormats
@testable import FolderFormats

/// How much is kept of the files that a server lists.
struct RemoteEntriesTests {
  private func entry(_ path: String, isFolder: Bool = false) -> RemoteEntry {
    RemoteEntry(path: Array(path.utf8), isFolder: isFolder)
  }

  @Test func `entries come out as they went in`() {
    let entries = [
      RemoteEntry(
        path: Array("2024/a b.jpg".utf8), byteCount: 0,
        modified: Date(timeIntervalSince1970: 1_795_317_278.38), entityTag: "\"t\"", previewID: 42),
      RemoteEntry(path: [0xE6, 0x20], byteCount: .max, entityTag: ""),
      entry("sub", isFolder: true), entry(""),
    ]

    expectEqual(Array(RemoteListing(entries: entries).entries), entries)
    expectEqual(RemoteListing(entries: entries), RemoteListing(entries: entries))
    #expect(RemoteListing(entries: entries) != RemoteListing(entries: entries.dropLast()))
  }

  @Test func `a path occurs once as a file and once as a folder`() {
    var entries: RemoteEntries = []
    expectEqual(entries.append(entry("a")), .added)
    expectEqual(entries.append(entry("a", isFolder: true)), .added)
    expectEqual(entries.append(entry("a")), .isDuplicate)

    expectEqual(entries.count, 2)
    expectEqual(entries.position(of: Array("a".utf8), isFolder: true), 1)
    expectEqual(entries.position(of: Array("b".utf8), isFolder: true), nil)
    expectEqual(entries.leftOutCount, 0)
  }

  @Test func `each of thousands of paths is found again`() {
    var entries: RemoteEntries = []
    for number in 0..<5_000 { entries.append(entry("\(number).jpg")) }

    let found = (0..<5_000).map { number in
      entries.position(of: Array("\(number).jpg".utf8), isFolder: false)
    }
    expectEqual(found, Array(0..<5_000))
  }

  @Test(arguments: [
    (RemoteEntries.Limits(entryCount: 3), 3), (.init(byteCount: 10), 2),
  ])
  func `entries beyond the limits are counted and not kept`(
    limits: RemoteEntries.Limits, kept: Int
  ) {
    var entries = RemoteEntries(limits: limits)
    for number in 0..<8 { entries.append(entry("\(number).jpg")) }

    expectEqual(entries.count, kept)
    expectEqual(entries.leftOutCount, 8 - kept)
    expectEqual(entries.append(entry("0.jpg")), .isDuplicate)
  }

  @Test func `a path that no file system allows is dropped`() {
    var entries: RemoteEntries = []
    expectEqual(entries.append(entry(String(repeating: "x", count: 70_000))), .isLeftOut)
    expectEqual(entries.storedByteCount, 0)
  }

  @Test func `three hundred thousand files fit, and no answer takes more than 45 MB`() {
    var entries: RemoteEntries = []
    for number in 0..<1_000 {
      entries.append(
        RemoteEntry(
          path: Array("photographs of 2024/IMG_\(10_000_000 + number).jpg".utf8),
          byteCount: 5_000_000, modified: Date(timeIntervalSince1970: 0),
          entityTag: "\"\(0x0123_4567_89AB_CDEF + number)\""))
    }
    let perEntry = entries.storedByteCount / entries.count

    #expect(perEntry < 110)
    let limits = RemoteEntries.Limits()
    #expect(limits.entryCount >= 300_000)
    #expect(limits.byteCount >= 80 * 300_000)
    // The most that an answer can make them take.
    #expect(limits.entryCount * 48 + limits.byteCount < 45 << 20)
  }

  // MARK: Formats

  private func response(_ body: String, at url: String, status: Int = 200) -> HTTPResponse {
    HTTPResponse(status: status, body: Array(body.utf8), url: RecordedServers.url(url))
  }

  @Test func `WebDAV responses that don't fit are counted and named`() throws {
    let url = "https://photos.example/"
    var format = try WebDAVFormat(url: RecordedServers.url(url))
    format.limits.entryCount = 3
    let responses = (0..<10).map {
      "<response><href>/\($0).jpg</href><propstat><prop/></propstat></response>"
    }
    let body =
      "<multistatus xmlns='DAV:'><response><href>/</href></response>\(responses.joined())</multistatus>"

    let listing = try format.decode(response(body, at: url, status: 207), of: [])

    expectEqual(listing.fileNames, ["0.jpg", "1.jpg", "2.jpg"])
    expectEqual(listing.skipped.unreadableCount, 7)
    expectEqual(
      listing.skipped.items.first, SkippedItem(name: "3.jpg", reason: "more than can be kept"))
    #expect(listing.isCut)
  }

  @Test func `links of an index that don't fit are counted`() throws {
    let url = "https://photos.example/"
    var format = try DirectoryIndexFormat(url: RecordedServers.url(url))
    format.limits.entryCount = 3
    let links = (0..<10).map { "<a href=\"\($0).jpg\">\($0).jpg</a>\n" }.joined()
    let page = "<html><head><title>Index of /</title></head><body>\(links)</body></html>"
    let items = (0..<10).map {
      "{\"name\":\"\($0).jpg\",\"type\":\"file\",\"mtime\":\"\",\"size\":1}"
    }

    for body in [page, "[\(items.joined(separator: ","))]"] {
      let listing = try format.decode(response(body, at: url), of: [])
      expectEqual(listing.fileNames, ["0.jpg", "1.jpg", "2.jpg"])
      expectEqual(listing.skipped.unreadableCount, 7)
      #expect(listing.isCut)
    }
  }
}
