import ExpectationSupport
import Foundation
import Glibc
import PseudoTerminalSupport
import Testing
import WaitSupport

@testable import vitrine

extension InterfaceTests {
  /// A program that prints photos: `exec:PROGRAM ARGS`.
  struct ProgramSourceTests {
    private let folder = ScratchFolder()
    private let state = ScratchFolder()

    private func started(_ arguments: String, showing text: String) throws -> GallerySession {
      try GallerySession.started(
        arguments, environment: ["XDG_STATE_HOME": state.path], directory: folder.path,
        showing: text)
    }

    private func list(_ arguments: String) throws -> CommandResult {
      try CommandResult(
        "cd '\(folder.path)'; vitrine list \(arguments)",
        environment: ["XDG_STATE_HOME": state.path])
    }

    /// - Parameter script: Of sh(1).
    private func program(_ script: String) throws -> String {
      try writeProgram("#!/bin/sh\n\(script)\n", to: folder.path("photos"))
      return "'exec:./photos'"
    }

    private func log() throws -> String {
      String(decoding: try state.read("vitrine/vitrine.log"), as: UTF8.self)
    }

    private func awaitEnd(of name: String) throws {
      let text = String(decoding: try folder.read(name), as: UTF8.self)
      let process = try #require(pid_t(text.trimmingCharacters(in: .whitespacesAndNewlines)))
      try ProcessTable.wait(for: "the end of the program") { !ProcessTable.isAlive(process) }
    }

    // MARK: The list

    @Test func `a list that a signal ends has the signal's status, not that of its program`() throws
    {
      let source = try program("echo $$ >pid; echo '{\"id\":1}'; exec sleep 100")
      // The end of the program and that of the list race each other: once would prove little.
      for _ in 1...8 {
        let result = try CommandResult(
          """
          cd '\(folder.path)'; rm -f pid; "$vitrine" list \(source) & list=$!
          while [ ! -s pid ]; do kill -0 $list || exit 99; done
          kill -TERM $list; wait $list
          """, environment: ["XDG_STATE_HOME": state.path])
        expectEqual(result.status, 143)
      }
    }

    @Test(.enabled("Python is installed") { hasPython })
    func `the example of the guide lists a folder`() throws {
      let example = ManualPage.package.appending(path: "docs/examples/folder-list").path
      for number in 1...120 { try folder.write("", to: "shoot/\(number).jpg") }
      try folder.addPicture("aurora.jpg", as: "shoot/a \"quoted\" lake.jpg")

      let all = try list("'exec:\(example) shoot'")
      expectEqual(all.errorLines, [])
      expectEqual(all.outputLines.count, 121)
      let last = try list("--json --sort -title --limit 1 'exec:\(example) shoot'")
      #expect(last.outputText.contains("\"title\":\"a \\\"quoted\\\" lake\""))
      #expect(last.outputText.contains("\"path\":\"\(folder.path("shoot"))/a"))

      let gallery = try started("\"exec:\(example) shoot\"", showing: "1/")
      try gallery.send("/quoted\r", showing: "/quoted ×")
      try gallery.leave("qq")
    }

    private static var hasPython: Bool {
      (try? CommandResult("command -v python3").status) == 0
    }

    @Test func `a list takes what a program prints, and says why it failed`() throws {
      let good = try list(
        try program("echo '{\"id\":1,\"title\":\"Lake\"}'; echo '{\"path\":\"/etc/x.jpg\"}'"))
      good.expect(
        lines: ["1\t-\t-\t-\tLake\t-\t-"],
        errors: [
          "vitrine: 1 unreadable", "vitrine: line 2: names a file that you didn't name",
        ])

      let half = try list(try program("echo '{\"id\":1}'; echo no disk >&2; exit 3"))
      expectEqual(half.outputLines.count, 1)
      half.expect(
        status: 1,
        errors: [
          "vitrine: the list is incomplete:",
          "vitrine: the rest: photos ended with status 3: no disk",
        ])
      #expect(try log().contains("photos: no disk"))

      let mixed = try list(
        try program("echo '{\"id\":1}'; echo warning; echo no disk >&2; exit 3"))
      expectEqual(
        mixed.errorLines,
        half.errorLines + ["vitrine: 1 unreadable", "vitrine: line 2: expected an object"])

      let paged = try list(try program("echo '{\"id\":1}'; echo '{\"next\":2}'"))
      expectEqual(paged.outputLines.count, 1)
      #expect(paged.errorText.contains("photos names a next page"))
      expectEqual(paged.status, 1)

      let flood = try list(try program("yes 'no photo in this line'"))
      #expect(flood.errorText.contains("photos prints no photos; it begins with no photo"))
      expectEqual(flood.status, 1)
      #expect(try list("'exec:a | b'").errorText.contains("no shell reads |"))
      #expect(try list("'exec:no-such-program'").errorText.contains("no such program"))
    }

    @Test(
      arguments: [
        ("list", "INT"), ("list", "TERM"), ("list", "HUP"), ("list", "QUIT"), ("list", "KILL"),
        ("list --json --sort date", "TERM"), ("sheet -o sheet.html", "INT"),
      ])
    func `what ends a command ends its program, with all that it has started`(
      _ command: String, _ signal: String
    ) throws {
      let source = try program(
        """
        trap '' INT HUP QUIT TERM
        sh -c 'echo $$ > process; while :; do sleep 1000; done'; :
        """)
      // With job control a command in the background does not ignore SIGINT.
      let result = try CommandResult(
        """
        set -m; cd '\(folder.path)'
        vitrine \(command) \(source) &
        until [ -s process ]; do sleep 0.01; done
        kill -\(signal) %1; wait %1
        """, environment: ["XDG_STATE_HOME": state.path])

      #expect(result.status > 128)
      try awaitEnd(of: "process")
      #expect(!FileManager.default.fileExists(atPath: folder.path("sheet.html")))
    }

    // MARK: The gallery

    @Test func `leaving ends the program, whatever it does`() throws {
      let gallery = try started(
        try program(
          "trap '' TERM; echo $$ > process; echo '{\"id\":1,\"title\":\"Lake\"}'; while :; do sleep 1000; done"
        ),
        showing: "Lake")
      try gallery.leave()
      try awaitEnd(of: "process")
    }

    @Test func `r ends a program that prints nothing, and runs it again`() throws {
      let gallery = try GallerySession(
        try program(
          """
          [ -e again ] && echo '{"id":1,"title":"Lake"}' && exit
          echo $$ > process
          sleep 1000
          """),
        environment: ["XDG_STATE_HOME": state.path], directory: folder.path)
      try ProcessTable.wait(for: "the program") { (try? folder.read("process"))?.isEmpty == false }
      try folder.write("", to: "again")
      try gallery.send("r", showing: "Lake")
      try awaitEnd(of: "process")
      try gallery.leave()
    }

    // MARK: Who may name it

    @Test func `it has no bookmark, and is run again only after a yes`() throws {
      let first = try started(
        try program("echo x >> runs; echo '{\"id\":1,\"title\":\"Lake\"}'"), showing: "Lake")
      try first.send("mm", showing: "A program has no bookmark")
      try first.leave()

      let last = try started("--last", showing: "Run this program?")
      try last.wait(for: "exec:\(folder.path)/photos")
      try expectEqual(folder.read("runs").count, 2)
      last.send("\u{1B}")
      try last.waitUntilGone("Run this program?")
      // The source that was opened before stands first.
      try last.send("\r", showing: "Run this program?")
      try expectEqual(folder.read("runs").count, 2)
      try last.send("y", showing: "Lake")
      try expectEqual(folder.read("runs").count, 4)
      try last.leave()

      let silent = try CommandResult(
        "vitrine --last", environment: ["XDG_STATE_HOME": state.path])
      expectEqual(silent.status, 1)
      #expect(silent.errorText.contains("no terminal"))
      try expectEqual(folder.read("runs").count, 4)
    }

    @Test func `a bookmark that others wrote runs nothing`() throws {
      try state.write("z\texec:touch \(folder.path)/touched\n", to: "vitrine/bookmarks")

      let gallery = try started("--sample", showing: SampleGallery.firstTitle)
      try gallery.send("'", showing: "Bookmarks")
      try gallery.send("z", showing: "a bookmark runs no program")
      gallery.send("q")
      try gallery.wait(for: SampleGallery.firstTitle)
      try gallery.leave()
      #expect(!FileManager.default.fileExists(atPath: folder.path("touched")))
    }
  }
}
