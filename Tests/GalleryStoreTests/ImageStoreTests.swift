import ExpectationSupport
import Files
import Foundation
import GRDB
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct ImageStoreTests {
  private let fixture: StoreFixture

  init() throws { fixture = try StoreFixture() }

  private static let address = "https://a.example/1.jpg?w=1#x"

  private func url() throws -> URL { try #require(URL(string: Self.address)) }

  @Test func `a picture is read with its properties`() async throws {
    let file = try #require(await fixture.saveImage(Self.address, byteCount: 5))

    let image = try #require(await fixture.images.image(at: try url()))

    expectEqual(
      image,
      StoredImage(
        file: file, validators: HTTPValidators(entityTag: "\"1\""), storedAt: fixture.clock.now))
    let path = String(decoding: file.path, as: UTF8.self)
    try expectEqual(Data(contentsOf: URL(fileURLWithPath: path)), Data(repeating: 7, count: 5))
    #expect(path.hasPrefix("\(fixture.folder)/images/"))
  }

  @Test func `a picture is found by a newly signed address, and no signature is stored`()
    async throws
  {
    func address(_ signature: String) -> String {
      "https://a.example/1.jpg?w=1&X-Amz-Date=\(signature)&X-Amz-Signature=\(signature)"
    }
    let file = try #require(await fixture.saveImage(address("permitted1"), byteCount: 5))

    let next = try #require(URL(string: address("permitted2")))
    await expectEqual(fixture.images.image(at: next)?.file, file)
    for name in fixture.home.paths(containing: "sqlite") {
      let bytes = try Data(contentsOf: URL(fileURLWithPath: "\(fixture.home.path)/\(name)"))
      expectEqual(bytes.firstRange(of: Data("permitted".utf8)), nil)
    }
  }

  @Test func `a picture that replaces another is another file, and the older one is removed`()
    async throws
  {
    let older = try #require(await fixture.saveImage(Self.address, byteCount: 5))

    let newer = try #require(await fixture.saveImage(Self.address, byteCount: 6))

    #expect(older != newer)
    await expectEqual(fixture.images.image(at: try url())?.file, newer)
    expectEqual(fixture.home.imageFiles.count, 1)
  }

  @Test func `a download may have a quarter of the store, and a discarded one leaves nothing`()
    async throws
  {
    let fixture = try StoreFixture(byteLimit: 400_000)
    let part = try #require(await fixture.images.makeFile())
    expectEqual(part.byteLimit, 100_000)
    expectEqual(fixture.home.parts.count, 1)

    await fixture.images.discard(part)

    #expect(fixture.home.parts.isEmpty)
  }

  @Test func `an empty file and one that has vanished are not stored`() async throws {
    await expectEqual(fixture.saveImage(Self.address, byteCount: 0), nil)
    let part = try #require(await fixture.images.makeFile())
    expectEqual(write(part.descriptor, "abc", 3), 3)
    expectEqual(unlink(String(decoding: part.file.path, as: UTF8.self)), 0)
    await expectEqual(fixture.images.save(part, for: try url(), validators: .init()), nil)

    await expectEqual(fixture.hasImage(Self.address), false)
    #expect(fixture.home.parts.isEmpty)
  }

  @Test func `a file that is gone or has another size is not stored`() async throws {
    let damages: [(String) -> Int32] = [
      { unlink($0) }, { truncate($0, 3) }, { truncate($0, 0) }, { truncate($0, 1000) },
    ]
    for (number, damage) in damages.enumerated() {
      let address = "https://a.example/\(number)"
      let file = try #require(await fixture.saveImage(address))
      expectEqual(damage(String(decoding: file.path, as: UTF8.self)), 0)

      await expectEqual(fixture.hasImage(address), false)
    }
    await expectEqual(fixture.store.database.read { try SQLiteStore.byteCount($0) }, 0)
    #expect(fixture.home.imageFiles.isEmpty)
  }

  @Test func `a confirmed picture is stored as of now`() async throws {
    await fixture.saveImage(Self.address)
    fixture.clock.advance(by: 500)

    await fixture.images.confirm(try url())
    await fixture.store.finishWriting()

    await expectEqual(fixture.images.image(at: try url())?.storedAt, fixture.clock.now)
  }

  /// Leaves what a program was writing that had this process' number and has ended.
  private func crash(in fixture: StoreFixture) throws {
    let current = try #require(ProcessIdentity.current)
    let ended = ProcessIdentity(system: current.system, process: current.process, startTime: 1)
    let name = String(decoding: HiddenPart.newName(by: ended, .half), as: UTF8.self)
    try fixture.home.write("vitrine/images/\(name)", "1")
  }

  @Test func `orphaned files of a crash are removed once a day, and nothing else is`() async throws
  {
    await fixture.saveImage("https://a.example/1")
    await fixture.store.finishWriting()
    let beingWritten = try #require(await fixture.images.makeFile())
    try crash(in: fixture)
    try fixture.home.write("vitrine/images/zz/zzz", "1")
    // Files have the time of this machine, not that of the test.
    fixture.clock.advance(by: Date().timeIntervalSince(fixture.clock.now) + 3600)

    await fixture.saveImage("https://a.example/2")
    await fixture.store.finishWriting()

    #expect(fixture.home.paths(containing: "zzz").isEmpty)
    expectEqual(fixture.home.parts, [beingWritten.file])
    #expect(await fixture.hasImage("https://a.example/1"))
    #expect(await fixture.hasImage("https://a.example/2"))
    await fixture.images.discard(beingWritten)
  }

  @Test func `the next program at once removes downloads of one that crashed`() async throws {
    await fixture.saveImage(Self.address)
    try crash(in: fixture)
    let running = fixture.anotherStore()
    let beingWritten = try #require(await running.images.makeFile())
    expectEqual(fixture.home.parts, [beingWritten.file])

    let next = fixture.anotherStore()
    let own = try #require(await next.images.makeFile())

    expectEqual(fixture.home.parts.count, 2)
    await next.images.discard(own)
    await running.images.discard(beingWritten)
    #expect(fixture.home.parts.isEmpty)
  }

  @Test func `what 1.0 was writing is removed after a day`() async throws {
    await fixture.saveImage(Self.address)
    try fixture.home.write("vitrine/images/.part-1", "1")
    let folder = ImageFolder(
      cachePath: "\(fixture.folder)/images", temporaryFolders: [], byteLimit: 1 << 20)

    folder.removeOrphanedParts()
    #expect(!fixture.home.paths(containing: ".part-").isEmpty)
    folder.removeOrphanedParts(now: Double(time(nil)) + 90_000)

    #expect(fixture.home.paths(containing: ".part-").isEmpty)
  }

  @Test func `removing orphans spares a picture that is being stored`() async throws {
    let home = try TemporaryFolder()
    let folder = ImageFolder(
      cachePath: "\(home.path)/images", temporaryFolders: [], byteLimit: 1 << 20)
    let sweeping = Task.detached {
      while !Task.isCancelled { folder.removeOrphanedParts() }
    }

    var lost = 0
    for _ in 0..<500 {
      guard let part = folder.makePart() else { continue }
      _ = write(part.descriptor, "picture", 7)
      if folder.keep(part) == nil { lost += 1 }
    }
    sweeping.cancel()
    await sweeping.value

    expectEqual(lost, 0)
  }

  @Test func `quitting removes only this program's downloads`() async throws {
    let other = fixture.anotherStore()
    let parts = [
      try #require(await fixture.images.makeFile()), try #require(await fixture.images.makeFile()),
    ]
    let foreign = try #require(await other.images.makeFile())

    fixture.store.removeTemporaryFiles()

    expectEqual(fixture.home.parts, [foreign.file])
    // Their writers find out when they are through.
    expectEqual(write(parts[0].descriptor, "abc", 3), 3)
    await expectEqual(fixture.images.save(parts[0], for: try url(), validators: .init()), nil)
    await fixture.images.discard(parts[1])
    await other.images.discard(foreign)
  }

  @Test func `showing pictures doesn't write each time`() async {
    for number in 0..<10 { await fixture.saveImage("https://a.example/\(number)") }
    fixture.clock.advance(by: SQLiteStore.useInterval + 1)
    for number in 0..<10 { #expect(await fixture.hasImage("https://a.example/\(number)")) }
    await fixture.store.finishWriting()
    await expectEqual(fixture.oldestUse(), fixture.clock.now)
    let before = await changes(fixture)

    fixture.clock.advance(by: SQLiteStore.useInterval - 1)
    for number in 0..<10 { #expect(await fixture.hasImage("https://a.example/\(number)")) }
    await fixture.store.finishWriting()
    await expectEqual(changes(fixture), before)
  }

  /// Changes with every transaction that writes, of any connection.
  private func changes(_ fixture: StoreFixture) async -> Int? {
    await fixture.store.database.read { try Int.fetchOne($0, sql: "PRAGMA data_version") }
      ?? nil
  }
}

extension StoreFixture {
  func oldestUse() async -> Date? {
    let seconds =
      await store.database.read {
        try Double.fetchOne($0, sql: "SELECT min(usedAt) FROM image")
      } ?? nil
    return seconds.map(Date.init(timeIntervalSinceReferenceDate:))
  }
}
