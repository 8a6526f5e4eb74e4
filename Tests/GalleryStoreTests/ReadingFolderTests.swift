import ExpectationSupport
import Foundation
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryStore

@Suite(.timeLimit(.minutes(10)))
struct ReadingFolderTests {
  private let home: TemporaryFolder
  private let log = RecordedLog()

  init() throws {
    home = try TemporaryFolder()
  }

  private var folder: String { "\(home.path)/readings" }

  private func readings(version: String = "1") -> ReadingFolder {
    ReadingFolder(folder: folder, version: version, logger: log.logger)
  }

  private func key(_ folders: String..., detail: [UInt8] = [1]) -> ReadingKey {
    ReadingKey(folders: folders.map { Array($0.utf8) }, detail: detail)
  }

  private func keep(_ bytes: [UInt8], under key: ReadingKey, version: String = "1") {
    let readings = readings(version: version)
    readings.keep({ [KeptColumn([1.5, 2.5]), KeptColumn(bytes)] }, under: key)
    readings.finishWriting()
  }

  private func read(_ key: ReadingKey, version: String = "1") async -> [UInt8]? {
    await readings(version: version).read(key) { columns throws(DamagedBytes) in
      guard try columns.read(Double.self, count: 2) == [1.5, 2.5] else { throw DamagedBytes() }
      return try columns.read(UInt8.self, count: columns.remainingByteCount)
    }
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  @Test func `columns come back under their key, to the version that kept them`() async throws {
    let bytes = (0..<10_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    await expectEqual(read(key("/a")), nil)

    keep(bytes, under: key("/a"))
    keep([1], under: key("/a", detail: [2]))
    keep([], under: key("/a", "/b"))

    await expectEqual(read(key("/a")), bytes)
    await expectEqual(read(key("/a", detail: [2])), [1])
    await expectEqual(read(key("/a", "/b")), [])
    await expectEqual(read(key("/b")), nil)
    await expectEqual(read(key("/a"), version: "2"), nil)
    for name in names {
      var status = stat()
      expectEqual(lstat("\(folder)/\(name)", &status), 0)
      expectEqual(status.st_mode & 0o777, 0o600)
    }
    // In the place of the other version's.
    let count = names.count
    keep([2], under: key("/a"), version: "2")
    expectEqual(names.count, count)
    await expectEqual(read(key("/a"), version: "2"), [2])
  }

  @Test func `what can't be kept any more goes`() async {
    keep([1], under: key("/a"))
    let readings = readings()
    readings.keep({ [] }, under: key("/a"))
    readings.finishWriting()

    expectEqual(names, [])
  }

  @Test func `a file that is damaged anywhere is removed, and never read`() async throws {
    let bytes = (0..<50).map { UInt8($0) }
    keep(bytes, under: key("/a"))
    let path = "\(folder)/\(try #require(names.first))"
    let whole = try Data(contentsOf: URL(fileURLWithPath: path))
    func damage(_ data: Data) throws {
      try data.write(to: URL(fileURLWithPath: path))
    }

    for place in whole.indices {
      var data = whole
      data[place] ^= 1 << UInt8(place % 8)
      try damage(data)
      await expectEqual(read(key("/a")), nil, "byte \(place)")
    }
    for count in [0, 1, 23, 24, 40, whole.count - 1] {
      try damage(whole.prefix(count))
      await expectEqual(read(key("/a")), nil)
      expectEqual(names, [])
    }
    try damage(whole + [0])
    await expectEqual(read(key("/a")), nil)
    try damage(whole)
    await expectEqual(read(key("/a")), bytes)
  }

  @Test func `a folder is forgotten with those around it`() async {
    let paths = ["/p", "/p/a", "/p/a/b", "/p/ab", "/q"]
    for path in paths { keep([1], under: key(path)) }
    keep([1], under: key("/q", "/p/a/c"))

    readings().forget(around: Array("/p/a".utf8))

    for path in paths {
      await expectEqual(read(key(path)) != nil, ["/p/ab", "/q"].contains(path), "\(path)")
    }
    await expectEqual(read(key("/q", "/p/a/c")), nil)
    #expect(readings().byteCount > 0)
    readings().forget(around: nil)
    expectEqual(names, [])
    expectEqual(readings().byteCount, 0)
  }

  @Test func `the folders that were used last stay, and parts of killed programs go`() async throws
  {
    keep([1], under: key("/first"))
    let part = "\(folder)/.part-1"
    #expect(FileManager.default.createFile(atPath: part, contents: Data([1])))
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: part)
    for name in names {
      try FileManager.default.setAttributes(
        [.modificationDate: Date(timeIntervalSinceNow: -7_200)], ofItemAtPath: "\(folder)/\(name)")
    }
    for number in 1...80 {
      keep([1], under: key("/\(number)"))
      if number == 20 { await expectEqual(read(key("/first")), [1]) }
    }

    expectEqual(names.count, 64)
    #expect(!names.contains(".part-1"))
  }

  @Test func `a folder that can't be written keeps nothing, and says so once`() async throws {
    #expect(FileManager.default.createFile(atPath: folder, contents: Data()))
    let readings = readings()
    for path in ["/a", "/b"] {
      readings.keep({ [KeptColumn([1])] }, under: key(path))
      readings.finishWriting()
    }

    await expectEqual(read(key("/a")), nil)
    expectEqual(log.lines.count, 1)
  }
}
