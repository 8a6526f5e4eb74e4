import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Navigation, photos that are not for sale, the photo, the help.
  struct BrowsingTests {
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
  }
}
