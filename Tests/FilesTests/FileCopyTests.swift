import ExpectationSupport
import Glibc
import Testing

@testable import Files

/// The one way to copy bytes.
@Suite struct FileCopyTests {
  private let bench: FilesBench
  private let source: Int32
  private let target: Int32
  private let text = String(repeating: "photo ", count: 500_000)

  init() throws {
    bench = try FilesBench()
    bench.write(text, to: "source")
    source = try FileReader.open(bench.path("source")).descriptor
    let folder = try bench.calls.openFolder(Array(bench.path.utf8))
    target = try bench.calls.createFile(Array("target".utf8), in: folder)
  }

  private func copy(shouldStop: () -> Bool = { false }) throws {
    defer {
      close(source)
      close(target)
    }
    try bench.calls.copy(source, to: target, shouldStop: shouldStop)
  }

  @Test(arguments: [EPERM, ENOSYS, EXDEV, EINVAL, EOPNOTSUPP, EBADF, EINTR, nil])
  func `a file is copied where the kernel can't, may not, or says it copied nothing`(
    code: Int32?
  ) throws {
    switch code {
    // An interrupted call is made again.
    case EINTR?: bench.begin(.once(0, EINTR))
    case let code?: bench.refuse(.copyRange, .fail(code))
    case nil: bench.refuse(.copyRange, .nothing)
    }

    try copy()

    #expect(bench.text("target") == text)
  }

  @Test func `a file system that writes nothing and gives no reason isn't asked for ever`() throws {
    bench.refuse(.copyRange, .fail(ENOSYS))
    bench.refuse(.write, .nothing)

    #expect(throws: SystemCallError(code: EIO)) { try copy() }
  }

  @Test(arguments: [ENOSPC, EDQUOT, EIO])
  func `a full or broken disk is an error`(code: Int32) throws {
    bench.refuse(.copyRange, .fail(code))

    #expect(throws: SystemCallError(code: code)) { try copy() }
  }

  @Test func `a source that can't be read fails`() throws {
    bench.refuse(.copyRange, .fail(EXDEV))
    bench.refuse(.read, .fail(EIO))

    #expect(throws: SystemCallError(code: EIO)) { try copy() }
  }

  @Test(arguments: [
    ("", "", true), ("a", "a", true), ("a", "b", false), ("a", "ab", false), ("ab", "a", false),
  ])
  func `two files are equal up to their ends`(one: String, other: String, isEqual: Bool) throws {
    // Longer than what is read at once.
    for beginning in ["", text] {
      bench.write(beginning + one, to: "one")
      bench.write(beginning + other, to: "other")
      let files = try ["one", "other"].map { try FileReader.open(bench.path($0)).descriptor }
      defer { for file in files { close(file) } }

      try expectEqual(bench.calls.isEqual(files[0], files[1]), isEqual)
    }
  }

  @Test func `a copy that is cancelled says so`() throws {
    #expect(throws: SystemCallError(code: ECANCELED)) { try copy { true } }
  }

  @Test func `a file of proc, which claims to be empty, is copied`() throws {
    let status = try FileReader.open("/proc/self/status".utf8).descriptor
    defer { close(status) }

    try bench.calls.copy(status, to: target) { false }

    #expect(bench.text("target")?.hasPrefix("Name:") == true)
  }
}
