import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryScreens
import GalleryStore
import Logging
import Testing

@testable import vitrine

/// What version 1.0.0 wrote when its user put photos into a basket, ordered two of them, bookmarked a folder and a feed, saved
/// a search, rated a photo, marked one for sale and published the folder.
struct FormerStateTests {
  private let home: ScratchFolder
  private static let shop = "/home/anna/shop/feed.json"
  private static let photos = "/home/anna/Pictures"
  private static let order = "V-20261128-TDP6"

  init() throws {
    home = ScratchFolder()
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/state-1.0.0")
    for name in ["vitrine", "photos", "feed"] {
      try FileManager.default.copyItem(
        atPath: fixture.appending(path: name).path, toPath: home.path(name))
    }
    for number in 1...3 { try home.addPicture("aurora.jpg", as: "photos/IMG_000\(number).jpg") }
  }

  private static func store(_ folder: String) -> SQLiteStateStore {
    SQLiteStateStore(
      folder: folder, logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
  }

  private func run(_ script: String) throws -> CommandResult {
    try CommandResult(
      script, environment: ["XDG_STATE_HOME": home.path, "XDG_CACHE_HOME": home.path("cache")])
  }

  private func objects(_ text: [String]) throws -> [[String: Any]] {
    try text.map {
      try #require(try JSONSerialization.jsonObject(with: Data($0.utf8)) as? [String: Any])
    }
  }

  @Test(.timeLimit(.minutes(10)))
  func `its basket has the photos and their prices`() async throws {
    let items = try await Self.store(home.path("vitrine")).basket(of: "file \(Self.shop)").basket()
      .items

    expectEqual(
      items.map { "\($0.photo.name) \($0.photo.price?.amount ?? "")" },
      [
        "Agate, slice no. 7 55.00", "Norðurljós 180.00", "Λευκό και μπλε 110.00",
        "Закат над Балтикой 7500.00",
      ])
  }

  @Test func `its order is listed, and forgotten with all of its files`() throws {
    let listed = try run("vitrine orders")
    expectEqual(listed.status, 0)
    #expect(listed.outputText.contains(Self.order))
    #expect(listed.outputText.contains("235.00"))

    #expect(listed.outputText.contains("2 photos"))
    let shown = try objects(run("vitrine orders --json \(Self.order)").outputLines)
    let items = shown.first?["items"] as? [[String: Any]] ?? []
    expectEqual(items.map { $0["title"] as? String }, ["Agate, slice no. 7", "Norðurljós"])

    expectEqual(try run("vitrine orders --forget \(Self.order)").status, 0)
    let left = try FileManager.default.contentsOfDirectory(atPath: home.path("vitrine/orders"))
    expectEqual(left.filter { $0.hasPrefix(Self.order) }, [])

    try home.write("{", to: "vitrine/orders/V-1.record")
    let damaged = try run("vitrine orders")
    expectEqual(damaged.status, 1)
    expectEqual(damaged.errorLines, ["vitrine: can't read V-1.record"])
  }

  @Test func `its places, bookmarks, saved searches and views are there`() throws {
    let places = Places(folder: home.path("vitrine"))

    expectEqual(places.recentSources.map(\.text), [Self.photos, Self.shop])
    expectEqual(places.bookmarks.map(\.text), [Self.shop, Self.photos])
    let search = try #require(places.savedSearches.first)
    expectEqual(search.name, "best")
    expectEqual(search.text, Self.photos)
    expectEqual(search.sort?.name, "-date")
    expectEqual(search.filter.description, "rating:>=3")
    let cover = FileReference(path: "/home/anna/shop/pictures/lavender.jpg")
    expectEqual(places.summaries[Self.shop], SourceSummary(photoCount: 6, cover: cover))
    let view = ViewMemory(state: Self.store(home.path("vitrine"))).view(of: "folder \(Self.photos)")
    expectEqual(view.photo, "IMG_0001.jpg")
    expectEqual(view.sort?.name, "-date")

    // Their files stay, under other names.
    let fixture = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "Fixtures/state-1.0.0/vitrine")
    for name in ["sources", "bookmarks", "searches", "summaries"] {
      #expect(!FileManager.default.fileExists(atPath: home.path("vitrine/\(name)")))
      try expectEqual(
        home.read("vitrine/\(name).1.0"), Array(Data(contentsOf: fixture.appending(path: name))))
    }
    #expect(!FileManager.default.fileExists(atPath: home.path("vitrine/views")))
    #expect(FileManager.default.fileExists(atPath: home.path("vitrine/views.1.0")))

    // Taken over once: what is removed now stays removed.
    #expect(places.setBookmark("a", to: nil))
    try FileManager.default.copyItem(
      atPath: fixture.appending(path: "bookmarks").path, toPath: home.path("vitrine/bookmarks"))
    expectEqual(Places(folder: home.path("vitrine")).bookmarks.map(\.text), [Self.photos])
  }

  @Test func `damaged lists of 1.0, and those of 0.9 without times, are read as far as they go`()
    throws
  {
    let state = ScratchFolder()
    for (name, text) in [
      ("sources", "/pictures\nnan\topenverse:a\n1e400\t/x\n\n\u{1B}[2J/odd\n"),
      ("bookmarks", "ab\t/x\n\na\t/y\né\t/z\nb /w\nc\t/x\u{202E}y\nd\t/x\u{1B}[31m\n"),
      (
        "searches",
        "x\n\t\t\t\t/a\na b\t\t\t\t/a\nc\tnocolour:\tsideways\tweek\t/c\nc\t\t\t\t/d\ne\t\t\t\t\n"
      ),
      ("summaries", "x\n-3\trelative\t/b\n9\t\t/c\td\n"), ("views/0", ""),
      ("views/1", "\u{0}\u{1}"), ("views/2", "source=y\nsort=-date\n"), ("views/3", "sort=-size\n"),
      (
        "views/4",
        "source=x\nsort=bogus\nview=\ngroup=none\nfilter=price:<\nrows=9\nlist_percent=400\nphoto=\nfuture=1\nsource\n"
      ),
    ] {
      try state.write(text, to: name)
    }
    let places = Places(folder: state.path)
    let views = ViewMemory(state: Self.store(state.path))

    expectEqual(places.recentSources.first, RecentSource(text: "/pictures"))
    #expect(places.recentSources.allSatisfy { !$0.text.contains("\u{1B}") })
    expectEqual(places.bookmarks.map { "\($0.key) \($0.text)" }, ["a /y", "c /xy", "d /x"])
    expectEqual(places.savedSearches.map { "\($0.name) \($0.text)" }, ["c /c"])
    expectEqual(
      places.summaries, ["/b": SourceSummary(), "/c d": SourceSummary(photoCount: 9)])
    var expected = ListViewState()
    expected.grouping = .off
    expectEqual(views.view(of: "x"), expected)
    expectEqual(views.view(of: "y").sort, PhotoSort(name: "-date"))
    expectEqual(views.view(of: "z"), ListViewState())
    // An invalid time does not end the program when it is written again.
    places.add("/new")
    expectEqual(places.recentSources.first?.text, "/new")
    #expect(places.forget(recent: "/pictures"))
    #expect(!places.recentSources.contains { $0.text == "/pictures" })
  }

  @Test func `its sidecars are read, and its feed keeps its ids`() throws {
    let listed = try objects(run("vitrine list --json '\(home.path("photos"))'").outputLines)
    expectEqual(listed.map { $0["rating"] as? Int }, [4, nil, nil])
    expectEqual(listed.map { $0["for_sale"] as? Bool ?? false }, [false, false, true])
    expectEqual(listed.last?["price"] as? String, "80")
    let ids = {
      let feed = try home.read("feed/feed.json")
      let object = try JSONSerialization.jsonObject(with: Data(feed)) as? [String: Any]
      return (object?["photos"] as? [[String: Any]])?.map { $0["id"] as? String }
    }
    let former = try ids()

    let published = try run("vitrine feed '\(home.path("photos"))' -o '\(home.path("feed"))'")

    expectEqual(published.status, 0, "\(published.errorText)")
    expectEqual(try ids(), former)
    expectEqual(former, ["IMG_0001.jpg", "IMG_0002.jpg", "IMG_0003.jpg"])
  }
}
