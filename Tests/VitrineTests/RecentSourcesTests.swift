import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import Testing

@testable import vitrine

/// The sources that were opened, and bookmarks.
struct RecentSourcesTests {
  private func located(_ argument: String) throws -> PhotoSource {
    try PhotoSourceLocator { $0 == "openverse" }.source(Array(argument.utf8))
  }

  @Test func `opened sources are stored, the latest first, without duplicates`() throws {
    let folder = ScratchFolder()
    let places = Places(folder: folder.path("state")) { Date(timeIntervalSince1970: 1_800_000_000) }

    for argument in ["openverse:a", "https://a.example/feed", folder.path + "/", "openverse:a"] {
      places.add(try #require(Places.text(of: located(argument), argument: argument)))
    }

    expectEqual(
      places.recentSources.map(\.text), ["openverse:a", folder.path, "https://a.example/feed"])
    expectEqual(places.recentSources[0].openedAt, Date(timeIntervalSince1970: 1_800_000_000))
    for number in 1...30 { places.add("openverse:\(number)") }
    expectEqual(places.recentSources.count, 20)
    expectEqual(places.recentSources.first?.text, "openverse:30")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path("state"))
    #expect(names.allSatisfy { $0.hasPrefix("state.sqlite") })
  }

  @Test func `passwords, the built-in gallery and names with two lines are not stored`() throws {
    let folder = ScratchFolder()
    let secret = "https://me:secret@a.example/feed"
    expectEqual(Places.text(of: try located(secret), argument: secret), nil)
    // A user name in the form of ssh(1); a password there is rejected.
    let login = "sftp://anna@nas/~/photos"
    expectEqual(Places.text(of: try located(login), argument: login), login)
    expectEqual(Places.text(of: .sampleGallery, argument: nil), nil)
    expectEqual(Places.text(of: .paths, argument: "-"), nil)
    try folder.makeFolder("a\nb")
    let name = folder.path("a\nb")
    expectEqual(Places.text(of: try located(name), argument: name), nil)
    Places(folder: nil).add("openverse:a")
  }

  @Test func `bookmarks are in the order of their keys, one per key`() throws {
    let folder = ScratchFolder()
    let places = Places(folder: folder.path("state"))

    #expect(places.setBookmark("b", to: "/b"))
    #expect(places.setBookmark("a", to: "/a"))
    #expect(places.setBookmark("b", to: "/c"))
    expectEqual(places.bookmarks.map(\.text), ["/a", "/c"])
    #expect(places.setBookmark("a", to: nil))
    expectEqual(places.bookmarks, [Bookmark(key: "b", text: "/c")])
    #expect(!Places(folder: nil).setBookmark("a", to: "/a"))
  }
}
