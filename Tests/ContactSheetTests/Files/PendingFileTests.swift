import ExpectationSupport
import Glibc
import Testing

@testable import ContactSheet

/// Files that are whole or not there.
struct PendingFileTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  @Test func `a file gets its name once it is complete`() throws {
    let file = try PendingFile(in: folder.path)
    try file.write(Array("abc".utf8))
    #expect(!folder.names.contains("a.pdf"))

    try file.finish(as: folder.path("a.pdf"), replaces: false)

    expectEqual(folder.names, ["a.pdf"])
    try expectEqual(folder.read("a.pdf"), "abc")
  }

  @Test func `a cancelled or forgotten file leaves nothing behind`() throws {
    let file = try PendingFile(in: folder.path)
    try file.write([1, 2, 3])
    file.giveUp()
    file.giveUp()
    do { _ = try PendingFile(in: folder.path) }

    expectEqual(folder.names, [])
    #expect(throws: FileFault(code: EBADF)) {
      try file.finish(as: folder.path("a"), replaces: false)
    }
  }

  @Test func `an existing file is left alone`() throws {
    try folder.write("old", to: "a.pdf")
    let file = try PendingFile(in: folder.path)
    try file.write(Array("new".utf8))

    #expect(throws: FileFault(code: EEXIST)) {
      try file.finish(as: folder.path("a.pdf"), replaces: false)
    }
    try file.finish(as: folder.path("b.pdf"), replaces: false)

    expectEqual(folder.names, ["a.pdf", "b.pdf"])
    try expectEqual(folder.read("a.pdf"), "old")
  }

  @Test func `a file that may be replaced is replaced atomically`() throws {
    try folder.write("old", to: "a.pdf")
    let file = try PendingFile(in: folder.path)
    try file.write(Array("new".utf8))
    try file.finish(as: folder.path("a.pdf"), replaces: true)

    expectEqual(folder.names, ["a.pdf"])
    try expectEqual(folder.read("a.pdf"), "new")
  }

  @Test func `a missing folder is reported`() {
    #expect(throws: FileFault(code: ENOENT)) { try PendingFile(in: folder.path("none")) }
  }

  @Test func `a full disk is reported when writing`() throws {
    let full = open("/dev/full", O_WRONLY)
    defer { close(full) }
    let file = try PendingFile(in: folder.path)
    dup2(full, file.descriptor)

    #expect(throws: FileFault(code: ENOSPC)) { try file.write([1]) }
    expectEqual(FileFault(code: ENOSPC).failure(name: "a"), .noSpace(name: "a"))
  }
}
