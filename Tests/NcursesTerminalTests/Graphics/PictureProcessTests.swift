import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import TerminalKit
import Testing

@testable import NcursesTerminal

/// Pictures through the whole terminal, in a pseudo-terminal.
struct PictureProcessTests {
  private func session(_ method: String, isAnswered: Bool = true) throws -> ShellSession {
    let path = try BuiltProgram.path("terminal-probe")
    let environment = BuiltProgram.environment.merging([
      "PROBE_GRAPHICS": method, "COLORTERM": "truecolor",
    ]) { $1 }
    let session = try ShellSession(path, environment: environment, columns: 100, rows: 30)
    try session.terminal.read(until: "@")
    guard isAnswered else { return session }
    // It supports synchronized updates; then the end of its answers.
    session.terminal.send("\u{1B}[?2026;2$y\u{1B}[?62c")
    return session
  }

  private func expectQuits(_ session: ShellSession) throws {
    session.terminal.send("q")
    try expectEqual(session.status(), 0)
  }

  @Test func `a frame with a picture is one synchronized update`() throws {
    let session = try session("kitty")
    // The answers are read before the key.
    session.terminal.send("+")
    try session.terminal.read(until: "a=p,")
    let end = try session.terminal.read("end") { $0.contains("\u{1B}\\\u{1B}8\u{1B}[?2026l") }

    let output = Array(session.terminal.output[..<end])
    let start = try #require(output.lastRange(of: "\u{1B}[?2026h"))
    let frame = output[start.upperBound...]
    #expect(frame.contains("a=t,f=32,s=40,v=40"))
    #expect(frame.contains("\u{1B}7\u{1B}[8;41H\u{1B}_Ga=p,"))
  }

  @Test func `a picture is not sent again when it is moved, nor for a redraw`() throws {
    let session = try session("kitty")
    session.terminal.send("+")
    try session.terminal.read(until: "\u{1B}7\u{1B}[8;41H\u{1B}_Ga=p,")
    let mark = session.terminal.output.count

    session.terminal.send("v")
    let moved = try session.terminal.read("move", from: mark) {
      $0.contains("\u{1B}7\u{1B}[9;41H\u{1B}_Ga=p,")
    }
    #expect(moved - mark < 300)

    session.terminal.send("\u{0C}")
    let redrawn = try session.terminal.read("redraw", from: moved) {
      $0.contains("a=d,d=a,q=2") && $0.contains("a=p,")
    }
    #expect(!session.terminal.output[mark..<redrawn].contains("a=t"))
  }

  /// By a key, two crashes, and Ctrl-C while the main thread hangs.
  @Test(arguments: [("q", 0), ("A", 134), ("S", 139), ("H", 130)] as [(String, Int32)])
  func `however it ends, the pictures are deleted before the screen is restored`(
    _ key: String, _ status: Int32
  ) throws {
    let session = try session("kitty")
    session.terminal.send("+")
    try session.terminal.read(until: "a=p,")

    session.terminal.send(key)
    if key == "H" {
      try session.terminal.read(until: "hangs")
      session.terminal.send("\u{3}")
    }
    try expectEqual(session.status(), status)

    let output = session.terminal.output
    let deleted = try #require(output.lastRange(of: "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"))
    let left = try #require(output.lastRange(of: "\u{1B}[?1049l"))
    #expect(deleted.upperBound <= left.lowerBound)
    if key == "q" { #expect(output.contains("\u{1B}_Ga=d,d=I,i=")) }
    expectEqual(session.terminal.modes, session.formerModes)
  }

  @Test func `if the terminal reports that a picture is gone it is sent again`() throws {
    let session = try session("kitty")
    session.terminal.send("+")
    try session.terminal.read(until: "\u{1B}8")
    let output = session.terminal.output
    let range = try #require(output.lastRange(of: "a=p,i="))
    let number = String(
      decoding: output[range.upperBound...].prefix { $0 != UInt8(ascii: ",") }, as: UTF8.self)
    let mark = output.count

    session.terminal.send(
      "\u{1B}_Gi=\(number),p=1;ENOENT:Put command refers to non-existent image\u{1B}\\")

    try session.terminal.read("again", from: mark) {
      $0.contains("a=t,f=32,s=40,v=40,i=\(number)") && $0.contains("a=p,i=\(number)")
    }
  }

  @Test func `a large picture does not delay the text of the next key`() throws {
    let session = try session("kitty")
    session.terminal.send("B")
    // The first piece has arrived, and the question whether it was read.
    try session.terminal.read(until: "\u{1B}[5n")
    #expect(!session.terminal.output.contains("a=p,"))
    let mark = session.terminal.output.count

    session.terminal.send("x")
    let text = try session.terminal.read("text", from: mark) { $0.contains("key character") }
    #expect(text - mark < 2000)

    // A terminal that keeps answering gets the rest, and then the placement.
    var asked = mark
    try session.terminal.read("place", from: mark) { _ in
      let output = session.terminal.output
      if asked == mark || output[asked...].contains("\u{1B}[5n") {
        asked = output.count
        session.terminal.send("\u{1B}[0n")
      }
      return output.suffix(1000).contains("a=p,")
    }
    try expectQuits(session)
  }

  @Test(arguments: ["kitty", "sixel", "iTerm2"])
  func `a terminal that answers nothing also gets a large picture`(_ method: String) throws {
    let session = try session(method, isAnswered: false)
    session.terminal.send("B")
    try session.terminal.read(until: "\u{1B}[5n")

    // Without any answer.
    switch method {
    case "kitty": try session.terminal.read(until: "\u{1B}[8;41H\u{1B}_Ga=p,")
    case "sixel": try session.terminal.read(until: "~\u{1B}\\\u{1B}8")
    default: try session.terminal.read(until: "A\u{1B}\\\u{1B}8")
    }

    try expectQuits(session)
  }

  @Test func `exiting in the middle of a picture ends it`() throws {
    let session = try session("kitty")
    session.terminal.send("B")
    try session.terminal.read(until: "\u{1B}[5n")
    session.terminal.send("q")
    session.terminal.send("\u{1B}[0n")
    try expectEqual(session.status(), 0)

    let output = session.terminal.output
    let ended = try #require(output.lastRange(of: "\u{1B}_Gm=0,q=2;\u{1B}\\"))
    let deleted = try #require(output.lastRange(of: "\u{1B}_Ga=d,d=A,q=2\u{1B}\\"))
    #expect(ended.upperBound <= deleted.lowerBound)
  }

  @Test(arguments: ["key", "resize"])
  func `nothing gets into a half-written picture`(_ cause: String) throws {
    let session = try session("sixel")
    session.terminal.send("B")
    try session.terminal.read(until: "\u{1B}P0;1q")

    // The terminal reads no more yet, so the rest of the picture waits.
    if cause == "key" {
      session.terminal.send("x")
      try session.terminal.read(until: "key character")
    } else {
      session.terminal.resize(columns: 100, rows: 31)
      try session.terminal.read(until: "resize 100x31")
    }
    try expectQuits(session)

    // Aborted by CAN, or complete; a command inside would end it, and its rest would be text.
    var rest = session.terminal.output[...]
    var endings: [ArraySlice<UInt8>] = []
    while let start = rest.firstRange(of: Array("\u{1B}P0;1q".utf8)) {
      rest = rest[start.upperBound...]
      guard let end = rest.firstIndex(where: { $0 == 0x1B || $0 == 0x18 }) else { break }
      endings.append(rest[end...].prefix(2))
    }
    #expect(!endings.isEmpty)
    #expect(endings.allSatisfy { $0.first == 0x18 || $0 == [0x1B, 0x5C] })
  }

  @Test func `sixel pictures are drawn with the cursor staying beside them`() throws {
    let session = try session("sixel")
    session.terminal.send("+")
    try session.terminal.read(until: "\u{1B}[8;41H\u{1B}P0;1q\"1;1;40;40#0")
    try expectQuits(session)

    let output = session.terminal.output
    let on = try #require(output.firstRange(of: Array("\u{1B}[?8452h".utf8)))
    let off = try #require(output.lastRange(of: "\u{1B}[?8452l"))
    #expect(on.upperBound <= off.lowerBound)
  }
}
