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
    #expect(!folder.names.contains("a.html"))

    try file.finish(as: folder.path("a.html"), replaces: false)

    expectEqual(folder.names, ["a.html"])
    try expectEqual(folder.read("a.html"), "abc")
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
    try folder.write("old", to: "a.html")
    let file = try PendingFile(in: folder.path)
    try file.write(Array("new".utf8))

    #expect(throws: FileFault(code: EEXIST)) {
      try file.finish(as: folder.path("a.html"), replaces: false)
    }
    try file.finish(as: folder.path("b.html"), replaces: false)

    expectEqual(folder.names, ["a.html", "b.html"])
    try expectEqual(folder.read("a.html"), "old")
  }

  @Test func `a file that may be replaced is replaced atomically`() throws {
    try folder.write("old", to: "a.html")
    let file = try PendingFile(in: folder.path)
    try file.write(Array("new".utf8))
    try file.finish(as: folder.path("a.html"), replaces: true)

    expectEqual(folder.names, ["a.html"])
    try expectEqual(folder.read("a.html"), "new")
  }

  @Test func `a missing folder is reported`() {
    #expect(throws: FileFault(code: ENOENT)) { try PendingFile(in: folder.path("none")) }
  }

  @Test func `a file gets its name on a disk without links and safe renames, and replaces none`()
    throws
  {
    func refusing(_ code: Int32) -> Int32 {
      errno = code
      return -1
    }
    // FAT in user space.
    let calls = PendingFile.Calls(
      nameless: { _, _ in refusing(EOPNOTSUPP) }, rename: { _, _ in refusing(EINVAL) },
      link: { _, _ in refusing(EPERM) })
    try folder.write("old", to: "a.html")
    let file = try PendingFile(in: folder.path, calls: calls)
    try file.write(Array("new".utf8))

    #expect(throws: FileFault(code: EEXIST)) {
      try file.finish(as: folder.path("a.html"), replaces: false)
    }
    try file.finish(as: folder.path("b.html"), replaces: false)

    expectEqual(folder.names, ["a.html", "b.html"])
    try expectEqual(folder.read("a.html"), "old")
    try expectEqual(folder.read("b.html"), "new")
  }

  @Test func `a file system that writes nothing and gives no reason isn't asked for ever`() throws {
    let file = try PendingFile(
      in: folder.path, calls: PendingFile.Calls(write: { _, _, count in count > 1 ? 1 : 0 }))

    #expect(throws: FileFault(code: EIO)) { try file.write([1, 2, 3]) }
  }

  @Test func `a disk that is mounted read-only says so`() {
    expectEqual(FileFault(code: EROFS).failure(name: "a"), .notWritten(name: "a", code: EROFS))
    expectEqual(ExportPath.refusal(EROFS), .readOnly)
    expectEqual(ExportPath.refusal(EACCES), .noPermission)
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
