import ExpectationSupport
import PictureProtocol
import TerminalTestSupport
import Testing

@testable import PictureKit

@Suite struct PictureMemoryTests {
  private let size = Picture.bytes(1000).byteCount

  /// A terminal keeps what it shows of a subject until the next picture of it is there.
  @Test func `pictures of one file have one subject, and those of another file another`() {
    func subject(_ path: String, columns: Int) -> Int? {
      Picture.cells(.stub(String(repeating: "a", count: columns)))
        .placed(as: 1, for: .stub(path, columns: UInt32(columns)))?.subject
    }

    expectEqual(subject("/a.jpg", columns: 4), subject("/a.jpg", columns: 2))
    #expect(subject("/a.jpg", columns: 4) != subject("/b.jpg", columns: 4))
  }

  @Test(arguments: [
    // The least recently used go first; visible ones are used, and never go.
    (3, [[], ["a"], []], ["a", "c", "d"]), (2, [[], [], []], ["c", "d"]),
    (1, [["a", "b"], [], []], ["d"]), (1, [["a", "b"], ["a", "b"], ["b"]], ["b"]),
    (1, [["a", "b"], ["a", "b"], ["a", "b"]], ["a", "b"]),
  ])
  func `a full memory has as many bytes as allowed, and what is visible`(
    limit: Int, visible: [[String]], left: [String]
  ) {
    var memory = PictureMemory(byteLimit: limit * size)
    memory.pin(visible[0].map { .stub($0) }, rough: [])
    for name in ["a", "b", "c"] { memory.put(name) }
    memory.pin(visible[1].map { .stub($0) }, rough: [])
    memory.pin(visible[2].map { .stub($0) }, rough: [])

    memory.put("d")

    expectEqual(memory.names(["a", "b", "c", "d"]), left)
    expectEqual(memory.byteCount, left.count * size)
  }

  @Test func `previews have a limit of their own`() {
    var memory = PictureMemory(byteLimit: size)
    memory.put("a")

    for name in ["b", "c", "d"] { memory.insert(.bytes(2 << 20), for: .stub(name).rough) }

    expectEqual(
      ["b", "c", "d"].filter { memory.picture(.stub($0).rough) != nil }, ["d"])
    expectEqual(memory.names(["a", "b"]), ["a"])
  }

  @Test func `a rotated picture represents the file after the rotation was saved`() {
    var memory = PictureMemory(byteLimit: 10 * size)
    var (left, right) = (PictureKey.stub("a"), PictureKey.stub("a"))
    (left.look.rotation, right.look.rotation) = (.left, .right)
    for (key, count) in [(PictureKey.stub("a"), 1000), (left, 900), (right, 800)] {
      var picture = Picture.bytes(count)
      picture.stamp = PictureFileStamp(modificationNanoseconds: 1, byteCount: 2)
      memory.insert(picture, for: key)
    }
    memory.put("b")

    memory.rotationWasSaved(.left, into: left.file)

    expectEqual(memory.picture(.stub("a"))?.byteCount, Picture.bytes(900).byteCount)
    expectEqual(memory.isMissing(.stub("a")), true)
    expectEqual(memory.picture(.stub("a"))?.stamp, nil)
    #expect(memory.picture(left) == nil && memory.picture(right) == nil)
    expectEqual(memory.names(["b"]), ["b"])
    expectEqual(memory.byteCount, Picture.bytes(900).byteCount + size)
  }

  @Test func `only files whose state is not in the key become stale`() {
    var memory = PictureMemory(byteLimit: 10 * size)
    var known = PictureKey.stub()
    known.file = PictureFile(
      path: "b", stamp: PictureFileStamp(modificationNanoseconds: 1, byteCount: 2))
    memory.put("a")
    memory.insert(.bytes(1000), for: known)

    memory.doubtAll()

    #expect(memory.isMissing(.stub("a")) && memory.picture(.stub("a")) != nil)
    #expect(!memory.isMissing(known))
  }

  @Test func `its size stays correct after any changes`() {
    var random = SeededGenerator(state: 3)
    var memory = PictureMemory(byteLimit: 20_000)
    for _ in 0..<5000 {
      let name = "\(random.next() % 40)"
      switch random.next() % 4 {
      case 0: memory.remove(.stub(name))
      case 1: memory.pin([.stub(name)], rough: [])
      default: memory.put(name, bytes: Int(random.next() % 2000))
      }
    }
    let names = (0..<40).map { "\($0)" }

    let sum = names.compactMap { memory.picture(.stub($0))?.byteCount }.reduce(0, +)
    expectEqual(memory.byteCount, sum)
    #expect(memory.byteCount <= 20_000)
    #expect(memory.names(names).count > 5)
  }

  // MARK: In place of a picture

  @Test(arguments: [(42, 40), (40, 30), (10, 9), (26, 30), (100, nil)])
  func `the latest picture of a similar size is found`(columns: Int, found: Int?) {
    let columns = UInt32(columns)
    var memory = PictureMemory(byteLimit: 1 << 20)
    for known: UInt32 in [9, 30, 40] {
      memory.insert(
        .stub(.cells(.stub("x")), columns: Int(known), rows: 2), for: .stub("a", columns: known))
    }

    expectEqual(memory.similar(to: .stub("a", columns: columns))?.size.columns, found)
    expectEqual(memory.similar(to: .stub("b", columns: columns)), nil)
  }

  @Test func `another output or part of the picture is not the same picture`() {
    var memory = PictureMemory(byteLimit: 1 << 20)
    memory.insert(.bytes(1), for: .stub("a", columns: 30))
    let changes: [(inout PictureLook) -> Void] = [
      { $0.region = PictureRegion(x: 0, y: 0, width: 0.5, height: 0.5) }, { $0.enlargement = 2 },
      { $0.output = .symbols(SymbolOptions(colorDepth: .ansi16)) }, { $0.rotation = .right },
    ]

    for change in changes {
      var key = PictureKey.stub("a", columns: 31)
      change(&key.look)
      expectEqual(memory.placeholder(for: key), nil)
    }
    expectEqual(memory.placeholder(for: .stub("b", columns: 31)), nil)
  }

  // MARK: Failures

  @Test(arguments: [
    // A damaged file is damaged in every size; one that is too large in one may work in another. Cancelling is no failure.
    (PictureFailure.truncated, PictureFailure?.some(.truncated), PictureFailure?.some(.truncated)),
    (.outOfMemory, .outOfMemory, nil), (.cancelled, nil, nil),
  ])
  func `a failure is one of the file, or of what is made of it`(
    failure: PictureFailure, same: PictureFailure?, other: PictureFailure?
  ) {
    var memory = PictureMemory(byteLimit: 1)

    memory.remember(failure, of: .stub("a", columns: 80))

    expectEqual(memory.failure(of: .stub("a", columns: 80)), same)
    expectEqual(memory.failure(of: .stub("a", columns: 4)), other)
    expectEqual(memory.failure(of: .stub("b", columns: 80)), nil)
  }

  @Test func `a million bad files do not fill it`() {
    var memory = PictureMemory(byteLimit: 1, failureLimit: 2)

    for name in ["a", "b", "c"] { memory.remember(.truncated, of: .stub(name)) }

    expectEqual(memory.failure(of: .stub("a")), nil)
    expectEqual(memory.failure(of: .stub("c")), .truncated)
  }
}

extension PictureMemory {
  fileprivate mutating func put(_ name: String, bytes: Int = 1000) {
    insert(.bytes(bytes), for: .stub(name))
  }

  fileprivate func names(_ names: [String]) -> [String] {
    names.filter { picture(.stub($0)) != nil }
  }
}
