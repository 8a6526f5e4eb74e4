import ExpectationSupport
import Glibc
import TerminalKit
import Testing

@testable import NcursesTerminal

struct TerminalQueryTests {
  private func scope(_ environment: [String: String], isEmulator: Bool = true)
    -> TerminalQuery.Scope
  {
    TerminalQuery.scope(
      environment: TerminalEnvironment { environment[$0] }, isEmulator: isEmulator)
  }

  @Test func `terminals that would show or misinterpret a question are not asked`() {
    expectEqual(scope(["TERM": "linux"], isEmulator: false), .nothing)
    expectEqual(scope(["TERM": "xterm-256color"]), .all)
    expectEqual(
      scope(["TERM": "xterm-256color", "TERM_PROGRAM": "Apple_Terminal"]), .withoutStrings)
    expectEqual(scope(["TERM": "screen-256color", "STY": "1.a"]), .mode)
    // tmux on another host under screen's name, or screen itself: they cannot be distinguished.
    expectEqual(scope(["TERM": "screen-256color"]), .mode)
    expectEqual(scope(["TERM": "screen-256color", "TMUX": "/tmp/x,1,0"]), .withoutStrings)
    expectEqual(scope(["TERM": "tmux-256color"]), .withoutStrings)
    expectEqual(scope(["TERM": "xterm-256color", "ZELLIJ": "0"]), .withoutStrings)
  }

  @Test(arguments: [TerminalQuery.Scope.mode, .withoutStrings, .all])
  func `the end mark is the last question and appears once`(_ scope: TerminalQuery.Scope) {
    let bytes = TerminalQuery.bytes(scope, isKittyWanted: true, sharedMemory: "/x")
    let text = String(decoding: bytes, as: UTF8.self)

    #expect(text.hasSuffix("\u{1B}[c"))
    expectEqual(text.ranges(of: "\u{1B}[c").count, 1)
    expectEqual(text.contains("\u{1B}_G"), (scope == .all))
    expectEqual(text.contains("\u{1B}]"), (scope != .mode))
  }

  @Test func `kitty is asked with bytes and with shared memory`() {
    let bytes = TerminalQuery.bytes(.all, isKittyWanted: true, sharedMemory: "/vitrine-1-ab")
    let text = String(decoding: bytes, as: UTF8.self)

    #expect(text.contains("\u{1B}_Gi=2147400001,s=1,v=1,a=q,f=24,t=d;AAAA\u{1B}\\"))
    #expect(
      text.contains(
        "\u{1B}_Gi=2147400002,s=1,v=1,a=q,f=24,t=s,S=3;L3ZpdHJpbmUtMS1hYg==\u{1B}\\"))
    let unwanted = TerminalQuery.bytes(.all, isKittyWanted: false, sharedMemory: nil)
    #expect(!unwanted.contains(Array("\u{1B}_".utf8)))
  }

  @Test func `the object in shared memory is one pixel, and is gone afterwards`() throws {
    let probe = try #require(SharedMemoryProbe())
    let fd = shm_open(probe.name, O_RDONLY, 0)
    #expect(fd >= 0)
    var facts = stat()
    expectEqual(fstat(fd, &facts), 0)
    expectEqual(facts.st_size, 3)
    expectEqual(facts.st_mode & 0o777, 0o600)
    close(fd)

    probe.remove()

    expectEqual(shm_open(probe.name, O_RDONLY, 0), -1)
  }
}
