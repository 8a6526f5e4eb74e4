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

    @Test func `an order becomes files, and leaves the basket`() throws {
      let gallery = try GallerySession.sampleGallery(
        environment: ["XDG_STATE_HOME": home.path("state")])
      gallery.send("o")
      try gallery.wait(for: "The basket is empty")
      gallery.send("j ")
      try gallery.wait(for: "Added to basket")

      gallery.send("o")
      try gallery.wait(for: "name and e-mail required")
      gallery.send("Anna Lens\ranna@lens")
      try gallery.wait(for: "no dot after the @")
      gallery.send(".example\rPlease\rsoon\t")
      try gallery.waitUntilGone("needed")
      gallery.send("\r")
      try gallery.wait(for: "Saved the order of 1 photo")
      gallery.send("q")
      try gallery.waitUntilGone("basket 1")
      gallery.send("q")
      #expect(try gallery.shell.status() == 0)

      let folder = home.path("state/vitrine/orders")
      let names = try FileManager.default.contentsOfDirectory(atPath: folder).sorted()
      #expect(names.count == 2)
      let text = try String(contentsOfFile: "\(folder)/\(names[1])", encoding: .utf8)
      #expect(names[1].hasSuffix(".txt"))
      #expect(text.contains("Anna Lens"))
      #expect(text.contains("anna@lens.example"))
    }
  }
}
