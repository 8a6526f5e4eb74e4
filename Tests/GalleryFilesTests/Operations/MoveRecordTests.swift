import ExpectationSupport
import Files
import Foundation
import GalleryData
import GalleryDomain
import GalleryTestSupport
import Glibc
import Testing

@testable import GalleryFiles

/// What the record of an interrupted move may touch, and what not.
@Suite(.timeLimit(.minutes(5))) struct MoveRecordTests {
  private let bench: FileOperationBench

  init() throws {
    bench = try FileOperationBench()
    for name in ["a.jpg", "a.jpg.xmp", "other.jpg"] { bench.write(name, to: "from/\(name)") }
  }

  /// Renames `a.jpg` to `b.jpg` until a call is made for the last time, and is killed before it or after it.
  private func interrupt(
    at call: FileSystemCalls.Call, of process: ProcessIdentity? = .ended, isAfter: Bool = true
  ) async throws {
    let rehearsal = try MoveRecordTests()
    rehearsal.bench.calls.begin()
    await rehearsal.rename("a.jpg", to: "b.jpg")
    let last = try #require(rehearsal.bench.calls.made.lastIndex(of: call))
    bench.calls.setProcess(process)
    bench.calls.begin(.crash(last + (isAfter ? 1 : 0)))
    await rename("a.jpg", to: "b.jpg")
    bench.calls.setProcess(.current)
    bench.calls.begin()
  }

  @discardableResult
  private func rename(
    _ name: String, to newName: String, now: Date = Date()
  ) async -> FileOperationReport {
    await bench.repository(now: now).perform(
      .rename(to: [Array(newName.utf8)]), on: [bench.group("from/\(name)")]
    ) { _ in }
  }

  private var names: [String] { bench.contents.keys.map { String($0.dropFirst(5)) }.sorted() }
  private var records: [String] { names.filter { $0.hasSuffix(".names") } }

  /// What is done to the files of a move that was killed, or that will be, and what the next operation leaves of them.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var isAfter = true
    var before: @Sendable (FileOperationBench) -> Void = { _ in }
    var after: @Sendable (FileOperationBench) -> Void = { _ in }
    let names: [String]
  }

  @Test(arguments: [
    Case(testDescription: "all new names are there", names: ["b.jpg", "b.jpg.xmp", "c.jpg"]),
    Case(
      testDescription: "a new name is missing", isAfter: false,
      names: ["a.jpg", "a.jpg.xmp", "c.jpg"]),
    Case(
      testDescription: "a new name is gone, and the old one is the file's last",
      after: { unlink($0.path("from/b.jpg")) }, names: ["a.jpg", "a.jpg.xmp", "c.jpg"]),
    Case(
      testDescription: "a hard link beside them is the user's",
      before: { link($0.path("from/a.jpg"), $0.path("from/mine.jpg")) },
      names: ["b.jpg", "b.jpg.xmp", "c.jpg", "mine.jpg"]),
  ])
  func `a killed move is finished if its new names are there, and otherwise taken back`(
    move: Case
  ) async throws {
    move.before(bench)
    try await interrupt(at: .link, isAfter: move.isAfter)
    expectEqual(records.count, 1)
    move.after(bench)

    await rename("other.jpg", to: "c.jpg")

    expectEqual(names, move.names)
  }

  @Test func `undoing finds the record, too`() async throws {
    let report = await rename("other.jpg", to: "c.jpg")
    try await interrupt(at: .link)

    _ = try await bench.undo(report.outcomes[0].get())

    expectEqual(names, ["b.jpg", "b.jpg.xmp", "other.jpg"])
  }

  @Test func `hard links without a record are the user's`() async throws {
    link(bench.path("from/a.jpg"), bench.path("from/b.jpg"))
    link(bench.path("from/a.jpg.xmp"), bench.path("from/b.jpg.xmp"))

    await rename("other.jpg", to: "c.jpg")

    expectEqual(names, ["a.jpg", "a.jpg.xmp", "b.jpg", "b.jpg.xmp", "c.jpg"])
  }

  @Test func `a name that has become another file's is kept`() async throws {
    try await interrupt(at: .link)
    bench.write("edited", to: "from/new")
    expectEqual(Glibc.rename(bench.path("from/new"), bench.path("from/a.jpg")), 0)

    await rename("other.jpg", to: "c.jpg")

    expectEqual(names, ["a.jpg", "b.jpg", "b.jpg.xmp", "c.jpg"])
    expectEqual(bench.contents["from/a.jpg"], "edited")
  }

  @Test(arguments: [true, false])
  func `a running process finishes itself, and one that can't be seen gets a day`(
    isRunning: Bool
  ) async throws {
    try await interrupt(at: .link, of: isRunning ? .current : .elsewhere)
    let before = names.filter { $0 != "other.jpg" }

    await rename("other.jpg", to: "c.jpg")
    expectEqual(names, (before + ["c.jpg"]).sorted())

    await rename("c.jpg", to: "d.jpg", now: Date(timeIntervalSinceNow: 2 * 86_400))
    expectEqual(names, ((isRunning ? before : ["b.jpg", "b.jpg.xmp"]) + ["d.jpg"]).sorted())
  }

  @Test func `a folder that was moved meanwhile is put in order, too`() async throws {
    try await interrupt(at: .link)
    expectEqual(Glibc.rename(bench.path("from"), bench.path("moved")), 0)
    symlink(bench.path("moved"), bench.path("from"))

    await rename("other.jpg", to: "c.jpg")

    try expectEqual(
      FileManager.default.contentsOfDirectory(atPath: bench.path("moved")).sorted(),
      ["b.jpg", "b.jpg.xmp", "c.jpg"])
  }

  /// A record of one file.
  private static func record(
    inode: String = "2", manner: Int = 0, name: String = "a.jpg", target: String = "",
    newName: String = "c.jpg"
  ) -> String {
    func bytes(_ text: String) -> String { "\(Array(text.utf8))" }
    return """
      {"entries":[{"device":1,"inode":\(inode),"manner":\(manner),"source":[],"name":\(bytes(name)),\
      "between":[120],"target":\(bytes(target)),"newName":\(bytes(newName))}]}
      """
  }

  @Test(arguments: [
    "", "{}", String(record().dropLast()), record(inode: "-1"), record(manner: 9), record(name: ""),
    record(name: "../a"), record(newName: "/c"), record(name: "a\0"),
  ])
  func `what isn't a record is removed and changes nothing`(text: String) async throws {
    let process = try #require(ProcessIdentity.ended)
    bench.write(text, to: "from/.vitrine-\(process.text)-0123456789abcdef.names")

    await rename("other.jpg", to: "c.jpg")

    expectEqual(names, ["a.jpg", "a.jpg.xmp", "c.jpg"])
  }

  @Test(arguments: ["", "FOLDER", "LINK"])
  func `a record that has a name twice doesn't remove the only one`(target: String) async throws {
    symlink(bench.path("from"), bench.path("link"))
    var status = stat()
    expectEqual(stat(bench.path("from/a.jpg"), &status), 0)
    let path = target.replacing("FOLDER", with: bench.path("from")).replacing(
      "LINK", with: bench.path("link"))
    let process = try #require(ProcessIdentity.ended)
    bench.write(
      Self.record(inode: "\(status.st_ino)", target: path, newName: "a.jpg")
        .replacing("\"device\":1", with: "\"device\":\(status.st_dev)"),
      to: "from/.vitrine-\(process.text)-0123456789abcdef.names")

    await rename("other.jpg", to: "c.jpg")

    expectEqual(names, ["a.jpg", "a.jpg.xmp", "c.jpg"])
  }

  @Test func `a record goes from both folders at once`() async throws {
    bench.calls.begin()
    let move = bench.move
    bench.calls.setProcess(.ended)
    bench.calls.whenCalled { [unowned bench] call in
      if call == .link, bench.contents["to/a.jpg.xmp"] != nil { bench.calls.begin(.crash(0)) }
    }
    _ = await bench.repository().perform(move, on: [bench.group("from/a.jpg")]) { _ in }
    bench.calls.whenCalled { _ in }
    bench.calls.setProcess(.current)
    bench.calls.begin()
    expectEqual(bench.contents.keys.count { $0.hasSuffix(".names") }, 2)

    await rename("other.jpg", to: "c.jpg")

    #expect(!bench.contents.keys.contains { $0.hasSuffix(".names") })
  }

  @Test func `a full disk doesn't stop a move`() async throws {
    bench.calls.setSystem([.createFile: .fail(ENOSPC)])

    await rename("a.jpg", to: "b.jpg")

    expectEqual(names, ["b.jpg", "b.jpg.xmp", "other.jpg"])
  }
}
