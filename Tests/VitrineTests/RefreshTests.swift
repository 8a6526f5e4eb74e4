import ExpectationSupport
import Glibc
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// `r`: changes in a folder or a feed are shown, and the focus stays on its photo.
  struct RefreshTests {
    /// Four pictures without titles, so that the list shows the files' names.
    private static let names = ["a1.jpg", "b2.jpg", "c3.jpg", "d4.jpg"]

    private func folder() throws -> ScratchFolder {
      let folder = try ScratchFolder()
      for name in Self.names { try folder.addPicture("agate.jpg", as: name) }
      return folder
    }

    private func gallery(of folder: ScratchFolder) throws -> GallerySession {
      let gallery = try GallerySession.started("'\(folder.path)'", rows: 40, showing: "d4")
      try gallery.wait(for: "4 photos")
      return gallery
    }

    @Test func `added files appear, and the focus stays on its photo`() throws {
      let folder = try folder()
      let gallery = try gallery(of: folder)
      gallery.send("jj")
      try gallery.awaitSelection("c3")

      try folder.addPicture("agate.jpg", as: "a0.jpg")
      try folder.addPicture("agate.jpg", as: "e5.jpg")
      gallery.send("r")

      try gallery.wait(for: "6 photos")
      try gallery.wait(for: "a0")
      try gallery.wait(for: "e5")
      try gallery.awaitSelection("c3")
    }

    @Test func `a changed picture and a changed status are shown`() throws {
      let folder = try folder()
      let gallery = try gallery(of: folder)
      try gallery.wait(for: "SONY ILCE-7RM3")
      #expect(!gallery.shows("not for sale"))

      try folder.addPicture("lake.jpg", as: "b2.jpg")
      try folder.addSidecar("c3.jpg.xmp", keywords: ["sold"])
      gallery.send("r")

      try gallery.wait(for: "호수의 아침")
      try gallery.wait(for: "not for sale")
      // In a folder it opens anyway.
      gallery.send("jj\r")
      try gallery.wait(for: "3 of 4")
    }

    @Test func `a missing folder is reported, and the old rows stay`() throws {
      let folder = try folder()
      let gallery = try gallery(of: folder)
      let away = folder.path + "-away"

      rename(folder.path, away)
      gallery.send("r")
      try gallery.wait(for: "does not exist")
      rename(away, folder.path)
      gallery.send("k")

      try gallery.waitUntilGone("does not exist")
      try gallery.wait(for: "a1")
      try gallery.wait(for: "4 photos")
      gallery.send("r")
      gallery.send("G")
      try gallery.awaitSelection("d4")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)
    }
  }
}
