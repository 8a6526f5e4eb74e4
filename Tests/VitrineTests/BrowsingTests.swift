import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// Navigation, photos that are not for sale, the photo, the help.
  struct BrowsingTests {
    @Test func `a picture opens its folder with the picture selected`() throws {
      let folder = ScratchFolder()
      for number in 1...40 { try folder.write("no picture", to: "photo\(number).jpg") }
      mkdir(folder.path("below"), 0o755)
      try folder.write("no picture", to: "below/other.jpg")

      let gallery = try GallerySession.started("'\(folder.path)/photo37.jpg'", showing: "photo37")

      try gallery.awaitSelection("photo37")
      gallery.send("k")
      try gallery.awaitSelection("photo36")
      // Without its subfolders.
      try gallery.wait(for: "/40 ")
    }
  }
}
