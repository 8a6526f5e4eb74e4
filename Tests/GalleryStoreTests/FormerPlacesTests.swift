import ExpectationSupport
import Foundation
import GRDB
import Glibc
import Testing

@testable import GalleryStore

/// The text files of Vitrine 1.0, and the lists that they became.
@Suite(.timeLimit(.minutes(10))) struct FormerPlacesTests {
  private let fixture: BasketFixture

  init() throws {
    fixture = try BasketFixture()
    try write("20\t/b  c\n10\thttps://a.example/feed\n/old\n", to: "sources")
    try write("b\t/b\na\t/a\n", to: "bookmarks")
    try write("best\trating:>=4\t-date\t\t/b\n", to: "searches")
    try write("3\t/b/c.jpg\t/b\n\t\t/a\n", to: "summaries")
    try write("source=folder /b\nphoto=c.jpg\nsort=-date\n", to: "views/1")
  }

  private static let names = ["bookmarks", "searches", "sources", "summaries", "views"]

  private func write(_ text: String, to name: String) throws {
    try fixture.home.write("vitrine/\(name)", text)
  }

  private func keys(_ store: SQLiteStateStore, _ list: StateList) throws -> [String] {
    try store.entries(of: list).map(\.key)
  }

  /// What the files of `init` say.
  private func expectTakenOver(_ store: SQLiteStateStore) throws {
    try expectEqual(keys(store, .recentSource), ["/b  c", "https://a.example/feed", "/old"])
    try expectEqual(store.value(of: "/b  c", in: .recentSource), "20")
    try expectEqual(store.value(of: "/old", in: .recentSource), "")
    try expectEqual(Set(keys(store, .bookmark)), ["a", "b"])
    try expectEqual(store.value(of: "best", in: .savedSearch), "rating:>=4\t-date\t\t/b")
    try expectEqual(store.value(of: "/b", in: .summary), "3\t/b/c.jpg")
    try expectEqual(store.value(of: "folder /b", in: .view), "photo=c.jpg\nsort=-date")
  }

  private var textFiles: [String] {
    fixture.home.paths.filter { !$0.contains("state.sqlite") && !$0.contains("views") }
      .map { $0.replacingOccurrences(of: "vitrine/", with: "") }.filter { $0 != "vitrine" }
  }

  @Test func `they are taken over when something is first read, and stay under other names`() throws
  {
    try expectTakenOver(fixture.store())
    try expectTakenOver(fixture.store())

    expectEqual(
      textFiles,
      Self.names.filter { $0 != "views" }.map { "\($0).1.0" })
    expectEqual(
      fixture.home.paths(containing: "views"), ["vitrine/views.1.0", "vitrine/views.1.0/1"])
    expectEqual(fixture.home.mode("vitrine/state.sqlite"), 0o600)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `those that can't be renamed are not taken over twice, and nothing is lost`() throws {
    try write("the only copy", to: "bookmarks.1.0")
    let store = fixture.store()
    try expectTakenOver(store)
    try store.remove(["a"], from: .bookmark)

    try expectEqual(keys(fixture.store(), .bookmark), ["b"])
    try expectEqual(fixture.home.read("vitrine/bookmarks.1.0"), "the only copy")
    try expectEqual(fixture.home.read("vitrine/bookmarks"), "b\t/b\na\t/a\n")
  }

  @Test func `a file that can't be written takes nothing over, and the next program does`() throws {
    let full = fixture.store(maximumPageCount: 12)
    try write(String(repeating: "source=x", count: 9000), to: "views/2")
    #expect(throws: StoreFault.unwritable) { try full.entries(of: .bookmark) }
    expectEqual(textFiles, Self.names.filter { $0 != "views" })

    try expectTakenOver(fixture.store())
  }

  @Test func `a file that is damaged or a newer version's leaves them as they are`() throws {
    try write("garbage", to: "state.sqlite")
    #expect(throws: StoreFault.damaged) { try fixture.store().entries(of: .bookmark) }
    #expect(throws: StoreFault.damaged) { try fixture.store().put("/x", for: "x", in: .bookmark) }

    expectEqual(textFiles, Self.names.filter { $0 != "views" })
    try expectEqual(fixture.home.read("vitrine/state.sqlite"), "garbage")
  }

  @Test func `what isn't text, isn't a file or is too large is left out and stays`() throws {
    unlink("\(fixture.folder)/bookmarks")
    expectEqual(mkfifo("\(fixture.folder)/bookmarks", 0o600), 0)
    try write(String(repeating: "1\t/a\n", count: 400_000), to: "sources")
    try fixture.home.write(
      "vitrine/searches", [0xFF, 0xFE, 0x0A] + Array("c\td\te\n\t\n".utf8))
    let store = fixture.store()

    try expectEqual(keys(store, .bookmark), [])
    try expectEqual(keys(store, .recentSource), [])
    try expectEqual(keys(store, .savedSearch), [])
    try expectEqual(keys(store, .view), ["folder /b"])
    expectEqual(fixture.home.paths(containing: "vitrine/bookmarks"), ["vitrine/bookmarks"])
    expectEqual(fixture.home.paths(containing: "vitrine/sources"), ["vitrine/sources"])
  }

  @Test func `programs that start at once take them over once, and keep what each adds`()
    async throws
  {
    try write((0..<20).map { "\(20 - $0)\t/\($0)\n" }.joined(), to: "sources")
    let stores = (0..<8).map { _ in fixture.store() }
    await withTaskGroup { group in
      for (number, store) in stores.enumerated() {
        group.addTask {
          #expect(throws: Never.self) { try store.put("/own", for: "\(number)", in: .bookmark) }
          store.note("\(number)", for: "view \(number)", in: .view)
          await store.finishWriting()
        }
      }
    }

    try expectEqual(keys(stores[0], .recentSource), (0..<20).map { "/\($0)" })
    try expectEqual(Set(keys(stores[0], .bookmark)), Set(["a", "b"] + (0..<8).map { "\($0)" }))
    try expectEqual(keys(stores[0], .view).count, 9)
    #expect(fixture.log.lines.isEmpty)
  }

  @Test func `real programs that start at once open it together`() async throws {
    let probes = try ["a", "b", "c", "d"].map {
      try BasketProbe("add", fixture.folder, "shop", $0, "5")
    }
    for probe in probes { try probe.say("go") }
    for probe in probes { expectEqual(probe.rest().count, 5) }

    try expectTakenOver(fixture.store())
    try await expectEqual(fixture.basket().basket().count, 20)
  }

  @Test(.enabled(if: SQLiteShell.isThere))
  func
    `while another program keeps the file, places are read, and one that can't be saved isn't saved later`()
    async throws
  {
    let store = fixture.store()
    try expectTakenOver(store)
    let shell = try SQLiteShell(path: fixture.path)
    try expectEqual(shell.say("BEGIN IMMEDIATE;"), "done")

    // A second each.
    #expect(throws: StoreFault.busy) { try store.put("/x", for: "x", in: .bookmark) }
    try expectEqual(Set(keys(store, .bookmark)), ["a", "b"])
    store.note("30", for: "/new", in: .recentSource)

    try expectEqual(shell.say("COMMIT;"), "done")
    try shell.end()
    await store.finishWriting()
    try expectEqual(keys(store, .recentSource).first, "/new")
    try expectEqual(Set(keys(store, .bookmark)), ["a", "b"])
  }

  @Test func `what is put last comes first, and the oldest go`() throws {
    let store = fixture.store()
    for number in 0..<30 { try store.put("\(number)", for: "/\(number)", in: .recentSource) }
    try store.put("99", for: "/15", in: .recentSource)

    let kept = try keys(store, .recentSource)
    expectEqual(kept.count, 20)
    expectEqual(kept.prefix(2), ["/15", "/29"])
    for key in "cdefghijklmnopqrstuvwxyz" { try store.put("/x", for: "\(key)", in: .bookmark) }
    try expectEqual(keys(store, .bookmark).count, 26)
  }

  @Test func `what was forgotten is not in the file any more`() async throws {
    let store = fixture.store()
    let secret = "/home/anna/a place that nobody should know"
    try store.put("1", for: secret, in: .recentSource)
    try store.remove([secret], from: .recentSource)
    await store.database.close()

    try #expect(!fixture.home.read("vitrine/state.sqlite").contains(secret))
  }

  @Test func `without a folder nothing is kept`() throws {
    let store = SQLiteStateStore(folder: nil, logger: fixture.log.logger)

    #expect(throws: StoreFault.nowhere) { try store.entries(of: .bookmark) }
    #expect(throws: StoreFault.nowhere) { try store.put("/a", for: "a", in: .bookmark) }
    store.note("1", for: "/a", in: .recentSource)
  }
}
