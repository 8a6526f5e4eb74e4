import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

@testable import NcursesTerminal

/// Pixels in shared memory, and what dead processes leave there.
struct SharedMemoryTests {
  @Test func `shared memory is used and removed`() throws {
    var sharing = SharedMemory()
    let shared = sharing.share([1, 2, 3, 4])
    let name = try #require(shared)
    let path = "\(SharedMemory.folder)\(name)"
    expectEqual(access(path, R_OK), 0)

    sharing.removeAll()

    #expect(access(path, R_OK) != 0)
    var names: [String] = []
    for _ in 0...SharedMemory.limit {
      let shared = sharing.share([5])
      names.append(try #require(shared))
    }
    #expect(access("\(SharedMemory.folder)\(names[0])", R_OK) != 0)
    expectEqual(access("\(SharedMemory.folder)\(names[1])", R_OK), 0)
    sharing.removeAll()
    #expect(names.allSatisfy { access("\(SharedMemory.folder)\($0)", R_OK) != 0 })
  }

  @Test func `names contain the process that made them`() {
    expectEqual(SharedMemory.owner(of: "vitrine-4194304-3w5e11264sgsf-17"), 4_194_304)
    var memory = SharedMemory()
    let made = memory.share([1])
    expectEqual(made.flatMap { SharedMemory.owner(of: String($0.dropFirst())) }, getpid())
    memory.removeAll()
    for other in [
      "", "vitrine", "vitrine-123", "vitrine-0-k3", "vitrine-1x-k3", "vitrine-99999999999-k3",
      "vitrine-١-k3", "Vitrine-123-k3", "xvitrine-123-k3",
    ] {
      expectEqual(SharedMemory.owner(of: other), nil, "\(other)")
    }
  }

  @Test func `what a dead process left is removed, and nothing else`() throws {
    var template = Array("/tmp/vitrine-test-XXXXXX".utf8CString)
    let made = try #require(mkdtemp(&template))
    let folder = String(cString: made)
    let dead = try Self.deadProcess()
    let stale = ["vitrine-\(dead)-k3", "vitrine-\(dead)-k3-1", "vitrine-\(dead)-k3-2"]
    let kept = [
      // Live ones, of this user and of another.
      "vitrine-\(getpid())-k3", "vitrine-1-k3", "vitrine-\(dead)", "other",
    ]
    for name in stale + kept { close(open("\(folder)/\(name)", O_CREAT | O_WRONLY, 0o600)) }
    // With the right name, but not an object.
    mkdir("\(folder)/vitrine-\(dead)-dir", 0o700)
    symlink("other", "\(folder)/vitrine-\(dead)-link")
    defer {
      for name in stale + kept + ["vitrine-\(dead)-link"] { unlink("\(folder)/\(name)") }
      rmdir("\(folder)/vitrine-\(dead)-dir")
      rmdir(folder)
    }

    expectEqual(SharedMemory.removeStale(in: folder), 3)

    #expect(stale.allSatisfy { access("\(folder)/\($0)", F_OK) != 0 })
    #expect(kept.allSatisfy { access("\(folder)/\($0)", F_OK) == 0 })
    var status = stat()
    expectEqual(lstat("\(folder)/vitrine-\(dead)-dir", &status), 0)
    expectEqual(lstat("\(folder)/vitrine-\(dead)-link", &status), 0)
    expectEqual(SharedMemory.removeStale(in: folder), 0)
    expectEqual(SharedMemory.removeStale(in: "\(folder)/none"), 0)
  }

  /// Killed, and by a crash and a hasty exit.
  @Test(arguments: ["", "A", "X"])
  func `the next one removes what one left that could not`(_ key: String) throws {
    let ended = try session()
    let pid = try ended.pid()
    if key.isEmpty { kill(pid, SIGKILL) } else { ended.terminal.send(key) }
    #expect(try ended.status() != 0)

    let next = try session()

    expectEqual(SharedMemory.count(of: pid), 0)
    expectEqual(SharedMemory.count(of: try next.pid()), 1)
    next.terminal.send("\u{1B}[?62cq")
    try expectEqual(next.status(), 0)
    expectEqual(SharedMemory.count(of: try next.pid()), 0)
  }

  /// A probe that has asked and received no answer, so that its object exists.
  private func session() throws -> ShellSession {
    let session = try ShellSession(
      BuiltProgram.path("terminal-probe"), environment: BuiltProgram.environment)
    try session.terminal.read(until: "@")
    return session
  }

  /// The id of a process that has ended.
  private static func deadProcess() throws -> pid_t {
    var pid: pid_t = 0
    var arguments: [UnsafeMutablePointer<CChar>?] = [strdup("true"), nil]
    defer { free(arguments[0]) }
    try #require(posix_spawn(&pid, "/bin/true", nil, nil, &arguments, nil) == 0)
    var status: Int32 = 0
    try #require(waitpid(pid, &status, 0) == pid)
    return pid
  }

}

extension SharedMemory {
  /// How many objects of a process there are.
  static func count(of pid: pid_t) -> Int {
    guard let folder = opendir(folder) else { return -1 }
    defer { closedir(folder) }
    var count = 0
    while let entry = readdir(folder) {
      let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      if owner(of: name) == pid { count += 1 }
    }
    return count
  }
}
