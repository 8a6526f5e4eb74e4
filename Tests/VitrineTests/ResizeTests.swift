import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Sizes and resizing.
  struct ResizeTests {
    @Test(arguments: [(120, 40), (100, 30), (80, 24), (40, 12), (40, 10)])
    func `at each size the list, the photo and the alert fit`(_ columns: Int, _ rows: Int) throws {
      let gallery = try GallerySession.sampleGallery(columns: columns, rows: rows)

      gallery.send("jj\r")
      try gallery.wait(for: "title of the photo at the top") {
        $0.text(row: 0).contains("Λευκό")
      }
      gallery.send("qjjjj\r")
      try gallery.wait(for: "not for sale")

      gallery.send("\rq")
      try expectEqual(gallery.shell.status(), 0)
      expectEqual(gallery.screen.scrollCount, 0)
    }

    @Test(arguments: [(39, 10), (40, 9), (9, 2), (1, 1)])
    func `below 40 by 10 a sentence says so`(_ columns: Int, _ rows: Int) throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.resize(columns: columns, rows: rows)
      try gallery.wait(for: "a sentence") { screen in
        screen.text(row: 0).hasPrefix("At least 40×10".prefix(columns - 1))
          && !screen.text(row: rows - 1).contains("help")
      }

      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a burst of resizes down to 1 by 1 ends in the last size, drawn completely`() throws
    {
      let gallery = try GallerySession.sampleGallery()
      gallery.send("j")
      try gallery.awaitSelection(SampleGallery.firstTitle)

      for round in 0..<200 {
        gallery.terminal.resize(columns: 1 + round * 7 % 130, rows: 1 + round * 5 % 40)
        gallery.terminal.readAvailable()
      }
      for (columns, rows) in [(0, 0), (65535, 65535), (1, 1)] {
        gallery.terminal.resize(columns: columns, rows: rows)
        gallery.terminal.readAvailable()
      }
      gallery.resize(columns: 91, rows: 31)

      try gallery.wait(for: "whole screen") { screen in
        screen.text(row: 0).hasSuffix("33 photos ")
          && screen.text(row: 1) == String(repeating: "─", count: 91)
          && screen.text(row: 30).contains("? help")
      }
      try gallery.awaitSelection(SampleGallery.firstTitle)
      try gallery.awaitPictures()
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
      try gallery.expectRestored()
    }

    @Test func `a resize between photo and list keeps the focused row visible`() throws {
      let gallery = try GallerySession.sampleGallery(columns: 120, rows: 40)
      gallery.send(String(repeating: "j", count: 12) + "\r")
      try gallery.wait(for: "13 of 33")

      gallery.resize(columns: 40, rows: 10)
      gallery.send("q")

      try gallery.awaitSelection("الكثبان")
    }

    @Test func `Ctrl-L redraws what was overwritten`() throws {
      let gallery = try GallerySession.sampleGallery()
      try gallery.awaitPictures()

      gallery.forgetScreen()
      gallery.send("\u{C}")

      try gallery.wait(for: SampleGallery.firstTitle)
      try gallery.awaitPictures()
    }
  }
}
