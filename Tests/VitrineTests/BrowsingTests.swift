import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Navigation, photos that are not for sale, the photo, the help.
  struct BrowsingTests {
    private static let alert = "This item is not for sale"

    @Test func `j, k, G and g move through the list`() throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.send("j")
      try gallery.awaitSelection(SampleGallery.firstTitle)
      gallery.send("jjk")
      try gallery.awaitSelection("Λευκό και μπλε")
      gallery.send("G")
      try gallery.awaitSelection(SampleGallery.lastTitle)
      try gallery.wait(for: "End of the list")
      #expect(!gallery.shows(SampleGallery.firstTitle))
      gallery.send("gj")
      try gallery.awaitSelection(SampleGallery.firstTitle)

      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `arrows, pages and the wheel also scroll`() throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.send("\u{1B}OB")
      try gallery.awaitSelection(SampleGallery.firstTitle)
      gallery.send("\u{1B}[F")
      try gallery.awaitSelection(SampleGallery.lastTitle)
      gallery.send("\u{1B}[H\u{1B}[6~")
      try gallery.waitUntilGone(SampleGallery.firstTitle)
      gallery.send("\u{1B}[5~")
      try gallery.wait(for: SampleGallery.firstTitle)
      gallery.send(String(repeating: "\u{1B}[<65;5;5M", count: 40))
      try gallery.wait(for: SampleGallery.lastTitle)
    }

    @Test func `Tab shows the photos as a grid, and the list again`() throws {
      // As wide as all the keys at the bottom.
      let gallery = try GallerySession.sampleGallery(columns: 120)
      gallery.send("G\t")
      try gallery.wait(for: "└Soap")
      try gallery.wait(for: "Tab list")

      gallery.send("\u{1B}OD\u{1B}OC\t")
      try gallery.awaitSelection(SampleGallery.lastTitle)
      try gallery.wait(for: "Tab grid")

      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a picture opens its folder with the picture selected`() throws {
      let folder = try ScratchFolder()
      for number in 1...40 { try folder.write("no picture", to: "photo\(number).jpg") }
      mkdir(folder.path("below"), 0o755)
      try folder.write("no picture", to: "below/other.jpg")

      let gallery = try GallerySession.started("'\(folder.path)/photo37.jpg'", showing: "photo37")

      try gallery.awaitSelection("photo37")
      gallery.send("k")
      try gallery.awaitSelection("photo36")
      // Without its subfolders.
      try gallery.wait(for: "40 photos")
    }

    @Test(arguments: ["\r", "\u{1B}", " "])
    func `a photo that is not for sale shows an alert, which a key closes`(_ key: String) throws {
      let gallery = try GallerySession.sampleGallery()
      gallery.send(String(repeating: "j", count: SampleGallery.firstRowNotForSale) + "\r")
      try gallery.wait(for: Self.alert)
      // The list stays behind the alert.
      try gallery.wait(for: "photos")

      gallery.send(key)
      try gallery.waitUntilGone(Self.alert)

      try gallery.awaitSelection("not for sale")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a photo that is for sale opens, and q returns to it in the list`() throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.send("j\r")
      try gallery.wait(for: "2 of 33")
      try gallery.wait(for: "● €180.00")
      try gallery.wait(for: "SONY ILCE-7RM3")
      try gallery.awaitPictures(atLeast: 600)
      gallery.send("q")
      try gallery.wait(for: "33 photos")

      try gallery.awaitSelection(SampleGallery.firstTitle)
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }

    @Test func `a photo with unknown status can be opened`() throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.send("G\r")

      try gallery.wait(for: "33 of 33")
      #expect(!gallery.shows(Self.alert))
    }

    @Test func `n goes to the next photo and skips those that are not for sale`() throws {
      let gallery = try GallerySession.sampleGallery()
      gallery.send(String(repeating: "j", count: SampleGallery.firstRowNotForSale - 1) + "\r")
      try gallery.wait(for: "6 of 33")

      gallery.send("n")

      try gallery.wait(for: "8 of 33")
      gallery.send("q")
      try gallery.awaitSelection("Mgły nad Bieszczadami")
    }

    @Test func `the help lists the keys, and Esc closes it`() throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.send("?")
      try gallery.wait(for: "open the photo")
      try gallery.wait(for: "Ctrl-Z")
      gallery.send("\u{1B}")

      try gallery.wait(for: "33 photos")
    }

    @Test func `a paste runs no commands`() throws {
      let gallery = try GallerySession.sampleGallery()

      gallery.send("\u{1B}[200~qqq\r\u{3}\u{1B}[201~j")

      try gallery.awaitSelection(SampleGallery.firstTitle)
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
