import ExpectationSupport
import FeedServerSupport
import Foundation
import GalleryDomain
import PseudoTerminalSupport
import Testing

@testable import GalleryFiles
@testable import vitrine

@Suite struct FeedCommandTests {
  private let folder: ScratchFolder
  private let site: ScratchFolder

  init() throws {
    folder = ScratchFolder()
    site = ScratchFolder()
    try folder.addPicture("aurora.jpg", as: "a.jpg")
    try folder.addPicture("aurora.jpg", as: "b.jpg")
    try folder.addSidecar("b.jpg.xmp", keywords: ["for sale", "night"])
  }

  private func run(_ arguments: String) throws -> CommandResult {
    try site.run("vitrine feed '\(folder.path)' -o '\(site.path)/feed' \(arguments)")
  }

  /// A simple file server.
  private func served() throws -> FeedServer {
    let root = site.path("feed")
    return try FeedServer { request in
      let path = request.path == "/" ? "/index.html" : request.path
      guard !path.contains(".."), let data = FileManager.default.contents(atPath: root + path)
      else {
        return .status(404)
      }
      let type =
        path.hasSuffix(".html")
        ? "text/html" : path.hasSuffix(".json") ? "application/json" : "image/jpeg"
      return Answer(headers: ["Content-Type": type], body: .bytes(Array(data)))
    }
  }

  @Test func `a published feed can be browsed over the network`() throws {
    let result = try run("--title 'Nights & days' --order-email ann@photos.example")
    result.expect(errors: [
      "vitrine: 2 photos in the feed, 1 for sale; 4 pictures made, 0 removed"
    ])
    let server = try served()

    let listed = try site.run("vitrine list --json \(server.address)/feed.json")
    expectEqual(listed.status, 0)
    expectEqual(listed.outputLines.count, 2)
    #expect(listed.outputText.contains("\"id\":\"b.jpg\""))
    #expect(listed.outputText.contains("\"for_sale\":true"))
    #expect(listed.outputText.contains("\"image_url\":\"\(server.address)/pictures/"))
    // And through the page that links to it.
    let found = try site.run("vitrine list \(server.address)/")
    expectEqual(found.outputLines.count, 2)

    let session = try GallerySession.started(
      "\(server.address)/feed.json", environment: site.environment, showing: "Nights & days")
    // Two thumbnails of 9 by 3 cells.
    try session.awaitPictures(atLeast: 24)
    try session.leave()
  }

  @Test func `a feed that lacks photos of its folder is a failure`() {
    var summary = FeedPublication.Summary()
    expectEqual(FeedCommand.exitStatus(summary), 0)
    summary.notes.ending = .tooManyPhotos
    expectEqual(FeedCommand.exitStatus(summary), 1)
    summary.notes.ending = nil
    summary.failureCount = 1
    expectEqual(FeedCommand.exitStatus(summary), 1)
  }

  @Test func `a folder with other files is left alone`() throws {
    try site.write("mine", to: "feed/index.html")
    let result = try run("")

    expectEqual(result.status, 1)
    #expect(result.errorText.contains("is not empty and not a vitrine feed"))
    try expectEqual(site.read("feed/index.html"), Array("mine".utf8))
  }

  @Test(arguments: [
    "--size 10", "--order-url ftp://a", "--order-url http://u:p@h/", "--order-url https://u@h/",
    "--order-email a@b@c", "--order-delivery mail",
    "--currency EURO",
  ])
  func `wrong usage is reported before anything is written`(arguments: String) throws {
    try expectEqual(run(arguments).status, 64)
    #expect(!FileManager.default.fileExists(atPath: site.path("feed")))
  }
}
