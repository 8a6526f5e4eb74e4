import ExpectationSupport
import PictureProtocol
import Testing

@testable import PictureKit

@Suite struct PictureCacheTests {
  private let size = Picture.bytes(1000).byteCount

  @Test func `the least recently used go first`() {
    var cache = PictureCache(byteLimit: 3 * size)
    for name in ["a", "b", "c"] { cache.put(name) }

    cache.pin([.stub("a")])
    cache.pin([])
    cache.put("d")

    expectEqual(cache.names(["a", "b", "c", "d"]), ["a", "c", "d"])
  }

  @Test func `a full cache contains as many bytes as allowed, and not one more`() {
    var cache = PictureCache(byteLimit: 2 * size)
    cache.put("a")
    cache.put("b")
    expectEqual(cache.byteCount, 2 * size)

    cache.put("c")

    expectEqual(cache.byteCount, 2 * size)
    expectEqual(cache.count, 2)
  }

  @Test func `a rotated picture represents the file after the rotation was saved`() {
    var cache = PictureCache(byteLimit: 10 * size)
    var (left, right) = (PictureKey.stub("a"), PictureKey.stub("a"))
    (left.look.rotation, right.look.rotation) = (.left, .right)
    for (key, count) in [(PictureKey.stub("a"), 1000), (left, 900), (right, 800)] {
      var picture = Picture.bytes(count)
      picture.stamp = PictureFileStamp(modificationNanoseconds: 1, byteCount: 2)
      cache.insert(PictureCache.Item(picture: picture), for: key)
    }
    cache.put("b")

    cache.rotationWasSaved(.left, into: left.file)

    expectEqual(cache.item(for: .stub("a"))?.picture.byteCount, Picture.bytes(900).byteCount)
    expectEqual(cache.item(for: .stub("a"))?.isStale, true)
    expectEqual(cache.item(for: .stub("a"))?.picture.stamp, nil)
    #expect(cache.item(for: left) == nil && cache.item(for: right) == nil)
    expectEqual(cache.names(["b"]), ["b"])
    expectEqual(cache.byteCount, Picture.bytes(900).byteCount + size)
  }

  @Test func `visible pictures stay even beyond the limit`() {
    var cache = PictureCache(byteLimit: size)
    cache.pin([.stub("a"), .stub("b")])

    cache.put("a")
    cache.put("b")
    cache.put("c")

    expectEqual(cache.names(["a", "b", "c"]), ["a", "b"])
  }

  @Test func `pictures that are no longer visible can go`() {
    var cache = PictureCache(byteLimit: size)
    cache.pin([.stub("a"), .stub("b")])
    cache.put("a")
    cache.put("b")

    cache.pin([.stub("b")])

    expectEqual(cache.names(["a", "b"]), ["b"])
  }

  @Test func `a picture replaces the one with the same key`() {
    var cache = PictureCache(byteLimit: 10 * size)
    cache.put("a", bytes: 5000)
    cache.put("a", bytes: 1000)

    expectEqual(cache.count, 1)
    expectEqual(cache.byteCount, size)
  }

  @Test func `only files whose state is not in the key become stale`() {
    var cache = PictureCache(byteLimit: 10 * size)
    let file = PictureFile(
      path: "b", stamp: PictureFileStamp(modificationNanoseconds: 1, byteCount: 2))
    var known = PictureKey.stub()
    known.file = file
    cache.put("a")
    cache.insert(PictureCache.Item(picture: .bytes(1000)), for: known)

    cache.markAllStale()

    expectEqual(cache.item(for: .stub("a"))?.isStale, true)
    expectEqual(cache.item(for: known)?.isStale, false)
  }

  @Test func `its size stays correct after any changes`() {
    var random = SplitMix(seed: 3)
    var cache = PictureCache(byteLimit: 20_000)
    for _ in 0..<5000 {
      let name = "\(random.next() % 40)"
      switch random.next() % 4 {
      case 0: cache.remove(.stub(name))
      case 1: cache.pin([.stub(name)])
      default: cache.put(name, bytes: Int(random.next() % 2000))
      }
    }
    let names = (0..<40).map { "\($0)" }

    let sum = names.compactMap { cache.item(for: .stub($0))?.picture.byteCount }.reduce(0, +)
    expectEqual(cache.byteCount, sum)
    #expect(cache.byteCount <= 20_000)
    expectEqual(cache.names(names).count, cache.count)
    #expect(cache.count > 5)
  }
}

extension PictureCache {
  fileprivate mutating func put(_ name: String, bytes: Int = 1000) {
    insert(Item(picture: .bytes(bytes)), for: .stub(name))
  }

  fileprivate func names(_ names: [String]) -> [String] {
    names.filter { item(for: .stub($0)) != nil }
  }
}

@Suite struct FailureMemoryTests {
  @Test func `a damaged file is damaged in every size`() {
    var memory = FailureMemory()

    memory.remember(.truncated, for: .stub("a", columns: 4))

    expectEqual(memory.failure(for: .stub("a", columns: 80)), .truncated)
    expectEqual(memory.failure(for: .stub("b", columns: 4)), nil)
  }

  @Test func `a picture that is too large in one size may work in another`() {
    var memory = FailureMemory()

    memory.remember(.outOfMemory, for: .stub("a", columns: 80))

    expectEqual(memory.failure(for: .stub("a", columns: 80)), .outOfMemory)
    expectEqual(memory.failure(for: .stub("a", columns: 4)), nil)
  }

  @Test func `a million bad files do not fill it`() {
    var memory = FailureMemory(limit: 2)

    for name in ["a", "b", "c"] { memory.remember(.truncated, for: .stub(name)) }

    expectEqual(memory.failure(for: .stub("a")), nil)
    expectEqual(memory.failure(for: .stub("c")), .truncated)
  }

  @Test func `cancelling is not a failure`() {
    var memory = FailureMemory()

    memory.remember(.cancelled, for: .stub("a"))

    expectEqual(memory.failure(for: .stub("a")), nil)
  }
}
