import ExpectationSupport
import Testing

/// What a user sees who starts the worker by hand.
struct CommandLineTests {
  @Test func `started by hand it says in one line whose it is, and fails`() throws {
    let (text, status) = try WorkerProcess.run("vitrine-pictures")

    expectEqual(status, 64 << 8)
    expectEqual(
      text, "vitrine-pictures: decodes pictures for vitrine, which starts it by itself.\n")
  }

  @Test func `it reports its version`() throws {
    let (text, status) = try WorkerProcess.run("vitrine-pictures", ["--version"])

    expectEqual(status, 0)
    #expect(text.starts(with: /vitrine-pictures \d+\.\d+\.\d+/) && text.contains("libvips 8."))
  }
}
