import ExpectationSupport
import Foundation
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// From looking to an order, with the built-in gallery.
  struct OrderTests {
    let home: ScratchFolder

    init() throws {
      home = try ScratchFolder()
    }

    @Test func `an order becomes files, and leaves the basket once it is marked as sent`() throws {
      let gallery = try GallerySession.sampleGallery(
        environment: ["XDG_STATE_HOME": home.path("state")])
      gallery.send("o")
      try gallery.wait(for: "The basket is empty")
      gallery.send("j ")
      try gallery.wait(for: "Added to basket")

      gallery.send("o")
      try gallery.wait(for: "name and e-mail required")
      gallery.send("Anna Lens\ranna@lens")
      try gallery.wait(for: "not a complete address")
      gallery.send(".example\rPlease\rsoon\t")
      try gallery.waitUntilGone("needed")
      gallery.send("\r")
      try gallery.wait(for: "Order of 1 photo saved")
      gallery.send("q")
      try gallery.wait(for: "Did you send the order?")
      gallery.send("n")
      try gallery.waitUntilGone("Did you send the order?")
      gallery.send("k")
      try gallery.wait(for: "basket 1")
      // What was undone before is true: the photo was still there.
      gallery.send("u")
      try gallery.wait(for: "Undone: adding")
      gallery.send("bH")
      try gallery.wait(for: "not marked as sent")
      gallery.send("\r")
      try gallery.wait(for: "Added to basket")
      gallery.send("m")
      try gallery.wait(for: "Marked as sent")
      gallery.send("q")
      try gallery.wait(for: "1 photo")
      gallery.send("qu")
      try gallery.wait(for: "Undone: adding")
      gallery.send("u")
      try gallery.wait(for: "Nothing to undo")
      gallery.send("q")
      try expectEqual(gallery.shell.status(), 0)

      let folder = home.path("state/vitrine/orders")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      expectEqual(
        names.map { $0.split(separator: ".").last }, ["eml", "json", "record", "lock"])
      let text = try String(contentsOfFile: "\(folder)/\(names[1])", encoding: .utf8)
      #expect(text.contains("Anna Lens"))
      #expect(text.contains("anna@lens.example"))
    }
  }
}
