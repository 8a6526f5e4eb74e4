import ExpectationSupport
import Foundation
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
    let text = text(scope)

    #expect(text.hasSuffix("\u{1B}[c"))
    expectEqual(text.ranges(of: "\u{1B}[c").count, 1)
    expectEqual(text.contains("\u{1B}_G"), (scope == .all))
    expectEqual(text.contains("\u{1B}]"), (scope != .mode))
  }

  private func text(_ scope: TerminalQuery.Scope, isKittyWanted: Bool = true) -> String {
    var probe = SharedMemory()
    defer { probe.removeAll() }
    let bytes = TerminalQuery.bytes(scope, isKittyWanted: isKittyWanted, probe: &probe)
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test func `kitty is asked with bytes and with a pixel in shared memory`() throws {
    var probe = SharedMemory()
    let text = String(
      decoding: TerminalQuery.bytes(.all, isKittyWanted: true, probe: &probe), as: UTF8.self)

    #expect(text.contains("\u{1B}_Gi=2147400001,s=1,v=1,a=q,f=24,t=d;AAAA\u{1B}\\"))
    let start = try #require(
      text.firstRange(of: "\u{1B}_Gi=2147400002,s=1,v=1,a=q,f=24,t=s,S=3;")?.upperBound)
    let name = try #require(Data(base64Encoded: String(text[start...].prefix { $0 != "\u{1B}" })))
    let path = SharedMemory.folder + String(decoding: name, as: UTF8.self)
    var facts = stat()
    expectEqual(stat(path, &facts), 0)
    expectEqual(facts.st_size, 3)
    expectEqual(facts.st_mode & 0o777, 0o600)

    probe.removeAll()

    #expect(access(path, F_OK) != 0)
    #expect(!self.text(.all, isKittyWanted: false).contains("\u{1B}_"))
  }
}
