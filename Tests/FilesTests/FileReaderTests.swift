import ExpectationSupport
import Glibc
import Testing

@testable import Files

/// Reading files and folders, paths, locks.
@Suite struct FileReaderTests {
  private let bench: FilesBench

  init() throws {
    bench = try FilesBench()
  }

  private func read(_ name: String, byteLimit: Int = 100, followsLink: Bool = true) throws -> String
  {
    let bytes = try FileReader.read(
      bench.path(name), byteLimit: byteLimit, followsLink: followsLink
    ).bytes
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `a file is read whole, up to a limit`() throws {
    bench.write("0123456789", to: "a")
    bench.write("", to: "empty")

    try expectEqual(read("a", byteLimit: 10), "0123456789")
    try expectEqual(read("empty", byteLimit: 0), "")
    #expect(throws: FileReader.Failure.tooLarge(byteCount: 10)) { try read("a", byteLimit: 9) }
    #expect(throws: FileReader.Failure.failed(ENOENT)) { try read("none") }
  }

  @Test func `a file that claims to be empty is read to its end`() throws {
    let bytes = try FileReader.read("/proc/self/status".utf8, byteLimit: 1 << 20).bytes

    #expect(bytes.starts(with: "Name:".utf8))
    #expect(throws: FileReader.Failure.self) {
      try FileReader.read("/proc/self/status".utf8, byteLimit: 10)
    }
  }

  @Test func `what is no file isn't opened`() throws {
    mkfifo("\(bench.path)/pipe", 0o600)

    #expect(throws: FileReader.Failure.notRegularFile) { try read("pipe") }
    #expect(throws: FileReader.Failure.notRegularFile) { try read("") }
    #expect(throws: FileReader.Failure.notRegularFile) {
      try FileReader.read("/dev/zero".utf8, byteLimit: 10)
    }
  }

  @Test func `a link is followed only if it may be`() throws {
    bench.write("text", to: "a")
    symlink("a", "\(bench.path)/link")

    try expectEqual(read("link"), "text")
    #expect(throws: FileReader.Failure.notRegularFile) { try read("link", followsLink: false) }
  }

  @Test func `the beginning of a file`() {
    bench.write("0123456789", to: "a")

    expectEqual(FileReader.beginning(of: bench.path("a"), count: 3), Array("012".utf8))
    expectEqual(FileReader.beginning(of: bench.path("a"), count: 30).count, 10)
    expectEqual(FileReader.beginning(of: bench.path("none"), count: 3), [])
  }

  @Test(arguments: [false, true])
  func `a folder lists its names and what they are, though its file system doesn't say`(
    isUnknown: Bool
  ) throws {
    bench.write("", to: "...")
    bench.write("", to: ".hidden")
    bench.write("", to: String(repeating: "n", count: 255))
    mkdir("\(bench.path)/folder", 0o700)
    symlink("a", "\(bench.path)/link")
    mkfifo("\(bench.path)/pipe", 0o600)

    let entries = try #require(FolderEntries(bench.path.utf8))
    var kinds: [String: Int32] = [:]
    for var entry in entries {
      if isUnknown { entry.type = Int32(DT_UNKNOWN) }
      kinds[String(decoding: entry.name, as: UTF8.self)] = entry.kind
    }

    expectEqual(
      kinds,
      [
        "...": Int32(DT_REG), ".hidden": Int32(DT_REG),
        String(repeating: "n", count: 255): Int32(DT_REG), "folder": Int32(DT_DIR),
        "link": Int32(DT_LNK), "pipe": Int32(isUnknown ? DT_UNKNOWN : DT_FIFO),
      ])
    expectEqual(entries.code, 0)
    expectEqual(FolderEntries.names(in: "\(bench.path)/none"), [])
  }

  @Test func `a folder that can't be read to its end says why`() throws {
    let entries = try #require(FolderEntries(bench.path.utf8))
    let file = open("/dev/null", O_RDONLY | O_CLOEXEC)
    defer { close(file) }
    try #require(dup2(file, entries.descriptor) >= 0)

    expectEqual(entries.next()?.name, nil)
    expectEqual(entries.code, ENOTDIR)
  }

  @Test func `names that are no text stay bytes`() {
    let path = FilePath.join(bench.path.utf8, [0x61, 0xFF])
    FilePath.withCString(path) { _ = close(open($0, O_CREAT | O_WRONLY, 0o600)) }

    expectEqual(FolderEntries.names(in: bench.path.utf8), [[0x61, 0xFF]])
  }

  // MARK: Paths

  @Test(arguments: [
    ("a", ".", "a"), ("/a", "/", "a"), ("/a/b", "/a", "b"), ("a/b/", "a", "b"), ("/", "/", "/"),
  ])
  func `a path is a folder and a name`(path: String, folder: String, name: String) {
    let parts = FilePath.split(path.utf8)

    expectEqual(parts.folder, Array(folder.utf8))
    expectEqual(parts.name, Array(name.utf8))
  }

  @Test(arguments: [
    ("/a/b", "/a", "b"), ("/a", "/a", ""), ("/ab", "/a", nil), ("/a", "/", "a"), ("/b", "/a", nil),
  ])
  func `a path is inside a folder by whole names`(path: String, folder: String, rest: String?) {
    let inside = FilePath.isInside(Array(path.utf8), Array(folder.utf8))

    expectEqual(inside.map { String(decoding: $0, as: UTF8.self) }, rest)
  }

  @Test func `a folder is made with those above it, for its owner only`() {
    #expect(FilePath.makeFolders(bench.path("a/b/c")))
    #expect(FilePath.makeFolders(bench.path("a/b/c/")))
    expectEqual(bench.mode("a/b"), 0o700)

    bench.write("", to: "file")
    #expect(!FilePath.makeFolders(bench.path("file")))
    expectEqual(errno, ENOTDIR)
    #expect(!FilePath.makeFolders(bench.path("file/a")))
    expectEqual(errno, ENOTDIR)
  }

  @Test func `a real path has no links`() {
    mkdir("\(bench.path)/a", 0o700)
    symlink("a", "\(bench.path)/link")

    expectEqual(FilePath.real(bench.path("link/../a")), FilePath.real(bench.path("a")))
    expectEqual(FilePath.real(bench.path("none")), nil)
  }

  @Test func `the user's folders are those of the specification`() {
    func path(_ folder: BaseFolder, _ environment: [String: String]) -> String? {
      folder.path { environment[$0] }
    }

    expectEqual(path(.cache, ["HOME": "/home/ann"]), "/home/ann/.cache")
    expectEqual(path(.state, ["HOME": "/home/ann/"]), "/home/ann/.local/state")
    expectEqual(path(.data, ["HOME": "/h", "XDG_DATA_HOME": "/data/"]), "/data")
    expectEqual(path(.configuration, ["HOME": "/h", "XDG_CONFIG_HOME": "etc"]), "/h/.config")
    expectEqual(path(.configuration, ["XDG_CONFIG_HOME": "/\u{FFFD}"]), nil)
    expectEqual(path(.cache, ["HOME": "ann"]), nil)
  }

  // MARK: Locks

  @Test func `a lock is held once, until it is released`() throws {
    let first = try FileLock(bench.path("lock"))
    #expect(throws: FileLock.Fault.isHeld) { try FileLock(bench.path("lock")) }
    first.release()

    _ = try FileLock(bench.path("lock"))

    #expect(throws: FileLock.Fault.failed(ENOENT)) { try FileLock(bench.path("none/lock")) }
  }
}
