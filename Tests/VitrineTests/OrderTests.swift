import ExpectationSupport
import Foundation
import PseudoTerminalSupport
import Testing

extension InterfaceTests {
  /// From looking to an order, with the built-in gallery.
  struct OrderTests {
    let home = ScratchFolder()

    @Test func `an order becomes files, and leaves the basket once it is marked as sent`() throws {
      let gallery = try GallerySession.sampleGallery(
        environment: ["XDG_STATE_HOME": home.path("state")])
      try gallery.send("$", showing: "The basket is empty")
      try gallery.send("j ", showing: "Added to basket")

      try gallery.send("$", showing: "name and e-mail required")
      try gallery.send("Anna Lens\ranna@lens", showing: "not a complete address")
      gallery.send(".example\rPlease, soon\t")
      try gallery.waitUntilGone("needed")
      try gallery.send("\r", showing: "Order of 1 photo saved")
      try gallery.send("q", showing: "Did you send the order?")
      gallery.send("n")
      try gallery.waitUntilGone("Did you send the order?")
      try gallery.send("k", showing: "basket 1")
      // What was undone before is true: the photo was still there.
      try gallery.send("u", showing: "Undone: adding")
      try gallery.send("bH", showing: "not marked as sent")
      try gallery.send("\r", showing: "Added to basket")
      try gallery.send("m", showing: "Marked as sent")
      try gallery.send("q", showing: "$ order")
      try gallery.send("qu", showing: "Undone: adding")
      try gallery.send("u", showing: "Nothing to undo")
      try gallery.leave()

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
