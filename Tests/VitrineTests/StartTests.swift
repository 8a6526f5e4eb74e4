import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// The terminals on which the program starts, its colours, and the first photo.
  struct StartTests {
    @Test(arguments: 6...16)
    func `with too few open files allowed it says so, and touches no terminal`(_ limit: Int) throws
    {
      let shell = try ShellSession(
        "prlimit --nofile=\(limit):\(limit) \(BuiltProgram.path("vitrine")) --sample",
        environment: BuiltProgram.environment)

      try expectEqual(shell.status(), 1)
      let text = String(decoding: shell.terminal.output, as: UTF8.self)
      let lines = text.split(separator: "\r\n").filter { !$0.contains("=") }
      try #require(lines.count == 1)
      let left = lines[0].firstMatch(of: #/files: 48 are needed, (\d+) are/#)
      let count = try #require(left.flatMap { Int($0.1) })
      expectEqual(count, limit - 3)
      #expect(lines[0].hasSuffix("are left ('ulimit -n 256' allows more)"))
      expectEqual(shell.terminal.modes, shell.formerModes)
      #expect(!shell.terminal.output.contains(0x1B))
    }

    @Test(arguments: ["56:56", "6:256"])
    func `with enough files, or a soft limit that can be raised, it starts`(
      _ limits: String
    ) throws {
      let shell = try ShellSession(
        "prlimit --nofile=\(limits) \(BuiltProgram.path("vitrine")) --sample",
        environment: BuiltProgram.environment)
      try shell.terminal.read(until: SampleGallery.firstTitle)

      shell.terminal.send("\u{1B}[?2026;0$y\u{1B}[?62cq")

      try expectEqual(shell.status(), 0)
      expectEqual(shell.terminal.modes, shell.formerModes)
    }

    @Test func `a picture opens its folder with the picture selected`() throws {
      let folder = ScratchFolder()
      for number in 1...40 { try folder.write("no picture", to: "photo\(number).jpg") }
      try folder.write("no picture", to: "below/other.jpg")

      let gallery = try GallerySession.started("'\(folder.path)/photo37.jpg'", showing: "photo37")

      try gallery.awaitSelection("photo37")
      gallery.send("k")
      try gallery.awaitSelection("photo36")
      // Without its subfolders.
      try gallery.wait(for: "/40 ")
    }

    // MARK: - Colours

    @Test func `--colors takes precedence`() throws {
      let gallery = try GallerySession.started(
        "--sample --colors 256", showing: SampleGallery.firstTitle)

      try gallery.awaitPictures(colors: "5;")
      expectEqual(gallery.pictureCellCount(colors: "2;"), 0)
    }

    // MARK: - Redirections

    @Test func `with output to a file, not a byte of the interface goes there`() throws {
      let folder = ScratchFolder()
      let gallery = try GallerySession.started(
        "--sample </dev/null >'\(folder.path("out"))'", showing: SampleGallery.firstTitle)
      try gallery.awaitPictures()

      try gallery.leave()
      #expect(try folder.read("out").isEmpty)
      try gallery.expectRestored()
    }
  }
}
