import ExpectationSupport
import FeedServerSupport
import Foundation
import Glibc
import PictureKit
import Testing

@testable import vitrine

/// `vitrine cache`, with a separate cache for each test.
struct CacheCommandTests {
  @Test func `a folder is warmed, counted and cleared`() throws {
    let folder = try ScratchFolder()

    let result = try CommandResult(
      """
      vitrine cache; vitrine cache warm "$sample" && vitrine cache
      echo other >"$XDG_CACHE_HOME/thumbnails/large/00000000000000000000000000000000.png"
      vitrine cache clear; vitrine cache; vitrine cache clear --all; vitrine cache
      """, environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.status, 0)
    let totals = result.outputLines.filter { $0.hasPrefix("all") }.map {
      $0.split(separator: " ").map(String.init)
    }
    expectEqual(totals.map { $0[1] }, ["0", "33", "1", "0"])
    expectEqual(totals.map { $0[$0.count - 3] }, ["0", "33", "0", "0"])
    #expect(result.outputLines.contains { $0.hasPrefix("removed 33 files, ") })
    #expect(result.outputLines.contains("removed 1 file, 6 B"))
    // The unused store of feeds is listed below each time, and is not created.
    expectEqual(result.outputLines.filter { $0.hasPrefix("pages  ") }.count, 4)
    #expect(!FileManager.default.fileExists(atPath: folder.path("cache/vitrine")))
    expectEqual(result.errorLines, ["vitrine: 33 photos"])
  }

  @Test func `pictures that cannot be shown are counted and recorded`() throws {
    let folder = try ScratchFolder()

    let result = try CommandResult(
      """
      mkdir photos; head -c 20000 "$sample/aurora.jpg" >photos/cut.jpg; : >photos/empty.png
      cp "$sample/agate.jpg" photos; vitrine cache warm photos; echo "status $?"
      """.replacing("photos", with: folder.path("photos")),
      environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.outputLines, ["status 1"])
    #expect(result.errorText.contains("3 photos, "))
    #expect(result.errorText.contains("failed"))
  }

  @Test func `a cache that can't be written is a failure`() throws {
    let folder = try ScratchFolder()

    let result = try CommandResult(
      """
      mkdir -p "$XDG_CACHE_HOME" photos; cp "$sample/agate.jpg" photos; : >"$XDG_CACHE_HOME/thumbnails"
      vitrine cache warm photos; echo "status $?"
      """.replacing("photos", with: folder.path("photos")),
      environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.outputLines, ["status 1"])
    expectEqual(
      result.errorLines,
      [
        "vitrine: thumbnails can't be written to \(folder.path("cache/thumbnails")): not a directory"
      ])
  }

  @Test func `what a collection or a saved search is gets thumbnails; what is left out is said`()
    throws
  {
    let folder = try ScratchFolder()

    let result = try CommandResult(
      """
      mkdir -p "$XDG_CACHE_HOME/photos" "$XDG_STATE_HOME/vitrine/collections"; cd "$XDG_CACHE_HOME/photos"
      cp "$sample/agate.jpg" "$sample/lake.jpg" .
      printf 'agate.jpg\\nmissing.jpg\\n' >list.photos
      echo "$PWD/agate.jpg" >"$XDG_STATE_HOME/vitrine/collections/own.photos"
      vitrine cache warm list.photos; echo "status $?"
      vitrine cache warm library:own; echo "status $?"
      vitrine list library:own .; echo "status $?"
      """,
      environment: [
        "XDG_CACHE_HOME": folder.path("cache"), "XDG_STATE_HOME": folder.path("state"),
      ])

    expectEqual(result.outputLines, ["status 1", "status 0", "status 1"])
    expectEqual(
      result.errorLines,
      [
        "vitrine: 1 photo", "vitrine: 1 unreadable",
        "vitrine: missing.jpg: no such file or directory", "vitrine: 1 photo",
        "vitrine: library:own is not a folder",
      ])
  }

  @Test func `a folder that a server does not list is named, and the status is 1`() throws {
    let folder = try ScratchFolder()
    @Sendable func item(_ href: String, isFolder: Bool = false) -> String {
      """
      <d:response><d:href>\(href)</d:href><d:propstat><d:prop>
      <d:resourcetype>\(isFolder ? "<d:collection/>" : "")</d:resourcetype><d:getcontentlength>12</d:getcontentlength>
      </d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>
      """
    }
    func server(failing: Bool) throws -> FeedServer {
      try FeedServer { request in
        guard request.method == "PROPFIND" else { return .status(404) }
        let items =
          switch request.path {
          case "/dav/":
            item("/dav/", isFolder: true) + item("/dav/2023/", isFolder: true)
              + item("/dav/2024/", isFolder: true)
          case "/dav/2023/" where failing: ""
          case let path: item(path, isFolder: true) + item("\(path)a.jpg")
          }
        guard !items.isEmpty else { return .status(503).adding("Retry-After", "0") }
        return Answer.text(
          "<d:multistatus xmlns:d=\"DAV:\">\(items)</d:multistatus>", type: "application/xml"
        ).with(status: 207)
      }
    }
    func warmed(_ server: FeedServer) throws -> CommandResult {
      try CommandResult(
        "vitrine cache warm dav://127.0.0.1:\(server.port)/dav",
        environment: [
          "XDG_CACHE_HOME": folder.path("cache"), "XDG_STATE_HOME": folder.path("state"),
        ])
    }

    let whole = try warmed(try server(failing: false))
    let result = try warmed(try server(failing: true))

    expectEqual(
      whole.errorLines, ["vitrine: 0 photos", "vitrine: 2 photos on servers skipped"])
    expectEqual(result.status, 1)
    #expect(result.errorLines.count > 1)
    #expect(result.errorText.contains("the list is incomplete:"))
    #expect(result.errorText.contains("2023"))
    #expect(!result.errorText.contains("2024"))
  }

  @Test(arguments: [
    ("vitrine cache warm /nowhere/at-all", 1), ("vitrine cache warm", 64),
    ("vitrine cache clear now", 64), ("VITRINE_CACHE=off vitrine cache", 1),
    ("unset XDG_CACHE_HOME HOME; vitrine cache clear --all", 1),
  ])
  func `invalid arguments give one clear message`(line: String, status: Int32) throws {
    let folder = try ScratchFolder()

    let result = try CommandResult(line, environment: ["XDG_CACHE_HOME": folder.path("cache")])

    expectEqual(result.status, status)
    #expect(!result.errorText.isEmpty && result.output.isEmpty)
    if status == 1 { expectEqual(result.errorLines.count, 1) }
  }

  @Test func `the folder of failure records has the version of the program in its name`() {
    expectEqual(ThumbnailCache.failureFolderName, "vitrine-\(VitrineVersion.current).2")
  }
}
