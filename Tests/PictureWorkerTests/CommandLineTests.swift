import Glibc
import PictureProtocol
import Testing

/// What a person sees who starts the worker by hand.
struct CommandLineTests {
  @Test func `started by hand it says in one line whose it is, and fails`() throws {
    let (text, status) = try run([], standardInput: "/dev/null")

    #expect(status == 64 << 8)
    #expect(text == "vitrine-pictures: decodes pictures for vitrine, which starts it by itself.\n")
  }

  @Test func `it tells its version`() throws {
    let (text, status) = try run(["--version"], standardInput: "/dev/null")

    #expect(status == 0)
    #expect(text.hasPrefix("vitrine-pictures 0.") && text.contains("libvips 8."))
  }

  /// Runs the program to its end.
  /// - Returns: What it wrote to standard output and error, and the status of waitpid(2).
  private func run(
    _ arguments: [String], standardInput: String
  ) throws -> (text: String, status: Int32) {
    var ends: [Int32] = [-1, -1]
    try #require(pipe(&ends) == 0)
    let reader = OwnedDescriptor(ends[0])
    var writer: OwnedDescriptor? = OwnedDescriptor(ends[1])
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, standardInput, O_RDONLY, 0)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDOUT_FILENO)
    posix_spawn_file_actions_adddup2(&actions, ends[1], STDERR_FILENO)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    var pid: pid_t = 0
    var words = (["vitrine-pictures"] + arguments).map { strdup($0) } + [nil]
    defer { for word in words { free(word) } }
    try #require(posix_spawn(&pid, try WorkerProcess.path, &actions, nil, &words, environ) == 0)
    writer = nil
    _ = writer
    // The status comes first: another test's child may hold a copy of the pipe's end for a moment.
    var status: Int32 = -1
    waitpid(pid, &status, 0)
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      count = max(0, read(reader.number, buffer.baseAddress, buffer.count))
    }
    return (String(decoding: bytes, as: UTF8.self), status)
  }
}
