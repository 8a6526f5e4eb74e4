import ExpectationSupport
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct StoreEvictionTests {
  @Test func `the pictures not used for the longest time are removed first, a tenth at once`()
    async throws
  {
    // Three quarters are for what is kept: 10,000 bytes.
    let fixture = try StoreFixture(byteLimit: 13_333)
    for number in 0..<10 {
      await fixture.saveImage("https://a.example/\(number)", byteCount: 1000)
      fixture.clock.advance(by: SQLiteStore.useInterval)
    }
    // Full to the last byte, which is not too full; and the oldest is looked at again.
    #expect(await fixture.hasImage("https://a.example/0"))

    await fixture.saveImage("https://a.example/10", byteCount: 1000)
    await fixture.store.finishWriting()

    var left: [Int] = []
    for number in 0...10 where await fixture.hasImage("https://a.example/\(number)") {
      left.append(number)
    }
    expectEqual(left, [0, 3, 4, 5, 6, 7, 8, 9, 10])
    expectEqual(fixture.home.imageFiles.count, 9)
  }

  @Test func `pages and pictures share the limit`() async throws {
    let fixture = try StoreFixture(byteLimit: 133_333)
    await fixture.save(Photo.stubs(20), page: 1)
    fixture.clock.advance(by: 1)
    await fixture.save(Photo.stubs(20, from: 20), page: 2)
    fixture.clock.advance(by: 1)

    await fixture.saveImage("https://a.example/1", byteCount: 90_000)
    fixture.clock.advance(by: 1)
    await fixture.saveImage("https://a.example/2", byteCount: 10_000)
    await fixture.store.finishWriting()

    await expectEqual(fixture.pages.page(for: .stub(page: 1)), nil)
    #expect(await fixture.names(matching: "photo").isEmpty)
    #expect(await fixture.hasImage("https://a.example/2"))
  }

  @Test func `endless browsing doesn't make the store grow for ever`() async throws {
    let fixture = try StoreFixture(byteLimit: 400_000)
    for page in 1...400 {
      await fixture.save(Photo.stubs(20, from: page * 20), page: page)
      fixture.clock.advance(by: 1)
    }
    await fixture.store.finishWriting()

    let byteCount =
      await fixture.store.database.read { try SQLiteStore.byteCount($0) } ?? .max
    #expect(byteCount <= 300_000)
    await expectEqual(fixture.pages.page(for: .stub(page: 1)), nil)
    #expect(await fixture.pages.page(for: .stub(page: 400)) != nil)
    let size = try FileManager.default.attributesOfItem(atPath: fixture.path)[.size] as? Int
    #expect(try #require(size) < 1_000_000)
  }

  @Test func `a picture larger than the limit isn't kept, and the store keeps working`()
    async throws
  {
    let fixture = try StoreFixture(byteLimit: 1000)

    await fixture.saveImage("https://a.example/1", byteCount: 5000)
    await fixture.store.finishWriting()
    await expectEqual(fixture.hasImage("https://a.example/1"), false)

    await fixture.saveImage("https://a.example/2", byteCount: 500)
    await fixture.store.finishWriting()
    #expect(await fixture.hasImage("https://a.example/2"))
  }

  @Test func `replaced and removed entries are no longer counted`() async throws {
    let fixture = try StoreFixture()
    await fixture.save(Photo.stubs(50))
    await fixture.save(Photo.stubs(1))
    await fixture.saveImage("https://a.example/1", byteCount: 500)
    await fixture.saveImage("https://a.example/1", byteCount: 7)
    await fixture.pages.removePages(from: 1, of: .stub())
    await fixture.store.finishWriting()

    await expectEqual(fixture.store.database.read { try SQLiteStore.byteCount($0) }, 7)
  }
}
