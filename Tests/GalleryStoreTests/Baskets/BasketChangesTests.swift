import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Synchronization
import Testing
import WaitSupport

@testable import GalleryStore

/// Two repositories at one file: each hears of the other.
@Suite(.timeLimit(.minutes(10))) struct BasketChangesTests {
  @Test func `another program's changes are reported, our own are not`() async throws {
    let fixture = try BasketFixture()
    let (mine, other) = (fixture.basket(), fixture.basket())
    try await expectEqual(mine.basket(), .empty)
    var changes = mine.changes().makeAsyncIterator()

    _ = try await mine.apply(.add([.stub(id: "mine")]))
    _ = try await other.apply(.add([.stub(id: "other", second: 1)]))

    await expectEqual(changes.next()?.ids, ["mine", "other"])
    _ = try await other.apply(.remove(["mine"]))
    await expectEqual(changes.next()?.ids, ["other"])
  }

  @Test func `changes between reading and watching are reported`() async throws {
    let fixture = try BasketFixture()
    let (mine, other) = (fixture.basket(), fixture.basket())
    try await expectEqual(mine.basket(), .empty)
    _ = try await other.apply(.add([.stub(id: "a")]))

    var changes = mine.changes().makeAsyncIterator()

    await expectEqual(changes.next()?.ids, ["a"])
  }

  @Test func `changes of another source's basket are not reported`() async throws {
    let fixture = try BasketFixture()
    let (mine, museum, other) = (fixture.basket(), fixture.basket("museum"), fixture.basket())
    try await expectEqual(mine.basket(), .empty)
    var changes = mine.changes().makeAsyncIterator()

    _ = try await museum.apply(.add([.stub(id: "m")]))
    _ = try await other.apply(.add([.stub(id: "a")]))

    await expectEqual(changes.next()?.ids, ["a"])
  }

  @Test func `a state folder that is removed and created again is watched again`() async throws {
    let fixture = try BasketFixture()
    let mine = fixture.basket()
    _ = try await fixture.basket().apply(.add([.stub(id: "a")]))
    try await expectEqual(mine.basket().ids, ["a"])
    var changes = mine.changes().makeAsyncIterator()

    try FileManager.default.removeItem(atPath: fixture.folder)
    let other = fixture.basket()
    _ = try await other.apply(.add([.stub(id: "b")]))
    _ = try await other.apply(.add([.stub(id: "c", second: 1)]))

    while let basket = await changes.next() {
      if basket.ids == ["b", "c"] { break }
    }
  }

  /// A folder does not tell that it is gone while a file in it is open, as a database is.
  @Test func `a folder that is removed with an open file in it is watched again`() async throws {
    let fixture = try BasketFixture()
    let folder = fixture.folder
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try fixture.home.write([1], to: "vitrine/state.sqlite")
    let file = try #require(FileHandle(forReadingAtPath: "\(folder)/state.sqlite"))
    let (signals, signal) = AsyncStream<Void>.makeStream()
    let watch = FolderWatch(folder: folder, namePrefix: "state") { signal.yield() }
    var iterator = signals.makeAsyncIterator()

    try FileManager.default.removeItem(atPath: folder)
    #expect(await iterator.next() != nil)
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    #expect(await iterator.next() != nil)
    try fixture.home.write([1], to: "vitrine/state.sqlite")
    #expect(await iterator.next() != nil)

    withExtendedLifetime((watch, file)) {}
  }

  @Test func `the watch ends with its last observer`() async throws {
    let fixture = try BasketFixture()
    try FileManager.default.createDirectory(
      atPath: fixture.folder, withIntermediateDirectories: true)
    let (signals, signal) = AsyncStream<Void>.makeStream()
    var watch = FolderWatch(folder: fixture.folder, namePrefix: "state") { signal.yield() }
    weak let left = watch
    #expect(left != nil)
    var iterator = signals.makeAsyncIterator()

    try fixture.home.write([1], to: "vitrine/other")
    try fixture.home.write([1], to: "vitrine/state.sqlite")
    #expect(await iterator.next() != nil)

    watch = nil
    // An event that is being taken holds it until it is done.
    try await wait(for: "the end of the watch") { left == nil }
  }
}
