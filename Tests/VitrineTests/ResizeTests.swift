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
