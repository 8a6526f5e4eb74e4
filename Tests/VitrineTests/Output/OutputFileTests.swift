import ExpectationSupport
import Foundation
import GalleryDomain
import Glibc
import Testing

@testable import vitrine

/// The file of `--output-file`.
struct OutputFileTests {
  private let folder: ScratchFolder

  init() throws {
    folder = try ScratchFolder()
  }

  private func file(_ name: String) throws -> OutputFile {
    try OutputFile(try #require(FileReference(path: folder.path(name))))
  }

  private func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func mode(_ name: String) -> mode_t {
    var status = stat()
    stat(folder.path(name), &status)
    return status.st_mode & 0o777
  }

  @Test func `a new file is created, and nothing next to it`() throws {
    try file("out").write(Array("a\n".utf8))

    try expectEqual(folder.read("out"), Array("a\n".utf8))
    try expectEqual(names(), ["out"])
    expectEqual(mode("out") & 0o600, 0o600)
  }

  @Test func `an existing file is replaced, even by nothing, and keeps its permissions`() throws {
    try folder.write("former and longer", to: "out")
    chmod(folder.path("out"), 0o640)

    try file("out").write([])

    #expect(try folder.read("out").isEmpty)
    expectEqual(mode("out"), 0o640)
    try expectEqual(names(), ["out"])
  }

  @Test func `a reader of the old file can read it to its end`() throws {
    try folder.write("former", to: "out")
    let reader = try #require(FileHandle(forReadingAtPath: folder.path("out")))

    try file("out").write(Array("new".utf8))

    try expectEqual(reader.readToEnd(), Data("former".utf8))
  }

  @Test func `a link is followed and stays`() throws {
    try folder.write("former", to: "true")
    symlink("true", folder.path("link"))

    try file("link").write(Array("new".utf8))

    try expectEqual(folder.read("true"), Array("new".utf8))
    try expectEqual(
      FileManager.default.destinationOfSymbolicLink(atPath: folder.path("link")), "true")
  }

  @Test func `a pipe is written to`() throws {
    mkfifo(folder.path("pipe"), 0o600)
    let reader = open(folder.path("pipe"), O_RDONLY | O_NONBLOCK)
    defer { close(reader) }

    try file("pipe").write(Array("new".utf8))

    var bytes = [UInt8](repeating: 0, count: 8)
    expectEqual(read(reader, &bytes, 8), 3)
    try expectEqual(names(), ["pipe"])
  }

  @Test func `an unwritable file is detected immediately`() throws {
    #expect(throws: OutputFileError.isFolder(name: folder.path + "/")) { try file("") }
    #expect(throws: OutputFileError.unwritable(name: folder.path("no/out"), code: ENOENT)) {
      try file("no/out")
    }
    try folder.write("x", to: "plain")
    #expect(throws: OutputFileError.unwritable(name: folder.path("plain/out"), code: ENOTDIR)) {
      try file("plain/out")
    }
  }

  @Test func `a folder that disappears is reported, and no temporary file stays`() throws {
    try FileManager.default.createDirectory(
      atPath: folder.path("sub"), withIntermediateDirectories: false)
    let file = try file("sub/out")
    rmdir(folder.path("sub"))

    #expect(throws: OutputFileError.unwritable(name: folder.path("sub/out"), code: ENOENT)) {
      try file.write([1])
    }
    #expect(try names().isEmpty)
  }

  @Test func `a full disk is reported`() throws {
    let file = try OutputFile(try #require(FileReference(path: "/dev/full")))

    #expect(throws: OutputFileError.unwritable(name: "/dev/full", code: ENOSPC)) {
      try file.write([1])
    }
  }
}
