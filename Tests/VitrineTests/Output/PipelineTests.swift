import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// The program in a pipeline: the interface on the terminal, the selected photos in the pipe.
  struct PipelineTests {
    private let folder = ScratchFolder()

    /// The built-in gallery as a chooser or with a separate basket, with its standard output elsewhere.
    private func started(
      _ arguments: String = "", environment: [String: String] = [:], columns: Int = 80
    ) throws -> GallerySession {
      try GallerySession.started(
        "--sample --fresh \(arguments)",
        environment: ["XDG_STATE_HOME": folder.path("state")].merging(environment) { $1 },
        columns: columns, showing: SampleGallery.firstTitle)
    }

    private var out: String { "'\(folder.path("out"))'" }

    private func lines(_ name: String = "out") throws -> [String] {
      String(decoding: try folder.read(name), as: UTF8.self)
        .split(separator: "\n", omittingEmptySubsequences: true).map(String.init)
    }

    /// Waits for output from another process in the pipeline.
    private func awaitFile(_ name: String, _ isComplete: ([UInt8]) -> Bool = { !$0.isEmpty }) throws
    {
      try ProcessTable.wait(for: "file \(name)") {
        (try? folder.read(name)).map(isComplete) ?? false
      }
    }

    private func picture(_ name: String) throws -> String { try SampleGallery.picture(name) }

    // MARK: - The basket

    /// Puts the first two photos that are for sale in the basket.
    private func fillBasket(_ gallery: GallerySession) throws {
      gallery.send("  ")
      // By the rows: a notice may cover the line with the total.
      try gallery.wait(for: "two photos in the basket") { screen in
        (0..<screen.rows).count { screen.text(row: $0).contains("✓ ") } == 2
      }
    }

    @Test func `the basket goes into the pipe, and not a byte of the interface`() throws {
      let gallery = try started("--print title > >(cat >\(out))")
      try gallery.awaitPictures()
      try fillBasket(gallery)

      try gallery.leave()
      try gallery.expectRestored()
      try awaitFile("out")
      try expectEqual(lines().count, 2)
      try expectEqual(lines().last, SampleGallery.firstTitle)
    }

    @Test func `the basket of another run is printed, too`() throws {
      let first = try started(">\(out)")
      try fillBasket(first)
      try first.leave()
      let printed = try folder.read("out")

      let second = try started(">\(out)")
      try second.leave()
      try expectEqual(folder.read("out"), printed)
      try expectEqual(lines().count, 2)
    }

    @Test(arguments: [(SIGTERM, 143), (SIGHUP, 129)] as [(Int32, Int32)])
    func `terminated from outside, it prints the basket`(_ signal: Int32, _ status: Int32) throws {
      let gallery = try started(">\(out)")
      try fillBasket(gallery)

      kill(try gallery.shell.pid(), signal)

      try expectEqual(gallery.shell.status(), status)
      try gallery.expectRestored()
      try expectEqual(lines().count, 2)
    }

    @Test(arguments: ["\u{3}", "signal"])
    func `interrupted, it prints nothing`(_ way: String) throws {
      let gallery = try started(">\(out)")
      try fillBasket(gallery)

      if way == "signal" { kill(try gallery.shell.pid(), SIGINT) } else { gallery.send(way) }

      try expectEqual(gallery.shell.status(), 130)
      #expect(try folder.read("out").isEmpty)
    }

    @Test func `a closed terminal prints it`() throws {
      let terminal = try PseudoTerminal()
      let environment = BuiltProgram.environment.merging(
        ["XDG_STATE_HOME": folder.path("state")]
      ) { $1 }
      let program = try TerminalProgram(
        [
          "/bin/sh", "-c", "exec \"$0\" --sample >\"$1\"", try BuiltProgram.path("vitrine"),
          folder.path("file"),
        ],
        in: terminal, environment: environment)
      try terminal.read(until: SampleGallery.firstTitle)
      terminal.send(" ")
      try terminal.read(until: "✓")

      terminal.hangUp()

      try expectEqual(program.wait(), .exited(129))
      try expectEqual(lines("file").count, 1)
    }

    @Test func `a reader that has gone is not an error`() throws {
      let gallery = try started("> >(exec true)")
      try fillBasket(gallery)

      try gallery.leave()
      #expect(!gallery.said.contains { $0.hasPrefix("vitrine:") })
      try gallery.expectRestored()
    }

    @Test(arguments: [(">/dev/full", "No space left"), (">&-", "Bad file descriptor")])
    func `a full disk and a closed output are reported`(_ redirection: String, _ words: String)
      throws
    {
      let gallery = try started(redirection)
      try gallery.send(" ", showing: "✓ €")

      try gallery.leave(status: 1)
      #expect(gallery.said.contains { $0.contains(words) }, "\(gallery.said.suffix(3))")
    }

    @Test func `a closed standard output never becomes a file of the store`() throws {
      let gallery = try started("--required <&- >&-")
      try fillBasket(gallery)
      try gallery.leave(status: 1)

      let second = try started("--print title >\(out)")
      try second.leave()
      try expectEqual(lines().count, 2)
    }

    @Test(arguments: ["", " "])
    func `--required reports in its status whether anything was selected`(_ keys: String) throws {
      let gallery = try started("--required >\(out)")
      gallery.send(keys)
      if !keys.isEmpty { try gallery.wait(for: "✓ €") }

      gallery.send("q")

      try expectEqual(gallery.shell.status(), (keys.isEmpty ? 1 : 0))
    }

    @Test func `a slow reader gets everything`() throws {
      let gallery = try started(
        "--output json > >(read -t 2 -N 1 <'\(folder.path("go"))'; cat >\(out))")
      mkfifo(folder.path("go"), 0o600)
      try fillBasket(gallery)

      try gallery.leave()
      try awaitFile("out") { $0.count { $0 == 0x0A } == 2 }
    }

    // MARK: - The chooser

    @Test func `Enter chooses a photo and exits`() throws {
      let gallery = try started("--select >\(out)")
      gallery.send("j")
      try gallery.awaitSelection(SampleGallery.firstTitle)

      try gallery.leave("\r")
      try gallery.expectRestored()
      try expectEqual(lines().count, 1)
    }

    @Test func `on a terminal the choice is printed there, after the screen is restored`() throws {
      let gallery = try started("--select")

      try gallery.leave("\r")
      try gallery.expectRestored()
      let path = try #require(gallery.said.last { $0.hasSuffix(".jpg") })
      #expect(path.hasSuffix("/pictures/agate.jpg"))
    }

    @Test func `a chooser offers no contact sheet, no order and no marks`() throws {
      let gallery = try started("--select >\(out)", columns: 120)
      try gallery.send("eFXo?", showing: "print the selection and quit")
      // Of the list, which the help covers.
      try gallery.waitUntilGone("vitrine ~/Pictures")

      let screen = gallery.screenText
      for words in ["contact sheet", "Your own photos", "order what"] {
        #expect(!screen.contains(words))
      }
      try gallery.leave("?q")
    }

    @Test func `in a substitution, with NULs, for xargs`() throws {
      let name: [UInt8] = Array("a b\n\u{1B}[31m".utf8) + [0xFF] + Array(".jpg".utf8)
      try folder.addPicture("lake.jpg", as: "lake.jpg")
      let source = folder.path("lake.jpg").utf8CString.map { UInt8(bitPattern: $0) }
      let target = Array(folder.path("photos/").utf8) + name + [0]
      mkdir(folder.path("photos"), 0o700)
      let isRenamed = source.withUnsafeBufferPointer { source in
        target.withUnsafeBufferPointer { target in
          rename(
            UnsafeRawPointer(source.baseAddress!).assumingMemoryBound(to: CChar.self),
            UnsafeRawPointer(target.baseAddress!).assumingMemoryBound(to: CChar.self)) == 0
        }
      }
      #expect(isRenamed)
      let gallery = try GallerySession.started(
        "--select -0 '\(folder.path("photos"))' > >(xargs -0 -r cksum -- >\(out))",
        showing: "/1 ")

      try gallery.leave("\r")
      try awaitFile("out")
      let size = try SampleGallery.bytes(of: "lake.jpg").count
      #expect(String(decoding: try folder.read("out"), as: UTF8.self).contains(" \(size) "))
    }

    @Test(arguments: [("q", ""), ("\u{1B}", ""), ("q", "--required"), ("\u{1B}", "--required")])
    func `quit without a choice, it prints nothing`(_ key: String, _ option: String) throws {
      let gallery = try started("--select \(option) >\(out)")
      try gallery.send(" ", showing: "1 selected")

      gallery.send(key)

      try expectEqual(gallery.shell.status(), (option.isEmpty ? 0 : 1))
      #expect(try folder.read("out").isEmpty)
    }

    @Test func `terminated from outside, a chooser prints what was selected until then`() throws {
      let gallery = try started("--select >\(out)")
      try gallery.send("  ", showing: "2 selected")

      kill(try gallery.shell.pid(), SIGTERM)

      try expectEqual(gallery.shell.status(), 143)
      try expectEqual(lines().count, 2)
    }

    @Test func `photos selected in a chooser are in no basket`() throws {
      let chooser = try started("--select >\(out)")
      try chooser.send(" ", showing: "1 selected")
      try chooser.leave("\r")

      let gallery = try started("--required >\(out)")
      try gallery.leave(status: 1)
    }
  }
}
